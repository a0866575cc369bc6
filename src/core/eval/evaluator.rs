//! What the search asks of an evaluation, and the additive one with weights of either kind.

use super::{Accumulator, Options, Values, evaluate_with, range};
use crate::board::Board;
use crate::matrix::Planes;
use crate::types::score::INFINITE;
use crate::types::{Move, Score};

/// An evaluation as the search uses it: a part that is kept from ply to ply, and the rest.
///
/// A value of the type is passed about freely: it has its weights compiled in, or is a reference
/// to them.
pub trait Evaluator: Copy {
    /// What is kept from ply to ply.
    type Accumulator: Clone + Send + 'static;

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

    /// What the evaluation of a rebuilt position is at least and at most, as far as it can be told
    /// for next to nothing.
    #[inline(always)]
    fn range<B: Board>(
        self,
        _board: &B,
        _accumulator: &Self::Accumulator,
        _options: &Options,
    ) -> [Score; 2] {
        [-INFINITE, INFINITE]
    }
}

/// Where the additive evaluation has its values from.
pub trait Weights: Copy {
    /// The values; the compiler sees through it when they are constants.
    fn values(&self) -> &Values;
}

/// The values of the data table, compiled in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compiled;

impl Weights for Compiled {
    #[inline(always)]
    fn values(&self) -> &Values {
        Values::compiled()
    }
}

/// The values that are fitted to games, compiled in.
#[derive(Clone, Copy, Debug, Default)]
pub struct FittedWeights;

impl Weights for FittedWeights {
    #[inline(always)]
    fn values(&self) -> &Values {
        Values::fitted()
    }
}

/// Values that came at run time.
impl Weights for &Values {
    #[inline(always)]
    fn values(&self) -> &Values {
        self
    }
}

/// The additive evaluation (Axon 2024) with weights from somewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Additive<W>(pub W);

impl<W: Weights> Evaluator for Additive<W> {
    type Accumulator = Accumulator;

    #[inline(always)]
    fn accumulate(self, planes: &Planes) -> Accumulator {
        Accumulator::of(self.0.values(), planes)
    }

    #[inline(always)]
    fn after<B: Board>(
        self,
        accumulator: &Accumulator,
        board: &B,
        chess_move: Move,
        child: &B,
    ) -> Accumulator {
        accumulator.after(self.0.values(), board, chess_move, child)
    }

    #[inline(always)]
    fn evaluate<B: Board>(self, board: &B, accumulator: &Accumulator, options: &Options) -> Score {
        evaluate_with(self.0.values(), board, accumulator, options)
    }

    #[inline(always)]
    fn range<B: Board>(
        self,
        board: &B,
        accumulator: &Accumulator,
        options: &Options,
    ) -> [Score; 2] {
        range(self.0.values(), board, accumulator, options)
    }
}
