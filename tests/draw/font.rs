//! Widths of the fonts' characters.

use nucleus_draw::font::width;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};

/// Regular and semi-bold.
const OPENTYPE: [&[u8]; 2] = [
    include_bytes!("../../src/draw/font/Inter-Regular-subset.otf"),
    include_bytes!("../../src/draw/font/Inter-SemiBold-subset.otf"),
];

#[test]
fn advances_are_those_of_the_files() {
    for (file, bold) in OPENTYPE.into_iter().zip([false, true]) {
        let font = skrifa::FontRef::new(file).expect("a font");
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
        let charmap = font.charmap();
        for c in '\0'..='\u{ffff}' {
            let advance = metrics.advance_width(charmap.map(c).unwrap_or_default());
            // As large as a unit is one, a character is as wide as its advance.
            let own = width(c.encode_utf8(&mut [0; 4]), f64::from(units), bold);
            assert_eq!(advance.map(f64::from), Some(own), "{c:?} {bold}");
        }
    }
}

#[test]
fn widths_are_the_fonts() {
    assert_eq!(width("", 13.0, false), 0.0);
    assert!((2.0 * width("m", 10.0, false) - width("m", 20.0, false)).abs() < 1e-6);
    assert!(width("i", 10.0, false) > 1.0 && width("m", 10.0, false) > width("i", 10.0, false));
    assert!(width("mmm", 13.0, true) > width("mmm", 13.0, false), "the weights differ");
}
