use std::io::IsTerminal;

use nucleus_report::screen::Screen;
use terminal_size::{Width, terminal_size_of};

/// Width in columns if the terminal does not report one.
const WIDTH: usize = 80;

/// Returns the terminal of standard output; `None` for a file or a pipe, which get Markdown.
pub fn screen() -> Option<Screen> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return None;
    }
    let width = terminal_size_of(&stdout).map_or(WIDTH, |(Width(width), _)| usize::from(width));
    Some(Screen { width: width.max(40), colour: colour() })
}

/// Returns true if the terminal has colours and the variable `NO_COLOR` is not set
/// (<https://no-color.org>).
fn colour() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
