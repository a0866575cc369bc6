use nucleus_core::types::{Color, Move};
use nucleus_matches::{Arbiter, Ending, Opening, read_openings};
use nucleus_report::papers::PaperName;
use nucleus_search::{Limits, SearchEngine, Signals};

use super::fault::Fault;
use super::log::engine;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// Games of a step, two of each opening.
const GAMES: usize = 50;
const STEPS: u64 = 4;
/// Plies after which a game is a draw.
const MOST_PLIES: usize = 400;

/// Section III.D: a program of depth D against the same one of depth D − 1.
pub fn unit() -> Unit {
    let mut steps = Vec::new();
    for (depth, seconds) in [(5_u32, 40.0), (6, 130.0), (7, 420.0)] {
        for seed in 1..=STEPS {
            let name = format!("depth {depth} against {}, seed {seed}", depth - 1);
            steps.push(Step::new(name, seconds, move |workshop| games(workshop, depth, seed)));
        }
    }
    Unit {
        name: "axon-depth".to_owned(),
        paper: PaperName::AxonIi,
        what: "games of depth D against D − 1, D from 5 to 7, 200 games each".to_owned(),
        conditions: vec![
            "Profile axon on both sides; openings of eight plies drawn from gnuchess_book.bin, each \
             played twice; by the rules alone, a draw after 400 plies."
                .to_owned(),
        ],
        timed: false,
        steps,
    }
}

fn games(workshop: &Workshop, depth: u32, seed: u64) -> Result<StepResult, Fault> {
    let book = workshop.data_file("books/gnuchess_book.bin")?;
    let (openings, _) = read_openings(&book, 8, seed)?;
    let mut deeper = engine(workshop)?;
    let mut other = engine(workshop)?;
    let mut ends = [0.0; 3];
    for game in 0..GAMES {
        let opening = openings.get(game / 2).ok_or_else(|| "too few openings".to_owned())?;
        let white = if game % 2 == 0 { Color::White } else { Color::Black };
        deeper.clear();
        other.clear();
        let players = [(&mut deeper, depth), (&mut other, depth - 1)];
        let winner = play(workshop, opening, players, white)?;
        let end = match winner {
            Some(color) if color == white => 0,
            None => 1,
            Some(_) => 2,
        };
        ends[end] += 1.0;
    }
    let command =
        format!("go depth {depth} against go depth {}, openings of seed {seed}", depth - 1);
    let mut result = StepResult { command, ..StepResult::default() };
    for (end, count) in ["won", "drawn", "lost"].into_iter().zip(ends) {
        result.count(format!("depth {depth} {end}"), count, GAMES as f64);
    }
    Ok(result)
}

/// Plays a game; the first player has this colour. Returns the winner's colour.
fn play(
    workshop: &Workshop,
    opening: &Opening,
    mut players: [(&mut SearchEngine, u32); 2],
    first: Color,
) -> Result<Option<Color>, Fault> {
    let signals = Signals::stopped_by(&workshop.interrupt);
    let mut arbiter = Arbiter::new(&opening.setup);
    let mut moves: Vec<Move> = Vec::new();
    for &chess_move in &opening.moves {
        arbiter.play(chess_move);
        moves.push(chess_move);
    }
    while moves.len() < MOST_PLIES {
        match arbiter.ending() {
            Some(Ending::Checkmate(mated)) => return Ok(Some(!mated)),
            Some(_) => return Ok(None),
            None => {}
        }
        let (engine, depth) = &mut players[usize::from(arbiter.side() != first)];
        let limits = Limits::depth(*depth);
        let outcome = engine.search(&opening.setup, &moves, &limits, &signals, &mut |_| {});
        if workshop.interrupted() {
            return Err(Fault::Interrupted);
        }
        let chess_move = outcome.best_move().ok_or_else(|| "a search without a move".to_owned())?;
        arbiter.play(chess_move);
        moves.push(chess_move);
    }
    Ok(None)
}
