//! A chart of lines: one panel for each CPU, the commits along it, a line for each position.

use super::super::format::tick;
use super::axis::Axis;
use super::parts::{Drawn, Plot, dot, draw, label, stroke};
use super::sheet::{
    ParagraphStyle, colour, fit, footnote, ink, inner, is_wide, margin, paragraph, sheet, words,
};
use super::whisker::{self, Whisker, WhiskerStyle};
use crate::draw::backend::{SceneBackend, pixels, units};
use crate::draw::font::width;
use crate::draw::{Rgb, Scene};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, DashedLineSeries, DrawingArea, EmptyElement, LabelAreaPosition, LineSeries,
    PathElement, SeriesLabelPosition, TRANSPARENT,
};
use plotters::style::text_anchor::{HPos, Pos};

/// A value at a commit.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// Index of the commit in the panel.
    pub at: usize,
    /// The value.
    pub value: f64,
    /// The point's 95 % interval.
    pub interval: Option<Whisker>,
}

/// A line.
#[derive(Debug, Clone)]
pub struct ChartLine {
    /// Name of the line, shown in the legend.
    pub name: String,
    /// Colour of the line; the name identifies it too.
    pub colour: Rgb,
    /// Rings instead of discs, so that lines differ without colour.
    pub hollow: bool,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// A place between two commits that is pointed out.
#[derive(Debug, Clone)]
pub struct ChartMark {
    /// Index of the commit after it.
    pub at: usize,
    /// Text of the mark.
    pub words: String,
}

/// The quantity on the axis of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PanelAxis {
    /// From zero, so that heights compare as values do.
    FromZero,
    /// The values and this one, closely: ratios that differ by little.
    Around(f64),
}

/// The lines of one CPU.
#[derive(Debug, Clone)]
pub struct ChartPanel {
    /// The CPU.
    pub heading: String,
    /// The commits, oldest first.
    pub commits: Vec<String>,
    /// The lines.
    pub lines: Vec<ChartLine>,
    /// The quantity on the axis of values.
    pub axis: PanelAxis,
    /// Points that are marked.
    pub marks: Vec<ChartMark>,
}

/// The chart.
#[derive(Debug, Clone, Default)]
pub struct LineChart {
    /// The title.
    pub title: String,
    /// Instructions for reading the chart.
    pub subtitle: String,
    /// The panels.
    pub panels: Vec<ChartPanel>,
    /// Remarks at the bottom.
    pub footnote: String,
}

const HEIGHT: f64 = 220.0;
/// Height of the names of the commits.
const COMMITS: f64 = 44.0;
/// Room for the values on the left.
const VALUES: f64 = 58.0;
/// Free space beside the first and the last point.
const BESIDE: f64 = 12.0;
/// About as many ticks has the axis of values.
const TICKS: usize = 7;
/// Sizes of the words of the legend and of the axes.
const NAME: f64 = 13.0;
const TICK: f64 = 12.0;
/// Height of a name in the legend, and length of the line beside it.
const LINE: f64 = 16.0;
const SWATCH: f64 = 22.0;
/// The radius of a point.
const DISC: f64 = 4.5;
/// No name takes more than this of the width.
const NAME_ROOM: f64 = 300.0;

/// Areas that can be pointed at, with their words.
type Hints = Vec<([f64; 4], String)>;

impl LineChart {
    /// Lays the chart out, so wide.
    pub fn scene(&self, width: f64) -> Scene {
        let (mut scene, below) = sheet(&self.title, &self.subtitle, width);
        let mut y = below + 10.0;
        for panel in &self.panels {
            let style = ParagraphStyle { size: NAME, leading: LINE, bold: true };
            let top = paragraph(&mut scene, &panel.heading, y + 12.0, style) + 4.0;
            let legend = panel.legend(width);
            y = top + HEIGHT + legend[1] + COMMITS;
            scene.height = y;
            let hints = draw(&mut scene, |root| panel.draw(root, [width, top], legend));
            hints.into_iter().for_each(|(area, hint)| scene.mark(area, hint));
        }
        let points = self.panels.iter().flat_map(|p| &p.lines).flat_map(|line| &line.points);
        let whiskers = points.filter_map(|point| point.interval);
        footnote(&mut scene, &whisker::remarks(&self.footnote, whiskers), y);
        scene
    }
}

impl ChartPanel {
    /// The axis of values.
    fn values(&self) -> Axis {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let ends = points.map(|p| p.interval.map_or((p.value, p.value), |whisker| whisker.drawn));
        let join = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        match self.axis {
            PanelAxis::FromZero => Axis::even(0.0, ends.fold((0.0, 0.0), join).1, TICKS),
            PanelAxis::Around(value) => {
                let (low, high) = ends.fold((value, value), join);
                let room = ((high - low) * 0.05).max(value.abs() * 1e-3);
                Axis::even(low - room, high + room, TICKS)
            }
        }
    }

    /// Units that the legend takes of the width and of the height on a sheet of this width: it stands beside the last
    /// point, or above all points where there is no room for that.
    fn legend(&self, sheet: f64) -> [f64; 2] {
        let names = self.lines.iter().filter(|line| !line.name.is_empty());
        let widest = names.clone().map(|line| width(&line.name, NAME, true).min(NAME_ROOM));
        match widest.reduce(f64::max) {
            Some(widest) if is_wide(sheet) => [widest + SWATCH + 3.0 * BESIDE, 0.0],
            Some(_) => [0.0, LINE * names.count() as f64 + 14.0],
            None => [0.0, 0.0],
        }
    }

