//! Words and lines of the panels: how they flow, how bits are styled.

use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};

use super::app::App;
use super::theme::Theme;
use crate::bits::Group;
use nucleus_core::matrix::cell::Cell;
use nucleus_core::types::Square;

/// Words in lines of this width; each word keeps its style.
pub fn flow(words: Vec<Span<'static>>, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut line: Vec<Span<'static>> = Vec::new();
    let mut column = 0;
    for word in words {
        let length = word.content.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push(Line::from(std::mem::take(&mut line)));
            column = 0;
        }
        if column > 0 {
            line.push(Span::raw(" "));
            column += 1;
        }
        column += length;
        line.push(word);
    }
    if !line.is_empty() {
        lines.push(Line::from(line));
    }
    lines
}

/// The style of a group's set bits.
pub fn group_style(theme: Theme, group: Group) -> Style {
    theme.fg(group.bright()).add_modifier(Modifier::BOLD)
}

/// A bit's style by what is known about it.
pub fn bit_style(app: &App, square: Square, bit: u8) -> Style {
    let has = |cell: Cell| cell >> bit & 1 == 1;
    let set = has(app.look.cell(square));
    let mut style = if set { group_style(app.theme, Group::of(bit)) } else { app.theme.faint() };
    if has(app.look.differs(square)) {
        style = app.theme.alarm();
    } else if app.changes && has(app.look.changed(square)) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    style
}

/// Like [`flow`], later lines set in.
pub fn hang(words: Vec<Span<'static>>, width: usize, indent: usize) -> Vec<Line<'static>> {
    let mut words = words.into_iter();
    let Some(first) = words.next() else { return Vec::new() };
    let lines = flow(words.collect(), width.saturating_sub(indent));
    lines
        .into_iter()
        .enumerate()
        .map(|(index, line)| {
            let lead = if index == 0 { first.content.to_string() } else { String::new() };
            let mut spans = vec![Span::raw(format!("{lead:<indent$}"))];
            spans.extend(line.spans);
            Line::from(spans)
        })
        .collect()
}

/// `1 bit`, `2 bits`.
pub fn count(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
