//! A chart of rows: under each heading a row for each engine, its name to the left, a bar from
//! zero or a dot, a whisker for the 95 % interval, the figure to the right.

use super::super::format::short;
use super::axis::Axis;
use super::parts::{Dot, Drawn, Mark, Plot, draw, label, stroke};
use super::sheet::{SheetText, colour, ink, inner, is_wide, margin, sheet, words, wrap};
use super::whisker::{self, Whisker, WhiskerBar};
use crate::draw::backend::{SceneBackend, pixels};
use crate::draw::font::width;
use crate::draw::{Rgb, Scene};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, Circle, Color, DrawingArea, LabelAreaPosition, PathElement, Rectangle,
    TRANSPARENT,
};
use plotters::style::text_anchor::HPos;

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
/// Height of a heading.
const HEADING: f64 = 34.0;
/// Height of a line of a label or heading that has several.
const LINE: f64 = 16.0;
/// No label takes more than this of the width: a longer one has several lines.
const LABEL_ROOM: f64 = 310.0;
/// The radius of a disc.
const DISC: f64 = 5.5;
/// Between a label and the axis.
const GAP: f64 = 12.0;
/// Height of the values and the words under the axis.
const BELOW: f64 = 44.0;
/// About as many ticks has an axis from zero.
const TICKS: usize = 8;

/// A row in its place.
struct PlacedRow<'a> {
    row: &'a BarRow,
    group: &'a RowGroup,
    /// The lines of the heading, and their middle, if it stands above this row.
    heading: Option<(Vec<String>, f64)>,
    /// The label's lines.
    label: Vec<String>,
    /// The upper end, in units below the top of the plot as the other heights are.
    top: f64,
    /// The middle of the bar.
    middle: f64,
    height: f64,
}

/// The sheet's width, and what of it is left of the plot.
#[derive(Clone, Copy)]
struct Columns {
    width: f64,
    labels: f64,
}

impl BarRow {
    /// The whisker of the interval.
    fn whisker(&self) -> Option<Whisker> {
        Some(Whisker::within(self.interval?, self.value, self.dots.iter().copied()))
    }

    /// The figure, with the interval where the chart shows a part of it alone.
    fn told(&self) -> String {
        match self.whisker().filter(|one| one.is_open() && !self.figure.contains('[')) {
            Some(Whisker { interval: (low, high), .. }) => {
                format!("{} [{}, {}]", self.figure, short(low), short(high))
            }
            None => self.figure.clone(),
        }
    }

    /// The values that the row shows, from the lowest to the highest.
    fn reach(&self) -> (f64, f64) {
        let (low, high) = self.whisker().map_or((self.value, self.value), |one| one.drawn);
        let ends = [low, high, self.value].into_iter().chain(self.dots.iter().copied());
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
            (low.min(end), high.max(end))
        })
    }
}

impl Rows {
    /// Lays the chart out, so wide.
    pub fn scene(&self, width: f64) -> Scene {
        let (heading, subtitle) = match &self.found {
            Some(found) => (found, format!("{}. {}", self.title, self.subtitle)),
            None => (&self.title, self.subtitle.clone()),
        };
        let (mut scene, below) = sheet(heading, &subtitle, width);
        let (top, (rows, height)) = (below + 14.0, self.placed(width));
        scene.height = top + height + BELOW;
        draw(&mut scene, |root| self.plot(root, &rows, width, [top, height]));
        let end = scene.paragraph(&self.remarks(), scene.height + 14.0, 12.0, 18.0);
        scene.height = (end + 8.0).ceil();
        scene
    }

    /// The remarks at the bottom.
    fn remarks(&self) -> String {
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        whisker::remarks(&self.footnote, rows.filter_map(BarRow::whisker))
    }

