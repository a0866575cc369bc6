//! A chart of lines: one panel for each CPU, the commits along it, a line for each position.

use super::super::format::tick;
use super::axis::Axis;
use super::parts::{Dot, Drawn, Mark, Plot, draw, label, stroke};
use super::sheet::{SheetText, colour, fit, ink, inner, is_wide, margin, sheet, words, wrap};
use super::whisker::{self, Whisker, WhiskerBar};
use crate::draw::backend::{SceneBackend, pixels};
use crate::draw::font::width;
use crate::draw::{Anchor, Rgb, Scene};
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
    /// True if a line joins the points; else they stand alone, with nothing known between them.
    pub joined: bool,
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
#[derive(Debug, Clone)]
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
/// Height of a heading and of each of its further lines, and of the names of the commits.
const HEADING: f64 = 32.0;
const LINE: f64 = 16.0;
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
/// Length of the line beside a name in the legend.
const SWATCH: f64 = 22.0;
/// The radius of a point.
const DISC: f64 = 4.5;
/// No name takes more than this of the width.
const NAME_ROOM: f64 = 300.0;

/// Sizes of a panel.
struct PanelLayout {
    /// The width of the sheet.
    sheet: f64,
    /// The width of the plot.
    plot: f64,
    /// The height of the plot.
    height: f64,
    /// Pixels that the legend takes of the width, and of the height.
    legend: [f64; 2],
}

impl LineChart {
    /// Lays the chart out, so wide.
    pub fn scene(&self, width: f64) -> Scene {
        let (mut scene, below) = sheet(&self.title, &self.subtitle, width);
        let mut y = below + 10.0;
        for panel in &self.panels {
            let mut middle = y + 12.0;
            for line in wrap(&panel.heading, NAME, true, inner(width)) {
                let at = [margin(width), middle];
                scene.bold_beside(at, NAME, Anchor::Start, colour::INK, &line);
                middle += LINE;
            }
            let top = middle - LINE - 12.0 + HEADING;
            let layout = panel.layout(width);
            y = top + layout.height + COMMITS;
            scene.height = y;
            draw(&mut scene, |root| panel.draw(root, top, &layout));
        }
        let points = self.panels.iter().flat_map(|p| &p.lines).flat_map(|line| &line.points);
        let remarks = whisker::remarks(&self.footnote, points.filter_map(|p| p.interval));
        let end = scene.paragraph(&remarks, y, 12.0, 18.0);
        scene.height = (end + 8.0).ceil();
        scene
    }
}

/// Decimals that tell values apart that are so far from each other.
fn decimals(step: f64) -> usize {
    let is_whole = |v: f64| v.round() > 0.0 && (v - v.round()).abs() < 1e-6;
    (0..6).find(|&n| is_whole(step * 10_f64.powi(n))).unwrap_or(6) as usize
}

impl ChartPanel {
    /// The axis of values.
    fn values(&self) -> Axis {
        let points = || self.lines.iter().flat_map(|l| &l.points);
        let high = points().map(|p| p.interval.map_or(p.value, |i| i.drawn.1)).fold(0.0, f64::max);
        match self.axis {
            PanelAxis::FromZero => Axis::from_zero(high, TICKS),
            PanelAxis::Around(value) => {
                let lows = points().map(|p| p.interval.map_or(p.value, |i| i.drawn.0));
                let (low, high) = (lows.fold(value, f64::min), high.max(value));
                let room = ((high - low) * 0.05).max(value.abs() * 1e-3);
                Axis::even(low - room, high + room, TICKS)
            }
        }
    }

    /// The sizes of the panel on a sheet of this width: its legend stands beside the last point, or
    /// above all points where there is no room for that.
    fn layout(&self, sheet: f64) -> PanelLayout {
        let names = self.lines.iter().filter(|l| !l.name.is_empty());
        let widest = names.clone().map(|l| width(&l.name, NAME, true).min(NAME_ROOM));
        let legend = match widest.reduce(f64::max) {
            Some(widest) if is_wide(sheet) => [widest + SWATCH + 3.0 * BESIDE, 0.0],
            Some(_) => [0.0, LINE * names.count() as f64 + 14.0],
            None => [0.0, 0.0],
        };
        PanelLayout { sheet, plot: inner(sheet) - VALUES, height: HEIGHT + legend[1], legend }
    }

