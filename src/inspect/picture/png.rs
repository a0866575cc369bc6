//! A drawing as PNG, with the fonts of the charts.

use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve, Point, PxScale, ScaleFont};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint as SkiaPaint, Path, PathBuilder, Pixmap, Stroke, Transform,
};

use super::PictureError;
use super::scene::{Anchor, Item, Paint, Scene, Segment, Text};
use crate::inspect::bits::Rgb;

const REGULAR: &[u8] = include_bytes!("../../report/font/Inter-Regular-subset.otf");
const SEMIBOLD: &[u8] = include_bytes!("../../report/font/Inter-SemiBold-subset.otf");

/// The drawing as a file, `scale` pixels for each of its own.
///
/// # Errors
/// When the drawing is too large for the machine's memory, or cannot be encoded.
pub fn write(scene: &Scene, scale: f32) -> Result<Vec<u8>, PictureError> {
    let size = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (size(scene.width), size(scene.height));
    let mut canvas = Canvas {
        pixmap: Pixmap::new(width, height).ok_or(PictureError::TooLarge { width, height })?,
        transform: Transform::from_scale(scale, scale),
        regular: FontRef::try_from_slice(REGULAR).map_err(|_| PictureError::Font)?,
        semibold: FontRef::try_from_slice(SEMIBOLD).map_err(|_| PictureError::Font)?,
    };
    for item in &scene.items {
        match item {
            Item::Rect { area, radius, paint, .. } => {
                canvas.draw(rounded(*area, *radius), *paint);
            }
            Item::Path(segments, paint) => canvas.draw(path(segments), *paint),
            Item::Text(text) => canvas.text(text),
            Item::Open(_) | Item::Close => {}
        }
    }
    canvas.pixmap.encode_png().map_err(|fault| PictureError::Encode(fault.to_string()))
}

struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    regular: FontRef<'static>,
    semibold: FontRef<'static>,
}

impl Canvas {
    fn draw(&mut self, path: Option<Path>, paint: Paint) {
        let Some(path) = path else { return };
        if let Some(color) = paint.fill {
            let rule = FillRule::Winding;
            self.pixmap.fill_path(&path, &skia(color), rule, self.transform, None);
        }
        if let Some((color, width)) = paint.stroke {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.pixmap.stroke_path(&path, &skia(color), &stroke, self.transform, None);
        }
    }

    fn text(&mut self, text: &Text) {
        let font = if text.bold { &self.semibold } else { &self.regular };
        let outlines = outlines(font, text);
        self.draw(outlines, Paint::fill(text.color));
    }
}

fn skia(color: Rgb) -> SkiaPaint<'static> {
    let mut paint = SkiaPaint::default();
    paint.set_color_rgba8(color.0, color.1, color.2, 255);
    paint.anti_alias = true;
    paint
}

/// All letters of a line as one path.
fn outlines(font: &FontRef<'_>, text: &Text) -> Option<Path> {
    // A font's size is its em; ab_glyph's scale is the height from descender to ascender.
    let em = font.units_per_em()?;
    let scale = PxScale::from(text.size * font.height_unscaled() / em);
    let scaled = font.as_scaled(scale);
    let mut placed: Vec<(GlyphId, f32)> = Vec::new();
    let mut x = 0.0;
    let mut last = None;
    for letter in text.text.chars() {
        let glyph = font.glyph_id(letter);
        if let Some(last) = last {
            x += scaled.kern(last, glyph);
        }
        placed.push((glyph, x));
        x += scaled.h_advance(glyph);
        last = Some(glyph);
    }
    let left = match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - x / 2.0,
        Anchor::End => text.x - x,
    };
    let factor = text.size / em;
    let mut path = PathBuilder::new();
    for (glyph, offset) in placed {
        let Some(outline) = font.outline(glyph) else { continue };
        let at = |p: Point| (left + offset + p.x * factor, text.y - p.y * factor);
        let mut end: Option<Point> = None;
        for curve in &outline.curves {
            let start = match curve {
                OutlineCurve::Line(p, _)
                | OutlineCurve::Quad(p, _, _)
                | OutlineCurve::Cubic(p, _, _, _) => *p,
            };
            if end != Some(start) {
                if end.is_some() {
                    path.close();
                }
                let (x, y) = at(start);
                path.move_to(x, y);
            }
            end = Some(match *curve {
                OutlineCurve::Line(_, p) => {
                    let (x, y) = at(p);
                    path.line_to(x, y);
                    p
                }
                OutlineCurve::Quad(_, c, p) => {
                    let ((a, b), (x, y)) = (at(c), at(p));
                    path.quad_to(a, b, x, y);
                    p
                }
                OutlineCurve::Cubic(_, c, d, p) => {
                    let ((a, b), (e, f), (x, y)) = (at(c), at(d), at(p));
                    path.cubic_to(a, b, e, f, x, y);
                    p
                }
            });
        }
        if end.is_some() {
            path.close();
        }
    }
    path.finish()
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => path.move_to(x, y),
            Segment::Line(x, y) => path.line_to(x, y),
            Segment::Curve(a, b, c, d, e, f) => path.cubic_to(a, b, c, d, e, f),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

fn rounded([x, y, w, h]: [f32; 4], radius: f32) -> Option<Path> {
    let r = radius.min(w / 2.0).min(h / 2.0);
    // Where the control points of a quarter circle lie.
    let k = r * (1.0 - 0.552_285);
    let (right, bottom) = (x + w, y + h);
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - k, y, right, y + k, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + k, x + k, y, x + r, y);
    path.close();
    path.finish()
}
