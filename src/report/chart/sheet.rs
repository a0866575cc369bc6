//! The sheet that all charts share: its layout, colours, and wrapped text.

use crate::draw::backend::PIXELS;
use crate::draw::font::{CAPITAL_MIDDLE, width};
use crate::draw::{Anchor, Paint, Rgb, Scene};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

/// The width of a chart, as a README displays it.
pub const WIDTH: f64 = 900.0;
/// The width of a chart for a telephone.
pub const NARROW: f64 = 440.0;

/// Returns `true` for a chart with room next to its plot.
pub fn is_wide(width: f64) -> bool {
    width > NARROW
}

/// Returns the margin of a chart of this width.
pub fn margin(width: f64) -> f64 {
    if is_wide(width) { 28.0 } else { 14.0 }
}

/// Returns the width of a chart within its margins.
pub fn inner(width: f64) -> f64 {
    width - 2.0 * margin(width)
}

/// The colours on a light background; [`colour::DARK`] has those for a dark screen.
pub mod colour {
    use super::Rgb;

    /// The background of the sheet.
    pub const PAPER: Rgb = Rgb(255, 255, 255);
    /// The sheet's edge, visible on a white page.
    pub const EDGE: Rgb = Rgb(208, 215, 222);
    /// The colour of text.
    pub const INK: Rgb = Rgb(31, 35, 40);
    /// The colour of secondary text.
    pub const GREY: Rgb = Rgb(89, 99, 110);
    /// The colour of grid lines.
    pub const GRID: Rgb = Rgb(228, 232, 236);
    /// The colour of single samples.
    pub const DOT: Rgb = Rgb(120, 128, 138);
    /// Okabe and Ito's blue: profile axon, perft, commands.
    pub const BLUE: Rgb = Rgb(0, 114, 178);
    /// Okabe and Ito's vermillion: Stockfish 18, or the first engine of others.
    pub const VERMILLION: Rgb = Rgb(213, 94, 0);
    /// Okabe and Ito's bluish green: profile full, or the second engine of others.
    pub const GREEN: Rgb = Rgb(0, 158, 115);
    /// Okabe and Ito's reddish purple: profile umko, or the third engine of others.
    pub const PURPLE: Rgb = Rgb(204, 121, 167);
    /// Okabe and Ito's sky blue: board axon32.
    pub const SKY: Rgb = Rgb(86, 180, 233);
    /// Okabe and Ito's orange: other versions of Stockfish.
    pub const ORANGE: Rgb = Rgb(230, 159, 0);

    /// Each colour with its replacement on a dark screen.
    pub const DARK: [(Rgb, Rgb); 12] = [
        (PAPER, Rgb(13, 17, 23)),
        (EDGE, Rgb(61, 68, 77)),
        (INK, Rgb(230, 237, 243)),
        (GREY, Rgb(158, 167, 177)),
        (GRID, Rgb(38, 44, 52)),
        (DOT, Rgb(125, 133, 144)),
        (BLUE, Rgb(56, 150, 217)),
        (VERMILLION, Rgb(240, 128, 54)),
        (GREEN, Rgb(34, 186, 142)),
        (PURPLE, Rgb(222, 150, 192)),
        (SKY, Rgb(148, 209, 245)),
        (ORANGE, Rgb(240, 178, 62)),
    ];
}

/// Returns an empty sheet of this width with title and explanation, and the `y` below them. The
/// height is set when the sheet is complete.
pub fn sheet(title: &str, subtitle: &str, width: f64) -> (Scene, f64) {
    let ground = Paint::fill(colour::PAPER).with_stroke(colour::EDGE, 0.5);
    let mut scene = Scene::new(width, 0.0, ground, title.to_owned());
    scene.dark = &colour::DARK;
    let y = paragraph(
        &mut scene,
        title,
        34.0,
        ParagraphStyle { size: 20.0, leading: 26.0, bold: true },
    );
    let y = paragraph(
        &mut scene,
        subtitle,
        y,
        ParagraphStyle { size: 13.0, leading: 19.0, bold: false },
    );
    (scene, y)
}

/// The style of a paragraph: semi-bold text is black, other text grey.
#[derive(Clone, Copy)]
pub struct ParagraphStyle {
    /// The font size in units.
    pub size: f64,
    /// The distance between lines in units.
    pub leading: f64,
    /// `true` for semi-bold text.
    pub bold: bool,
}

/// Adds wrapped text with the first line's capitals centred at `y`; returns the `y` below it.
pub fn paragraph(scene: &mut Scene, text: &str, y: f64, style: ParagraphStyle) -> f64 {
    let ParagraphStyle { size, leading, bold } = style;
    let (left, mut below) = (margin(scene.width), y);
    for line in wrap(text, size, bold, inner(scene.width)) {
        let at = [left, below + size * CAPITAL_MIDDLE];
        if bold {
            scene.bold(at, size, Anchor::Start, colour::INK, &line);
        } else {
            scene.text(at, size, Anchor::Start, colour::GREY, &line);
        }
        below += leading;
    }
    below
}

/// Adds the remarks at the bottom of a sheet, and sets its height.
pub fn footnote(scene: &mut Scene, text: &str, y: f64) {
    let end = paragraph(scene, text, y, ParagraphStyle { size: 12.0, leading: 18.0, bold: false });
    scene.height = (end + 8.0).ceil();
}

/// Converts a colour to plotters' type.
pub const fn ink(color: Rgb) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}

/// Returns the style of text on a chart, vertically centred at its position.
pub fn words(size: f64, bold: bool, color: Rgb, anchor: HPos) -> TextStyle<'static> {
    let weight = if bold { FontStyle::Bold } else { FontStyle::Normal };
    let font = FontDesc::new(FontFamily::Name("Inter"), size * PIXELS, weight);
    let (color, pos) = (ink(color).to_backend_color(), Pos::new(anchor, VPos::Center));
    TextStyle { font, color, pos }
}

/// Returns a text cut to a width, with an ellipsis if anything was cut.
pub fn fit(text: &str, size: f64, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size, bold);
    let fits = text.chars().take_while(|c| {
        left -= width(c.encode_utf8(&mut [0; 4]), size, bold);
        left >= 0.0
    });
    match fits.collect::<String>().trim_end() {
        "" => String::new(),
        cut => format!("{cut}…"),
    }
}

/// The maximum number of lines of a text; the rest is cut.
const MOST_LINES: usize = 12;

/// Wraps a text to lines of this width; a word that is too wide is cut.
pub fn wrap(text: &str, size: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut left = text.split_whitespace();
    while let Some(word) = left.next() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| width(line, size, bold) <= room) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None if lines.len() + 1 < MOST_LINES => lines.push(fit(word, size, bold, room)),
            None => {
                let rest = std::iter::once(word).chain(left).collect::<Vec<_>>().join(" ");
                lines.push(fit(&rest, size, bold, room));
                break;
            }
        }
    }
    lines
}
