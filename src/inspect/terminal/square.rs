//! The panels of the selected square.

use ratatui_core::text::{Line, Span};

use super::app::App;
use super::enlarged;
use super::spans::{bit_style, count, flow, group_style, hang};
use crate::bits::{Group, LAYOUT, label, letter, meaning};
use crate::look::Layer;
use nucleus_core::matrix::cell;
use nucleus_core::types::{Piece, Square};

/// All that is known of the selected square, as far as there is room.
pub fn square(app: &App, width: usize, height: usize) -> Vec<Line<'static>> {
    let square = app.selected;
    let cell = app.look.cell(square);
    let man = cell::piece(cell)
        .map_or_else(|| "empty".to_owned(), |piece| format!("{} {}", piece.color, kind(piece)));
    let mut heading = vec![
        Span::styled(format!("{square} "), app.theme.heading()),
        Span::raw(format!("{man}, ")),
        Span::styled(format!("{:04x}_{:04x}", cell >> 16, cell & 0xffff), app.theme.faint()),
    ];
    if let Some(heat) = app.heat_map() {
        let [white, black] = heat.at(square);
        heading.push(Span::raw(format!(", reached {white}:{black}")));
    }
    if app.changes && app.look.changed(square) != 0 {
        let bits = count(app.look.changed(square).count_ones(), "bit");
        heading.push(Span::styled(format!(", {bits} changed"), app.theme.faint()));
    }
    if app.look.differs(square) != 0 {
        let bits = count(app.look.differs(square).count_ones(), "bit");
        heading.push(Span::styled(format!(" {bits} differ "), app.theme.alarm()));
    }
    let heading = Line::from(heading);
    // All 32 bits in full only where the other panels still find room.
    if height >= 50 && width >= 44 {
        let mut lines = vec![heading];
        lines.extend((0..32u8).rev().map(|bit| full_line(app, square, bit, width)));
        lines
    } else if height >= 9 && width >= enlarged::WIDTH {
        let mut lines = vec![heading];
        lines.extend(enlarged::lines(app, square));
        lines
    } else if height >= 9 && width >= 40 {
        let mut lines = vec![heading];
        for group in Group::ALL {
            let bits = group.bits().map(|bit| {
                let mark = if cell >> bit & 1 == 1 { '■' } else { '·' };
                Span::styled(format!("{mark} {}", label(bit)), bit_style(app, square, bit))
            });
            let mut words = vec![Span::raw(format!("{:<17}", group.name()))];
            words.extend(bits);
            lines.extend(hang(words, width, 18));
        }
        lines
    } else {
        let mut lines = vec![heading];
        lines.extend(set_bits(app, square, width));
        lines
    }
}

/// One bit in full: number, state, its name, its meaning.
fn full_line(app: &App, square: Square, bit: u8, width: usize) -> Line<'static> {
    let set = app.look.cell(square) >> bit & 1 == 1;
    let style = bit_style(app, square, bit);
    let mut text = format!(
        "{bit:>2} {} {:<10} {}",
        if set { '■' } else { '·' },
        cell::BIT_NAMES[usize::from(bit)],
        meaning(bit)
    );
    if text.chars().count() > width {
        text = text.chars().take(width.saturating_sub(1)).collect::<String>() + "…";
    }
    Line::from(Span::styled(text, style))
}

/// The set bits by their names, a group after the other.
fn set_bits(app: &App, square: Square, width: usize) -> Vec<Line<'static>> {
    let cell = app.look.cell(square) | app.look.differs(square);
    let mut words = Vec::new();
    for group in Group::ALL {
        if cell & group.mask() == 0 {
            continue;
        }
        words.push(Span::raw(format!("{}:", group.name())));
        let set: Vec<u8> = group.bits().filter(|bit| cell >> bit & 1 == 1).collect();
        let last = set.len() - 1;
        words.extend(set.iter().enumerate().map(|(index, &bit)| {
            let end = if index == last { ";" } else { "," };
            Span::styled(format!("{}{end}", label(bit)), bit_style(app, square, bit))
        }));
    }
    if words.is_empty() {
        words.push(Span::raw("no bit is set"));
    }
    flow(words, width)
}

fn kind(piece: Piece) -> &'static str {
    Layer::Only(piece.kind).name()
}

/// The selected cell as both kernels have it, side by side.
pub fn beside(app: &App, width: usize) -> Vec<Line<'static>> {
    let Some((other, cells)) = app.look.other else { return Vec::new() };
    let square = app.selected;
    // Two columns a bit where three do not fit.
    let (pitch, room) = if width >= 64 { (3, 30) } else { (2, 22) };
    let pair = [(app.look.level, app.look.cell(square)), (other, cells.at(square))];
    let names = pair.map(|(name, cell)| {
        format!("  {:<room$}", format!("{name} {:04x}_{:04x}", cell >> 16, cell & 0xffff))
    });
    let mut lines = vec![Line::from(Span::styled(names.concat(), app.theme.faint()))];
    for row in LAYOUT {
        let mut spans = Vec::new();
        for (_, cell) in pair {
            spans.push(Span::raw("  "));
            for bit in row {
                let set = cell >> bit & 1 == 1;
                let differs = app.look.differs(square) >> bit & 1 == 1;
                let style = match (differs, set) {
                    (true, _) => app.theme.alarm(),
                    (false, true) => group_style(app.theme, Group::of(bit)),
                    (false, false) => app.theme.faint(),
                };
                let glyph = if set { letter(bit) } else { '·' };
                spans.push(Span::styled(format!("{glyph:^pitch$}"), style));
            }
            spans.push(Span::raw(" ".repeat(room - 8 * pitch)));
        }
        lines.push(Line::from(spans));
    }
    lines
}
