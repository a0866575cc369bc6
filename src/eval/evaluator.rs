//! What the search asks of an evaluation.

use super::{Accumulator, Options, evaluate_with};
use crate::board::Board;
use crate::matrix::Planes;
use crate::types::{Move, Score};

/// An evaluation as the search uses it: a part that is kept from ply to ply, and the rest.
///
/// A value of the type is passed about freely: it has its weights compiled in, or is a reference
/// to them.
pub trait Evaluator: Copy {
    /// What is kept from ply to ply.
    type Accumulator: Clone;

    /// What is kept of a position, from scratch.
    fn accumulate(self, planes: &Planes) -> Self::Accumulator;

    /// The same after a legal move of `board`, which leads to `child`; the child need not be
    /// rebuilt.
    fn after<B: Board>(
        self,
        accumulator: &Self::Accumulator,
        board: &B,
        chess_move: Move,
        child: &B,
    ) -> Self::Accumulator;

    /// A rebuilt position in centipawns, positive when the side to move is better.
    fn evaluate<B: Board>(
        self,
        board: &B,
        accumulator: &Self::Accumulator,
        options: &Options,
    ) -> Score;
}

/// The evaluation with the data table's weights compiled in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compiled;

impl Evaluator for Compiled {
    type Accumulator = Accumulator;

    #[inline(always)]
    fn accumulate(self, planes: &Planes) -> Accumulator {
        Accumulator::of(planes)
    }

    #[inline(always)]
    fn after<B: Board>(
        self,
        accumulator: &Accumulator,
        board: &B,
        chess_move: Move,
        child: &B,
    ) -> Accumulator {
        accumulator.after(board, chess_move, child)
    }

    #[inline(always)]
    fn evaluate<B: Board>(self, board: &B, accumulator: &Accumulator, options: &Options) -> Score {
        evaluate_with(board, accumulator, options)
    }
}
