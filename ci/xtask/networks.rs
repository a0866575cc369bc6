//! The networks that were trained beside each other: `reports/networks.csv`, and the table of it.

use serde::Deserialize;

use super::matches::{elo, games, pairs};
use nucleus_report::format::{count, factor_with_interval};
use nucleus_report::table::{Table, TableCell, left, right};

/// A network, and its matches against the first one of the file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct NetworkRow {
    /// Inputs, as `nucleus tune net --inputs` counts it.
    pub inputs: u32,
    /// Units of the hidden layer.
    pub units: u32,
    /// Positions trained on.
    pub positions: u64,
    /// Passes over them.
    pub passes: u32,
    /// Loss of the positions held out, computed in integers.
    pub loss: f64,
    /// Loss of the evaluation by hand on the same positions.
    pub loss_by_hand: f64,
    /// Nodes a second over those of the first network.
    pub speed: Option<f64>,
    /// Lower end of its 95 % interval.
    pub speed_low: Option<f64>,
    /// Upper end.
    pub speed_high: Option<f64>,
    /// Pairs of games at 5,000 nodes a move by their points, 0, ½, 1, 1½ and 2, with hyphens between.
    pub pairs_by_nodes: String,
    /// Pairs of games at 1 s + 0.02 s.
    pub pairs_by_time: String,
}

impl NetworkRow {
    /// Reads the rows of a file.
    ///
    /// # Errors
    /// A sentence with the line that cannot be read.
    pub fn from_csv(text: &str) -> Result<Vec<Self>, String> {
        let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }
}

/// One row for each network.
pub fn table(rows: &[NetworkRow]) -> Table {
    let columns = vec![
        right("inputs", "inputs"),
        right("units", "units"),
        right("positions", "positions"),
        right("passes", "passes"),
        right("loss", "loss"),
        right("over_hand", "less that by hand"),
        right("speed", "nodes/s × [95 %]"),
        right("nodes_games", "games, 5,000 nodes"),
        right("nodes_elo", "Elo, 5,000 nodes"),
        right("time_games", "games, 1 s + 0.02 s"),
        right("time_elo", "Elo, 1 s + 0.02 s"),
        left("against", "against"),
    ];
    let mut table = Table::new("networks", "Networks", columns);
    let first = rows.first().map(|row| format!("{} → {}", row.inputs, row.units));
    for (index, row) in rows.iter().enumerate() {
        let [nodes, time] = [&row.pairs_by_nodes, &row.pairs_by_time].map(|text| pairs(text));
        table.push(vec![
            TableCell::number(Some(f64::from(row.inputs)), count),
            TableCell::number(Some(f64::from(row.units)), count),
            TableCell::number(Some(row.positions as f64), count),
            TableCell::number(Some(f64::from(row.passes)), count),
            TableCell::number(Some(row.loss), |loss| format!("{loss:.6}")),
            TableCell::number(Some(row.loss - row.loss_by_hand), |over| {
                format!("{over:+.6}").replace('-', "−")
            }),
            TableCell::number(row.speed, |v| {
                factor_with_interval(v, row.speed_low, row.speed_high)
            }),
            games(nodes.as_ref()),
            elo(nodes.as_ref()),
            games(time.as_ref()),
            elo(time.as_ref()),
            match &first {
                Some(first) if index > 0 => TableCell::text(first.clone()),
                _ => TableCell::Missing,
            },
        ]);
    }
    table
}
