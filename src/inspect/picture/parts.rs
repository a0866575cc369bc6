//! Parts that the pictures share: colours, bits, heat map, legend.

use crate::bits::{Group, LAYOUT, label, letter, meaning};
use crate::drawing::{BitState, Drawing};
use nucleus_core::matrix::cell::Cell;
use nucleus_core::types::Square;
use nucleus_report::draw::{Anchor, Paint, Rgb, Scene};

const PAPER: Rgb = Rgb(0xfc, 0xfb, 0xf9);
pub const INK: Rgb = Rgb(0x1f, 0x23, 0x28);
pub const FAINT: Rgb = Rgb(0x6b, 0x72, 0x7b);
const LIGHT_SQUARE: Rgb = Rgb(0xf3, 0xef, 0xe7);
const DARK_SQUARE: Rgb = Rgb(0xe2, 0xdb, 0xcd);
const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
/// The outline of a bit in which two kernels differ.
const ALARM: Rgb = Rgb(0xe0, 0x10, 0x20);

/// The text inside a bit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Inscription {
    /// The bit's letter, if it is set.
    Letter,
    /// The bit's name and number, set or not.
    Name,
}

/// Returns an empty scene of this size with a title and a subtitle.
pub fn sheet([width, height]: [f64; 2], margin: f64, title: &str, subtitle: &str) -> Scene {
    let description = format!("{title}. {subtitle}");
    let mut scene = Scene::new(width, height, Paint::fill(PAPER), description);
    scene.bold([margin, 36.0], 22.0, Anchor::Start, INK, title);
    scene.text([margin, 58.0], 13.0, Anchor::Start, FAINT, subtitle);
    scene
}

/// Returns the colour of a square.
pub fn ground(drawing: &Drawing<'_>, square: Square) -> Rgb {
    drawing.ground(square, LIGHT_SQUARE, DARK_SQUARE)
}

/// Draws the 32 bits of a cell into a rectangle.
pub fn bits(
    scene: &mut Scene,
    drawing: &Drawing<'_>,
    square: Square,
    [x, y, width, height]: [f64; 4],
    inscription: Inscription,
) {
    let ground = ground(drawing, square);
    let (w, h) = (width / 8.0, height / 4.0);
    let gap = (w * 0.06).max(0.8);
    for (row, line) in LAYOUT.iter().enumerate() {
        for (column, &bit) in line.iter().enumerate() {
            let area = [
                x + column as f64 * w + gap,
                y + row as f64 * h + gap,
                w - 2.0 * gap,
                h - 2.0 * gap,
            ];
            draw_bit(scene, bit, area, drawing.bit(square, bit), ground, inscription);
        }
    }
}

fn draw_bit(
    scene: &mut Scene,
    bit: u8,
    area: [f64; 4],
    state: BitState,
    ground: Rgb,
    inscription: Inscription,
) {
    let color = Group::from_bit(bit).color();
    let [x, y, w, h] = area;
    let fill = match (state.set, state.pale) {
        (true, false) => color,
        (true, true) => ground.towards(color, 0.3),
        // Bits that are not set show a pale tint of their group's colour.
        (false, _) => ground.towards(color, 0.1),
    };
    let mut paint = Paint::fill(fill);
    if state.differs {
        paint = paint.with_stroke(ALARM, (w * 0.16).min(5.0));
    } else if state.changed {
        paint = paint.with_stroke(if state.set { INK } else { color }, (w * 0.13).min(3.2));
    }
    scene.bit(bit, area, w * 0.18, paint);
    let words = if state.set { WHITE } else { FAINT.towards(color, 0.45) };
    let middle = x + w / 2.0;
    match inscription {
        Inscription::Letter if state.set => {
            let size = (h * 0.72).min(w * 0.9);
            let at = [middle, y + h / 2.0 + size * 0.34];
            scene.bold(at, size, Anchor::Middle, words, &letter(bit).to_string());
        }
        Inscription::Letter => {}
        Inscription::Name => {
            // The longest name must fit too.
            let size = (w / 6.0).min(h * 0.34);
            let at = [middle, y + h * 0.5];
            if state.set {
                scene.bold(at, size, Anchor::Middle, words, label(bit));
            } else {
                scene.text(at, size, Anchor::Middle, words, label(bit));
            }
            let at = [middle, y + h * 0.82];
            scene.text(at, size * 0.8, Anchor::Middle, words, &bit.to_string());
        }
    }
}

/// Returns the attributes by which a program finds a cell in the SVG.
pub fn cell_group(square: Square, cell: Cell) -> Vec<(&'static str, String)> {
    vec![
        ("class", "cell".to_owned()),
        ("data-square", square.to_string()),
        ("data-cell", format!("{cell:08x}")),
    ]
}

/// Returns a cell's value as two groups of four hexadecimal digits.
pub fn hex(cell: Cell) -> String {
    format!("{:04x} {:04x}", cell >> 16, cell & 0xffff)
}

