//! The sheet that all charts share: its layout, its colours, and words that fit.

use nucleus_draw::font::width;
use nucleus_draw::{Anchor, PNG_SCALE, Paint, Rgb, Scene};

/// The width of every chart, the width that a README shows.
pub const WIDTH: f64 = 900.0;
/// The free border of a chart.
pub const MARGIN: f64 = 28.0;

/// The middle of capitals above their baseline, in shares of the font's size.
pub const MIDDLE: f64 = 0.364;

/// The colours, on a solid ground; [`colour::DARK`] has those for a dark screen.
pub mod colour {
    use super::Rgb;

    /// The sheet.
    pub const PAPER: Rgb = Rgb(255, 255, 255);
    /// The sheet's edge, which shows on a white page.
    pub const EDGE: Rgb = Rgb(208, 215, 222);
    /// Words.
    pub const INK: Rgb = Rgb(31, 35, 40);
    /// Words of less weight.
    pub const GREY: Rgb = Rgb(89, 99, 110);
    /// Lines behind the figures.
    pub const GRID: Rgb = Rgb(228, 232, 236);
    /// Single samples.
    pub const DOT: Rgb = Rgb(120, 128, 138);
    /// Okabe and Ito's blue: ours.
    pub const BLUE: Rgb = Rgb(0, 114, 178);
    /// Their vermillion: the reference.
    pub const VERMILLION: Rgb = Rgb(213, 94, 0);
    /// Their bluish green: a second reference.
    pub const GREEN: Rgb = Rgb(0, 158, 115);
    /// Their reddish purple: a third.
    pub const PURPLE: Rgb = Rgb(204, 121, 167);
    /// Their sky blue: ours at levels other than the best.
    pub const SKY: Rgb = Rgb(86, 180, 233);

    /// Each colour with its replacement on a dark screen.
    pub const DARK: [(Rgb, Rgb); 11] = [
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
    ];
}

/// An empty sheet with title and explanation at its top, and the `y` below them; its height is set
/// when all is on it.
pub fn sheet(title: &str, subtitle: &str) -> (Scene, f64) {
    let ground = Paint::fill(colour::PAPER).with_stroke(colour::EDGE, 0.5);
    let mut scene = Scene::new(WIDTH, 0.0, ground, title.to_owned());
    scene.dark = &colour::DARK;
    let words = fit(title, 20.0, true, WIDTH - 2.0 * MARGIN);
    scene.bold_beside([MARGIN, 34.0], 20.0, Anchor::Start, colour::INK, &words);
    let y = scene.paragraph(subtitle, 60.0, 13.0, 19.0);
    (scene, y)
}

/// A ring, through which the line behind it does not show.
pub const fn ring(color: Rgb) -> Paint {
    Paint::fill(colour::PAPER).with_stroke(color, 1.5)
}

/// A length in whole pixels of the PNG, so that lines are sharp.
pub fn snap(length: f64) -> f64 {
    (length * PNG_SCALE).round() / PNG_SCALE
}

/// Text of a sheet; its second coordinate is the vertical middle of capitals.
pub trait SheetText {
    /// Adds a line of text.
    fn beside(&mut self, at: [f64; 2], size: f64, anchor: Anchor, color: Rgb, text: &str);

    /// Adds a line of semi-bold text.
    fn bold_beside(&mut self, at: [f64; 2], size: f64, anchor: Anchor, color: Rgb, text: &str);

    /// Adds an explanation over the whole width, its lines so far apart; returns the `y` below it.
    fn paragraph(&mut self, text: &str, y: f64, size: f64, leading: f64) -> f64;
}

impl SheetText for Scene {
    fn beside(&mut self, at: [f64; 2], size: f64, anchor: Anchor, color: Rgb, text: &str) {
        self.text([at[0], at[1] + size * MIDDLE], size, anchor, color, text);
    }

    fn bold_beside(&mut self, at: [f64; 2], size: f64, anchor: Anchor, color: Rgb, text: &str) {
        self.bold([at[0], at[1] + size * MIDDLE], size, anchor, color, text);
    }

    fn paragraph(&mut self, text: &str, mut y: f64, size: f64, leading: f64) -> f64 {
        for line in wrap(text, size, WIDTH - 2.0 * MARGIN) {
            self.beside([MARGIN, y], size, Anchor::Start, colour::GREY, &line);
            y += leading;
        }
        y
    }
}

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

/// Round values from `low` to `high`, both above 0, for an axis of factors: as many as are told
/// apart, and no two nearer than a fourteenth of it.
pub fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let within = |values: Vec<f64>| -> Vec<f64> {
        values.into_iter().filter(|v| (low..=high).contains(v)).collect()
    };
    for mantissas in [&[1.0][..], &[1.0, 3.0], &[1.0, 2.0, 5.0], &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]] {
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let all = (first..=last).flat_map(|p| mantissas.iter().map(move |m| m * 10_f64.powi(p)));
        let values = within(all.collect());
        if (4..=14).contains(&values.len()) {
            return values;
        }
    }
    within(ticks(low, high, 5))
}
