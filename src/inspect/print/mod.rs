//! The matrix printed in a terminal, with panels next to it, or below it in a narrow terminal.

mod matrix;
mod panels;
mod style;
mod trace;

pub use style::Theme;
pub use trace::trace;

use crate::drawing::Drawing;
use crate::look::View;
use nucleus_core::types::Square;
use style::{Span, Spans, TextStyle};

/// Width of the matrix with the panels next to it, in columns.
pub const WIDTH: usize = 124;
/// Spaces between the matrix and the panels.
const GAP: usize = 3;

/// Returns the position, the matrix and the panels as text, for a terminal of `width` columns. The
/// panels include the selected square, the moves, the evaluation and the scanner's list.
pub fn write(
    view: &View,
    drawing: &Drawing<'_>,
    selected: Square,
    theme: Theme,
    width: usize,
) -> String {
    let has_room = width >= WIDTH;
    let board = matrix::lines(drawing, theme == Theme::Plain);
    let room = if has_room { WIDTH - matrix::WIDTH - GAP } else { matrix::WIDTH };
    let mut panels: Vec<Spans> = Vec::new();
    for (title, lines) in panels::all(view, drawing, selected, room) {
        panels.push(vec![Span::new(title, TextStyle::heading())]);
        panels.extend(lines);
        panels.push(Spans::new());
    }
    let last = view.timeline.last_move().map_or_else(String::new, |last| format!(", after {last}"));
    let mut out = format!("{}, kernel {}{last}\n\n", view.timeline.fen(), view.look.level);
    if has_room {
        for index in 0..board.len().max(panels.len()) {
            let blank = || vec![Span::plain(" ".repeat(matrix::WIDTH))];
            let mut line = board.get(index).cloned().unwrap_or_else(blank);
            if let Some(panel) = panels.get(index).filter(|panel| !panel.is_empty()) {
                line.push(Span::plain(" ".repeat(GAP)));
                line.extend(panel.iter().cloned());
            }
            style::write(&line, theme, &mut out);
        }
    } else {
        board.iter().chain([&Spans::new()]).chain(&panels).for_each(|line| {
            style::write(line, theme, &mut out);
        });
    }
    out
}
