//! The system's browser, started with an address.

use std::io;
use std::process::{Command, Stdio};

/// A program that opens an address, and its arguments before the address.
type Opener = &'static [&'static str];

/// The openers of this system, the first choice first.
#[cfg(windows)]
const OPENERS: &[Opener] = &[&["rundll32", "url.dll,FileProtocolHandler"]];
#[cfg(target_os = "macos")]
const OPENERS: &[Opener] = &[&["open"]];
// `wslview` is there under Windows' subsystem for Linux alone.
#[cfg(not(any(windows, target_os = "macos")))]
const OPENERS: &[Opener] = &[&["wslview"], &["xdg-open"], &["gio", "open"], &["x-www-browser"]];

/// Opens an address in the browser that the variable `BROWSER` names, or else in the system's.
///
/// Some openers come back only when the browser ends, and so does this.
///
/// # Errors
/// When no opener can be started.
pub fn open(address: &str) -> io::Result<()> {
    if let Some(program) = std::env::var_os("BROWSER").filter(|name| !name.is_empty()) {
        return start(Command::new(program), address);
    }
    for words in OPENERS {
        let mut opener = Command::new(words[0]);
        opener.args(&words[1..]);
        if start(opener, address).is_ok() {
            return Ok(());
        }
    }
    let names: Vec<&str> = OPENERS.iter().map(|words| words[0]).collect();
    Err(io::Error::new(io::ErrorKind::NotFound, format!("no {}", names.join(", no "))))
}

/// Starts a program with the address as its last argument, and waits for its end.
fn start(mut program: Command, address: &str) -> io::Result<()> {
    program.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = program.spawn()?;
    // How a browser that was open ends is its own affair.
    let _ = child.wait();
    Ok(())
}
