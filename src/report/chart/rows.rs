//! A chart of rows: under each heading a row for each engine, its name to the left, a bar from
//! zero or a dot, a whisker for the 95 % interval, the figure to the right.

use super::sheet::{MARGIN, SheetText, WIDTH, colour, fit, log_ticks, ring, sheet, snap, ticks};
use nucleus_draw::font::width;
use nucleus_draw::{Anchor, Paint, Rgb, Scene};

/// The way a value is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowMark {
    /// A bar from zero.
    Bar,
    /// A disc.
    Dot,
    /// A ring, for a figure that is not a measurement of ours.
    Ring,
}

/// A row.
#[derive(Debug, Clone)]
pub struct BarRow {
    /// Label of the row, on the left.
    pub label: String,
    /// Colour of the row; `label` identifies it too.
    pub colour: Rgb,
    /// The way the value is drawn.
    pub mark: RowMark,
    /// The value.
    pub value: f64,
    /// The value's 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// The samples that it is of, as dots behind the interval.
    pub dots: Vec<f64>,
    /// The figure, to the right.
    pub figure: String,
}

/// Rows under a heading.
#[derive(Debug, Clone)]
pub struct RowGroup {
    /// The heading.
    pub heading: String,
    /// The rows.
    pub rows: Vec<BarRow>,
}

/// The chart.
#[derive(Debug, Clone)]
pub struct Rows {
    /// The result in a few words, if it can be said in a few.
    pub found: Option<String>,
    /// The title.
    pub title: String,
    /// Instructions for reading the chart.
    pub subtitle: String,
    /// Text under the axis.
    pub axis: String,
    /// True for a logarithmic axis; else the axis begins at zero.
    pub logarithmic: bool,
    /// Format of a value on the axis.
    pub tick: fn(f64) -> String,
    /// A value marked by a line, and its meaning.
    pub baseline: Option<(f64, &'static str)>,
    /// The rows.
    pub groups: Vec<RowGroup>,
    /// Remarks at the bottom.
    pub footnote: String,
}

const ROW: f64 = 26.0;
const BAR: f64 = 16.0;
const LABEL: f64 = 13.0;
/// No label takes more than this of the width.
const LABEL_ROOM: f64 = 310.0;

impl Rows {
    /// Lays the chart out.
    pub fn scene(&self) -> Scene {
        let rows = || self.groups.iter().flat_map(|g| &g.rows);
        let label_room =
            rows().map(|r| width(&r.label, LABEL, false)).fold(60.0, f64::max).min(LABEL_ROOM);
        let figure_room = rows().map(|r| width(&r.figure, LABEL, true)).fold(0.0, f64::max) + 14.0;
        let left = MARGIN + label_room + 12.0;
        let right = WIDTH - MARGIN - figure_room;
        let reach = |r: &BarRow| {
            let end = r.interval.map_or(r.value, |(_, high)| high.max(r.value));
            r.dots.iter().copied().fold(end, f64::max)
        };
        let axis = RowAxis::of(self, reach);
        let x = |v: f64| snap(left + axis.share(v) * (right - left));

        let (heading, subtitle) = match &self.found {
            Some(found) => (found, format!("{}. {}", self.title, self.subtitle)),
            None => (&self.title, self.subtitle.clone()),
        };
        let (mut scene, below) = sheet(heading, &subtitle);
        let top = below + 14.0;
        let bottom = top
            + self.groups.iter().map(|g| 34.0 + ROW * g.rows.len() as f64).sum::<f64>()
            + if self.baseline.is_some() { 14.0 } else { 0.0 };
        for tick in axis.ticks() {
            scene.line([x(tick), top], [x(tick), bottom], 1.0, colour::GRID);
            let at = [x(tick), bottom + 13.0];
            scene.beside(at, 12.0, Anchor::Middle, colour::GREY, &(self.tick)(tick));
        }
        let mut y = top;
        if let Some((value, meaning)) = self.baseline {
            scene.line([x(value), top + 16.0], [x(value), bottom], 1.5, colour::GREY);
            scene.beside([x(value), top + 6.0], 12.0, Anchor::Middle, colour::GREY, meaning);
            y += 14.0;
        }
        for group in &self.groups {
            let heading = fit(&group.heading, LABEL, true, WIDTH - 2.0 * MARGIN);
            // The grid must not strike the heading through.
            let cover = width(&heading, LABEL, true) + 8.0;
            scene.rect([MARGIN, y + 9.0, cover, 19.0], 0.0, Paint::fill(colour::PAPER));
            scene.bold_beside([MARGIN, y + 19.0], LABEL, Anchor::Start, colour::INK, &heading);
            y += 34.0;
            for row in &group.rows {
                let middle = y + ROW / 2.0 - 2.0;
                let stripe = [MARGIN, y - 2.0, WIDTH - 2.0 * MARGIN, ROW];
                scene.mark(stripe, format!("{}: {}: {}", group.heading, row.label, row.figure));
                let label = fit(&row.label, LABEL, false, LABEL_ROOM);
                scene.beside([left - 12.0, middle], LABEL, Anchor::End, colour::INK, &label);
                draw(&mut scene, row, middle, &x);
                let end = x(reach(row)) + if row.mark == RowMark::Bar { 9.0 } else { 14.0 };
                let cover = width(&row.figure, LABEL, true) + 6.0;
                scene.rect([end - 3.0, middle - 9.0, cover, 18.0], 0.0, Paint::fill(colour::PAPER));
                scene.bold_beside([end, middle], LABEL, Anchor::Start, colour::INK, &row.figure);
                scene.close();
                y += ROW;
            }
        }
        scene.beside([left, bottom + 33.0], 12.0, Anchor::Start, colour::GREY, &self.axis);
        scene.height = (scene.paragraph(&self.footnote, bottom + 58.0, 12.0, 18.0) + 8.0).ceil();
        scene
    }
}

/// The axis: from zero, or of factors.
struct RowAxis {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl RowAxis {
    fn of(chart: &Rows, reach: impl Fn(&BarRow) -> f64) -> Self {
        let rows = || chart.groups.iter().flat_map(|g| &g.rows);
        let baseline = chart.baseline.map(|(value, _)| value);
        let high =
            rows().map(&reach).fold(baseline.unwrap_or(0.0), f64::max).max(f64::MIN_POSITIVE);
        let least = |r: &BarRow| {
            let end = r.interval.map_or(r.value, |(low, _)| low.min(r.value));
            r.dots.iter().copied().fold(end, f64::min)
        };
        let low = rows().map(least).fold(baseline.unwrap_or(high), f64::min);
        // A factor of zero has no place among factors.
        if chart.logarithmic && low > 0.0 && high.is_finite() {
            // Some room to the left, and a tenth at least between the ends.
            return Self { low: low / 1.06, high: high.max(low * 1.1), logarithmic: true };
        }
        Self { low: 0.0, high, logarithmic: false }
    }

