//! The fonts inside the program: Inter, regular and semi-bold (`font/README.md`).

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb;
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};

/// The font's family, with what a viewer may take where it ignores the embedded one.
pub const FAMILY: &str = "Inter, Helvetica, Arial, sans-serif";
/// The weight of words that are not regular.
pub const SEMIBOLD: u16 = 600;

const FILES: [&[u8]; 2] = [
    include_bytes!("font/Inter-Regular-subset.otf"),
    include_bytes!("font/Inter-SemiBold-subset.otf"),
];

/// Regular and semi-bold as browsers load them.
pub const WOFF2: [&[u8]; 2] = [
    include_bytes!("font/Inter-Regular-subset.woff2"),
    include_bytes!("font/Inter-SemiBold-subset.woff2"),
];

/// The fonts that PNGs are rendered with: these two, whatever is installed.
pub fn database() -> Arc<fontdb::Database> {
    static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut loaded = fontdb::Database::new();
        FILES.iter().for_each(|file| loaded.load_font_data(file.to_vec()));
        // The subsets have no typographic family: semi-bold names itself another one.
        let mut database = fontdb::Database::new();
        for face in loaded.faces() {
            let families = vec![("Inter".to_owned(), fontdb::Language::English_UnitedStates)];
            database.push_face_info(fontdb::FaceInfo { families, ..face.clone() });
        }
        Arc::new(database)
    });
    DATABASE.clone()
}

/// The width of a line of text in units, without kerning, which makes it a little narrower. A
/// character that the font lacks is as wide as its placeholder.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let Ok(font) = skrifa::FontRef::new(FILES[usize::from(bold)]) else { return 0.0 };
    // Measured large: a font may round to whole pixels.
    let metrics = font.glyph_metrics(Size::new(1000.0), LocationRef::default());
    let charmap = font.charmap();
    let advance = |c: char| metrics.advance_width(charmap.map(c).unwrap_or_default());
    text.chars().map(|c| f64::from(advance(c).unwrap_or_default())).sum::<f64>() * size / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_are_read() {
        let database = database();
        let mut faces: Vec<(String, u16)> = database
            .faces()
            .flat_map(|face| face.families.iter().map(|(name, _)| (name.clone(), face.weight.0)))
            .collect();
        faces.sort();
        for face in [("Inter".to_owned(), 400), ("Inter".to_owned(), SEMIBOLD)] {
            assert!(faces.contains(&face), "{faces:?}");
        }
    }

    #[test]
    fn widths_are_the_fonts() {
        assert_eq!(width("", 13.0, false), 0.0);
        assert!((2.0 * width("m", 10.0, false) - width("m", 20.0, false)).abs() < 1e-6);
        assert!(width("i", 10.0, false) > 1.0 && width("m", 10.0, false) > width("i", 10.0, false));
        assert!(width("mmm", 13.0, true) > width("mmm", 13.0, false), "the weights differ");
    }
}
