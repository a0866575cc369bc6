//! Openings from an opening book: lines drawn at random by the book's weights.

use std::collections::HashSet;

use super::arbiter::Arbiter;
use super::opening::Opening;
use nucleus_base::text;
use nucleus_core::board::{Board, Setup};
use nucleus_core::notation::san;
use nucleus_core::types::Random;
use nucleus_engine::book::{OpeningBook, choose};

/// The maximum number of lines drawn from a book.
const MOST_LINES: usize = 1_000;
/// The number of consecutive tries without a new line after which drawing stops.
const IN_VAIN: usize = 200;

/// Draws lines of up to `plies` plies from the start position, by the weights of the book's moves. Each
/// line ends in a different position. The same seed draws the same lines.
pub fn drawn(book: &OpeningBook, plies: usize, seed: u64) -> Vec<Opening> {
    let mut random = Random::new(seed);
    let (mut openings, mut ends) = (Vec::new(), HashSet::new());
    let mut in_vain = 0;
    while openings.len() < MOST_LINES && in_vain < IN_VAIN {
        in_vain += 1;
        let setup = Setup::start();
        let mut arbiter = Arbiter::new(&setup);
        let (mut moves, mut names) = (Vec::new(), Vec::new());
        while moves.len() < plies && arbiter.ending().is_none() {
            let Some(chosen) = choose(&book.moves(arbiter.board()), &mut random) else { break };
            names.push(san::format(arbiter.board(), chosen));
            moves.push(chosen);
            arbiter.play(chosen);
        }
        let playable = !moves.is_empty() && arbiter.ending().is_none();
        if playable && ends.insert(arbiter.board().state().key) {
            openings.push(Opening { name: text::name(&names.join(" ")), setup, moves });
            in_vain = 0;
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_engine::book::{PolyglotMaker, gather};
    use std::sync::atomic::AtomicBool;

    fn book(games: &str) -> OpeningBook {
        let mut maker = PolyglotMaker::new(20);
        gather("games.pgn", games, &mut maker, &AtomicBool::new(false), &mut |_| {});
        OpeningBook::Polyglot(maker.finish(1))
    }

    #[test]
    fn every_line_of_a_small_book_is_drawn_once() {
        // Two move orders reach one position; a line that ends in mate does not count.
        let book = book(
            "1. d4 Nf6 2. c4 e6 1/2-1/2\n\n1. c4 e6 2. d4 Nf6 1/2-1/2\n\n1. e4 e5 1/2-1/2\n\n\
             1. f3 e5 2. g4 Qh4# 1/2-1/2\n",
        );
        let openings = drawn(&book, 16, 1);
        openings.iter().for_each(|opening| opening.check().unwrap());
        let mut lengths: Vec<usize> = openings.iter().map(|o| o.moves.len()).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [2, 4], "{openings:?}");
        assert!(openings.iter().any(|opening| opening.name == "e4 e5"));
        assert_eq!(drawn(&book, 16, 1), openings);
        assert_eq!(drawn(&book, 1, 1).len(), 4);
        assert!(drawn(&book, 0, 1).is_empty());
    }
}