    /// Returns the position of a value along the axis, 0 to 1.
    fn share(&self, value: f64) -> f64 {
        if self.logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            value / self.high
        }
    }

    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic { log_ticks(self.low, self.high) } else { ticks(0.0, self.high, 6) }
    }
}

fn draw(scene: &mut Scene, row: &BarRow, middle: f64, x: &impl Fn(f64) -> f64) {
    let at = [x(row.value), middle];
    if row.mark == RowMark::Bar {
        scene.rect(
            [x(0.0), middle - BAR / 2.0, x(row.value) - x(0.0), BAR],
            0.0,
            Paint::fill(row.colour),
        );
    }
    for &dot in &row.dots {
        scene.circle([x(dot), middle], 1.6, Paint::fill(colour::DOT));
    }
    if let Some((low, high)) = row.interval {
        let ink = if row.mark == RowMark::Bar { colour::INK } else { row.colour };
        scene.line([x(low), middle], [x(high), middle], 1.5, ink);
        for end in [low, high] {
            scene.line([x(end), middle - 4.0], [x(end), middle + 4.0], 1.5, ink);
        }
    }
    match row.mark {
        RowMark::Bar => {}
        RowMark::Dot => scene.circle(at, 5.5, Paint::fill(row.colour)),
        RowMark::Ring => scene.circle(at, 5.0, ring(row.colour)),
    }
}