    /// Returns the rows in their places, and the height of them all. Without room beside the plot a
    /// label stands above its bar.
    fn placed(&self, width: f64) -> (Vec<PlacedRow<'_>>, f64) {
        let mut top = if self.baseline.is_some() { 14.0 } else { 0.0 };
        let mut placed = Vec::new();
        let label_room = if is_wide(width) { LABEL_ROOM } else { inner(width) };
        for group in &self.groups {
            let lines = wrap(&group.heading, LABEL, true, inner(width));
            let more = LINE * lines.len().saturating_sub(1) as f64;
            let mut heading = Some((lines, top + 19.0 + more / 2.0));
            top += HEADING + more;
            for row in &group.rows {
                let label = wrap(&row.label, LABEL, false, label_room);
                let lines = label.len() as f64;
                let (middle, height) = if is_wide(width) {
                    let height = ROW + LINE * (lines - 1.0).max(0.0);
                    (top + height / 2.0 - 2.0, height)
                } else {
                    (top + LINE * lines + ROW / 2.0 - 2.0, LINE * lines + ROW)
                };
                let heading = heading.take();
                placed.push(PlacedRow { row, group, heading, label, top, middle, height });
                top += height;
            }
        }
        (placed, top)
    }

    /// The axis of values: from zero, or of factors.
    fn values(&self) -> Axis {
        let reach = self.groups.iter().flat_map(|group| &group.rows).map(BarRow::reach);
        let baseline = self.baseline.map(|(value, _)| (value, value));
        let (low, high) = reach
            .chain(baseline)
            .reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
            .unwrap_or((0.0, 1.0));
        // A factor of zero has no place among factors.
        if self.logarithmic && low > 0.0 && high.is_finite() {
            Axis::factors(low, high)
        } else {
            Axis::from_zero(high, TICKS)
        }
    }

    /// Draws axis and rows, the plot beginning at `top`. Its places are a value, and units below its
    /// top.
    fn plot(
        &self,
        root: &DrawingArea<SceneBackend<'_>, Shift>,
        rows: &[PlacedRow<'_>],
        sheet: f64,
        [top, height]: [f64; 2],
    ) -> Drawn {
        let widest = rows.iter().flat_map(|r| &r.label).map(|l| width(l, LABEL, false));
        let beside = if is_wide(sheet) { widest.fold(60.0, f64::max) + GAP } else { 0.0 };
        let columns = Columns { width: sheet, labels: beside };
        let figures = rows.iter().map(|r| width(&r.row.figure, LABEL, true));
        let figure_room = figures.fold(0.0, f64::max) + 14.0;
        let middles = rows.iter().map(|row| row.middle).collect();
        let places = Axis { range: height..0.0, ticks: middles, logarithmic: false };
        let values = self.values();
        let low = values.range.start;
        let mut plot = ChartBuilder::on(root)
            .margin_top(pixels(top))
            .margin_left(pixels(margin(sheet)))
            .margin_right(pixels(margin(sheet) + figure_room))
            .set_label_area_size(LabelAreaPosition::Left, pixels(columns.labels))
            .set_label_area_size(LabelAreaPosition::Bottom, pixels(BELOW))
            .build_cartesian_2d(values, places)?;
        // On a narrow sheet labels are no part of the axis.
        let label_of = |middle: &f64| {
            let row = rows.iter().find(|row| row.middle == *middle && is_wide(sheet));
            row.map_or_else(String::new, |row| row.label.join("\n"))
        };
        plot.configure_mesh()
            .disable_y_mesh()
            .axis_style(TRANSPARENT)
            .light_line_style(TRANSPARENT)
            .bold_line_style(stroke(colour::GRID, 1.0))
            .set_tick_mark_size(LabelAreaPosition::Left, pixels(GAP / 2.0))
            .set_tick_mark_size(LabelAreaPosition::Bottom, pixels(4.0))
            .x_label_formatter(&|value| (self.tick)(*value))
            .x_label_style(words(12.0, false, colour::GREY, HPos::Center))
            .y_label_formatter(&label_of)
            .y_label_style(words(LABEL, false, colour::INK, HPos::Right))
            .draw()?;
        let axis = words(12.0, false, colour::GREY, HPos::Left);
        label(&mut plot, (low, height), [0.0, 33.0], &self.axis, &axis, None)?;
        if let Some((value, meaning)) = self.baseline {
            let style = stroke(colour::GREY, 1.5);
            plot.draw_series([PathElement::new([(value, 16.0), (value, height)], style)])?;
            let style = words(12.0, false, colour::GREY, HPos::Center);
            label(&mut plot, (value, 6.0), [0.0, 0.0], meaning, &style, None)?;
        }
        for placed in rows {
            placed.draw_heading(&mut plot, low, columns)?;
            placed.draw(&mut plot, low, columns)?;
        }
        Ok(())
    }
}

impl PlacedRow<'_> {
    /// Draws the heading above the row, from the left end of the sheet; the grid does not strike it
    /// through.
    fn draw_heading(&self, plot: &mut Plot<'_, '_>, low: f64, columns: Columns) -> Drawn {
        let Some((lines, middle)) = &self.heading else { return Ok(()) };
        let widest = lines.iter().map(|line| width(line, LABEL, true)).fold(0.0, f64::max);
        let half = 9.5 + LINE * lines.len().saturating_sub(1) as f64 / 2.0;
        let cover = Some([0.0, -half, widest + 8.0, half]);
        let style = words(LABEL, true, colour::INK, HPos::Left);
        label(plot, (low, *middle), [-columns.labels, 0.0], &lines.join("\n"), &style, cover)
    }

