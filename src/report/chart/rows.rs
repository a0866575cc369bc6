//! A bar chart: under each heading a row for each engine, with its name on the left, a bar from
//! zero or a dot, a whisker for the 95 % interval, and the figure on the right.

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

/// The shape that shows a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowMark {
    /// A bar from zero.
    Bar,
    /// A disc at the value.
    Dot,
    /// A circle, for a figure that is not our measurement.
    Ring,
}

/// A row of the chart.
#[derive(Debug, Clone)]
pub struct BarRow {
    /// The label on the left.
    pub label: String,
    /// The colour; the label identifies the row too.
    pub colour: Rgb,
    /// The shape that shows the value.
    pub mark: RowMark,
    /// The value on the horizontal axis.
    pub value: f64,
    /// The 95 % interval of the value.
    pub interval: Option<(f64, f64)>,
    /// The samples behind the value, drawn as dots under the interval.
    pub dots: Vec<f64>,
    /// The printed figure on the right.
    pub figure: String,
}

/// A group of rows under a heading.
#[derive(Debug, Clone)]
pub struct RowGroup {
    /// The heading above the rows.
    pub heading: String,
    /// The rows, from top to bottom.
    pub rows: Vec<BarRow>,
}

/// A bar chart with its texts.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// The result in a few words, if there is a short one.
    pub found: Option<String>,
    /// The title above the chart.
    pub title: String,
    /// Instructions for reading the chart.
    pub subtitle: String,
    /// The text under the axis.
    pub axis: String,
    /// `true` for a logarithmic axis; otherwise the axis begins at zero.
    pub logarithmic: bool,
    /// A value marked by a line, and its meaning.
    pub baseline: Option<(f64, &'static str)>,
    /// The groups of rows, from top to bottom.
    pub groups: Vec<RowGroup>,
    /// Remarks at the bottom.
    pub footnote: String,
}

const ROW: f64 = 26.0;
const BAR: f64 = 16.0;
const LABEL: f64 = 13.0;
/// The height of a heading.
const HEADING: f64 = 34.0;
/// The height of a line in a label or heading with several.
const LINE: f64 = 16.0;
/// The maximum width of a label; a longer one is wrapped.
const LABEL_ROOM: f64 = 310.0;
/// The radius of a disc.
const DISC: f64 = 5.5;
/// The gap between a label and the axis, and between a row's end and its figure.
const GAP: f64 = 14.0;
/// The height of the values and the text under the axis.
const BELOW: f64 = 44.0;
/// The approximate number of ticks on an axis from zero.
const TICKS: usize = 8;

/// A row with its position; heights are units below the top of the plot.
struct PlacedRow<'a> {
    row: &'a BarRow,
    /// The heading of its group, with its vertical centre if it is above this row.
    heading: (String, Option<f64>),
    /// The label, wrapped.
    label: String,
    top: f64,
    /// The vertical centre of the bar.
    middle: f64,
    height: f64,
}

/// All rows with their positions on a sheet.
struct Layout<'a> {
    rows: Vec<PlacedRow<'a>>,
    /// The width of the sheet.
    width: f64,
    /// The top and height of the plot.
    top: f64,
    height: f64,
    /// The width of the labels left of the plot; zero if each label is above its bar.
    labels: f64,
}

impl BarRow {
    fn whisker(&self) -> Option<Whisker> {
        Some(Whisker::within(self.interval?, self.value, self.dots.iter().copied()))
    }

    /// Returns the range of values that the row shows.
    fn reach(&self) -> (f64, f64) {
        let drawn = self.whisker().map_or((self.value, self.value), |one| one.drawn);
        let ends = self.dots.iter().copied().chain([self.value]);
        ends.fold(drawn, |(low, high), end| (low.min(end), high.max(end)))
    }
}

impl Rows {
    /// Lays the chart out with this width.
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

    /// Returns the value axis: linear from zero, or logarithmic.
    fn values(&self) -> Axis {
        let reach = self.groups.iter().flat_map(|group| &group.rows).map(BarRow::reach);
        let all = reach.chain(self.baseline.map(|(value, _)| (value, value)));
        let (low, high) = all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 1.0));
        // A logarithmic axis cannot show zero.
        if self.logarithmic && low > 0.0 && high.is_finite() {
            Axis::factors(low, high)
        } else {
            Axis::even(0.0, high, TICKS)
        }
    }

    /// Draws the axis and rows. The plot's coordinates are a value, and units below its top.
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

/// Returns the width of a label or figure.
fn font_width(text: &str, bold: bool) -> f64 {
    width(text, LABEL, bold)
}

impl PlacedRow<'_> {
    /// Draws the row, and the heading above it, from the left edge of the sheet.
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

    /// Describes the row, with the interval if the chart shows only a part of it.
    fn hint(&self) -> String {
        let BarRow { label, figure, .. } = self.row;
        let open = self.row.whisker().filter(|one| one.is_open() && !figure.contains('['));
        let within = open.map_or_else(String::new, |Whisker { interval: (low, high), .. }| {
            format!(" [{}, {}]", short(low), short(high))
        });
        format!("{}: {label}: {figure}{within}", self.heading.0.replace('\n', " "))
    }
}
