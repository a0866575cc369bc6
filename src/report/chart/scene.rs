//! A scene: plain shapes in units of a README's pixels, before any drawing library sees them, so
//! that a test can ask whether a word hangs over the edge.

use std::sync::Once;

use plotters::style::{FontDesc, FontFamily, FontStyle, RGBColor, register_font};

use crate::text::escape;

/// The width of every chart, the width that a README shows.
pub const WIDTH: f64 = 900.0;

/// The font's family, with what a viewer may take where it ignores the embedded one.
pub const FAMILY: &str = "Inter, Helvetica, Arial, sans-serif";

/// The colours. The background is solid, so that a chart reads the same on a dark page.
pub mod colour {
    use super::RGBColor;

    /// The sheet.
    pub const PAPER: RGBColor = RGBColor(255, 255, 255);
    /// The sheet's edge, which shows on a white page.
    pub const EDGE: RGBColor = RGBColor(208, 215, 222);
    /// Words.
    pub const INK: RGBColor = RGBColor(31, 35, 40);
    /// Words of less weight.
    pub const GREY: RGBColor = RGBColor(89, 99, 110);
    /// Lines behind the figures.
    pub const GRID: RGBColor = RGBColor(228, 232, 236);
    /// Okabe and Ito's blue: ours.
    pub const BLUE: RGBColor = RGBColor(0, 114, 178);
    /// Their vermillion: the reference.
    pub const VERMILLION: RGBColor = RGBColor(213, 94, 0);
    /// Their bluish green: a second reference.
    pub const GREEN: RGBColor = RGBColor(0, 158, 115);
    /// Their reddish purple: a third.
    pub const PURPLE: RGBColor = RGBColor(204, 121, 167);
    /// Their sky blue: ours at levels other than the best.
    pub const SKY: RGBColor = RGBColor(86, 180, 233);
}

/// Where a text's given point lies on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// A shape. Lengths are in units; a text's `y` is its vertical middle.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A filled box.
    Rect { x: f64, y: f64, w: f64, h: f64, fill: RGBColor },
    /// A line.
    Line { from: (f64, f64), to: (f64, f64), width: f64, colour: RGBColor },
    /// A disc, or a ring when hollow.
    Disc { at: (f64, f64), radius: f64, colour: RGBColor, hollow: bool },
    /// Words.
    Text { at: (f64, f64), text: String, size: f64, bold: bool, colour: RGBColor, anchor: Anchor },
}

/// A sheet with shapes on it, the later over the earlier.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Height in units; the width is [`WIDTH`].
    pub height: f64,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty sheet, to be grown to its height at the end.
    pub fn new() -> Self {
        Self { height: 0.0, shapes: Vec::new() }
    }

    /// A filled box.
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, fill: RGBColor) {
        self.shapes.push(Shape::Rect { x, y, w, h, fill });
    }

    /// A line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: RGBColor) {
        self.shapes.push(Shape::Line { from, to, width, colour });
    }

    /// A disc, or a ring.
    pub fn disc(&mut self, at: (f64, f64), radius: f64, colour: RGBColor, hollow: bool) {
        self.shapes.push(Shape::Disc { at, radius, colour, hollow });
    }

    /// Words in the ordinary weight.
    pub fn text(
        &mut self,
        at: (f64, f64),
        text: &str,
        size: f64,
        colour: RGBColor,
        anchor: Anchor,
    ) {
        self.words(at, text, size, false, colour, anchor);
    }

    /// Words in the bold weight.
    pub fn bold(
        &mut self,
        at: (f64, f64),
        text: &str,
        size: f64,
        colour: RGBColor,
        anchor: Anchor,
    ) {
        self.words(at, text, size, true, colour, anchor);
    }

    fn words(
        &mut self,
        at: (f64, f64),
        text: &str,
        size: f64,
        bold: bool,
        colour: RGBColor,
        anchor: Anchor,
    ) {
        // The drawing library escapes mark-up, but writes what XML has no characters for.
        let text = escape::terminal(text);
        self.shapes.push(Shape::Text { at, text, size, bold, colour, anchor });
    }

    /// Title and explanation at the top; returns the `y` below them.
    pub fn heading(&mut self, title: &str, subtitle: &str) -> f64 {
        self.bold((MARGIN, 34.0), title, 20.0, colour::INK, Anchor::Start);
        let mut y = 60.0;
        for line in wrap(subtitle, 13.0, WIDTH - 2.0 * MARGIN) {
            self.text((MARGIN, y), &line, 13.0, colour::GREY, Anchor::Start);
            y += 19.0;
        }
        y
    }
}

/// The free border of a chart.
pub const MARGIN: f64 = 28.0;

/// Makes the embedded font known to the drawing library, once.
fn load_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let regular = include_bytes!("../font/Inter-Regular-subset.otf");
        let bold = include_bytes!("../font/Inter-SemiBold-subset.otf");
        // The files are part of the program and a test reads them: this cannot fail in use.
        assert!(register_font(FAMILY, FontStyle::Normal, regular).is_ok(), "the regular font");
        assert!(register_font(FAMILY, FontStyle::Bold, bold).is_ok(), "the bold font");
    });
}

/// The font, at a size as the drawing library counts it.
pub fn font(size: f64, bold: bool) -> FontDesc<'static> {
    load_font();
    let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
    // Not `FontDesc::style`, which changes the name of the weight and keeps the glyphs.
    FontDesc::new(FontFamily::Name(FAMILY), size, style)
}

/// The width of a text in units.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    // Measured large and scaled down: the library rounds to whole pixels.
    font(size * 10.0 * POINT, bold).box_size(text).map_or(0.0, |(w, _)| f64::from(w) / 10.0)
}

/// The library sizes a font by the height of its line, a browser by its em: their quotient.
pub const POINT: f64 = 1.24;

/// A text cut to a width, with an ellipsis where something was lost. The cut is found by halving,
/// among no more characters than have room if all were the narrowest.
pub fn fit(text: &str, size: f64, bold: bool, room: f64) -> String {
    const NARROWEST: f64 = 0.1;
    let most = (room / (size * NARROWEST)).max(0.0) as usize + 1;
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).take(most + 1).collect();
    if ends.len() <= most && width(text, size, bold) <= room {
        return text.to_string();
    }
    let cut = |letters: usize| format!("{}…", text[..ends[letters]].trim_end());
    let (mut fits, mut beyond) = (0, ends.len());
    while beyond - fits > 1 {
        let middle = fits.midpoint(beyond);
        if width(&cut(middle), size, bold) <= room { fits = middle } else { beyond = middle }
    }
    if fits > 0 { cut(fits) } else { String::new() }
}

/// A text in lines no wider than a width; a word that has no room is cut.
pub fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, false) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fit(word, size, false, room)),
        }
    }
    lines
}

/// Round values from 0 or below `low` to `high`, about `wanted` of them.
pub fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let span = (high - low).max(f64::MIN_POSITIVE);
    let rough = span / wanted as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}
