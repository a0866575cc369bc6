//! The embedded fonts: Inter, regular and semi-bold (`font/README.md`).

mod advances;

pub use advances::UNITS_PER_EM;
use advances::{CharacterRun, PLACEHOLDER, RUNS};

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

/// Returns the advance widths of a character, regular and semi-bold.
fn advances(c: char) -> [u16; 2] {
    let after = RUNS.partition_point(|run| run.first <= c);
    let run = after.checked_sub(1).map(|index| &RUNS[index]);
    let advance = |run: &CharacterRun| {
        let index = c as usize - run.first as usize;
        run.advances.get(index).copied()
    };
    run.and_then(advance).unwrap_or(PLACEHOLDER)
}
