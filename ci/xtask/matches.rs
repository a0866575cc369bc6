//! Matches that pages quote: `reports/matches.csv`, and tables of it.

use serde::Deserialize;

use nucleus_matches::{Interval, ScoreEstimate, estimate};
use nucleus_report::format::count;
use nucleus_report::table::{Table, TableCell, left, right};

/// A match of two engines from openings that each of them has as White and as Black.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct MatchRow {
    /// The table that it is in.
    pub group: String,
    /// The engine whose score is told.
    pub first: String,
    /// The other one.
    pub second: String,
    /// Limit of a move or the clock, openings, adjudication.
    pub conditions: String,
    /// The CPU that it was played on.
    pub cpu: String,
    /// The commit that played.
    pub commit: String,
    /// Pairs of games by the first engine's points, 0, ½, 1, 1½ and 2, with hyphens between.
    pub pairs: String,
}

impl MatchRow {
    /// Reads the rows of a file.
    ///
    /// # Errors
    /// A sentence with the line that cannot be read.
    pub fn from_csv(text: &str) -> Result<Vec<Self>, String> {
        let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }
}

/// Reads pairs; none where no games were played.
pub(crate) fn pairs(text: &str) -> Option<ScoreEstimate> {
    let counts = text.split('-').map(str::parse::<u32>).collect::<Result<Vec<_>, _>>().ok()?;
    let mut games = Vec::new();
    for (half_points, &count) in counts.iter().enumerate() {
        for _ in 0..count {
            let (number, half_points) = (games.len() as u32, half_points as u32);
            games.push((number + 1, half_points / 2));
            games.push((number + 2, half_points - half_points / 2));
        }
    }
    estimate(&games)
}

/// Elo and its interval.
pub(crate) fn elo(estimate: Option<&ScoreEstimate>) -> TableCell {
    let shown = |value: Interval| match (value.value, value.low, value.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:+.0} ({low:+.0} to {high:+.0})").replace('-', "−")
        }
        _ => "–".to_owned(),
    };
    TableCell::number(estimate.and_then(|e| e.elo.value), |_| {
        estimate.map_or_else(String::new, |e| shown(e.elo))
    })
}

/// The number of games.
pub(crate) fn games(estimate: Option<&ScoreEstimate>) -> TableCell {
    TableCell::number(estimate.map(|e| f64::from(2 * e.pairs.iter().sum::<u32>())), count)
}

/// One row for each match of a group.
pub fn table(rows: &[MatchRow], group: &str) -> Table {
    let columns = vec![
        left("first", "engine"),
        left("second", "against"),
        left("conditions", "conditions"),
        right("games", "games"),
        right("points", "points"),
        right("elo", "Elo (95 %)"),
        left("cpu", "CPU"),
        left("commit", "commit"),
    ];
    let mut table = Table::new("matches", "Matches", columns);
    for row in rows.iter().filter(|row| row.group == group) {
        let score = pairs(&row.pairs);
        let share = score.as_ref().and_then(|score| score.points.value);
        table.push(vec![
            TableCell::text(row.first.clone()),
            TableCell::text(row.second.clone()),
            TableCell::text(row.conditions.clone()),
            games(score.as_ref()),
            TableCell::number(share, |share| format!("{:.1} %", 100.0 * share)),
            elo(score.as_ref()),
            TableCell::text(row.cpu.clone()),
            TableCell::text(row.commit.clone()),
        ]);
    }
    table
}
