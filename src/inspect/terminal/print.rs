//! The view on paper, so to speak: everything at once, no keys.

use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};
use ratatui_core::widgets::Widget;

use super::app::{App, Section};
use super::cells::{MatrixView, Size};
use super::panels;
use super::theme::Theme;

/// The columns that the board and the panels beside it take.
const WIDTH: u16 = 124;

/// The static view: the position, the matrix, the selected square, the evaluation, the scanner's
/// list.
pub fn print(app: &App) -> String {
    let size = Size::Medium;
    let (board, height) = size.board();
    let width = usize::from(WIDTH - board - 3);
    let mut sections = vec![Section::Legend, Section::Square];
    if app.look.other.is_some() {
        sections.push(Section::Differences);
    }
    sections.extend([Section::Moves, Section::Evaluation, Section::Scanner]);
    // Paper is long: every difference is told, the selected square as in a small panel.
    let room = |section| if section == Section::Differences { usize::MAX / 2 } else { 12 };
    let shown: Vec<_> = sections
        .into_iter()
        .map(|section| panels::panel(app, section, width, room(section)))
        .collect();
    let lines: usize = shown.iter().map(|panel| panel.lines.len() + 2).sum();
    let area = Rect::new(0, 0, WIDTH, (lines as u16).max(height));
    let mut buffer = Buffer::empty(area);
    let heat = app.heat_map();
    MatrixView {
        look: &app.look,
        size,
        theme: app.theme,
        layer: app.layer,
        shown: app.shown,
        heat: heat.as_ref(),
        selected: None,
        source: None,
        changes: app.changes,
        flipped: app.flipped,
        marks: &[],
    }
    .render(Rect::new(0, 0, board, height), &mut buffer);
    let (x, mut y) = (board + 3, 0);
    for panel in shown {
        buffer.set_string(x, y, &panel.title, app.theme.heading());
        for line in &panel.lines {
            y += 1;
            buffer.set_line(x, y, line, WIDTH - x);
        }
        y += 2;
    }
    let last = app.timeline.last_move().map_or_else(String::new, |last| format!(", after {last}"));
    let heading = format!("{}, kernel {}{last}", app.timeline.fen(), app.look.level);
    format!("{heading}\n\n{}", to_text(&buffer, app.theme))
}

/// A buffer as lines; with escape sequences unless the theme is plain.
pub fn to_text(buffer: &Buffer, theme: Theme) -> String {
    let width = usize::from(buffer.area.width);
    let mut out = String::new();
    for row in buffer.content.chunks(width) {
        let used = row.iter().rposition(|cell| !is_blank(cell, theme)).map_or(0, |last| last + 1);
        let mut style = String::new();
        for cell in &row[..used] {
            if theme != Theme::Plain {
                let next = escape(cell);
                if next != style {
                    out += &next;
                    style = next;
                }
            }
            out += cell.symbol();
        }
        if !style.is_empty() {
            out += "\x1b[0m";
        }
        out.push('\n');
    }
    out
}

fn is_blank(cell: &Cell, theme: Theme) -> bool {
    cell.symbol() == " " && (theme == Theme::Plain || cell.bg == Color::Reset)
}

/// The sequence that sets a cell's style from scratch.
fn escape(cell: &Cell) -> String {
    let mut codes = vec!["0".to_owned()];
    for (modifier, code) in [
        (Modifier::BOLD, "1"),
        (Modifier::DIM, "2"),
        (Modifier::UNDERLINED, "4"),
        (Modifier::REVERSED, "7"),
    ] {
        if cell.modifier.contains(modifier) {
            codes.push(code.to_owned());
        }
    }
    for (color, base) in [(cell.fg, 38), (cell.bg, 48)] {
        match color {
            Color::Indexed(index) => codes.push(format!("{base};5;{index}")),
            Color::Rgb(r, g, b) => codes.push(format!("{base};2;{r};{g};{b}")),
            _ => {}
        }
    }
    format!("\x1b[{}m", codes.join(";"))
}
