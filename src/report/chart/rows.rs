//! A chart of rows: under each heading a row for each engine, its name to the left, a bar from
//! zero or a dot, a whisker for the 95 % interval, the figure to the right.

use super::super::format::{short, tick};
use super::axis::Axis;
use super::parts::{Drawn, Plot, dot, draw, label, stroke};
use super::sheet::{colour, footnote, ink, inner, is_wide, margin, sheet, words, wrap};
use super::whisker::{self, Whisker, WhiskerStyle};
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
#[derive(Debug, Clone, Default)]
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
/// Between a label and the axis, and between a row's end and its figure.
const GAP: f64 = 14.0;
/// Height of the values and the words under the axis.
const BELOW: f64 = 44.0;
/// About as many ticks has an axis from zero.
const TICKS: usize = 8;

/// A row in its place; heights are units below the top of the plot.
struct PlacedRow<'a> {
    row: &'a BarRow,
    /// The heading of its group, and its middle where it stands above this row.
    heading: (String, Option<f64>),
    /// The label in lines.
    label: String,
    top: f64,
    /// The middle of the bar.
    middle: f64,
    height: f64,
}

/// All rows in their places on a sheet.
struct Layout<'a> {
    rows: Vec<PlacedRow<'a>>,
    /// The width of the sheet.
    width: f64,
    /// Top and height of the plot.
    top: f64,
    height: f64,
    /// Width of the labels left of the plot; without room there a label stands above its bar.
    labels: f64,
}

impl BarRow {
    /// The whisker of the interval.
    fn whisker(&self) -> Option<Whisker> {
        Some(Whisker::within(self.interval?, self.value, self.dots.iter().copied()))
    }

    /// The values that the row shows, from the lowest to the highest.
    fn reach(&self) -> (f64, f64) {
        let drawn = self.whisker().map_or((self.value, self.value), |one| one.drawn);
        let ends = self.dots.iter().copied().chain([self.value]);
        ends.fold(drawn, |(low, high), end| (low.min(end), high.max(end)))
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
        let layout = self.layout(width, below + 14.0);
        scene.height = layout.top + layout.height + BELOW;
        draw(&mut scene, |root| self.plot(root, &layout));
        for placed in &layout.rows {
            let area = [margin(width), layout.top + placed.top - 2.0, inner(width), placed.height];
            scene.mark(area, placed.hint());
        }
        let whiskers = layout.rows.iter().filter_map(|placed| placed.row.whisker());
        let below = scene.height + 14.0;
        footnote(&mut scene, &whisker::remarks(&self.footnote, whiskers), below);
        scene
    }