    /// Draws the row.
    fn draw(&self, plot: &mut Plot<'_, '_>, low: f64, columns: Columns) -> Drawn {
        let (row, middle) = (self.row, self.middle);
        let stripe = [-columns.labels, -2.0, inner(columns.width), self.height];
        let hint = format!("{}: {}: {}", self.group.heading, row.label, row.told());
        plot.draw_series([Mark::open((low, self.top), stripe, hint)])?;
        if !is_wide(columns.width) {
            let half = LINE * self.label.len() as f64 / 2.0;
            let widest = self.label.iter().map(|line| width(line, LABEL, false));
            let cover = Some([0.0, -half, widest.fold(0.0, f64::max) + 4.0, half]);
            let style = words(LABEL, false, colour::INK, HPos::Left);
            let lines = self.label.join("\n");
            label(plot, (low, self.top + half), [0.0, 0.0], &lines, &style, cover)?;
        }
        let is_bar = row.mark == RowMark::Bar;
        if is_bar {
            let corners = [(low, middle - BAR / 2.0), (row.value, middle + BAR / 2.0)];
            plot.draw_series([Rectangle::new(corners, ink(row.colour).filled())])?;
        }
        let dots = row.dots.iter();
        plot.draw_series(
            dots.map(|dot| Circle::new((*dot, middle), 3, ink(colour::DOT).filled())),
        )?;
        if let Some(whisker) = row.whisker() {
            let (color, size, disc) =
                if is_bar { (colour::INK, 4.0, 0.0) } else { (row.colour, 8.0, DISC) };
            let bar = WhiskerBar::level(whisker, (row.value, middle), color, size);
            plot.draw_series([bar.about_disc(disc)])?;
        }
        if !is_bar {
            let hollow = row.mark == RowMark::Ring;
            let (at, size) = ((row.value, middle), if hollow { 5.0 } else { DISC });
            plot.draw_series([Dot { at, size, color: row.colour, hollow }])?;
        }
        let beside = if is_bar { 9.0 } else { 14.0 };
        let cover = [-3.0, -9.0, width(&row.figure, LABEL, true) + 3.0, 9.0];
        let style = words(LABEL, true, colour::INK, HPos::Left);
        let end = (row.reach().1, middle);
        label(plot, end, [beside, 0.0], &row.figure, &style, Some(cover))?;
        plot.draw_series([Mark::close((low, middle))])?;
        Ok(())
    }
}
