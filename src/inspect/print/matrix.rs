//! The matrix as text: four lines of eight characters for a cell, one per bit.

use super::style::{Span, Spans, TextStyle};
use crate::bits::{Group, LAYOUT, letter};
use crate::drawing::{BitState, Drawing, is_dark};
use nucleus_base::Rgb;
use nucleus_core::types::Square;

/// Width of the board with the numbers of its ranks, in columns.
pub const WIDTH: usize = 2 + 8 * 8;

/// Background of a light square, independent of the terminal's.
const LIGHT_SQUARE: Rgb = Rgb(0x33, 0x37, 0x40);
const DARK_SQUARE: Rgb = Rgb(0x22, 0x25, 0x2c);
const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);

/// The solid figures for both sides, which the bits' colours distinguish.
const FIGURES: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// Returns the lines of the matrix; `plain` omits colours.
pub fn lines(drawing: &Drawing<'_>, plain: bool) -> Vec<Spans> {
    let mut lines = Vec::new();
    for row in 0..8 {
        for (index, bits) in LAYOUT.iter().enumerate() {
            let rank = if index == 1 { drawing.square(row, 0).rank() + b'1' } else { b' ' };
            let mut line = edge(&char::from(rank).to_string());
            line.push(Span::plain(" "));
            for square in (0..8).map(|column| drawing.square(row, column)) {
                line.extend(bits.iter().map(|&bit| glyph(drawing, square, bit, plain)));
            }
            lines.push(line);
        }
    }
    let files = (0..8).map(|column| char::from(drawing.square(7, column).file() + b'a'));
    lines.push(files.fold(edge("  "), |mut line, file| {
        line.extend(edge(&format!("   {file}    ")));
        line
    }));
    lines
}

/// Returns text at the board's edge, with faint letters and unstyled spaces.
fn edge(text: &str) -> Spans {
    let style = |letter| if letter == ' ' { TextStyle::default() } else { TextStyle::faint() };
    text.chars().map(|letter| Span::new(letter, style(letter))).collect()
}

/// Returns the character of a bit with its style.
fn glyph(drawing: &Drawing<'_>, square: Square, bit: u8, plain: bool) -> Span {
    let ground = drawing.ground(square, LIGHT_SQUARE, DARK_SQUARE);
    let BitState { set, changed, differs, pale } = drawing.bit(square, bit);
    let group = Group::from_bit(bit);
    let color = group.bright();
    let color = if pale { ground.towards(color, 0.3) } else { color };
    // The bits of pieces are figures on a block of colour, to be seen first.
    let figure = match group {
        Group::WhiteMen if !plain => Some(FIGURES[usize::from(13 - bit)]),
        Group::BlackMen if !plain => Some(FIGURES[usize::from(7 - bit)]),
        _ => None,
    };
    let (letter, style) = match (set, figure) {
        (true, _) if differs => (letter(bit), TextStyle::alarm()),
        (false, _) if differs => ('o', TextStyle::alarm()),
        (true, figure) if changed => (figure.unwrap_or(letter(bit)), TextStyle::block(color)),
        (true, Some(figure)) if !pale => (figure, TextStyle::block(color)),
        (true, _) => (letter(bit), TextStyle::letter(color).on(ground).bold()),
        (false, _) if changed => ('o', TextStyle::letter(ground.towards(color, 0.7)).on(ground)),
        (false, _) => {
            // Without colours, the missing dots of the dark squares separate the squares.
            let dot = if plain && is_dark(square) { ' ' } else { '·' };
            (dot, TextStyle::letter(ground.towards(WHITE, 0.2)).on(ground))
        }
    };
    Span::new(letter, style)
}
