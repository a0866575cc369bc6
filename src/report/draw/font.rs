//! The embedded fonts: Inter, regular and semi-bold (`font/README.md`).

use std::collections::HashMap;
use std::sync::LazyLock;

/// The number of font units per em.
const UNITS_PER_EM: u16 = 2816;
/// The advance widths of the placeholder for missing characters, regular and semi-bold.
const PLACEHOLDER: [u16; 2] = [2800, 2904];

/// The font family, with fallbacks for viewers that ignore the embedded font.
pub const FAMILY: &str = "Inter, Helvetica, Arial, sans-serif";
/// The weight of semi-bold text.
pub const SEMIBOLD: u16 = 600;

/// The height of the capitals' middle above the baseline, relative to the font size.
pub const CAPITAL_MIDDLE: f64 = 0.364;

/// The regular and semi-bold fonts in the format for browsers.
pub const WOFF2: [&[u8]; 2] = [
    include_bytes!("font/Inter-Regular-subset.woff2"),
    include_bytes!("font/Inter-SemiBold-subset.woff2"),
];

/// The fonts' licence, which must accompany them.
pub const LICENCE: &[u8] = include_bytes!("font/OFL.txt");

/// Returns the width of a text's widest line in units. Kerning, which is ignored, would make the
/// line slightly narrower. A character that the font lacks has the width of the placeholder.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let units = |line: &str| line.chars().map(|c| u32::from(advances(c)[usize::from(bold)])).sum();
    let widest: u32 = text.split('\n').map(units).max().unwrap_or_default();
    f64::from(widest) * size / f64::from(UNITS_PER_EM)
}

/// The advance widths of the characters, regular and semi-bold. Each row of the file has the code of
/// a character, its widths, and those of the characters that follow it.
static ADVANCES: LazyLock<HashMap<u32, [u16; 2]>> = LazyLock::new(|| {
    let pair = |text: &str| {
        let (regular, bold) = text.split_once(',').unwrap_or_default();
        [regular, bold].map(|width| width.parse().unwrap_or_default())
    };
    let row = |line: &'static str| {
        let (first, pairs) = line.split_once(' ').unwrap_or_default();
        let first = u32::from_str_radix(first, 16).unwrap_or_default();
        (first..).zip(pairs.split(' ').map(pair))
    };
    include_str!("font/advances.txt").lines().flat_map(row).collect()
});

/// Returns the advance widths of a character, regular and semi-bold.
fn advances(c: char) -> [u16; 2] {
    ADVANCES.get(&u32::from(c)).copied().unwrap_or(PLACEHOLDER)
}
