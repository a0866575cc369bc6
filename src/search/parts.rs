//! What a search is made of.

use nucleus_core::board::Board;
use nucleus_core::eval::Evaluator;
use nucleus_core::movegen::pieces::ListPieces;

/// A board and an evaluator under one name. The two side by side are one: `(B, E)`.
pub trait Parts {
    /// The positions.
    type Board: ListPieces;
    /// What tells their values.
    type Evaluator: Evaluator;
}

impl<B: ListPieces, E: Evaluator> Parts for (B, E) {
    type Board = B;
    type Evaluator = E;
}

/// What the evaluator of a search keeps from ply to ply.
pub type AccumulatorOf<I> = <<I as Parts>::Evaluator as Evaluator>::Accumulator;

/// The level of a search, as its token.
pub type TokenOf<I> = <<I as Parts>::Board as Board>::Kernel;
