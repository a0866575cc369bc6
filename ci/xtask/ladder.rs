//! The ladder of strengths: games of the unit `strengths` by their results, and the ratings that they give.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::figures::sheet::from_csv;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::Color;
use nucleus_matches::rating::{
    GameResults, ModelParameter, PlayerRating, RatingInterval, RatingOptions, rate,
};
use nucleus_report::format::count;
use nucleus_report::table::{Table, TableCell, left, right};
use nucleus_search::LADDER;

/// The player whose public rating is the anchor.
pub const ANCHOR: (&str, f64) = ("gnuchess", 2661.0);

/// Ratings that the other players have of their own.
const OWN: [(&str, u32); 5] = [
    ("gnuchess", 2661),
    ("glaurung", 2793),
    ("stockfish1400", 1400),
    ("stockfish1700", 1700),
    ("stockfish2000", 2000),
];

/// Games of one player with White against another.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LadderRow {
    /// The player with White.
    pub white: String,
    /// The player with Black.
    pub black: String,
    /// Games that White won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that White lost.
    pub lost: u32,
}

/// Ratings of the steps and of the others by their names.
pub struct LadderRatings(BTreeMap<String, PlayerRating>);

impl LadderRatings {
    /// Rates the games of a file.
    pub fn from_csv(text: &str) -> Result<Self, String> {
        let rows: Vec<LadderRow> = from_csv(text)?;
        let mut results = GameResults::default();
        for LadderRow { white, black, won, drawn, lost } in &rows {
            let ends = [
                (won, Outcome::Win(Color::White)),
                (drawn, Outcome::Draw),
                (lost, Outcome::Win(Color::Black)),
            ];
            for (&times, outcome) in ends {
                for _ in 0..times {
                    results.add(white, black, outcome)?;
                }
            }
        }
        let options = RatingOptions {
            white: ModelParameter::Fit,
            draw: ModelParameter::Fit,
            anchor: Some((ANCHOR.0.to_owned(), ANCHOR.1)),
            intervals: RatingInterval::Covariance,
            ..RatingOptions::default()
        };
        let report = rate(&results, &options).map_err(|error| error.to_string())?;
        Ok(Self(report.players.into_iter().map(|player| (player.name.clone(), player)).collect()))
    }

    /// The rating of a step, the lowest being 0.
    pub fn step(&self, step: usize) -> Option<&PlayerRating> {
        self.0.get(&format!("step{}", step + 1))
    }

    /// Neighbouring steps whose intervals meet, counted from 1.
    pub fn meeting(&self) -> Vec<(usize, usize)> {
        let meet = |low: usize| {
            let (Some(below), Some(above)) = (self.step(low), self.step(low + 1)) else {
                return false;
            };
            above.elo - above.minus <= below.elo + below.plus
        };
        (0..LADDER.len() - 1).filter(|&low| meet(low)).map(|low| (low + 1, low + 2)).collect()
    }

    /// A row for each step, then the others with the ratings that they have of their own.
    pub fn table(&self) -> Table {
        let columns = vec![
            left("player", "player"),
            right("nodes", "nodes"),
            right("depth", "depth"),
            right("error", "error, cp"),
            right("label", "label, or its own rating"),
            right("games", "games"),
            right("score", "score"),
            right("rating", "rating, 95 % interval"),
        ];
        let mut table = Table::new("ladder", "The ladder", columns);
        let number = |value: u64| TableCell::number(Some(value as f64), count);
        let rated = |player: &PlayerRating| {
            let PlayerRating { elo, plus, minus, games, score, .. } = player;
            let shown = format!("{elo:.0} ({:.0} to {:.0})", elo - minus, elo + plus);
            [
                number(*games),
                TableCell::text(format!("{:.1} %", 100.0 * score)),
                TableCell::text(shown),
            ]
        };
        for (at, step) in LADDER.iter().enumerate() {
            let Some(player) = self.step(at) else { continue };
            let mut row = vec![TableCell::text(format!("step {}", at + 1))];
            row.extend([step.nodes, step.depth.into()].map(number));
            row.extend([number(step.noise as u64), TableCell::text(step.elo.to_string())]);
            row.extend(rated(player));
            table.push(row);
        }
        for (name, own) in OWN {
            let Some(player) = self.0.get(name) else { continue };
            let mut row = vec![TableCell::text(name)];
            row.extend([(); 3].map(|()| TableCell::Missing));
            row.push(TableCell::text(own.to_string()));
            row.extend(rated(player));
            table.push(row);
        }
        table
    }
}
