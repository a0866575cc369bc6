//! The evaluation of a search, selected at run time.

use super::axon32::CellAccumulator;
use super::endgame::{self, Knowledge};
use super::network::{Network, NetworkAccumulator};
use super::noise::Noise;
use super::paper29::Paper29;
use super::{
    Accumulator, MaterialSet, Options, Values, any_check, evaluate, evaluate_with, fixed,
    from_side, range,
};
use crate::board::magic::Lookup;
use crate::board::{Board, MagicBoard, MatrixBoard};
use crate::kernels::{Kernel, MatrixKernel};
use crate::types::{Color, Move, PieceType, Score, score};

/// The parts of a position's evaluation that a search updates from ply to ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Accumulators {
    /// The accumulator of the additive evaluation; a network uses its material.
    pub additive: Accumulator,
    /// The accumulator of a network; `None` without a network, and on the axon32 board.
    pub network: Option<Box<NetworkAccumulator>>,
    /// The accumulator of the additive evaluation on the axon32 board; meaningless on other boards.
    pub cells: CellAccumulator,
}

/// An evaluation with its weights and options.
///
/// The method is chosen at run time, so that a search is compiled once for all evaluations. The
/// branches that select the method always go the same way in a search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a> {
    /// The weights of the additive evaluation.
    pub(super) values: &'a Values,
    pub(super) options: Options,
    pub(super) method: Method<'a>,
    /// True if the values have weights for the patterns of Umko's paper.
    pub(super) has_patterns: bool,
    /// The options for [`EvaluatedBoard::evaluation_range`]: unbounded if the evaluation has no
    /// known bound.
    pub(super) range_options: Options,
}

