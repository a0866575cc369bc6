//! The charts: their content (`content`, `boards`, `series`) and the drawing with plotters (`rows`,
//! `lines`), on a `sheet`, with shared `parts`; `finding` gives titles. Colours are Okabe and
//! Ito's, and no information depends on colour alone.
//!
//! Axes, grids, legends, bars, lines and whiskers are plotters' own. This module adds:
//!
//! - titles and explanations with line breaks, and a narrow layout for telephones (`sheet`);
//! - axes that end on a tick, and ticks between powers of ten ([`axis`]);
//! - whiskers that reach as far as the samples, with an arrow if the interval continues ([`whisker`]);
//! - labels with several lines next to a bar, and figures after it (`rows`);
//! - areas with tooltips, which screen readers announce too, and the dark colours of scenes.

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
pub use content::colour_of;

/// A chart, ready to be drawn.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The part of its file name that identifies it: `nps`, `ratio`, `levels` …
    pub name: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Rows(rows::Rows),
    Lines(lines::LineChart),
}

/// The maximum numbers of rows and panels; a larger chart would be unreadable and need much memory.
const MOST_ROWS: usize = 120;
const MOST_PANELS: usize = 12;

impl Chart {
    /// Returns a chart of rows, as many as fit; `None` without a row.
    pub fn of_rows(name: &'static str, mut chart: rows::Rows) -> Option<Self> {
        let all: usize = chart.groups.iter().map(|group| group.rows.len()).sum();
        let mut room = MOST_ROWS;
        for group in &mut chart.groups {
            group.rows.truncate(room);
            room -= group.rows.len();
        }
        chart.groups.retain(|group| !group.rows.is_empty());
        if all > MOST_ROWS {
            chart.footnote += &format!(" The tables have {} more rows.", all - MOST_ROWS);
        }
        (all > 0).then_some(Self { name, kind: Kind::Rows(chart) })
    }

    /// Returns a chart of lines, with as many panels as fit; `None` without a panel.
    fn of_lines(name: &'static str, mut chart: lines::LineChart) -> Option<Self> {
        let all = chart.panels.len();
        chart.panels.truncate(MOST_PANELS);
        if all > MOST_PANELS {
            chart.footnote += &format!(" The tables have {} more CPUs.", all - MOST_PANELS);
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

    /// Returns the drawing with this width.
    pub fn scene(&self, width: f64) -> Scene {
        match &self.kind {
            Kind::Rows(chart) => chart.scene(width),
            Kind::Lines(chart) => chart.scene(width),
        }
    }

    /// Returns the chart as SVG with embedded fonts.
    pub fn svg(&self) -> String {
        svg::write(&self.scene(sheet::WIDTH))
    }
}

/// A function that makes the chart with this name, if the records have data for it.
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

/// Returns every chart that these records have data for, from measurements only.
pub fn all(records: &[Loaded]) -> Vec<Chart> {
    chosen(records, |_| true)
}

/// Returns the charts of [`all`] whose names are selected, without making the others.
pub fn chosen(records: &[Loaded], keep: impl Fn(&str) -> bool) -> Vec<Chart> {
    let kept = CHARTS.into_iter().filter(|(name, _)| keep(name));
    kept.filter_map(|(name, make)| make(name, records)).collect()
}

/// Returns the chart of our ratios by CPU, which README shows.
pub fn cpus(records: &[Loaded]) -> Option<Chart> {
    Chart::of_rows("cpus", content::cpus(records))
}
