//! The view in a terminal: interactive, or printed where the input is no terminal.

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

use std::io::{self, Stdout};
use std::time::Instant;

use crossterm::event::{DisableMouseCapture, EnableMouseCapture, read};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui_core::terminal::{Frame, Terminal};
use ratatui_crossterm::CrosstermBackend;

/// Shows the view until the user leaves it, and returns when its first drawing was done. The
/// terminal is put back as it was, after a panic, too.
///
/// # Errors
/// When the terminal cannot be read from or written to.
pub fn interact(app: &mut App) -> io::Result<Instant> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // The panic is told, whatever becomes of the screen.
        let _ = restore();
        hook(panic);
    }));
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let result = execute!(io::stdout(), EnableMouseCapture).and_then(|()| run(&mut terminal, app));
    restore()?;
    result
}

/// Puts the terminal back as it was, each part whatever becomes of the others.
fn restore() -> io::Result<()> {
    let mouse = execute!(io::stdout(), DisableMouseCapture);
    // First of the others: it is what a shell suffers from most.
    let raw = disable_raw_mode();
    mouse.and(raw).and(execute!(io::stdout(), LeaveAlternateScreen))
}

fn run(terminal: &mut Terminal<CrosstermBackend<Stdout>>, app: &mut App) -> io::Result<Instant> {
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

/// Draws the view into a frame of the terminal.
pub fn show(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    draw::draw(app, area, frame.buffer_mut());
}
