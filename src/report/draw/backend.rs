//! A plotters backend that draws into a [`Scene`]: every shape and line of text becomes an item, so
//! that charts have the scene's fonts and dark colours.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendStyle, BackendTextStyle, DrawingBackend, FontStyle};
pub use plotters_backend::{BackendCoord, DrawingErrorKind};

use super::font::{CAPITAL_MIDDLE, width};
use super::scene::{Anchor, Item, Paint, Scene, Text};
use nucleus_base::Rgb;

/// The number of plotters' pixels, which are integers, per unit of the scene.
pub const PIXELS: f64 = 2.0;

/// The distance between lines of a text, relative to the font size.
const LEADING: f64 = 1.25;
/// The distance from the top of a text to the middle of its capitals, relative to the font size.
const TOP_TO_MIDDLE: f64 = 0.4;

/// Converts a length of the scene to pixels.
pub fn pixels(units: f64) -> i32 {
    (units * PIXELS).round() as i32
}

/// A plotters backend that adds to a scene.
pub struct SceneBackend<'a> {
    scene: &'a mut Scene,
}

/// The result of drawing; a scene accepts every shape.
type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> SceneBackend<'a> {
    /// Creates a backend that draws over the scene's contents.
    pub fn new(scene: &'a mut Scene) -> Self {
        Self { scene }
    }

    /// Returns the colour; `None` if it is transparent.
    fn color(color: BackendColor) -> Option<Rgb> {
        let (red, green, blue) = color.rgb;
        (color.alpha > 0.0).then_some(Rgb(red, green, blue))
    }

    /// Returns the paint of a filled shape, or of its outline.
    fn paint<S: BackendStyle>(style: &S, fill: bool) -> Option<Paint> {
        let color = Self::color(style.color())?;
        let width = f64::from(style.stroke_width()) / PIXELS;
        Some(if fill { Paint::fill(color) } else { Paint::stroke(color, width) })
    }
}

/// Converts pixels to a length of the scene.
pub fn units(pixels: i32) -> f64 {
    f64::from(pixels) / PIXELS
}

fn point(at: BackendCoord) -> [f64; 2] {
    [units(at.0), units(at.1)]
}

fn is_bold<S: BackendTextStyle>(style: &S) -> bool {
    matches!(style.style(), FontStyle::Bold)
}

impl DrawingBackend for SceneBackend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let size = |length: f64| (length * PIXELS).ceil() as u32;
        (size(self.scene.width), size(self.scene.height))
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        if let Some(color) = Self::color(color) {
            let [x, y] = point(at);
            self.scene.rect([x, y, units(1), units(1)], 0.0, Paint::fill(color));
        }
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        if let Some(color) = Self::color(style.color()) {
            let width = f64::from(style.stroke_width()) / PIXELS;
            self.scene.line(point(from), point(to), width, color);
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if let Some(paint) = Self::paint(style, fill) {
            let ([left, top], [right, bottom]) = (point(upper_left), point(bottom_right));
            let area =
                [left.min(right), top.min(bottom), (right - left).abs(), (bottom - top).abs()];
            self.scene.rect(area, 0.0, paint);
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points: Vec<BackendCoord> = path.into_iter().collect();
        match (&points[..], Self::paint(style, false)) {
            (&[from, to], _) => self.draw_line(from, to, style)?,
            (_, Some(paint)) => {
                let points = points.into_iter().map(point).collect();
                self.scene.items.push(Item::Polyline { points, paint });
            }
            (_, None) => {}
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if let Some(paint) = Self::paint(style, fill) {
            self.scene.circle(point(center), f64::from(radius) / PIXELS, paint);
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let Some(color) = Self::color(style.color()) else { return Ok(()) };
        let (size, bold) = (style.size() / PIXELS, is_bold(style));
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let below_first = (text.split('\n').count() - 1) as f64 * size * LEADING;
        let first_middle = match style.anchor().v_pos {
            VPos::Top => size * TOP_TO_MIDDLE,
            VPos::Center => -below_first / 2.0,
            VPos::Bottom => -size * TOP_TO_MIDDLE - below_first,
        };
        let rim = self.scene.ground.fill;
        for (line, words) in (0_u32..).zip(text.split('\n')) {
            let down = first_middle + f64::from(line) * size * LEADING + size * CAPITAL_MIDDLE;
            let ([x, y], text) = (point(at), words.to_owned());
            let text = Text { at: [x, y + down], size, bold, anchor, color, rim, text };
            self.scene.items.push(Item::Text(text));
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size();
        let lines = text.split('\n').count() as f64;
        let height = size * (2.0 * TOP_TO_MIDDLE + (lines - 1.0) * LEADING);
        Ok((width(text, size, is_bold(style)).ceil() as u32, height.ceil() as u32))
    }
}
