//! The charts: what they show (`content`, `boards`) and how that is laid out (`rows`, `lines`) as a drawing.
//! Colours are Okabe and Ito's, and nothing is told by colour alone.

mod boards;
mod commits;
mod content;
mod finding;
pub mod lines;
mod own;
pub mod rows;
mod scaling;
pub mod sheet;

pub use scaling::scaling;

use super::load::Loaded;
use crate::draw::{DrawError, Scene, png, svg};

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
    /// What the chart shows, in a few words.
    pub fn title(&self) -> String {
        match &self.kind {
            Kind::Rows(chart) => match &chart.found {
                Some(found) => format!("{}: {found}", chart.title),
                None => chart.title.clone(),
            },
            Kind::Lines(chart) => chart.title.clone(),
        }
    }

    fn scene(&self) -> Scene {
        match &self.kind {
            Kind::Rows(chart) => chart.scene(),
            Kind::Lines(chart) => chart.scene(),
        }
    }

    /// The chart as SVG, its font inside.
    pub fn svg(&self) -> String {
        svg::write(&self.scene())
    }

    /// The chart for a page that brings the font, and the colours of [`sheet::colour::DARK`].
    pub fn inline(&self) -> String {
        svg::inline(&self.scene())
    }

    /// The chart as PNG.
    ///
    /// # Errors
    /// When it cannot be rendered.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        png::write(&self.scene(), png::SCALE)
    }

    /// The same for a dark screen.
    ///
    /// # Errors
    /// When it cannot be rendered.
    pub fn dark_png(&self) -> Result<Vec<u8>, DrawError> {
        png::write(&self.scene().darkened(), png::SCALE)
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

/// Every chart that these records have figures for.
pub fn all(records: &[Loaded]) -> Vec<Chart> {
    let rows = [
        ("nps", content::nps(records)),
        ("ratio", content::ratio(records)),
        ("paper", content::quoted(records)),
        ("levels", content::levels(records)),
        ("cycles", content::cycles(records)),
        ("perft", own::perft(records)),
        ("workloads", own::workloads(records)),
        ("boards", boards::overview(records)),
        ("board-positions", boards::positions(records)),
    ];
    let mut charts: Vec<Chart> = rows
        .into_iter()
        .map(|(name, mut chart)| {
            bound_rows(&mut chart);
            (name, chart)
        })
        .filter(|(_, chart)| !chart.groups.is_empty())
        .map(|(name, chart)| Chart { name, kind: Kind::Rows(chart) })
        .collect();
    for (name, mut chart) in
        [("history", content::history(records)), ("commits", commits::history(records))]
    {
        bound_panels(&mut chart);
        if !chart.panels.is_empty() {
            charts.push(Chart { name, kind: Kind::Lines(chart) });
        }
    }
    charts
}

#[cfg(test)]
mod tests;
