//! The outlines of the fonts' characters, as path commands in font units, y downwards.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Regular and semi-bold: a character's code in hexadecimal and its commands a line; code 0 is the
/// placeholder of what the fonts lack. `nucleus_draw`'s `font/README.md` says how they are made.
const FILES: [&str; 2] =
    [include_str!("glyphs/Inter-Regular.txt"), include_str!("glyphs/Inter-SemiBold.txt")];

/// Returns the path commands of a character, empty for a blank.
pub fn outline(c: char, bold: bool) -> &'static str {
    static OUTLINES: LazyLock<[HashMap<u32, &str>; 2]> = LazyLock::new(|| FILES.map(read));
    let outlines = &OUTLINES[usize::from(bold)];
    outlines.get(&u32::from(c)).or_else(|| outlines.get(&0)).copied().unwrap_or_default()
}

fn read(file: &'static str) -> HashMap<u32, &'static str> {
    let row = |line: &'static str| {
        let (code, commands) = line.split_once(' ').unwrap_or((line, ""));
        Some((u32::from_str_radix(code, 16).ok()?, commands))
    };
    file.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::{DrawSettings, OutlinePen};
    use skrifa::{FontRef, MetadataProvider};
    use tiny_skia::{Path, PathBuilder};

    use super::outline;
    use crate::path;

    /// The fonts that the outlines were read from.
    const OPENTYPE: [&[u8]; 2] = [
        include_bytes!("../draw/font/Inter-Regular-subset.otf"),
        include_bytes!("../draw/font/Inter-SemiBold-subset.otf"),
    ];

    /// Builds a path of what a font's reader says; its y points upwards.
    #[derive(Default)]
    struct Pen(PathBuilder);

    impl OutlinePen for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.move_to(x, -y);
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.0.line_to(x, -y);
        }
        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            self.0.quad_to(x1, -y1, x, -y);
        }
        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            self.0.cubic_to(x1, -y1, x2, -y2, x, -y);
        }
        fn close(&mut self) {
            self.0.close();
        }
    }

    /// Every point of a path, in order; one that stands there twice in a row, once.
    fn points(path: &Path) -> Vec<[i32; 2]> {
        let mut points: Vec<_> = path.points().iter().map(|p| [p.x as i32, p.y as i32]).collect();
        points.dedup();
        points
    }

    #[test]
    fn outlines_are_those_of_the_fonts() {
        for (file, bold) in OPENTYPE.into_iter().zip([false, true]) {
            let font = FontRef::new(file).expect("a font");
            let (charmap, glyphs) = (font.charmap(), font.outline_glyphs());
            let mut drawn = 0;
            for c in '\0'..='\u{ffff}' {
                let glyph = glyphs.get(charmap.map(c).unwrap_or_default()).expect("a glyph");
                let mut pen = Pen::default();
                let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                glyph.draw(settings, &mut pen).expect("an outline");
                let [theirs, ours] = [pen.0.finish(), path::of(outline(c, bold))]
                    .map(|path| path.as_ref().map(points));
                assert_eq!(ours, theirs, "{c:?} {bold}");
                drawn += usize::from(ours.is_some());
            }
            assert!(drawn > 140, "{drawn} characters have an outline");
        }
    }
}
