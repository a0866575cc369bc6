//! A cell in large: its bits where every drawing has them, with their names.

use ratatui_core::style::Modifier;
use ratatui_core::text::{Line, Span};

use super::app::App;
use super::spans::{bit_style, group_style};
use super::theme::{BLACK, Theme};
use crate::bits::{Group, LAYOUT, label};
use nucleus_core::matrix::cell::Cell;
use nucleus_core::types::Square;

/// Width of each column's names.
const COLUMNS: [usize; 8] = [4, 6, 6, 6, 6, 5, 4, 6];

/// Width of the whole view.
pub const WIDTH: usize = {
    let (mut sum, mut index) = (COLUMNS.len() - 1, 0);
    while index < COLUMNS.len() {
        sum += COLUMNS[index];
        index += 1;
    }
    sum
};

/// Headings of the rows, on the left and at the right edge.
const HEADINGS: [(Group, Group); 4] = [
    (Group::BlackInfluence, Group::Figure),
    (Group::BlackMen, Group::Sensors),
    (Group::WhiteMen, Group::Approaches),
    (Group::WhiteInfluence, Group::Approaches),
];

/// The four rows, each under a line with its groups' names. Set bits are filled and in capitals.
pub fn lines(app: &App, square: Square) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (row, (left, right)) in LAYOUT.into_iter().zip(HEADINGS) {
        let room = WIDTH - right.name().len();
        lines.push(Line::from(vec![
            Span::styled(format!("{:<room$}", left.name()), app.theme.faint()),
            Span::styled(right.name(), app.theme.faint()),
        ]));
        let mut spans = Vec::new();
        for (bit, width) in row.into_iter().zip(COLUMNS) {
            if !spans.is_empty() {
                spans.push(Span::raw(" "));
            }
            spans.push(name(app, square, bit, width));
        }
        lines.push(Line::from(spans));
    }
    lines
}

fn name(app: &App, square: Square, bit: u8, width: usize) -> Span<'static> {
    let has = |cell: Cell| cell >> bit & 1 == 1;
    let short: String = match label(bit) {
        "diagonal" => "diag".to_owned(),
        "orthogonal" => "orth".to_owned(),
        name => name.to_owned(),
    };
    let set = has(app.look.cell(square));
    let text = if set { short.to_uppercase() } else { short };
    let mut style = bit_style(app, square, bit);
    if set && !has(app.look.differs(square)) {
        style = match app.theme {
            Theme::Plain => style.add_modifier(Modifier::REVERSED),
            theme => {
                let color = Group::of(bit).bright();
                let modifiers = style.add_modifier;
                group_style(theme, Group::of(bit))
                    .patch(theme.fg(BLACK))
                    .patch(theme.bg(color))
                    .add_modifier(modifiers)
            }
        };
    }
    Span::styled(format!("{text:<width$}"), style)
}
