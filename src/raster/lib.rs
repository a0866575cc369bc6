//! A drawing as PNG: its SVG, rendered with the fonts inside the program and no others, so that it
//! is the same on every machine. What only draws SVG needs none of this.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use png::{ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use nucleus_draw::{DrawError, Scene, font, svg};

/// Pixels of a picture, twice those of the largest close-up: a larger one is refused, because
/// memory that is not there ends the program.
const MOST_PIXELS: u64 = 100_000_000;

/// The fonts that are rendered with: those of the program, whatever is installed.
fn fonts() -> Arc<fontdb::Database> {
    static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut loaded = fontdb::Database::new();
        font::OPENTYPE.iter().for_each(|file| loaded.load_font_data(file.to_vec()));
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

/// The drawing as a file, `scale` pixels each way for a unit: a
/// [`PngRenderer`](nucleus_draw::PngRenderer).
///
/// # Errors
/// When the drawing is too large, cannot be rendered or cannot be encoded.
pub fn write(scene: &Scene, scale: f64) -> Result<Vec<u8>, DrawError> {
    let options = Options { fontdb: fonts(), ..Options::default() };
    let tree = Tree::from_str(&svg::wordless(scene), &options)
        .map_err(|fault| DrawError::Svg(fault.to_string()))?;
    let size = |length: f64| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (size(scene.width), size(scene.height));
    let too_large = DrawError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    // The ground of a scene is opaque, and so is every pixel.
    let rgb = |p: &PremultipliedColorU8| [p.red(), p.green(), p.blue()];
    let pixels: Vec<[u8; 3]> = pixmap.pixels().iter().map(rgb).collect();
    encode([width, height], &pixels)
}

/// Opaque pixels, row by row, as a file with a palette. A drawing has some dozens of colours, and many
/// more only where edges are smoothed: the most frequent are kept, the others become the nearest of
/// them.
///
/// # Errors
/// When there are not as many pixels as a picture of this size has.
pub fn encode(size: [u32; 2], pixels: &[[u8; 3]]) -> Result<Vec<u8>, DrawError> {
    indexed(size, pixels).map_err(|fault| DrawError::Encode(fault.to_string()))
}

fn indexed([width, height]: [u32; 2], pixels: &[[u8; 3]]) -> Result<Vec<u8>, png::EncodingError> {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for &pixel in pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut colors: Vec<[u8; 3]> = counts.keys().copied().collect();
    // By the colour where the count is the same, so that the file always is.
    colors.sort_unstable_by_key(|color| (Reverse(counts[color]), *color));
    let palette = &colors[..colors.len().min(256)];
    let indices: HashMap<[u8; 3], u8> =
        colors.iter().map(|&color| (color, nearest(palette, color))).collect();
    let pixels: Vec<u8> = pixels.iter().map(|pixel| indices[pixel]).collect();

    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(file)
}

/// The place of the colour in a palette of up to 256 that looks most like this one.
fn nearest(palette: &[[u8; 3]], color: [u8; 3]) -> u8 {
    let distance = |other: &[u8; 3]| -> u32 {
        color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let all = (0..=u8::MAX).zip(palette);
    all.min_by_key(|(_, other)| distance(other)).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_draw::{Anchor, PNG_SCALE, Paint, Rgb};

    #[test]
    fn both_fonts_are_read() {
        let database = fonts();
        let mut faces: Vec<(String, u16)> = database
            .faces()
            .flat_map(|face| face.families.iter().map(|(name, _)| (name.clone(), face.weight.0)))
            .collect();
        faces.sort();
        for face in [("Inter".to_owned(), 400), ("Inter".to_owned(), font::SEMIBOLD)] {
            assert!(faces.contains(&face), "{faces:?}");
        }
    }

    #[test]
    fn the_picture_is_the_scene_with_the_fonts_of_the_program() {
        let (white, blue) = (Rgb(255, 255, 255), Rgb(0, 114, 178));
        let picture = |words: &str| {
            let mut scene = Scene::new(60.0, 30.5, Paint::fill(white), "words".to_owned());
            scene.rect([2.0, 2.0, 10.0, 10.0], 0.0, Paint::fill(blue));
            scene.bold([20.0, 20.0], 16.0, Anchor::Start, blue, words);
            Pixmap::decode_png(&write(&scene, PNG_SCALE).expect("a picture")).expect("a PNG")
        };
        let (with, without) = (picture("Ag"), picture(""));
        assert_eq!((with.width(), with.height()), (120, 61));
        let at = |x, y| with.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
        assert_eq!([at(10, 10), at(30, 10)], [Some((0, 114, 178)), Some((255, 255, 255))]);
        assert_ne!(with, without, "words are drawn");
        assert_eq!(picture("Ag"), with, "and always the same");
    }

    #[test]
    fn colours_beyond_a_palette_become_near_ones() {
        let pixels: Vec<[u8; 3]> =
            (0..64u8).flat_map(|y| (0..64u8).map(move |x| [x, y, 0])).collect();
        let file = encode([64, 64], &pixels).expect("a file");
        let read = Pixmap::decode_png(&file).expect("a PNG");
        for (read, meant) in read.pixels().iter().zip(&pixels) {
            let far = |a: u8, b: u8| a.abs_diff(b) > 63;
            assert!(!far(read.red(), meant[0]) && !far(read.green(), meant[1]));
            assert_eq!((read.blue(), read.alpha()), (0, 255));
        }
        assert!(encode([64, 65], &pixels).is_err(), "a row is missing");
    }

    #[test]
    fn what_memory_may_not_hold_is_refused() {
        let scene = Scene::new(1e6, 1e6, Paint::default(), String::new());
        let error = write(&scene, PNG_SCALE).expect_err("too large");
        assert_eq!(error, DrawError::TooLarge { width: 2_000_000, height: 2_000_000 });
    }
}
