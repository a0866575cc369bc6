use std::io::IsTerminal;

use nucleus_report::screen::Screen;
use terminal_size::{Width, terminal_size_of};

/// Characters of a line where the terminal does not tell.
const WIDTH: usize = 80;

/// The terminal that standard output is, if it is one. Markdown is for files and pipes.
pub fn screen() -> Option<Screen> {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return None;
    }
    let width = terminal_size_of(&stdout).map_or(WIDTH, |(Width(width), _)| usize::from(width));
    Some(Screen { width: width.max(40), colour: colour() })
}

/// True if colours are wanted: <https://no-color.org>, and a terminal that has them.
fn colour() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
