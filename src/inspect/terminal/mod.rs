//! The view in a terminal: interactive, or printed where there is nobody to press keys.

pub mod app;
pub mod cells;
pub mod commands;
pub mod draw;
mod enlarged;
pub mod input;
mod key_line;
pub mod panels;
mod print;
mod spans;
mod square;
pub mod theme;

pub use app::App;
pub use print::{print, to_text};
pub use theme::Theme;

use std::io;
use std::time::Instant;

use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, read};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Frame};

/// Shows the view until the user leaves it, and returns when its first drawing was done. The
/// terminal is put back as it was, after a panic, too.
///
/// # Errors
/// When the terminal cannot be read from or written to.
pub fn interact(app: &mut App) -> io::Result<Instant> {
    // ratatui's own hook restores the screen after a panic, but does not know of the mouse.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        hook(panic);
    }));
    let mut terminal = ratatui::try_init()?;
    let result = execute!(io::stdout(), EnableMouseCapture).and_then(|()| run(&mut terminal, app));
    let mouse = execute!(io::stdout(), DisableMouseCapture);
    ratatui::try_restore()?;
    mouse.and(result)
}

fn run(terminal: &mut DefaultTerminal, app: &mut App) -> io::Result<Instant> {
    terminal.draw(|frame| show(app, frame))?;
    let drawn = Instant::now();
    let mut stale = false;
    while !app.ended {
        if stale {
            terminal.draw(|frame| show(app, frame))?;
        }
        stale = input::handle(app, &read()?);
    }
    Ok(drawn)
}

/// Draws the view into a frame of ratatui's.
pub fn show(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    draw::draw(app, area, frame.buffer_mut());
}
