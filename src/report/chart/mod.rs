//! The charts: what they show (`content`), how that is laid out (`rows`, `lines`) into a scene of
//! plain shapes, and how a scene becomes SVG or PNG (`render`). Colours are Okabe and Ito's, and
//! nothing is told by colour alone.

mod content;
mod lines;
mod render;
mod rows;
mod scene;

use std::path::Path;

use super::Error;
use super::load::Loaded;
use scene::Scene;

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
    Lines(lines::Lines),
}

impl Chart {
    /// What the chart shows, in a few words.
    pub fn title(&self) -> String {
        match &self.kind {
            Kind::Rows(chart) => chart.title.clone(),
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
    ///
    /// # Errors
    /// When the drawing library refuses.
    pub fn svg(&self) -> Result<String, Error> {
        render::svg(&self.scene(), &self.title()).map_err(|message| self.error(message))
    }

    /// Writes the chart as PNG, twice as many pixels each way as the SVG has units.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_png(&self, path: &Path) -> Result<(), Error> {
        render::png(&self.scene(), path).map_err(|message| self.error(message))
    }

    fn error(&self, message: String) -> Error {
        Error::Chart { chart: self.name.into(), message }
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
fn bound_panels(chart: &mut lines::Lines) {
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
        ("levels", content::levels(records)),
        ("cycles", content::cycles(records)),
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
    let mut history = content::history(records);
    bound_panels(&mut history);
    if !history.panels.is_empty() {
        charts.push(Chart { name: "history", kind: Kind::Lines(history) });
    }
    charts
}

#[cfg(test)]
mod tests;