    fn layout(&self, width: f64, top_of_plot: f64) -> Layout<'_> {
        let wide = is_wide(width);
        let mut top = if self.baseline.is_some() { 14.0 } else { 0.0 };
        let mut rows = Vec::new();
        for group in &self.groups {
            let lines = wrap(&group.heading, LABEL, true, inner(width));
            let more = LINE * lines.len().saturating_sub(1) as f64;
            let mut place = Some(top + 19.0 + more / 2.0);
            top += HEADING + more;
            for row in &group.rows {
                let room = if wide { LABEL_ROOM } else { inner(width) };
                let label = wrap(&row.label, LABEL, false, room);
                let above = LINE * if wide { 0.0 } else { label.len() as f64 };
                let more = LINE * if wide { label.len().saturating_sub(1) as f64 } else { 0.0 };
                let (middle, height) = (top + above + (ROW + more) / 2.0 - 2.0, above + ROW + more);
                let (label, heading) = (label.join("\n"), (lines.join("\n"), place.take()));
                rows.push(PlacedRow { row, heading, label, top, middle, height });
                top += height;
            }
        }
        let widest = rows.iter().map(|row| font_width(&row.label, false)).fold(60.0, f64::max);
        let labels = if wide { widest + GAP } else { 0.0 };
        Layout { rows, width, top: top_of_plot, height: top, labels }
    }

    /// The axis of values: from zero, or of factors.
    fn values(&self) -> Axis {
        let reach = self.groups.iter().flat_map(|group| &group.rows).map(BarRow::reach);
        let all = reach.chain(self.baseline.map(|(value, _)| (value, value)));
        let (low, high) = all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 1.0));
        // A factor of zero has no place among factors.
        if self.logarithmic && low > 0.0 && high.is_finite() {
            Axis::factors(low, high)
        } else {
            Axis::even(0.0, high, TICKS)
        }
    }

    /// Draws axis and rows. The places of the plot are a value, and units below its top.
    fn plot(&self, root: &DrawingArea<SceneBackend<'_>, Shift>, layout: &Layout<'_>) -> Drawn {
        let Layout { rows, width, top, height, labels } = layout;
        let figures = rows.iter().map(|placed| font_width(&placed.row.figure, true));
        let figure_room = figures.fold(0.0, f64::max) + 14.0;
        let middles = rows.iter().map(|row| row.middle).collect();
        let places = Axis { range: *height..0.0, ticks: middles, logarithmic: false };
        let values = self.values();
        let low = values.range.start;
        let mut plot = ChartBuilder::on(root)
            .margin_top(pixels(*top))
            .margin_left(pixels(margin(*width)))
            .margin_right(pixels(margin(*width) + figure_room))
            .set_label_area_size(LabelAreaPosition::Left, pixels(*labels))
            .set_label_area_size(LabelAreaPosition::Bottom, pixels(BELOW))
            .build_cartesian_2d(values, places)?;
        let label_of = |middle: &f64| {
            let row = rows.iter().find(|row| row.middle == *middle && is_wide(*width));
            row.map_or_else(String::new, |row| row.label.clone())
        };
        plot.configure_mesh()
            .disable_y_mesh()
            .axis_style(TRANSPARENT)
            .light_line_style(TRANSPARENT)
            .bold_line_style(stroke(colour::GRID, 1.0))
            .set_tick_mark_size(LabelAreaPosition::Left, pixels(GAP / 2.0))
            .set_tick_mark_size(LabelAreaPosition::Bottom, pixels(4.0))
            .x_label_formatter(&|value| tick(*value))
            .x_label_style(words(12.0, false, colour::GREY, HPos::Center))
            .y_label_formatter(&label_of)
            .y_label_style(words(LABEL, false, colour::INK, HPos::Right))
            .draw()?;
        let axis = words(12.0, false, colour::GREY, HPos::Left);
        label(&mut plot, (low, *height), [0.0, 33.0], &self.axis, &axis)?;
        if let Some((value, meaning)) = self.baseline {
            let line = [(value, 16.0), (value, *height)];
            plot.draw_series([PathElement::new(line, stroke(colour::GREY, 1.5))])?;
            let style = words(12.0, false, colour::GREY, HPos::Center);
            label(&mut plot, (value, 6.0), [0.0, 0.0], meaning, &style)?;
        }
        rows.iter().try_for_each(|placed| placed.draw(&mut plot, low, *labels))
    }
}

/// The width of a label or figure.
fn font_width(text: &str, bold: bool) -> f64 {
    width(text, LABEL, bold)
}

impl PlacedRow<'_> {
    /// Draws the row, and the heading that stands above it, from the left end of the sheet.
    fn draw(&self, plot: &mut Plot<'_, '_>, low: f64, labels: f64) -> Drawn {
        let (row, middle) = (self.row, self.middle);
        let at = (row.value, middle);
        if let (heading, Some(place)) = &self.heading {
            let style = words(LABEL, true, colour::INK, HPos::Left);
            label(plot, (low, *place), [-labels, 0.0], heading, &style)?;
        }
        if labels == 0.0 {
            let half = (self.height - ROW) / 2.0;
            let style = words(LABEL, false, colour::INK, HPos::Left);
            label(plot, (low, self.top + half), [0.0, 0.0], &self.label, &style)?;
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
            let style = WhiskerStyle { color, size, disc, is_upright: false };
            whisker::draw(plot, whisker, at, style)?;
        }
        if !is_bar {
            plot.draw_series([dot(at, DISC, row.colour, row.mark == RowMark::Ring)])?;
        }
        let style = words(LABEL, true, colour::INK, HPos::Left);
        label(plot, (row.reach().1, middle), [GAP, 0.0], &row.figure, &style)
    }

    /// The row in words, with the interval where the chart shows a part of it alone.
    fn hint(&self) -> String {
        let BarRow { label, figure, .. } = self.row;
        let open = self.row.whisker().filter(|one| one.is_open() && !figure.contains('['));
        let within = open.map_or_else(String::new, |Whisker { interval: (low, high), .. }| {
            format!(" [{}, {}]", short(low), short(high))
        });
        format!("{}: {label}: {figure}{within}", self.heading.0.replace('\n', " "))
    }
}
