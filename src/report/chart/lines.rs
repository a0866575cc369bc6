//! A chart of lines: one panel for each CPU, the commits along it, a line for each position.

use super::super::format::tick;
use super::sheet::{MARGIN, SheetText, WIDTH, colour, fit, ring, sheet, snap, ticks};
use nucleus_draw::font::width;
use nucleus_draw::{Anchor, Paint, Rgb, Scene};

/// A value at a commit.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// Index of the commit in the panel.
    pub at: usize,
    /// The value.
    pub value: f64,
    /// The point's 95 % interval.
    pub interval: Option<(f64, f64)>,
}

/// A line.
#[derive(Debug, Clone)]
pub struct ChartLine {
    /// Name of the line, shown at its end.
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
/// The least between two names at the ends of lines.
const NAME: f64 = 17.0;

impl LineChart {
    /// Lays the chart out.
    pub fn scene(&self) -> Scene {
        let (mut scene, below) = sheet(&self.title, &self.subtitle);
        let mut y = below + 10.0;
        for panel in &self.panels {
            let heading = fit(&panel.heading, 13.0, true, WIDTH - 2.0 * MARGIN);
            scene.bold_beside([MARGIN, y + 12.0], 13.0, Anchor::Start, colour::INK, &heading);
            panel.draw(&mut scene, y + 32.0);
            y += 32.0 + HEIGHT + 44.0;
        }
        scene.height = (scene.paragraph(&self.footnote, y, 12.0, 18.0) + 8.0).ceil();
        scene
    }
}

/// Decimals that tell values apart that are so far from each other.
fn decimals(step: f64) -> usize {
    let is_whole = |v: f64| v.round() > 0.0 && (v - v.round()).abs() < 1e-6;
    (0..6).find(|&n| is_whole(step * 10_f64.powi(n))).unwrap_or(6) as usize
}

impl ChartPanel {
    /// The lowest and the highest value of the axis.
    fn reach(&self) -> (f64, f64) {
        let points = || self.lines.iter().flat_map(|l| &l.points);
        let high = points().map(|p| p.interval.map_or(p.value, |i| i.1)).fold(0.0, f64::max);
        match self.axis {
            PanelAxis::FromZero => (0.0, high.max(f64::MIN_POSITIVE) * 1.05),
            PanelAxis::Around(value) => {
                let low =
                    points().map(|p| p.interval.map_or(p.value, |i| i.0)).fold(value, f64::min);
                let high = high.max(value);
                let room = ((high - low) * 0.15).max(value.abs() * 1e-3);
                (low - room, high + room)
            }
        }
    }

    fn draw(&self, scene: &mut Scene, top: f64) {
        let (low, high) = self.reach();
        let names = self.lines.iter().map(|l| width(&l.name, 13.0, true)).fold(0.0, f64::max);
        let (left, right) = (MARGIN + 58.0, WIDTH - MARGIN - names - 18.0);
        let bottom = top + HEIGHT;
        let y = |v: f64| snap(bottom - (v - low) / (high - low) * HEIGHT);
        let last = self.commits.len().saturating_sub(1).max(1) as f64;
        let x = |i: usize| snap(left + 12.0 + i as f64 / last * (right - left - 24.0));

        let values = ticks(low, high, 5);
        let step = values.windows(2).map(|pair| pair[1] - pair[0]).fold(1.0, f64::min);
        for value in values {
            scene.line([left, y(value)], [right, y(value)], 1.0, colour::GRID);
            let words = match self.axis {
                PanelAxis::FromZero => tick(value),
                PanelAxis::Around(_) => format!("{value:.0$}", decimals(step)),
            };
            scene.beside([left - 8.0, y(value)], 12.0, Anchor::End, colour::GREY, &words);
        }
        for mark in &self.marks {
            let at = mark.at.saturating_sub(1);
            let x = x(at).midpoint(x(mark.at));
            let dash = |i: u32| top + 14.0 + f64::from(i) * 8.0;
            for from in (0..).map(dash).take_while(|from| from + 4.0 < bottom) {
                scene.line([x, from], [x, from + 4.0], 1.0, colour::VERMILLION);
            }
            scene.beside([x, top + 4.0], 12.0, Anchor::Middle, colour::INK, &mark.words);
        }
        // As many commits are named as have room beside each other.
        let widest = self.commits.iter().map(|c| width(c, 12.0, false)).fold(1.0, f64::max) + 14.0;
        let every = (widest * self.commits.len() as f64 / (right - left)).ceil().max(1.0) as usize;
        for (i, commit) in self.commits.iter().enumerate().filter(|(i, _)| i % every == 0) {
            scene.line([x(i), bottom], [x(i), bottom + 4.0], 1.0, colour::GREY);
            scene.beside([x(i), bottom + 15.0], 12.0, Anchor::Middle, colour::GREY, commit);
        }
        for line in &self.lines {
            for pair in line.points.windows(2) {
                let ends = [pair[0], pair[1]].map(|p| [x(p.at), y(p.value)]);
                scene.line(ends[0], ends[1], 2.0, line.colour);
            }
            for p in &line.points {
                let around = [x(p.at) - 11.0, y(p.value) - 11.0, 22.0, 22.0];
                scene.mark(around, self.hint(line, p));
                if let Some((low, high)) = p.interval {
                    scene.line([x(p.at), y(low)], [x(p.at), y(high)], 1.5, line.colour);
                }
                let paint = if line.hollow { ring(line.colour) } else { Paint::fill(line.colour) };
                scene.circle([x(p.at), y(p.value)], 4.5, paint);
                scene.close();
            }
        }
        let named = || self.lines.iter().filter_map(|line| Some((line, line.points.last()?)));
        let ends: Vec<f64> = named().map(|(_, end)| y(end.value)).collect();
        for ((line, end), at) in named().zip(apart(&ends, NAME, [top, bottom])) {
            if (at - y(end.value)).abs() > 1.0 {
                let from = [x(end.at) + 5.0, y(end.value)];
                scene.line(from, [right + 6.0, at], 1.0, line.colour);
            }
            scene.bold_beside([right + 8.0, at], 13.0, Anchor::Start, colour::INK, &line.name);
        }
    }

    /// A point in words.
    fn hint(&self, line: &ChartLine, point: &Point) -> String {
        let commit = self.commits.get(point.at).map_or("?", String::as_str);
        let within = point
            .interval
            .map_or(String::new(), |(low, high)| format!(" [{}, {}]", tick(low), tick(high)));
        let (heading, name, value) = (&self.heading, &line.name, tick(point.value));
        format!("{heading}: {commit}: {name}: {value}{within}")
    }
}

/// Heights near those asked for and at least `gap` apart, between two limits while there is room; of
/// equal ones the first comes first.
pub fn apart(wanted: &[f64], gap: f64, [top, bottom]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut heights = wanted.to_vec();
    let mut least = top;
    for &index in &order {
        heights[index] = heights[index].max(least);
        least = heights[index] + gap;
    }
    let mut most = bottom;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(most);
        most = heights[index] - gap;
    }
    heights
}
