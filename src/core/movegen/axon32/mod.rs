//! Moves from the record of [`crate::board::Axon32Board`], in 32-bit words and in the order of the
//! other boards.
//!
//! - `generate`: all legal moves of a kind
//! - `castling`: castling and en passant
//! - `captures`: good captures one at a time
//! - `legality`: legality of a move of another position
//! - `targets`: the squares where moves may end, all or those that end a check
//!
//! Moves are generated in parts. The moves of some pieces fill [`crate::kernels::axon32::MoveWords`],
//! the paper's `Moves` of 128, which is emptied into the search's list before it overflows. So even
//! the longest known list, of 218 moves, fits.

pub mod captures;
mod castling;
mod generate;
mod legality;
mod targets;

pub use crate::kernels::axon32::SquareWords;

use super::generate::is_listed;
use super::pieces::Pieces;
use super::sink::{Sink, Wanted};
use super::{GenerateCaptures, GenerateMoves, GoodCaptures};
use crate::board::{Axon32Board, Board};
use crate::kernels::Kernel;
use crate::types::{Move, MoveList};

impl<K: Kernel> GenerateMoves for Axon32Board<K> {
    #[inline(always)]
    fn generate_free<P: Pieces, S: Sink, const WANTED: Wanted>(&self, _: &P, list: &mut S) {
        generate::generate::<S, WANTED>(self.record(), self.variant(), list);
    }

    #[inline(always)]
    fn generate_in_check<P: Pieces, S: Sink, const WANTED: Wanted>(&self, _: &P, list: &mut S) {
        generate::generate::<S, WANTED>(self.record(), self.variant(), list);
    }

    #[inline(always)]
    fn is_legal(&self, chess_move: Move) -> bool {
        legality::is_legal(self.record(), chess_move, || is_listed(self, chess_move))
    }
}

impl<K: Kernel> GenerateCaptures for Axon32Board<K> {
    #[inline(always)]
    fn is_good_capture(&self, capture: Move) -> bool {
        captures::is_good(self.record(), capture)
    }

    #[inline(always)]
    fn has_no_captures(&self, least: usize) -> bool {
        captures::are_none(self.kernel(), self.variant(), self.record(), least)
    }

    #[inline(always)]
    fn good_captures(&self, list: &mut MoveList) -> GoodCaptures {
        list.clear();
        captures::append_first(self.record(), self.variant(), list);
        GoodCaptures::START
    }

    #[inline(always)]
    fn next_good_capture(&self, captures: &mut GoodCaptures, least: usize) -> Option<Move> {
        let mut words = captures.in_words();
        let next = words.next(self.kernel(), self.variant(), self.record(), least as u32);
        captures.set_words(&words);
        next
    }
}
