//! Measures the value of nodes and of errors of the evaluation, for the ladder of `UCI_Elo`
//! (`LADDER` in `src/search/strength.rs`): players along a curve, from 2^FIRST to 2^LAST nodes a
//! move, each against the one with twice its nodes; then the steps of a ladder whose neighbours are
//! equally far apart.
//!
//! `cargo run --release -p xtask -- fit-strengths [GAMES [FIRST LAST]]`

use clap::Args;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::Color;
use nucleus_matches::rating::{GameResults, ModelParameter, RatingOptions, rate};
use nucleus_matches::{Arbiter, Ending, Opening, built_in, estimate};
use nucleus_search::{
    EngineOptions, Handicap, LADDER, Limits, SearchEngine, Signals, StrengthStep,
};

use super::Ended;

/// Plies after which a game is a draw.
const LONGEST: usize = 400;

/// Players and number of games.
#[derive(Args)]
pub struct FitStrengthsArguments {
    /// Games of each two players, in pairs with colours exchanged.
    #[arg(default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// The exponent of the weakest player's nodes.
    #[arg(default_value_t = 5)]
    first: u32,
    /// The exponent of the strongest player's nodes.
    #[arg(default_value_t = 15, value_parser = clap::value_parser!(u32).range(..=24))]
    last: u32,
}

/// Plays the games and prints the players' ratings and the steps of a ladder.
///
/// # Errors
/// When FIRST is not below LAST, the engine cannot be made, or games give no rating.
pub fn run(arguments: &FitStrengthsArguments) -> Ended {
    let FitStrengthsArguments { games, first, last } = *arguments;
    if first >= last {
        return Err("FIRST has to be below LAST".into());
    }
    let exponents: Vec<f64> = (first..=last).map(f64::from).collect();
    ladder(&exponents, &measure(games, &exponents)?);
    Ok(0)
}

/// The player of an exponent: errors halve with every two and a half doublings of the nodes, and
/// the depth is one that so many nodes reach where there is little to search.
fn player(exponent: f64) -> StrengthStep {
    StrengthStep {
        elo: 0,
        nodes: exponent.exp2().round() as u64,
        depth: (exponent - 3.0).round().max(1.0) as u32,
        noise: (300.0 * ((6.0 - exponent) / 2.5).exp2()).round() as i16,
    }
}

/// The ratings of the players, the weakest one's 0.
fn measure(games: u32, exponents: &[f64]) -> Result<Vec<f64>, String> {
    let openings = built_in(8)?;
    let engine = || SearchEngine::new(16, EngineOptions::default()).map_err(|e| e.to_string());
    let mut engines = [engine()?, engine()?];
    let mut results = GameResults::default();
    for (low, high) in (0..exponents.len() - 1).map(|low| (low, low + 1)) {
        let steps = [player(exponents[low]), player(exponents[high])];
        let mut points = Vec::new();
        for game in 0..games {
            let opening = &openings[(game / 2) as usize % openings.len()];
            let white = usize::from(game % 2 == 1);
            let seed = u64::from(game) << 16 | (low as u64) << 8 | high as u64;
            let outcome = play(&mut engines, opening, [steps[white], steps[1 - white]], seed)?;
            let names = [low, high].map(|index| exponents[index].to_string());
            results.add(&names[white], &names[1 - white], outcome)?;
            points.push((game + 1, half_points(outcome, white == 1)));
        }
        let estimated = estimate(&points).ok_or("no games")?;
        println!(
            "2^{} against 2^{} nodes: {:.1} %, Elo {:+.0}",
            exponents[high],
            exponents[low],
            100.0 * estimated.points.value.unwrap_or_default(),
            estimated.elo.value.unwrap_or(f64::INFINITY),
        );
    }
    let options = RatingOptions {
        white: ModelParameter::Fit,
        draw: ModelParameter::Fit,
        anchor: Some((exponents[0].to_string(), 0.0)),
        ..RatingOptions::default()
    };
    let report = rate(&results, &options).map_err(|fault| fault.to_string())?;
    let rating = |exponent: &f64| {
        let name = exponent.to_string();
        let player = report.players.iter().find(|player| player.name == name);
        player.map(|player| player.elo).ok_or(format!("{name} has no rating"))
    };
    exponents.iter().map(rating).collect()
}

/// The stronger one's half points.
fn half_points(outcome: Outcome, is_white: bool) -> u32 {
    match outcome {
        Outcome::Win(color) => 2 * u32::from((color == Color::White) == is_white),
        _ => 1,
    }
}

/// A game between two players, White first, each with an engine of its own.
fn play(
    engines: &mut [SearchEngine; 2],
    opening: &Opening,
    steps: [StrengthStep; 2],
    seed: u64,
) -> Result<Outcome, String> {
    let mut arbiter = Arbiter::new(&opening.setup);
    let mut moves = opening.moves.clone();
    moves.iter().for_each(|&chess_move| arbiter.play(chess_move));
    for (side, engine) in engines.iter_mut().enumerate() {
        engine.clear();
        let seed = 2 * seed + side as u64;
        engine.options.handicap = Some(Handicap { step: steps[side], seed });
    }
    loop {
        match arbiter.ending() {
            Some(Ending::Checkmate(loser)) => return Ok(Outcome::Win(!loser)),
            Some(_) => return Ok(Outcome::Draw),
            None if moves.len() >= LONGEST => return Ok(Outcome::Draw),
            None => {}
        }
        let engine = &mut engines[arbiter.side().index()];
        let (limits, signals) = (Limits::default(), Signals::default());
        let outcome = engine.search(&opening.setup, &moves, &limits, &signals, &mut |_| {});
        let best = outcome.best_move().ok_or("a position without a move")?;
        arbiter.play(best);
        moves.push(best);
    }
}

/// Prints the players' ratings, and the steps of a ladder.
fn ladder(exponents: &[f64], ratings: &[f64]) {
    println!("\nnodes  depth noise  rating");
    for (&exponent, rating) in exponents.iter().zip(ratings) {
        let StrengthStep { nodes, depth, noise, .. } = player(exponent);
        println!("{nodes:>6} {depth:>5} {noise:>5} {rating:>7.0}");
    }
    let (low, high) = (ratings[0], ratings[ratings.len() - 1]);
    let count = LADDER.len();
    println!("\n{count} steps, {:.0} Elo apart:", (high - low) / (count - 1) as f64);
    for step in 0..count {
        let wanted = low + (high - low) * step as f64 / (count - 1) as f64;
        let above =
            ratings.iter().position(|&rating| rating >= wanted).unwrap_or(ratings.len() - 1);
        let below = above.saturating_sub(1);
        let span = ratings[above] - ratings[below];
        let share = if span > 0.0 { (wanted - ratings[below]) / span } else { 0.0 };
        let exponent = exponents[below] + share * (exponents[above] - exponents[below]);
        println!("{:>5.0} {:?}", wanted - low, player(exponent));
    }
}
