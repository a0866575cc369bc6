//! Elements that the charts share: drawing on a scene, line styles, discs, circles, and labels.

use std::convert::Infallible;

use crate::draw::backend::{SceneBackend, pixels};
use crate::draw::{Rgb, Scene};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::ComposedElement;
use plotters::prelude::{
    Cartesian2d, ChartContext, Circle, Color, DrawingArea, EmptyElement, IntoDrawingArea,
    TRANSPARENT, Text,
};
use plotters::style::{ShapeStyle, TextStyle};

use super::axis::Axis;
use super::sheet::{colour, ink};

/// A plotters chart on a scene.
pub type Plot<'a, 'b> = ChartContext<'a, SceneBackend<'b>, Cartesian2d<Axis, Axis>>;
/// The result of drawing.
pub type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<Infallible>>;

/// Draws on the complete scene with plotters.
///
/// # Panics
/// If drawing is nested, which no chart does; a scene accepts every shape.
pub fn draw<T>(
    scene: &mut Scene,
    content: impl FnOnce(&DrawingArea<SceneBackend<'_>, Shift>) -> Drawn<T>,
) -> T {
    content(&SceneBackend::new(scene).into_drawing_area()).expect("a scene takes every shape")
}

/// Returns the style of a line of this width in units.
pub fn stroke(color: Rgb, width: f64) -> ShapeStyle {
    ink(color).stroke_width(pixels(width).unsigned_abs())
}

/// A disc, or a circle that hides the line behind it.
pub type Dot<'b, C> = ComposedElement<C, SceneBackend<'b>, Circle<Moved, i32>, Circle<Moved, i32>>;
/// Pixels to the right and down of a position.
type Moved = (i32, i32);

/// Returns a disc or a circle with this radius in units.
pub fn dot<'b, C>(at: C, radius: f64, color: Rgb, hollow: bool) -> Dot<'b, C> {
    let inside = ink(if hollow { colour::PAPER } else { color }).filled();
    let edge = if hollow { stroke(color, 1.5) } else { TRANSPARENT.into() };
    let circle = |style| Circle::new((0, 0), pixels(radius), style);
    EmptyElement::at(at) + circle(inside) + circle(edge)
}

/// Draws a label at a position, shifted by `moved` units.
pub fn label(
    plot: &mut Plot<'_, '_>,
    at: (f64, f64),
    moved: [f64; 2],
    words: &str,
    style: &TextStyle<'static>,
) -> Drawn {
    let by = (pixels(moved[0]), pixels(moved[1]));
    plot.draw_series([EmptyElement::at(at) + Text::new(words.to_owned(), by, style.clone())])?;
    Ok(())
}