/// An evaluation method.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method<'a> {
    /// The additive evaluation (Axon 2024).
    Additive,
    /// The additive evaluation with random errors, for play below full strength.
    Noisy(Noise),
    /// The tuning paper's evaluation.
    Paper29(&'a Paper29),
    /// A network's evaluation.
    Network(&'a Network),
}

impl<'a> Evaluator<'a> {
    /// Returns the additive evaluation.
    pub const fn additive(values: &'a Values, options: Options) -> Self {
        let (method, has_patterns) = (Method::Additive, values.has_patterns());
        Self { values, options, method, has_patterns, range_options: options }
    }

    /// Returns the additive evaluation with an error that depends on the position.
    pub const fn noisy(values: &'a Values, options: Options, noise: Noise) -> Self {
        Self { method: Method::Noisy(noise), ..Self::additive(values, options) }.without_range()
    }

    /// Returns the tuning paper's evaluation, which uses nothing of the additive one.
    pub const fn paper29(paper29: &'a Paper29) -> Self {
        let options = Options { material: MaterialSet::Axon2024, bound: Options::UNBOUNDED };
        let method = Method::Paper29(paper29);
        Self { method, ..Self::additive(Values::compiled(), options) }.without_range()
    }

    /// Returns a network's evaluation with the known endings and draw rules of the additive one,
    /// whose material `values` counts.
    pub const fn network(network: &'a Network, values: &'a Values, options: Options) -> Self {
        let method = Method::Network(network);
        Self { method, ..Self::additive(values, options) }.without_range()
    }

    const fn without_range(self) -> Self {
        let range_options = Options { bound: Options::UNBOUNDED, ..self.options };
        Self { range_options, ..self }
    }

    /// Returns true if a position's value is the negated value with the other side to move. This
    /// holds for every evaluation except a network.
    #[inline(always)]
    pub const fn is_antisymmetric(&self) -> bool {
        !matches!(self.method, Method::Network(_))
    }
}

/// A board that an [`Evaluator`] evaluates.
///
/// The defaults read planes and sets of squares; a board without them has methods of its own.
pub trait EvaluatedBoard: Board {
    /// Computes the accumulators that the board needs from scratch.
    #[inline(always)]
    fn accumulate(&self, evaluator: &Evaluator<'_>) -> Accumulators {
        let mut accumulators = Accumulators::default();
        if let Method::Network(network) = evaluator.method {
            let sums = NetworkAccumulator::new(network, self);
            accumulators.network = Some(Box::new(sums));
        }
        accumulators.additive = Accumulator::new(evaluator.values, self.planes());
        accumulators
    }

    /// Writes to `after` the accumulators of `child`, the position after a move, rebuilt or not.
    #[inline(always)]
    fn accumulate_move(
        &self,
        evaluator: &Evaluator<'_>,
        before: &Accumulators,
        chess_move: Move,
        child: &Self,
        after: &mut Accumulators,
    ) {
        let values = evaluator.values;
        if let Method::Network(network) = evaluator.method {
            // A separate function, so that the additive evaluation keeps its registers.
            return self.kernel().outlined(move || {
                after.additive = before.additive.material_after(values, self, chess_move);
                let sums = after.network.get_or_insert_default();
                match &before.network {
                    Some(before) => sums.after(network, before, self, chess_move),
                    None => {
                        let kernel = self.kernel();
                        **sums = NetworkAccumulator::begun(network, kernel, child.planes());
                    }
                }
            });
        }
        after.additive = before.additive.after(values, self, chess_move, child);
        if evaluator.has_patterns {
            let (old, new) = (self.planes(), child.planes());
            after.additive.exchange_patterns(values, &before.additive, old, new);
        }
    }

    /// Writes the accumulators after a null move: no piece has moved.
    #[inline(always)]
    fn accumulate_null(
        &self,
        evaluator: &Evaluator<'_>,
        before: &Accumulators,
        after: &mut Accumulators,
    ) {
        after.additive = before.additive;
        if let Method::Network(_) = evaluator.method {
            after.network.clone_from(&before.network);
        }
    }

    /// Returns the value of a rebuilt position in centipawns, positive if the side to move is
    /// better. This call updates the sums of a network that reads cells.
    #[inline(always)]
    fn static_evaluation(
        &self,
        evaluator: &Evaluator<'_>,
        accumulators: &mut Accumulators,
    ) -> Score {
        match evaluator.method {
            Method::Additive => {
                let Evaluator { values, options, .. } = evaluator;
                evaluate_with(values, self, &accumulators.additive, options)
            }
            // A separate function, so that the additive evaluation keeps its registers.
            _ => self.kernel().outlined_with(evaluate_otherwise, evaluator, self, accumulators),
        }
    }

    /// Returns the lowest and highest value of a rebuilt position; unlimited if no bound is known.
    #[inline(always)]
    fn evaluation_range(
        &self,
        evaluator: &Evaluator<'_>,
        accumulators: &Accumulators,
    ) -> [Score; 2] {
        range(evaluator.values, self, &accumulators.additive, &evaluator.range_options)
    }

    /// Returns true if the side to move has more than king and pawns.
    #[inline(always)]
    fn has_pieces(&self, _accumulators: &Accumulators) -> bool {
        let planes = self.planes();
        let own = planes.color(self.side());
        own & !(planes.kind(PieceType::Pawn) | planes.kind(PieceType::King)) != 0
    }
}

impl<K: Kernel, L: Lookup<K>> EvaluatedBoard for MagicBoard<K, L> {}

impl<K: MatrixKernel> EvaluatedBoard for MatrixBoard<K> {}

/// Returns the value of a position by a method other than the additive evaluation.
#[inline(always)]
pub(super) fn evaluate_otherwise<B: EvaluatedBoard>(
    evaluator: &Evaluator<'_>,
    board: &B,
    accumulators: &mut Accumulators,
) -> Score {
    let Evaluator { values, options, .. } = evaluator;
    match evaluator.method {
        Method::Network(network) => by_network(network, board, accumulators),
        Method::Paper29(paper29) => paper29.evaluate(board),
        // The axon32 board has no patterns of its own: its planes are evaluated.
        Method::Additive => {
            evaluate_with(values, board, &Accumulator::new(values, board.planes()), options)
        }
        Method::Noisy(noise) => {
            noise.misjudge(evaluate(values, board, options), board.planes(), board.side())
        }
    }
}

/// Returns a network's value of a rebuilt position, or the value of a known ending.
#[inline(always)]
fn by_network<B: Board>(network: &Network, board: &B, accumulators: &mut Accumulators) -> Score {
    let planes = board.planes();
    let side = board.side();
    let ending = accumulators.additive.material().pieces <= fixed::MOST_PIECES;
    if ending && endgame::is_candidate(planes) {
        match endgame::known(planes, any_check(board)) {
            Knowledge::Draw => return score::DRAW,
            Knowledge::Win(value) => return from_side(side, value),
            Knowledge::None => {}
        }
    }
    let value = match &mut accumulators.network {
        Some(sums) => {
            sums.follow(network, board);
            sums.value(network, board.kernel(), side)
        }
        None => NetworkAccumulator::new(network, board).value(network, board.kernel(), side),
    };
    let mut value = value.clamp(-fixed::MOST, fixed::MOST);
    if ending {
        let white_ahead = (value > 0) == (side == Color::White);
        value = value * endgame::winnable(planes, white_ahead) / fixed::WINNABLE;
    }
    value as Score
}
