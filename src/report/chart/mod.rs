//! The charts: their content (`content`, `boards`, `series`), and what plotters draws of it (`rows`, `lines`)
//! on a sheet, with `parts` of both and a `finding` for the title. Colours are Okabe and Ito's, and nothing is told by colour alone.
//!
//! Axes, grids, legends, bars, lines and whiskers are plotters' own. This is ours, since plotters has none of it:
//!
//! - a title and an explanation that break into lines, and a width for telephones (`sheet`);
//! - axes that end on a tick, and ticks between powers of ten ([`axis`]);
//! - a whisker that is drawn as far as samples reach, with an arrow where its interval goes on ([`whisker`]);
//! - a name of several lines beside a bar, and the figure behind it (`rows`);
//! - areas that can be pointed at, for tooltips and screen readers, and dark colours, which are those of scenes.

pub mod axis;
mod boards;
mod content;
mod finding;
pub mod lines;
mod parts;
pub mod rows;
mod series;
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

/// Rows of a chart, and panels: more would be no picture but a table, and a large one in memory.
const MOST_ROWS: usize = 120;
const MOST_PANELS: usize = 12;

impl Chart {
    /// A chart of rows, as many as it has room for; none without a row.
    pub fn of_rows(name: &'static str, mut chart: rows::Rows) -> Option<Self> {
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
        (all > 0).then_some(Self { name, kind: Kind::Rows(chart) })
    }

    /// A chart of lines, of as many panels as it has room for; none without a panel.
    fn of_lines(name: &'static str, mut chart: lines::LineChart) -> Option<Self> {
        let all = chart.panels.len();
        chart.panels.truncate(MOST_PANELS);
        if all > MOST_PANELS {
            chart.footnote += &format!(" {} more CPUs stand in the tables.", all - MOST_PANELS);
        }
        (all > 0).then_some(Self { name, kind: Kind::Lines(chart) })
    }

    /// Returns the title of the chart.
    pub fn title(&self) -> String {
        match &self.kind {
            Kind::Rows(rows::Rows { title, found: Some(found), .. }) => format!("{title}: {found}"),
            Kind::Rows(chart) => chart.title.clone(),
            Kind::Lines(chart) => chart.title.clone(),
        }
    }

    /// Returns the drawing, so wide.
    pub fn scene(&self, width: f64) -> Scene {
        match &self.kind {
            Kind::Rows(chart) => chart.scene(width),
            Kind::Lines(chart) => chart.scene(width),
        }
    }

    /// The chart as SVG, its font inside.
    pub fn svg(&self) -> String {
        svg::write(&self.scene(sheet::WIDTH))
    }
}

/// A function that makes a chart of this name.
type MakeChart = fn(&'static str, &[Loaded]) -> Option<Chart>;

const CHARTS: [(&str, MakeChart); 12] = [
    ("nps", |name, records| Chart::of_rows(name, content::nps(records))),
    ("ratio", |name, records| Chart::of_rows(name, content::ratio(records))),
    ("levels", |name, records| Chart::of_rows(name, content::levels(records))),
    ("cycles", |name, records| Chart::of_rows(name, content::cycles(records))),
    ("perft", |name, records| Chart::of_rows(name, content::perft(records))),
    ("workloads", |name, records| Chart::of_rows(name, content::workloads(records))),
    ("boards", |name, records| Chart::of_rows(name, boards::overview(records))),
    ("board-positions", |name, records| Chart::of_rows(name, boards::positions(records))),
    ("history", |name, records| Chart::of_lines(name, series::history(records))),
    ("commits", |name, records| Chart::of_lines(name, series::commits(records))),
    ("blocks", |name, records| Chart::of_lines(name, series::blocks(records))),
    ("threads", |name, records| Chart::of_lines(name, series::threads(records))),
];

/// Every chart that these records have figures for, of measurements alone.
pub fn all(records: &[Loaded]) -> Vec<Chart> {
    chosen(records, |_| true)
}

/// Returns the charts of [`all`] with such a name; no others are made.
pub fn chosen(records: &[Loaded], wanted: impl Fn(&str) -> bool) -> Vec<Chart> {
    let wanted = CHARTS.into_iter().filter(|(name, _)| wanted(name));
    wanted.filter_map(|(name, make)| make(name, records)).collect()
}

/// Our ratios beside those that the paper prints, which are no measurements of ours.
pub fn quoted(records: &[Loaded]) -> Option<Chart> {
    Chart::of_rows("paper", content::quoted(records))
}
