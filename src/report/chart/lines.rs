//! A line chart: panels with commits, blocks or threads on the horizontal axis, and several lines.

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
    /// The index of the commit in the panel.
    pub at: usize,
    /// The value on the vertical axis.
    pub value: f64,
    /// The 95 % interval of the value.
    pub interval: Option<Whisker>,
}

/// A line of the chart.
#[derive(Debug, Clone)]
pub struct ChartLine {
    /// The name in the legend.
    pub name: String,
    /// The colour; the name identifies the line too.
    pub colour: Rgb,
    /// Draws circles instead of discs, so that lines differ without colour.
    pub hollow: bool,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// A mark between two commits.
#[derive(Debug, Clone)]
pub struct ChartMark {
    /// The index of the commit after the mark.
    pub at: usize,
    /// The text of the mark.
    pub words: String,
}

/// The range of the value axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PanelAxis {
    /// From zero, so that heights are proportional to values.
    FromZero,
    /// As narrow as the values of the lines and this value allow, for ratios that differ little.
    Around(f64),
}

/// A panel with its lines, for example those of one CPU.
#[derive(Debug, Clone)]
pub struct ChartPanel {
    /// The heading, with the CPU's name.
    pub heading: String,
    /// The commits, oldest first.
    pub commits: Vec<String>,
    /// The lines of the panel.
    pub lines: Vec<ChartLine>,
    /// The range of the value axis.
    pub axis: PanelAxis,
    /// The marks between commits.
    pub marks: Vec<ChartMark>,
}

/// A line chart with its texts.
#[derive(Debug, Clone, Default)]
pub struct LineChart {
    /// The title above the chart.
    pub title: String,
    /// Instructions for reading the chart.
    pub subtitle: String,
    /// The panels, from top to bottom.
    pub panels: Vec<ChartPanel>,
    /// Remarks at the bottom.
    pub footnote: String,
}

const HEIGHT: f64 = 220.0;
/// The height of the row of commit names.
const COMMITS: f64 = 44.0;
/// The width of the value labels on the left.
const VALUES: f64 = 58.0;
/// The free space next to the first and the last point.
const BESIDE: f64 = 12.0;
/// The approximate number of ticks on the value axis.
const TICKS: usize = 7;
/// The font sizes of the legend and of the axes.
const NAME: f64 = 13.0;
const TICK: f64 = 12.0;
/// The height of a legend entry, and the length of its sample line.
const LINE: f64 = 16.0;
const SWATCH: f64 = 22.0;
/// The radius of a point.
const DISC: f64 = 4.5;
/// The maximum width of a name in the legend.
const NAME_ROOM: f64 = 300.0;

/// Areas of the drawing with their tooltips.
type Hints = Vec<([f64; 4], String)>;

impl LineChart {
    /// Lays the chart out with this width.
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
    /// Returns the value axis.
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

    /// Returns the width and height that the legend takes on a sheet of this width. The legend is
    /// to the right of the last point, or above the plot if there is too little room.
    fn legend(&self, sheet: f64) -> [f64; 2] {
        let names = self.lines.iter().filter(|line| !line.name.is_empty());
        let widest = names.clone().map(|line| width(&line.name, NAME, true).min(NAME_ROOM));
        match widest.reduce(f64::max) {
            Some(widest) if is_wide(sheet) => [widest + SWATCH + 3.0 * BESIDE, 0.0],
            Some(_) => [0.0, LINE * names.count() as f64 + 14.0],
            None => [0.0, 0.0],
        }
    }

    /// Returns the axis of commits on a plot of this width, with room for a legend on the right. It
    /// labels as many commits as fit.
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

    /// Draws the panel on a sheet of this width, with the plot beginning at `top`. The plot's
    /// coordinates are the index of a commit and a value.
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
        // Ratios that differ little need more digits.
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
        // The legend lists the lines in the order of their last values.
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

    /// Draws a line with its points, and adds it to the legend.
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

    /// Describes a point with line, commit, value and interval, for its tooltip.
    fn hint(&self, line: &ChartLine, point: &Point) -> String {
        let commit = self.commits.get(point.at).map_or("?", String::as_str);
        let within =
            point.interval.map_or_else(String::new, |Whisker { interval: (low, high), .. }| {
                format!(" [{}, {}]", tick(low), tick(high))
            });
        format!("{}: {commit}: {}: {}{within}", self.heading, line.name, tick(point.value))
    }
}
