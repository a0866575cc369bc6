//! Fits the probabilities that `UCI_ShowWDL` shows. They are those of a win, a draw and a loss of the side to
//! move, by its score, in games of the engine against itself.
//!
//! `cargo run --release -p xtask -- fit-wdl [--classical] [GAMES [NODES]]`

use std::sync::Arc;

use clap::Args;
use nucleus_core::eval::network::Network;
use nucleus_core::types::score::is_mate;
use nucleus_core::types::{Color, Random};
use nucleus_engine::networks;
use nucleus_matches::{Arbiter, Ending, built_in};
use nucleus_search::{EngineOptions, Limits, ProfileName, SearchEngine, Signals};

use crate::figures::sheet::Sheet;
use crate::run::Ended;

/// A score for the side to move, in centipawns, and its result: 0, 1 or 2 half points.
type Sample = (f64, usize);

/// Number of plies after which a game is a draw.
const LONGEST: usize = 400;

/// Options of the games.
#[derive(Args)]
pub struct FitWdlArguments {
    /// Number of games.
    #[arg(default_value_t = 400)]
    games: u64,
    /// Nodes per move; the number of each move is drawn between 0.5 and 1.5 times this.
    #[arg(default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(2..))]
    nodes: u64,
    /// Use the hand-written evaluation instead of the built-in network.
    #[arg(long)]
    classical: bool,
}

/// Plays the games, fits the function's parameters, and prints fitted and observed values.
pub fn run(arguments: &FitWdlArguments) -> Ended {
    let FitWdlArguments { games, nodes, classical } = *arguments;
    let network = (!classical).then(networks::built_in);
    let samples = play(games, nodes, network)?;
    let (half, scale) = fit(&samples);
    println!("{games} games at {nodes} nodes, {} positions", samples.len());
    println!("half {half:.1} scale {scale:.1}");
    table(&samples, half, scale);
    Ok(0)
}

/// Plays the games; returns a sample for each position after the opening without a mate score.
fn play(games: u64, nodes: u64, network: Option<Arc<Network>>) -> Result<Vec<Sample>, String> {
    let openings = built_in(8)?;
    let options = EngineOptions { profile: ProfileName::Full, network, ..EngineOptions::default() };
    let mut engine = SearchEngine::new(16, options).map_err(|error| error.to_string())?;
    let mut random = Random::new(1);
    let mut samples = Vec::new();
    for game in 0..games {
        let opening = &openings[game as usize % openings.len()];
        let mut arbiter = Arbiter::new(&opening.setup);
        let mut moves = opening.moves.clone();
        moves.iter().for_each(|&chess_move| arbiter.play(chess_move));
        engine.clear();
        let mut scores = Vec::new();
        let white_points = loop {
            match arbiter.ending() {
                Some(Ending::Checkmate(loser)) => break if loser == Color::White { 0 } else { 2 },
                Some(_) => break 1,
                None if moves.len() >= LONGEST => break 1,
                None => {}
            }
            let drawn = nodes / 2 + random.below(nodes as usize) as u64;
            let limits = Limits { nodes: Some(drawn), ..Limits::default() };
            let outcome =
                engine.search(&opening.setup, &moves, &limits, &Signals::default(), &mut |_| {});
            let best = outcome.best_move().ok_or("a position without a move")?;
            if let Some(line) = outcome.lines.first().filter(|line| !is_mate(line.score)) {
                scores.push((f64::from(line.score), arbiter.side()));
            }
            arbiter.play(best);
            moves.push(best);
        };
        samples.extend(scores.into_iter().map(|(score, side)| {
            (score, if side == Color::White { white_points } else { 2 - white_points })
        }));
        if (game + 1) % 50 == 0 {
            eprintln!("{} of {games} games", game + 1);
        }
    }
    Ok(samples)
}

/// Returns the chances of a loss, a draw and a win; at the score `half` a win has the chance 1/2.
fn chances(score: f64, half: f64, scale: f64) -> [f64; 3] {
    let logistic = |x: f64| 1.0 / (1.0 + ((half - x) / scale).exp());
    let (won, lost) = (logistic(score), logistic(-score));
    [lost, (1.0 - won - lost).max(1e-9), won]
}

/// Returns the half and the scale that maximise the likelihood, by a search that halves its steps.
fn fit(samples: &[Sample]) -> (f64, f64) {
    let likelihood = |half: f64, scale: f64| -> f64 {
        let log = |&(score, points): &Sample| chances(score, half, scale)[points].max(1e-9).ln();
        samples.iter().map(log).sum()
    };
    let (mut half, mut scale, mut step) = (150.0, 100.0, 64.0);
    let mut best = likelihood(half, scale);
    while step > 0.05 {
        let around = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
        let better = around.into_iter().find_map(|(dh, ds)| {
            let (h, s) = (half + dh, scale + ds);
            (s > 1.0 && h > 0.0).then(|| (likelihood(h, s), h, s)).filter(|new| new.0 > best)
        });
        match better {
            Some(new) => (best, half, scale) = new,
            None => step /= 2.0,
        }
    }
    (half, scale)
}

/// Prints the fitted values next to the results, by classes of scores.
fn table(samples: &[Sample], half: f64, scale: f64) {
    let mut sheet =
        Sheet::new("score | positions | won | drawn | lost | fitted: won | drawn | lost");
    for low in (-400..400).step_by(100) {
        let is_of = |sample: &&Sample| (f64::from(low)..f64::from(low + 100)).contains(&sample.0);
        let class: Vec<&Sample> = samples.iter().filter(is_of).collect();
        let mean = |value: &dyn Fn(&Sample) -> f64| {
            let sum: f64 = class.iter().map(|sample| value(sample)).sum();
            format!("{:.3}", sum / class.len().max(1) as f64)
        };
        let played = [2, 1, 0].map(|points| mean(&|s| f64::from(u8::from(s.1 == points))));
        let fitted = [2, 1, 0].map(|points| mean(&|s| chances(s.0, half, scale)[points]));
        let class = [format!("{low} to {}", low + 99), class.len().to_string()];
        sheet.push([&class[..], &played, &fitted].concat());
    }
}
