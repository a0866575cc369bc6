//! A drawing as PNG, with the outlines of the fonts inside the program and no other fonts, so that it
//! is the same on every machine. A program that only draws SVG needs none of this.

mod glyphs;
mod path;

use std::cmp::Reverse;
use std::collections::HashMap;

use png::{ColorType, Compression, Encoder, Filter};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke,
    Transform,
};

use nucleus_draw::{Anchor, DrawError, Item, Paint, Rgb, Scene, Text, font};

/// Pixels of a picture, twice those of the largest close-up: a larger one is refused, because
/// memory that is not there ends the program.
const MOST_PIXELS: u64 = 100_000_000;

/// The drawing as a file, `scale` pixels each way for a unit: a
/// [`PngRenderer`](nucleus_draw::PngRenderer).
///
/// # Errors
/// When the drawing is too large, has a path that cannot be read or cannot be encoded.
pub fn write(scene: &Scene, scale: f64) -> Result<Vec<u8>, DrawError> {
    let size = |length: f64| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (size(scene.width), size(scene.height));
    let too_large = DrawError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut canvas = Canvas {
        pixmap: Pixmap::new(width, height).ok_or(too_large)?,
        scale: Transform::from_scale(scale as f32, scale as f32),
    };
    let inset = scene.ground.stroke.map_or(0.0, |(_, width)| width / 2.0);
    let area = [inset, inset, scene.width - 2.0 * inset, scene.height - 2.0 * inset];
    canvas.item(&Item::Rect { area, radius: 0.0, paint: scene.ground, bit: None })?;
    scene.items.iter().try_for_each(|item| canvas.item(item))?;
    // The ground of a scene is opaque, and so is every pixel.
    let rgb = |p: &PremultipliedColorU8| [p.red(), p.green(), p.blue()];
    let pixels: Vec<[u8; 3]> = canvas.pixmap.pixels().iter().map(rgb).collect();
    encode([width, height], &pixels)
}

/// Returns the outline of a path's commands before it is placed and scaled: left, top, right and
/// bottom without the width of a stroke; `None` when the commands cannot be read.
pub fn bounds(commands: &str) -> Option<[f32; 4]> {
    let area = path::of(commands)?.compute_tight_bounds()?;
    Some([area.left(), area.top(), area.right(), area.bottom()])
}

/// The pixels that are drawn on.
struct Canvas {
    pixmap: Pixmap,
    /// From units to pixels.
    scale: Transform,
}

impl Canvas {
    fn item(&mut self, item: &Item) -> Result<(), DrawError> {
        let scale = self.scale;
        match item {
            Item::Rect { area, radius, paint, .. } => {
                if let Some(path) = path::rounded(area.map(|part| part as f32), *radius as f32) {
                    self.path(&path, *paint, scale, LineEnds::Square);
                }
            }
            Item::Circle { at: [x, y], radius, paint } => {
                let path = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
                if let Some(path) = path {
                    self.path(&path, *paint, scale, LineEnds::Square);
                }
            }
            Item::Line { from, to, width, color } => {
                let mut path = PathBuilder::new();
                path.move_to(from[0] as f32, from[1] as f32);
                path.line_to(to[0] as f32, to[1] as f32);
                if let Some(path) = path.finish() {
                    self.path(&path, Paint::stroke(*color, *width), scale, LineEnds::Square);
                }
            }
            Item::Polyline { points, paint } => {
                let mut path = PathBuilder::new();
                for (index, [x, y]) in points.iter().enumerate() {
                    match index {
                        0 => path.move_to(*x as f32, *y as f32),
                        _ => path.line_to(*x as f32, *y as f32),
                    }
                }
                if let Some(path) = path.finish() {
                    self.path(&path, *paint, scale, LineEnds::Round);
                }
            }
            Item::Path { commands, at: [x, y], scale: factor, paint } => {
                let path =
                    path::of(commands).ok_or_else(|| DrawError::Path((*commands).to_owned()))?;
                let placed = scale.pre_translate(*x as f32, *y as f32);
                let placed = placed.pre_scale(*factor as f32, *factor as f32);
                self.path(&path, *paint, placed, LineEnds::Round);
            }
            Item::Text(text) => self.text(text)?,
            Item::Open(_) | Item::Hint(_) | Item::Close => {}
        }
        Ok(())
    }