/// Draws the legend: a large empty cell with every bit named, and a description of the groups.
pub fn legend(scene: &mut Scene, drawing: &Drawing<'_>, [x, y]: [f64; 2], width: f64) {
    scene.bold([x, y + 14.0], 15.0, Anchor::Start, INK, "How to read a cell");
    let (w, h) = (width / 8.0, 30.0);
    for (row, line) in LAYOUT.iter().enumerate() {
        for (column, &bit) in line.iter().enumerate() {
            let area =
                [x + column as f64 * w + 1.5, y + 26.0 + row as f64 * h + 1.5, w - 3.0, h - 3.0];
            let paint = Paint::fill(Group::from_bit(bit).color());
            scene.rect(area, 4.0, paint);
            let [left, top, w, h] = area;
            let at = [left + w / 2.0, top + h / 2.0 + 6.0];
            scene.bold(at, 17.0, Anchor::Middle, WHITE, &letter(bit).to_string());
        }
    }
    let mut y = y + 26.0 + 4.0 * h + 22.0;
    for group in Group::ALL {
        scene.rect([x, y - 11.0, 13.0, 13.0], 3.0, Paint::fill(group.color()));
        scene.bold([x + 21.0, y], 13.0, Anchor::Start, INK, group.name());
        let bits: Vec<u8> = group.bits().collect();
        let range = match bits[..] {
            [only] => format!("bit {only}"),
            [first, .., last] => format!("bits {first}–{last}"),
            [] => String::new(),
        };
        scene.text([x + width, y], 11.5, Anchor::End, FAINT, &range);
        scene.text([x + 21.0, y + 15.0], 11.5, Anchor::Start, FAINT, group.meaning());
        let letters: Vec<String> = group
            .bits()
            .map(|bit| match label(bit) {
                "rook –" => "- rook along the rank".to_owned(),
                "rook |" => "| along the file".to_owned(),
                label => format!("{} {label}", letter(bit)),
            })
            .collect();
        let (half, lines) = (letters.len().div_ceil(2), if letters.len() > 4 { 2 } else { 1 });
        let chunks = if lines == 2 { half } else { letters.len() };
        for (line, words) in letters.chunks(chunks).enumerate() {
            let at = [x + 21.0, y + 30.0 + 14.0 * line as f64];
            scene.text(at, 11.0, Anchor::Start, INK, &words.join(" · "));
        }
        y += 38.0 + 14.0 * lines as f64;
    }
    y += 2.0;
    for (paint, words) in notes(drawing) {
        scene.rect([x + 1.0, y - 11.0, 12.0, 12.0], 3.0, paint);
        scene.text([x + 21.0, y], 11.5, Anchor::Start, INK, &words);
        y += 21.0;
    }
    example(scene, drawing, [x, y + 20.0]);
}

/// Describes the cell with the most bits set.
fn example(scene: &mut Scene, drawing: &Drawing<'_>, [x, mut y]: [f64; 2]) {
    let most = |square: &Square| drawing.look.cell(*square).count_ones();
    let Some(square) = Square::all().max_by_key(most) else { return };
    let cell = drawing.look.cell(square);
    scene.bold([x, y], 15.0, Anchor::Start, INK, &format!("For example {square}"));
    y += 22.0;
    for bit in (0..32u8).rev().filter(|bit| cell >> bit & 1 == 1) {
        let color = Group::from_bit(bit).color();
        scene.rect([x, y - 11.0, 13.0, 13.0], 3.0, Paint::fill(color));
        let at = [x + 6.5, y - 1.5];
        scene.bold(at, 9.5, Anchor::Middle, WHITE, &letter(bit).to_string());
        scene.text([x + 21.0, y], 11.5, Anchor::Start, INK, &meaning(bit));
        y += 19.0;
    }
}

/// Returns the explanations of the marks in this drawing.
pub fn notes(drawing: &Drawing<'_>) -> Vec<(Paint, String)> {
    let sample = Group::WhiteInfluence.color();
    let pale = Paint::fill(LIGHT_SQUARE.towards(sample, 0.1)).with_stroke(DARK_SQUARE, 1.0);
    let mut notes = vec![(pale, "not set".to_owned())];
    if drawing.changes && drawing.look.changed_count() > 0 {
        let set = Paint::fill(sample).with_stroke(INK, 1.6);
        notes.push((set, "set by the last move".to_owned()));
        let cleared = Paint::fill(WHITE).with_stroke(sample, 1.6);
        notes.push((cleared, "cleared by the last move".to_owned()));
    }
    if let Some((other, _)) = drawing.look.other {
        let mark = Paint::fill(WHITE).with_stroke(ALARM, 2.4);
        notes.push((mark, format!("{} and {other} differ", drawing.look.level)));
    }
    if let Some(heat) = drawing.heat {
        let middle = sample.towards(Group::BlackInfluence.color(), 0.5);
        let words = format!("ground: pieces that reach it ({})", heat.layer.name());
        notes.push((Paint::fill(LIGHT_SQUARE.towards(middle, 0.5)), words));
    }
    notes
}
