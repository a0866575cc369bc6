//! The evaluation of a search, chosen by value.

use super::noise::Noise;
use super::paper29::Paper29;
use super::{Accumulator, Options, Values, evaluate_with, range};
use crate::board::Board;
use crate::matrix::Planes;
use crate::types::score::INFINITE;
use crate::types::{Move, Score};

/// An evaluation with its weights and options.
///
/// It is a value and no type: a search is compiled once for all of them. The branch that chooses
/// goes the same way throughout a search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a> {
    method: Method<'a>,
    options: Options,
}

/// How a position gets its value.
#[derive(Clone, Copy, Debug)]
enum Method<'a> {
    /// The additive evaluation (Axon 2024) with these weights.
    Additive(&'a Values),
    /// The same, misjudging positions.
    Noisy(&'a Values, Noise),
    /// The tuning paper's.
    Paper29(&'a Paper29),
}

impl<'a> Evaluator<'a> {
    /// The additive evaluation.
    pub const fn additive(values: &'a Values, options: Options) -> Self {
        Self { method: Method::Additive(values), options }
    }

    /// The additive evaluation, off by an error that depends on the position.
    pub const fn noisy(values: &'a Values, options: Options, noise: Noise) -> Self {
        Self { method: Method::Noisy(values, noise), options }
    }

    /// The tuning paper's evaluation. It has neither draw rules nor a bound: of the options nothing
    /// is used.
    pub const fn paper29(paper29: &'a Paper29, options: Options) -> Self {
        Self { method: Method::Paper29(paper29), options }
    }

    /// Returns what is kept of a position from ply to ply, from scratch.
    pub fn accumulate(&self, planes: &Planes) -> Accumulator {
        match self.method {
            Method::Additive(values) | Method::Noisy(values, _) => Accumulator::of(values, planes),
            Method::Paper29(_) => Accumulator::default(),
        }
    }

    /// Writes to `after` what is kept after a legal move of `board`, which leads to `child`; the
    /// child need not be rebuilt.
    #[inline(always)]
    pub fn update<B: Board>(
        &self,
        accumulator: &Accumulator,
        board: &B,
        chess_move: Move,
        child: &B,
        after: &mut Accumulator,
    ) {
        if let Method::Additive(values) | Method::Noisy(values, _) = self.method {
            *after = accumulator.after(values, board, chess_move, child);
        }
    }

    /// Returns the value of a rebuilt position in centipawns, positive when the side to move is
    /// better.
    #[inline(always)]
    pub fn evaluate<B: Board>(&self, board: &B, accumulator: &Accumulator) -> Score {
        let values = match self.method {
            Method::Additive(values) | Method::Noisy(values, _) => values,
            Method::Paper29(paper29) => return paper29.evaluate(board),
        };
        let value = evaluate_with(values, board, accumulator, &self.options);
        match self.method {
            Method::Noisy(_, noise) => noise.misjudge(value, board.planes(), board.side()),
            _ => value,
        }
    }

    /// Returns what the evaluation of a rebuilt position is at least and at most, as far as it can
    /// be told for next to nothing.
    #[inline(always)]
    pub fn range<B: Board>(&self, board: &B, accumulator: &Accumulator) -> [Score; 2] {
        match self.method {
            Method::Additive(values) => range(values, board, accumulator, &self.options),
            _ => [-INFINITE, INFINITE],
        }
    }
}
