//! The charts: their content (`content`, `boards`), and what plotters draws of it (`rows`, `lines`)
//! on a sheet. Colours are Okabe and Ito's, and nothing is told by colour alone.

pub mod axis;
mod boards;
mod commits;
mod content;
mod duel;
mod finding;
pub mod lines;
mod own;
mod parts;
pub mod rows;
mod scaling;
pub mod sheet;
pub mod whisker;

use super::load::Loaded;
use crate::draw::{Scene, svg};

/// A chart, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The part of its file name that tells it from the others: `nps`, `ratio`, `levels` …
    pub name: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Rows(rows::Rows),
    Lines(lines::LineChart),
}

impl Chart {
    /// A chart of rows; none without a row.
    pub fn of_rows(name: &'static str, chart: rows::Rows) -> Option<Self> {
        of_rows(name, chart)
    }

    /// Returns the title of the chart.
    pub fn title(&self) -> String {
        match &self.kind {
            Kind::Rows(chart) => match &chart.found {
                Some(found) => format!("{}: {found}", chart.title),
                None => chart.title.clone(),
            },
            Kind::Lines(chart) => chart.title.clone(),
        }
    }

    /// Returns the drawing, [`sheet::WIDTH`] wide.
    pub fn scene(&self) -> Scene {
        self.scene_of(sheet::WIDTH)
    }

    /// Returns the drawing, so wide.
    pub fn scene_of(&self, width: f64) -> Scene {
        match &self.kind {
            Kind::Rows(chart) => chart.scene(width),
            Kind::Lines(chart) => chart.scene(width),
        }
    }

    /// The chart as SVG, its font inside.
    pub fn svg(&self) -> String {
        svg::write(&self.scene())
    }
}

/// Rows of a chart, and panels: more would be no picture but a table, and a large one in memory.
const MOST_ROWS: usize = 120;
const MOST_PANELS: usize = 12;

/// Leaves out the rows beyond [`MOST_ROWS`]; the footnote says how many.
fn bound_rows(chart: &mut rows::Rows) {
    let all: usize = chart.groups.iter().map(|group| group.rows.len()).sum();
    let mut room = MOST_ROWS;
    for group in &mut chart.groups {
        group.rows.truncate(room);
        room -= group.rows.len();
    }
    chart.groups.retain(|group| !group.rows.is_empty());
    if all > MOST_ROWS {
        chart.footnote += &format!(" {} more rows stand in the tables.", all - MOST_ROWS);
    }
}

/// Leaves out the panels beyond [`MOST_PANELS`]; the footnote says how many.
fn bound_panels(chart: &mut lines::LineChart) {
    let all = chart.panels.len();
    chart.panels.truncate(MOST_PANELS);
    if all > MOST_PANELS {
        chart.footnote += &format!(" {} more CPUs stand in the tables.", all - MOST_PANELS);
    }
}

/// A function that makes the rows of a chart.
type MakeRows = fn(&[Loaded]) -> rows::Rows;
/// A function that makes the lines of a chart.
type MakeLines = fn(&[Loaded]) -> lines::LineChart;

const ROWS: [(&str, MakeRows); 8] = [
    ("nps", content::nps),
    ("ratio", content::ratio),
    ("levels", content::levels),
    ("cycles", content::cycles),
    ("perft", own::perft),
    ("workloads", own::workloads),
    ("boards", boards::overview),
    ("board-positions", boards::positions),
];
const LINES: [(&str, MakeLines); 4] = [
    ("history", content::history),
    ("commits", commits::history),
    ("blocks", duel::blocks),
    ("threads", scaling::over_threads),
];

/// Every chart that these records have figures for, of measurements alone.
pub fn all(records: &[Loaded]) -> Vec<Chart> {
    chosen(records, |_| true)
}

/// Returns the charts of [`all`] with such a name; no others are made.
pub fn chosen(records: &[Loaded], wanted: impl Fn(&str) -> bool) -> Vec<Chart> {
    let rows = ROWS.into_iter().filter(|(name, _)| wanted(name));
    let lines = LINES.into_iter().filter(|(name, _)| wanted(name));
    rows.filter_map(|(name, make)| of_rows(name, make(records)))
        .chain(lines.filter_map(|(name, make)| of_lines(name, make(records))))
        .collect()
}

/// The chart of lines, where there is a panel.
fn of_lines(name: &'static str, mut chart: lines::LineChart) -> Option<Chart> {
    bound_panels(&mut chart);
    (!chart.panels.is_empty()).then_some(Chart { name, kind: Kind::Lines(chart) })
}

/// Our ratios beside those that the paper prints, which are no measurements of ours.
pub fn quoted(records: &[Loaded]) -> Option<Chart> {
    of_rows("paper", content::quoted(records))
}

/// The chart of rows, where there is a row.
fn of_rows(name: &'static str, mut chart: rows::Rows) -> Option<Chart> {
    bound_rows(&mut chart);
    (!chart.groups.is_empty()).then_some(Chart { name, kind: Kind::Rows(chart) })
}
