//! Openings of self-play games: random moves that a search finds balanced.

use super::options::SelfPlayOptions;
use nucleus_core::board::Setup;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::{Move, Random};
use nucleus_matches::Arbiter;
use nucleus_search::{SearchEngine, Signals};

/// Returns the Chess960 start position of a number from 0 to 959, in Scharnagl's numbering.
pub fn chess960(number: u16) -> Setup {
    let mut rank = [' '; 8];
    let mut left = usize::from(number);
    let mut next = |count: usize| {
        let digit = left % count;
        left /= count;
        digit
    };
    rank[2 * next(4) + 1] = 'B';
    rank[2 * next(4)] = 'B';
    let mut put = |place: usize, piece| {
        let free = (0..8).filter(|&file| rank[file] == ' ').nth(place);
        free.into_iter().for_each(|file| rank[file] = piece);
    };
    put(next(6), 'Q');
    // The knights' places among the five that are left, as 01, 02, 03, 04, 12 and so on.
    let pairs = (0..4).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    let (first, second) = pairs.into_iter().nth(next(10)).unwrap_or_default();
    put(second, 'N');
    put(first, 'N');
    ['R', 'K', 'R'].into_iter().for_each(|piece| put(0, piece));
    let white = String::from_iter(rank);
    let black = white.to_lowercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    Setup::from_chess960_fen(&fen).unwrap_or_else(|_| Setup::start())
}

/// Draws lines of random moves from a start position until a search scores the position after one
/// as balanced. Returns the moves of that line; `None` if a signal ended the search.
pub fn balanced(
    setup: &Setup,
    options: &SelfPlayOptions,
    engine: &mut SearchEngine,
    random: &mut Random,
    signals: &Signals,
) -> Option<Vec<Move>> {
    let limits = options.limits();
    loop {
        let [least, most] = options.random_plies;
        let plies = least + random.below(most - least + 1);
        let Some(moves) = random_moves(setup, plies, random) else { continue };
        engine.clear();
        let outcome = engine.search(setup, &moves, &limits, signals, &mut |_| {});
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

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::fen;
    use std::collections::HashSet;

    #[test]
    fn every_number_is_a_position() {
        let setups = (0..960).map(chess960);
        let fens: HashSet<String> =
            setups.map(|setup| fen::format(&setup.planes, &setup.state)).collect();
        assert_eq!(fens.len(), 960);
        let row = |number| fen::format(&chess960(number).planes, &chess960(number).state);
        assert!(row(518).starts_with("rnbqkbnr/"), "the usual start position");
        assert!(row(0).starts_with("bbqnnrkr/") && row(959).starts_with("rkrnnqbb/"));
    }
}