    /// Draws a line of text, each character as far on as the one before it is wide.
    fn text(&mut self, text: &Text) -> Result<(), DrawError> {
        let Text { at: [x, y], size, bold, anchor, quarter_turns, color, text } = text;
        let turn = f32::from(quarter_turns % 4) * 90.0;
        let upright = self.scale.pre_concat(Transform::from_rotate_at(turn, *x as f32, *y as f32));
        let mut x = x - match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => font::width(text, *size, *bold) / 2.0,
            Anchor::End => font::width(text, *size, *bold),
        };
        let factor = (size / f64::from(font::UNITS_PER_EM)) as f32;
        for c in text.chars() {
            let commands = glyphs::outline(c, *bold);
            if !commands.is_empty() {
                let path =
                    path::of(commands).ok_or_else(|| DrawError::Path(commands.to_owned()))?;
                let placed = upright.pre_translate(x as f32, *y as f32);
                let placed = placed.pre_scale(factor, factor);
                self.path(&path, Paint::fill(*color), placed, LineEnds::Square);
            }
            x += font::width(c.encode_utf8(&mut [0; 4]), *size, *bold);
        }
        Ok(())
    }

    /// Fills a path and draws its outline, as the paint has them.
    fn path(&mut self, path: &Path, paint: Paint, placed: Transform, ends: LineEnds) {
        if let Some(color) = paint.fill {
            self.pixmap.fill_path(path, &solid(color), FillRule::Winding, placed, None);
        }
        if let Some((color, width)) = paint.stroke {
            let (line_cap, line_join) = match ends {
                LineEnds::Square => (LineCap::Butt, LineJoin::Miter),
                LineEnds::Round => (LineCap::Round, LineJoin::Round),
            };
            let stroke = Stroke { width: width as f32, line_cap, line_join, ..Stroke::default() };
            self.pixmap.stroke_path(path, &solid(color), &stroke, placed, None);
        }
    }
}

/// The ends and corners of lines.
#[derive(Clone, Copy)]
enum LineEnds {
    /// Cut off at the end, with pointed corners.
    Square,
    /// Round.
    Round,
}

/// A colour to paint with, edges smoothed.
fn solid(Rgb(red, green, blue): Rgb) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    paint.set_color(Color::from_rgba8(red, green, blue, 255));
    paint
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
    use nucleus_draw::PNG_SCALE;

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
    fn lines_through_points_and_turned_words_are_drawn() {
        let (white, blue) = (Rgb(255, 255, 255), Rgb(0, 114, 178));
        let mut scene = Scene::new(40.0, 40.0, Paint::fill(white), "x".to_owned());
        let points = vec![[2.0, 2.0], [2.0, 38.0], [38.0, 38.0]];
        scene.items.push(Item::Polyline { points, paint: Paint::stroke(blue, 2.0) });
        let (at, text) = ([20.0, 30.0], "lll".to_owned());
        let (size, anchor, color) = (16.0, Anchor::Start, blue);
        let words = Text { at, size, bold: true, anchor, quarter_turns: 3, color, text };
        scene.items.push(Item::Text(words));
        let picture = Pixmap::decode_png(&write(&scene, 1.0).expect("a picture")).expect("a PNG");
        let is_blue = |x: u32, y: u32| picture.pixel(x, y).is_some_and(|p| p.red() < 128);
        assert!(is_blue(2, 20) && is_blue(20, 38) && !is_blue(30, 10));
        // Words that read upwards are above their place, not beside it.
        let marks = |xs: std::ops::Range<u32>, ys: std::ops::Range<u32>| {
            xs.flat_map(|x| ys.clone().map(move |y| (x, y))).filter(|&(x, y)| is_blue(x, y)).count()
        };
        assert!(marks(6..20, 10..30) > 20 && marks(21..36, 8..34) == 0);
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
