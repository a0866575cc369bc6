//! The evaluation of a search, chosen by value.

use super::noise::Noise;
use super::paper29::Paper29;
use super::{Accumulator, MaterialSet, Options, Values, evaluate_with, range};
use crate::board::Board;
use crate::matrix::Planes;
use crate::types::{Move, Score};

/// An evaluation with its weights and options.
///
/// It is a value and no type: a search is compiled once for all of them. The branches that choose go
/// the same way throughout a search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a> {
    /// The weights of the additive evaluation.
    values: &'a Values,
    options: Options,
    method: Method<'a>,
    /// The options by which a range is told: without a bound where there is none to tell.
    range_options: Options,
}

/// An evaluation method.
#[derive(Clone, Copy, Debug)]
enum Method<'a> {
    /// By the additive evaluation (Axon 2024).
    Additive,
    /// The same evaluation with random errors, for play below full strength.
    Noisy(Noise),
    /// By the tuning paper's evaluation.
    Paper29(&'a Paper29),
}

impl<'a> Evaluator<'a> {
    /// The additive evaluation.
    pub const fn additive(values: &'a Values, options: Options) -> Self {
        Self { values, options, method: Method::Additive, range_options: options }
    }

    /// The additive evaluation, off by an error that depends on the position.
    pub const fn noisy(values: &'a Values, options: Options, noise: Noise) -> Self {
        Self { method: Method::Noisy(noise), ..Self::additive(values, options) }.without_range()
    }

    /// The tuning paper's evaluation; of the additive one nothing is used.
    pub const fn paper29(paper29: &'a Paper29) -> Self {
        let options = Options { material: MaterialSet::Axon2024, bound: Options::UNBOUNDED };
        let method = Method::Paper29(paper29);
        Self { method, ..Self::additive(Values::compiled(), options) }.without_range()
    }

    const fn without_range(self) -> Self {
        let range_options = Options { bound: Options::UNBOUNDED, ..self.options };
        Self { range_options, ..self }
    }

    /// Returns the accumulator of a position, from scratch.
    pub fn accumulate(&self, planes: &Planes) -> Accumulator {
        Accumulator::of(self.values, planes)
    }

    /// Returns the accumulator after a legal move of `board`, which leads to `child`; the child
    /// need not be rebuilt.
    ///
    /// The additive evaluation's is kept whatever evaluates: not to keep it would be a branch more
    /// at every move.
    #[inline(always)]
    pub fn after<B: Board>(
        &self,
        accumulator: &Accumulator,
        board: &B,
        chess_move: Move,
        child: &B,
    ) -> Accumulator {
        accumulator.after(self.values, board, chess_move, child)
    }

    /// Returns the value of a rebuilt position in centipawns, positive when the side to move is
    /// better.
    #[inline(always)]
    pub fn evaluate<B: Board>(&self, board: &B, accumulator: &Accumulator) -> Score {
        // Computed whatever evaluates: to ask first would cost the additive evaluation a branch more.
        let value = evaluate_with(self.values, board, accumulator, &self.options);
        match self.method {
            Method::Additive => value,
            _ => self.amend(board, value),
        }
    }

    /// Returns the value of a position in the place of the additive evaluation's.
    #[cold]
    fn amend<B: Board>(&self, board: &B, value: Score) -> Score {
        match self.method {
            Method::Additive => value,
            Method::Noisy(noise) => noise.misjudge(value, board.planes(), board.side()),
            Method::Paper29(paper29) => paper29.evaluate(board),
        }
    }

    /// Returns bounds of the evaluation of a rebuilt position, as far as they cost next to nothing.
    #[inline(always)]
    pub fn range<B: Board>(&self, board: &B, accumulator: &Accumulator) -> [Score; 2] {
        range(self.values, board, accumulator, &self.range_options)
    }
}
