//! The inspector in the browser: a page served on the loopback address alone.
//!
//! The page's address holds a random token, without which nothing is answered, so that other
//! programs and other pages of the same browser learn nothing; a request whose `Host` is another
//! name is refused, so that no name that points here can stand in for it. What is served is
//! compiled in or computed: nothing of the file system. The answers, [`nucleus_view::answers`], are what `--json` prints.

mod assets;
mod browser;
mod connections;
mod file;
mod request;
mod server;
mod site;

pub use file::{CORE, write as page};
use site::ServedPage;

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};

use super::{InspectError, InspectOptions};
use crate::terminal::App;
use nucleus_base::lines::to_stdout;
use nucleus_core::board::{Board, fen};
use nucleus_view::answers::Place;

/// Serves the page until the program is ended; its address goes to standard output, and to the
/// system's browser if `open` is set.
///
/// # Errors
/// When the position, a move, a level or a file cannot be had, or no port.
pub fn run(options: &InspectOptions, open: bool) -> Result<Infallible, InspectError> {
    let app = super::app(options)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(InspectError::Serve)?;
    let port = listener.local_addr().map_err(InspectError::Serve)?.port();
    let site = ServedPage::new(port, token().map_err(InspectError::Serve)?);
    let address = format!("{}#{}", site.address(), place(&app).to_query());
    to_stdout(format!("{address}\n").as_bytes()).map_err(InspectError::Output)?;
    nucleus_base::tell!("the page is served to this machine alone until Ctrl-C");
    if open {
        // Some systems' openers come back only when the browser ends.
        std::thread::spawn(move || {
            if let Err(fault) = browser::open(&address) {
                nucleus_base::tell!(
                    "warning: no browser was opened ({fault}): open the address above"
                );
            }
        });
    }
    server::serve(&listener, site)
}

/// The page as one of the site of results.
pub fn page_of_site() -> String {
    let start = Place { fen: "startpos".to_owned(), ..Place::default() };
    page(&start, Some("<a href=\"index.html\">Results</a>"))
}

/// Returns the page's initial state: the position and its display.
pub fn place(app: &App) -> Place {
    let steps = app.timeline.steps();
    let first = &steps[0].board;
    Place {
        fen: fen::format(first.planes(), first.state()),
        moves: steps[1..].iter().map(|step| step.uci.clone()).collect(),
        ply: Some(app.timeline.ply()),
        kernel: app.look.level.to_owned(),
        compare: app.look.other.map(|(name, _)| name.to_owned()),
    }
}

/// Returns 128 random bits, in hexadecimal digits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|fault| io::Error::other(fault.to_string()))?;
    Ok(nucleus_base::text::hex(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_tokens_are_alike() {
        let (one, two) = (token().expect("random bytes"), token().expect("random bytes"));
        assert_eq!(one.len(), 32);
        assert!(one.chars().all(|digit| digit.is_ascii_hexdigit()));
        assert_ne!(one, two);
    }
}
