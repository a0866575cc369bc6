//! Elements that the charts share: dots, rings, words, and what can be pointed at.

use std::convert::Infallible;

use crate::draw::backend::{BackendCoord, DrawingErrorKind, SceneBackend, pixels};
use crate::draw::{Rgb, Scene};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::{
    Cartesian2d, ChartContext, Color, DrawingArea, DrawingBackend, EmptyElement, IntoDrawingArea,
    Rectangle, Text,
};
use plotters::style::{ShapeStyle, TextStyle};

use super::axis::Axis;
use super::sheet::{colour, ink};

/// A chart of plotters on a scene.
pub type Plot<'a, 'b> = ChartContext<'a, SceneBackend<'b>, Cartesian2d<Axis, Axis>>;
/// The result of drawing.
pub type Drawn = Result<(), DrawingAreaErrorKind<Infallible>>;

/// Draws on all of a scene by plotters.
///
/// # Panics
/// When something is drawn while it is being drawn on, which nothing here does: a scene takes all else.
pub fn draw(scene: &mut Scene, content: impl Fn(&DrawingArea<SceneBackend<'_>, Shift>) -> Drawn) {
    let root = SceneBackend::new(scene).into_drawing_area();
    content(&root).expect("a scene takes every shape");
}

/// The style of a line so many units wide.
pub fn stroke(color: Rgb, width: f64) -> ShapeStyle {
    ink(color).stroke_width(pixels(width).unsigned_abs())
}

/// A disc, or a ring through which the line behind it does not show.
pub struct Dot<C> {
    /// The middle.
    pub at: C,
    /// Radius in units.
    pub size: f64,
    /// The colour.
    pub color: Rgb,
    /// True for a ring.
    pub hollow: bool,
}

impl<'a, C: 'a> PointCollection<'a, C> for &'a Dot<C> {
    type Point = &'a C;
    type IntoIter = std::iter::Once<&'a C>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.at)
    }
}

impl<C, DB: DrawingBackend> Drawable<DB> for Dot<C> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        let radius = pixels(self.size).unsigned_abs();
        let inside = if self.hollow { colour::PAPER } else { self.color };
        for at in points {
            backend.draw_circle(at, radius, &ink(inside).filled(), true)?;
            if self.hollow {
                backend.draw_circle(at, radius, &stroke(self.color, 1.5), false)?;
            }
        }
        Ok(())
    }
}

/// A line of words at a place, moved by some units, with the ground behind it where it is `covered`.
pub fn label(
    plot: &mut Plot<'_, '_>,
    at: (f64, f64),
    moved: [f64; 2],
    words: &str,
    style: &TextStyle<'static>,
    covered: Option<[f64; 4]>,
) -> Drawn {
    let by = (pixels(moved[0]), pixels(moved[1]));
    if let Some([left, top, right, bottom]) = covered {
        let corners = [
            (by.0 + pixels(left), by.1 + pixels(top)),
            (by.0 + pixels(right), by.1 + pixels(bottom)),
        ];
        let ground = Rectangle::new(corners, ink(colour::PAPER).filled());
        plot.draw_series([EmptyElement::at(at) + ground])?;
    }
    let text = Text::new(words.to_owned(), by, style.clone());
    plot.draw_series([EmptyElement::at(at) + text])?;
    Ok(())
}

/// The beginning or the end of what can be pointed at, at a place of the chart.
pub struct Mark {
    at: (f64, f64),
    /// The area about the place, `[left, top, width, height]` in units, and the words; none at the end.
    start: Option<([f64; 4], String)>,
}

impl Mark {
    /// The beginning.
    pub fn open(at: (f64, f64), area: [f64; 4], hint: String) -> Self {
        Self { at, start: Some((area, hint)) }
    }

    /// The end.
    pub fn close(at: (f64, f64)) -> Self {
        Self { at, start: None }
    }
}

impl<'a> PointCollection<'a, (f64, f64)> for &'a Mark {
    type Point = &'a (f64, f64);
    type IntoIter = std::iter::Once<Self::Point>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.at)
    }
}

impl Drawable<SceneBackend<'_>> for Mark {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut SceneBackend<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        match (&self.start, points.next()) {
            (Some((area, hint)), Some((x, y))) => {
                let [left, top, width, height] = area.map(pixels);
                backend.open_mark([x + left, y + top, width, height], hint.clone());
            }
            _ => backend.close_mark(),
        }
        Ok(())
    }
}
