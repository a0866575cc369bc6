//! The whisker of a 95 % interval: drawn as far as samples reach, with an arrow where the interval goes on.

use crate::draw::Rgb;
use crate::draw::backend::{BackendCoord, DrawingErrorKind, pixels};
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::DrawingBackend;

use super::parts::stroke;

/// A 95 % interval, and the part of it that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Whisker {
    /// The interval, as the tables have it.
    pub interval: (f64, f64),
    /// The part within the samples.
    pub drawn: (f64, f64),
}

/// The remark on arrows.
const OPEN: &str = "An arrow: the 95 % interval of few samples goes on beyond all of them; the tables \
    (CSV, JSON) have its ends.";

impl Whisker {
    /// The interval of a value as far as its samples reach; of no samples all of it.
    ///
    /// From three or four blocks the interval is Student's t times a deviation, from a few more a widened bootstrap, and
    /// it may end where no block was. It stays the interval that is stated, and is not replaced by one of order
    /// statistics: the range of n blocks holds the median with 1 − 2^(1 − n) alone, 75 % of three and 94 % of five, so
    /// that no pair of samples is a 95 % interval below six blocks. The picture shows no speed that nothing had, and an
    /// end without a cap does not pass for the interval's.
    pub fn within(
        interval: (f64, f64),
        value: f64,
        samples: impl IntoIterator<Item = f64>,
    ) -> Self {
        let (mut lowest, mut highest, mut known) = (value, value, false);
        for sample in samples {
            (lowest, highest, known) = (lowest.min(sample), highest.max(sample), true);
        }
        let drawn =
            if known { (interval.0.max(lowest), interval.1.min(highest)) } else { interval };
        Self { interval, drawn }
    }

    /// True for the lower and for the upper end if the interval goes on there.
    pub fn open(&self) -> [bool; 2] {
        [self.drawn.0 > self.interval.0, self.drawn.1 < self.interval.1]
    }

    /// True if the interval goes on at an end.
    pub fn is_open(&self) -> bool {
        self.open() != [false, false]
    }
}

/// The remarks at the bottom of a chart, with one on arrows where there are any.
pub fn remarks(footnote: &str, whiskers: impl IntoIterator<Item = Whisker>) -> String {
    let any = whiskers.into_iter().any(|whisker| whisker.is_open());
    if any { format!("{footnote} {OPEN}") } else { footnote.to_owned() }
}

/// A whisker in its place.
pub struct WhiskerBar {
    /// The lower end, the value and the upper end.
    places: [(f64, f64); 3],
    open: [bool; 2],
    color: Rgb,
    /// The height of its caps.
    size: f64,
    /// The radius of the disc of the value, which arrows stand clear of.
    disc: f64,
    is_upright: bool,
}

/// Half the height of an arrow, in units, at least.
const ARROW: f64 = 3.0;

impl WhiskerBar {
    /// A whisker from left to right, about a value.
    pub fn level(whisker: Whisker, at: (f64, f64), color: Rgb, size: f64) -> Self {
        let places = [whisker.drawn.0, at.0, whisker.drawn.1].map(|x| (x, at.1));
        Self { places, open: whisker.open(), color, size, disc: 0.0, is_upright: false }
    }

    /// A whisker from bottom to top, about a value.
    pub fn upright(whisker: Whisker, at: (f64, f64), color: Rgb, size: f64) -> Self {
        let places = [whisker.drawn.0, at.1, whisker.drawn.1].map(|y| (at.0, y));
        Self { places, open: whisker.open(), color, size, disc: 0.0, is_upright: true }
    }

    /// The whisker of a value that has a disc of this radius.
    pub fn about_disc(self, disc: f64) -> Self {
        Self { disc, ..self }
    }
}

impl<'a> PointCollection<'a, (f64, f64)> for &'a WhiskerBar {
    type Point = &'a (f64, f64);
    type IntoIter = std::slice::Iter<'a, (f64, f64)>;

    fn point_iter(self) -> Self::IntoIter {
        self.places.iter()
    }
}

impl<DB: DrawingBackend> Drawable<DB> for WhiskerBar {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        let points: Vec<BackendCoord> = points.collect();
        let &[low, value, high] = points.as_slice() else { return Ok(()) };
        let style = stroke(self.color, 1.5).filled();
        let half = pixels(self.size) / 2;
        let arrow = half.max(pixels(ARROW));
        let clear = if self.disc > 0.0 { pixels(self.disc + 1.0) + arrow } else { 0 };
        // So far along the whisker, and so far beside it.
        let moved = |(x, y): BackendCoord, along: i32, beside: i32| {
            if self.is_upright { (x + beside, y - along) } else { (x + along, y + beside) }
        };
        for (end, is_open, inwards) in [(low, self.open[0], 1), (high, self.open[1], -1)] {
            if is_open {
                let from_value = (end.0 - value.0).abs() + (end.1 - value.1).abs();
                let tip = moved(end, -inwards * (clear - from_value).max(0), 0);
                backend.draw_line(moved(tip, inwards * arrow, -arrow), tip, &style)?;
                backend.draw_line(tip, moved(tip, inwards * arrow, arrow), &style)?;
            } else {
                backend.draw_line(moved(end, 0, -half), moved(end, 0, half), &style)?;
            }
        }
        backend.draw_line(low, high, &style)?;
        backend.draw_circle(value, half.unsigned_abs(), &style, true)
    }
}