    /// The axis of commits, with room for a legend behind the last one on a plot of this width. As many commits are
    /// named as have room beside each other.
    fn commits(&self, plot: f64, legend: f64, margin: f64) -> Axis {
        let names = self.commits.iter().map(|name| width(name, TICK, false));
        let widest = names.fold(1.0, f64::max) + 14.0;
        let beside = BESIDE.max(widest / 2.0 - margin);
        let last = self.commits.len().saturating_sub(1).max(1) as f64;
        let unit = last / (plot - legend - 2.0 * beside);
        let every = (widest * self.commits.len() as f64 * unit / last).ceil().max(1.0) as usize;
        let ticks = (0..self.commits.len()).step_by(every).map(|at| at as f64).collect();
        Axis { range: -beside * unit..last + (beside + legend) * unit, ticks, logarithmic: false }
    }

    /// Draws the panel on a sheet of this width, its plot beginning at `top`. The places of the plot are the index
    /// of a commit, and a value.
    fn draw(
        &self,
        root: &DrawingArea<SceneBackend<'_>, Shift>,
        [sheet, top]: [f64; 2],
        [legend, above]: [f64; 2],
    ) -> Drawn<Hints> {
        let mut axis = self.values();
        axis.range.end += (axis.range.end - axis.range.start) * above / HEIGHT;
        let commits = self.commits(inner(sheet) - VALUES, legend, margin(sheet));
        let mut plot = ChartBuilder::on(root)
            .margin_top(pixels(top))
            .margin_left(pixels(margin(sheet)))
            .margin_right(pixels(margin(sheet)))
            .set_label_area_size(LabelAreaPosition::Left, pixels(VALUES))
            .set_label_area_size(LabelAreaPosition::Bottom, pixels(COMMITS))
            .build_cartesian_2d(commits, axis.clone())?;
        // Ratios that differ by little need more digits.
        let value = |value: &f64| match self.axis {
            PanelAxis::FromZero => tick(*value),
            PanelAxis::Around(_) => {
                format!("{value:.5}").trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        };
        let commit = |at: &f64| self.commits.get(*at as usize).cloned().unwrap_or_default();
        plot.configure_mesh()
            .disable_x_mesh()
            .axis_style(stroke(colour::GRID, 1.0))
            .light_line_style(TRANSPARENT)
            .bold_line_style(stroke(colour::GRID, 1.0))
            .set_all_tick_mark_size(pixels(4.0))
            .x_label_formatter(&commit)
            .y_label_formatter(&value)
            .x_label_style(words(TICK, false, colour::GREY, HPos::Center))
            .y_label_style(words(TICK, false, colour::GREY, HPos::Right))
            .draw()?;
        for mark in &self.marks {
            let at = mark.at as f64 - 0.5;
            let line = [(at, axis.range.start), (at, axis.range.end)];
            let style = stroke(colour::VERMILLION, 1.0);
            plot.draw_series(DashedLineSeries::new(line, pixels(4.0), pixels(4.0), style))?;
            let style = words(TICK, false, colour::INK, HPos::Center);
            label(&mut plot, line[1], [0.0, 4.0], &mark.words, &style)?;
        }
        // The line that ends highest is the first in the legend.
        let end = |line: &ChartLine| line.points.last().map_or(0.0, |point| point.value);
        let mut lines: Vec<&ChartLine> = self.lines.iter().collect();
        lines.sort_by(|a, b| end(b).total_cmp(&end(a)));
        let mut hints = Hints::new();
        for line in lines {
            self.draw_line(&mut plot, line, &mut hints)?;
        }
        let left = if above > 0.0 { 2.0 } else { inner(sheet) - VALUES - legend + BESIDE };
        plot.configure_series_labels()
            .position(SeriesLabelPosition::Coordinate(pixels(left), pixels(4.0)))
            .margin(pixels(4.0))
            .legend_area_size(pixels(SWATCH + 8.0))
            .background_style(ink(colour::PAPER))
            .label_font(words(NAME, true, colour::INK, HPos::Left).pos(Pos::default()))
            .draw()?;
        Ok(hints)
    }

    /// Draws a line with its points, and enters it into the legend.
    fn draw_line<'a, 'b: 'a>(
        &self,
        plot: &mut Plot<'a, 'b>,
        line: &ChartLine,
        hints: &mut Hints,
    ) -> Drawn {
        let (color, hollow) = (line.colour, line.hollow);
        let style = stroke(color, 2.0);
        let path = line.points.iter().map(|p| (p.at as f64, p.value));
        let series = plot.draw_series(LineSeries::new(path, style))?;
        if !line.name.is_empty() {
            series.label(fit(&line.name, NAME, true, NAME_ROOM)).legend(move |place| {
                EmptyElement::at(place)
                    + PathElement::new([(0, 0), (pixels(SWATCH), 0)], style)
                    + dot((pixels(SWATCH / 2.0), 0), DISC, color, hollow)
            });
        }
        for point in &line.points {
            let at = (point.at as f64, point.value);
            if let Some(whisker) = point.interval {
                let style = WhiskerStyle { color, size: 5.0, disc: DISC, is_upright: true };
                whisker::draw(plot, whisker, at, style)?;
            }
            plot.draw_series([dot(at, DISC, color, hollow)])?;
            let (x, y) = plot.backend_coord(&at);
            hints.push(([units(x) - 11.0, units(y) - 11.0, 22.0, 22.0], self.hint(line, point)));
        }
        Ok(())
    }

    /// A point in words.
    fn hint(&self, line: &ChartLine, point: &Point) -> String {
        let commit = self.commits.get(point.at).map_or("?", String::as_str);
        let within =
            point.interval.map_or_else(String::new, |Whisker { interval: (low, high), .. }| {
                format!(" [{}, {}]", tick(low), tick(high))
            });
        format!("{}: {commit}: {}: {}{within}", self.heading, line.name, tick(point.value))
    }
}
