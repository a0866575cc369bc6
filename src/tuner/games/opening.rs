//! Openings of self-play games: random moves that a search finds balanced.

use super::options::SelfPlayOptions;
use nucleus_core::board::Setup;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::{Move, Random};
use nucleus_matches::Arbiter;
use nucleus_search::{SearchEngine, Signals};

/// Draws lines of random moves from the start position until a search scores the position after one
/// as balanced. Returns the moves of that line; `None` if a signal ended the search.
pub fn balanced(
    options: &SelfPlayOptions,
    engine: &mut SearchEngine,
    random: &mut Random,
    signals: &Signals,
) -> Option<Vec<Move>> {
    let setup = Setup::start();
    let limits = options.limits();
    loop {
        let [least, most] = options.random_plies;
        let plies = least + random.below(most - least + 1);
        let Some(moves) = random_moves(&setup, plies, random) else { continue };
        engine.clear();
        let outcome = engine.search(&setup, &moves, &limits, signals, &mut |_| {});
        if signals.is_stopped() {
            return None;
        }
        let balanced = |line: &nucleus_search::SearchLine| line.score.abs() <= options.balance;
        if outcome.lines.first().is_some_and(balanced) {
            return Some(moves);
        }
    }
}

/// Returns this number of random legal moves; `None` if the game ends before.
fn random_moves(setup: &Setup, plies: usize, random: &mut Random) -> Option<Vec<Move>> {
    let mut arbiter = Arbiter::new(setup);
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = legal_moves(arbiter.board());
        if legal.is_empty() {
            return None;
        }
        let chess_move = legal[random.below(legal.len())];
        arbiter.play(chess_move);
        moves.push(chess_move);
    }
    arbiter.ending().is_none().then_some(moves)
}
