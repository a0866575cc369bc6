//! The whisker of a 95 % interval: drawn as far as the samples reach, with an arrow where the
//! interval continues.

use crate::draw::Rgb;
use crate::draw::backend::pixels;
use plotters::prelude::{EmptyElement, ErrorBar, PathElement};

use super::parts::{Drawn, Plot, stroke};

/// A 95 % interval, and the part of it that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Whisker {
    /// The interval, as in the tables.
    pub interval: (f64, f64),
    /// The part within the range of the samples.
    pub drawn: (f64, f64),
}

const OPEN: &str = "An arrow: the 95 % interval of few samples extends beyond all of them; the \
    tables (CSV, JSON) have its ends.";

impl Whisker {
    /// Returns the interval of a value as far as its samples reach; without samples, the complete interval.
    ///
    /// An interval from few blocks uses Student's t or a widened bootstrap, so it may extend beyond
    /// all blocks. The range of n blocks contains the median with probability 1 − 2^(1 − n): 75 %
    /// for three, 94 % for five. No pair of samples is thus a 95 % interval below six blocks. A
    /// whisker shows no speed that was never measured; an arrow marks an end of it that is not the
    /// interval's.
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

    /// Returns, for the lower and the upper end, `true` if the interval continues there.
    pub fn open(&self) -> [bool; 2] {
        [self.drawn.0 > self.interval.0, self.drawn.1 < self.interval.1]
    }

    /// Returns `true` if the interval continues at an end.
    pub fn is_open(&self) -> bool {
        self.open() != [false, false]
    }
}

/// Returns the remarks at the bottom of a chart, with one on arrows if there are any.
pub fn remarks(footnote: &str, whiskers: impl IntoIterator<Item = Whisker>) -> String {
    let any = whiskers.into_iter().any(|whisker| whisker.is_open());
    if any { format!("{footnote} {OPEN}") } else { footnote.to_owned() }
}

/// Half the height of an arrow, and its distance from its origin, in units.
const ARROW: f64 = 3.0;

/// The style of a whisker.
#[derive(Debug, Clone, Copy)]
pub struct WhiskerStyle {
    /// The colour of its lines.
    pub color: Rgb,
    /// The height of its caps in units.
    pub size: f64,
    /// The radius of the value's disc, which arrows do not touch.
    pub disc: f64,
    /// `true` if it runs from bottom to top instead of left to right.
    pub is_upright: bool,
}

/// Draws a whisker around a value at this position: plotters' error bar, with an arrow at an end
/// where the interval continues.
pub fn draw(
    plot: &mut Plot<'_, '_>,
    whisker: Whisker,
    at: (f64, f64),
    style: WhiskerStyle,
) -> Drawn {
    let WhiskerStyle { color, size, disc, is_upright } = style;
    let (line, caps) = (stroke(color, 1.5).filled(), pixels(size).unsigned_abs());
    let ((low, high), (x, y)) = (whisker.drawn, at);
    if is_upright {
        plot.draw_series([ErrorBar::new_vertical(x, low, y, high, line, caps)])?;
    } else {
        plot.draw_series([ErrorBar::new_horizontal(y, low, x, high, line, caps)])?;
    }
    let (arrow, middle) = (pixels(ARROW), plot.backend_coord(&at));
    for (value, is_open, outwards) in [(low, whisker.open()[0], -1), (high, whisker.open()[1], 1)] {
        let end = if is_upright { (x, value) } else { (value, y) };
        let here = plot.backend_coord(&end);
        let from_value = (here.0 - middle.0).abs() + (here.1 - middle.1).abs();
        let foot = (pixels(disc) - from_value).max(0) + arrow;
        let stroke = [(foot, -arrow), (foot + arrow, 0), (foot, arrow)].map(|(along, beside)| {
            let along = along * outwards;
            if is_upright { (beside, -along) } else { (along, beside) }
        });
        let shape = EmptyElement::at(end) + PathElement::new(stroke, line);
        plot.draw_series(is_open.then_some(shape))?;
    }
    Ok(())
}
