//! Ratings of the steps of `UCI_Elo`, from the games of `cargo xtask figures strengths`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::figures::sheet::{Sheet, from_csv};
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::Color;
use nucleus_matches::rating::{
    GameResults, ModelParameter, PlayerRating, RatingInterval, RatingOptions, rate,
};
use nucleus_report::format::count;
use nucleus_search::LADDER;

/// The player whose public rating is the anchor, with its rating.
pub const ANCHOR: (&str, f64) = ("gnuchess", 2661.0);

/// Known ratings of the other players.
const OWN: [(&str, u32); 5] = [
    ("gnuchess", 2661),
    ("glaurung", 2793),
    ("stockfish1400", 1400),
    ("stockfish1700", 1700),
    ("stockfish2000", 2000),
];

/// Results of one player with White against another.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct LadderRow {
    white: String,
    black: String,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// Ratings of the steps and the other players, by name.
pub type LadderRatings = BTreeMap<String, PlayerRating>;

/// Returns the ratings from the games of a CSV text.
pub fn ratings(text: &str) -> Result<LadderRatings, String> {
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
    Ok(report.players.into_iter().map(|player| (player.name.clone(), player)).collect())
}

/// Returns the table: each step, then the other players with their known ratings.
pub fn sheet(ratings: &LadderRatings) -> Sheet {
    let mut sheet = Sheet::from_head(
        "player | nodes per move | depth | error, cp | UCI_Elo or known rating | games | score | rating, 95 % interval",
    );
    let mut add = |name: &str, own: [String; 4], player: Option<&PlayerRating>| {
        let Some(PlayerRating { elo, plus, minus, games, score, .. }) = player else { return };
        let shown = format!("{elo:.0} ({:.0} to {:.0})", elo - minus, elo + plus);
        let rated = [count(*games as f64), format!("{:.1} %", 100.0 * score), shown];
        sheet.rows.push([&[name.to_owned()][..], &own, &rated].concat());
    };
    for (step, number) in LADDER.iter().zip(1..) {
        let own = [step.nodes as f64, step.depth.into(), step.noise.into()].map(count);
        let [nodes, depth, error] = own;
        let own = [nodes, depth, error, step.elo.to_string()];
        add(&format!("step {number}"), own, ratings.get(&format!("step{number}")));
    }
    for (name, own) in OWN {
        let own = ["–".to_owned(), "–".to_owned(), "–".to_owned(), own.to_string()];
        add(name, own, ratings.get(name));
    }
    sheet
}