    /// Draws the panel, its plot beginning at `top`. The places of the plot are the index of a commit,
    /// and a value.
    fn draw(
        &self,
        root: &DrawingArea<SceneBackend<'_>, Shift>,
        top: f64,
        layout: &PanelLayout,
    ) -> Drawn {
        let [legend, above] = layout.legend;
        let mut axis = self.values();
        axis.range.end += (axis.range.end - axis.range.start) * above / HEIGHT;
        let widest = self.commits.iter().map(|c| width(c, TICK, false)).fold(1.0, f64::max) + 14.0;
        // Beyond the last commit there is room for half of its name, and for the legend.
        let beside = BESIDE.max(widest / 2.0 - margin(layout.sheet));
        let last = self.commits.len().saturating_sub(1).max(1) as f64;
        let unit = last / (layout.plot - legend - 2.0 * beside);
        let range = -beside * unit..last + (beside + legend) * unit;
        // As many commits are named as have room beside each other.
        let every = (widest * self.commits.len() as f64 * unit / last).ceil().max(1.0) as usize;
        let named: Vec<f64> = (0..self.commits.len()).step_by(every).map(|i| i as f64).collect();
        let commits = Axis { range, ticks: named, logarithmic: false };
        let mut plot = ChartBuilder::on(root)
            .margin_top(pixels(top))
            .margin_left(pixels(margin(layout.sheet)))
            .margin_right(pixels(margin(layout.sheet)))
            .set_label_area_size(LabelAreaPosition::Left, pixels(VALUES))
            .set_label_area_size(LabelAreaPosition::Bottom, pixels(COMMITS))
            .build_cartesian_2d(commits, axis.clone())?;
        let step = axis.ticks.windows(2).map(|pair| pair[1] - pair[0]).fold(1.0, f64::min);
        let value = |value: &f64| match self.axis {
            PanelAxis::FromZero => tick(*value),
            PanelAxis::Around(_) => format!("{value:.0$}", decimals(step)),
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
        for one in &self.marks {
            one.draw(&mut plot, &axis)?;
        }
        // The line that ends highest is the first in the legend.
        let end = |line: &ChartLine| line.points.last().map_or(0.0, |point| point.value);
        let mut lines: Vec<&ChartLine> = self.lines.iter().collect();
        lines.sort_by(|a, b| end(b).total_cmp(&end(a)));
        for line in lines {
            self.draw_line(&mut plot, line)?;
        }
        if legend + above > 0.0 {
            let left = pixels(if above > 0.0 { 2.0 } else { layout.plot - legend + BESIDE });
            plot.configure_series_labels()
                .position(SeriesLabelPosition::Coordinate(left, pixels(4.0)))
                .margin(pixels(4.0))
                .legend_area_size(pixels(SWATCH + 8.0))
                .background_style(ink(colour::PAPER))
                .label_font(words(NAME, true, colour::INK, HPos::Left).pos(Pos::default()))
                .draw()?;
        }
        Ok(())
    }

    /// Draws a line with its points, and enters it into the legend.
    fn draw_line<'a, 'b: 'a>(&self, plot: &mut Plot<'a, 'b>, line: &ChartLine) -> Drawn {
        let (color, hollow, joined) = (line.colour, line.hollow, line.joined);
        let style = stroke(color, 2.0);
        let path = line.points.iter().filter(|_| joined).map(|p| (p.at as f64, p.value));
        let series = plot.draw_series(LineSeries::new(path, style))?;
        if !line.name.is_empty() {
            let name = fit(&line.name, NAME, true, NAME_ROOM);
            series.label(name).legend(move |(x, y)| {
                let end = if joined { pixels(SWATCH) } else { 0 };
                EmptyElement::at((x, y))
                    + PathElement::new([(0, 0), (end, 0)], style)
                    + Dot { at: (pixels(SWATCH / 2.0), 0), size: DISC, color, hollow }
            });
        }
        for p in &line.points {
            let at = (p.at as f64, p.value);
            let around = [-11.0, -11.0, 22.0, 22.0];
            plot.draw_series([Mark::open(at, around, self.hint(line, p))])?;
            if let Some(whisker) = p.interval {
                let bar = WhiskerBar::upright(whisker, at, color, 5.0);
                plot.draw_series([bar.about_disc(DISC)])?;
            }
            plot.draw_series([Dot { at, size: DISC, color, hollow }])?;
            plot.draw_series([Mark::close(at)])?;
        }
        Ok(())
    }

    /// A point in words.
    fn hint(&self, line: &ChartLine, point: &Point) -> String {
        let commit = self.commits.get(point.at).map_or("?", String::as_str);
        let within = point.interval.map_or_else(String::new, |whisker| {
            let (low, high) = whisker.interval;
            format!(" [{}, {}]", tick(low), tick(high))
        });
        let (heading, name, value) = (&self.heading, &line.name, tick(point.value));
        format!("{heading}: {commit}: {name}: {value}{within}")
    }
}

impl ChartMark {
    /// Draws a dashed line between the commit and the one before it, its words above.
    fn draw(&self, plot: &mut Plot<'_, '_>, values: &Axis) -> Drawn {
        let at = self.at as f64 - 0.5;
        let line = [(at, values.range.start), (at, values.range.end)];
        let style = stroke(colour::VERMILLION, 1.0);
        plot.draw_series(DashedLineSeries::new(line, pixels(4.0), pixels(4.0), style))?;
        let style = words(TICK, false, colour::INK, HPos::Center);
        let cover = width(&self.words, TICK, false) / 2.0 + 3.0;
        let place = (at, values.range.end);
        label(plot, place, [0.0, 4.0], &self.words, &style, Some([-cover, -8.0, cover, 8.0]))
    }
}
