//! The evaluation of a search, selected at run time.

use super::axon32::{self, CellAccumulator};
use super::endgame::{self, Knowledge};
use super::network::{Network, NetworkAccumulator};
use super::noise::Noise;
use super::paper29::Paper29;
use super::{
    Accumulator, MaterialSet, Options, Values, any_check, evaluate, evaluate_with, fixed,
    from_side, range,
};
use crate::board::Board;
use crate::kernels::Kernel;
use crate::types::{Color, Move, Score, score};

/// The parts of a position's evaluation that a search updates from ply to ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Accumulators {
    /// The accumulator of the additive evaluation; a network uses its material.
    pub additive: Accumulator,
    /// The accumulator of a network; `None` until a network has evaluated.
    pub network: Option<Box<NetworkAccumulator>>,
    /// The accumulator of the additive evaluation on a board with a record; meaningless on other boards.
    pub cells: CellAccumulator,
}

/// An evaluation with its weights and options.
///
/// The method is chosen at run time, so that a search is compiled once for all evaluations. The
/// branches that select the method always go the same way in a search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a> {
    /// The weights of the additive evaluation.
    values: &'a Values,
    options: Options,
    method: Method<'a>,
    /// True if the values have weights for the patterns of Umko's paper.
    has_patterns: bool,
    /// The options for [`Evaluator::range`]: unbounded if the evaluation has no known bound.
    range_options: Options,
}

/// An evaluation method.
#[derive(Clone, Copy, Debug)]
enum Method<'a> {
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

    /// Computes the accumulators that a board needs from scratch.
    #[inline(always)]
    pub fn accumulate<B: Board>(&self, board: &B) -> Accumulators {
        let mut accumulators = Accumulators::default();
        if let Some(record) = board.record() {
            accumulators.cells =
                CellAccumulator::new(board.kernel(), self.values, &record.nucleus.cells);
            return accumulators;
        }
        if let Method::Network(network) = self.method {
            let sums = NetworkAccumulator::new(network, board);
            accumulators.network = Some(Box::new(sums));
        }
        accumulators.additive = Accumulator::new(self.values, board.planes());
        accumulators
    }

    /// Writes the accumulators after a legal move of `board` to `child`, which need not be rebuilt.
    #[inline(always)]
    pub fn after<B: Board>(
        &self,
        before: &Accumulators,
        board: &B,
        chess_move: Move,
        child: &B,
        after: &mut Accumulators,
    ) {
        if let (Some(record), Some(child)) = (board.record(), child.record()) {
            let (kernel, values) = (board.kernel(), self.values);
            after.cells = before.cells.after(kernel, values, record, chess_move, child);
            return;
        }
        let values = self.values;
        if let Method::Network(network) = self.method {
            // A separate function, so that the additive evaluation keeps its registers.
            return board.kernel().outlined(move || {
                after.additive = before.additive.material_after(values, board, chess_move);
                let sums = after.network.get_or_insert_default();
                match &before.network {
                    Some(before) => sums.after(network, before, board, chess_move),
                    None => {
                        let kernel = board.kernel();
                        **sums = NetworkAccumulator::begun(network, kernel, child.planes());
                    }
                }
            });
        }
        after.additive = before.additive.after(values, board, chess_move, child);
        if self.has_patterns {
            let (old, new) = (board.planes(), child.planes());
            after.additive.exchange_patterns(values, &before.additive, old, new);
        }
    }

    /// Writes the accumulators after a null move: no piece has moved.
    #[inline(always)]
    pub fn after_null<B: Board>(&self, before: &Accumulators, board: &B, after: &mut Accumulators) {
        if board.record().is_some() {
            after.cells = before.cells;
            return;
        }
        after.additive = before.additive;
        if let Method::Network(_) = self.method {
            after.network.clone_from(&before.network);
        }
    }

    /// Returns true if a position's value is the negated value with the other side to move. This
    /// holds for every evaluation except a network.
    #[inline(always)]
    pub const fn is_antisymmetric(&self) -> bool {
        !matches!(self.method, Method::Network(_))
    }

    /// Returns the value of a rebuilt position in centipawns, positive if the side to move is
    /// better. This call updates the sums of a network that reads cells.
    #[inline(always)]
    pub fn evaluate<B: Board>(&self, board: &B, accumulators: &mut Accumulators) -> Score {
        if let Some(record) = board.record() {
            let (kernel, kept) = (board.kernel(), &accumulators.cells);
            return match self.method {
                Method::Additive if !self.has_patterns => {
                    axon32::evaluate(kernel, self.values, record, kept, &self.options)
                }
                _ => kernel.outlined_with(Self::evaluate_otherwise, self, board, accumulators),
            };
        }
        match self.method {
            Method::Additive => {
                evaluate_with(self.values, board, &accumulators.additive, &self.options)
            }
            // A separate function, so that the additive evaluation keeps its registers.
            _ => board.kernel().outlined_with(Self::evaluate_otherwise, self, board, accumulators),
        }
    }

    /// Returns the value of a position by a method other than the additive evaluation.
    #[inline(always)]
    fn evaluate_otherwise<B: Board>(&self, board: &B, accumulators: &mut Accumulators) -> Score {
        let Self { values, options, .. } = self;
        match self.method {
            Method::Network(network) => by_network(network, board, accumulators),
            Method::Paper29(paper29) => paper29.evaluate(board),
            Method::Additive => evaluate(values, board, options),
            Method::Noisy(noise) => {
                noise.misjudge(evaluate(values, board, options), board.planes(), board.side())
            }
        }
    }

    /// Returns the lowest and highest value of a rebuilt position; no limits if it may have no bound.
    #[inline(always)]
    pub fn range<B: Board>(&self, board: &B, accumulators: &Accumulators) -> [Score; 2] {
        if board.record().is_some() {
            let (kept, options) = (&accumulators.cells, &self.range_options);
            return axon32::range(self.values, board.side(), kept, options);
        }
        range(self.values, board, &accumulators.additive, &self.range_options)
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
