//! The last line: the keys, which the mouse can press, too.

use crossterm::event::KeyCode;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};

use super::app::{App, AppMode};
use super::input;

/// The keys, as many as the width has room for, the most needed first.
pub fn draw_keys(app: &mut App, area: Rect, buffer: &mut Buffer) {
    const BROWSE: [(&str, &str); 15] = [
        ("?", "keys"),
        ("q", "quit"),
        ("arrows", "square"),
        ("n p", "step"),
        ("m", "move"),
        ("u", "undo"),
        ("l", "level"),
        ("c", "compare"),
        ("1-6 0", "pieces"),
        ("h", "heat"),
        ("Tab", "panel"),
        ("t", "trace"),
        ("w b a s f d", "layers"),
        ("x", "turn"),
        ("[ ]", "game"),
    ];
    const TRACE: [(&str, &str); 6] = [
        ("n", "next"),
        ("p", "back"),
        ("Home End", "ends"),
        ("t", "next kernel"),
        ("arrows", "square"),
        ("Esc", "leave the trace"),
    ];
    const PROMPT: [(&str, &str); 2] = [("Enter", "play"), ("Esc", "leave")];
    let keys: &[(&str, &str)] = match app.mode {
        AppMode::Browse | AppMode::Help { .. } => &BROWSE,
        AppMode::Trace { .. } => &TRACE,
        AppMode::Prompt(_) => &PROMPT,
    };
    app.buttons.clear();
    let mut x = area.x;
    for (key, words) in keys {
        let width = (key.chars().count() + words.chars().count() + 3) as u16;
        if x + width > area.right() + 2 {
            break;
        }
        let line = Line::from(vec![
            Span::styled(*key, Style::new().add_modifier(Modifier::BOLD)),
            Span::raw(" "),
            Span::styled(*words, app.theme.faint()),
        ]);
        buffer.set_line(x, area.y, &line, area.right() - x);
        app.buttons.extend(buttons(key, Rect { x, width: width - 2, ..area }));
        x += width;
    }
}

/// Returns the keys that clicks press: each single key where it stands, the first of them on the
/// words.
fn buttons(keys: &str, area: Rect) -> Vec<(Rect, KeyCode)> {
    let mut buttons = Vec::new();
    let mut x = area.x;
    for name in keys.split(' ') {
        let width = name.chars().count() as u16;
        if let Some(code) = input::key(name) {
            buttons.push((Rect { x, width, ..area }, code));
        }
        x += width + 1;
    }
    if let Some(&(_, code)) = buttons.first() {
        buttons.push((Rect { x, width: (area.x + area.width).saturating_sub(x), ..area }, code));
    }
    buttons
}
