//! The evaluation: material and position, from the side to move's view (Axon evaluation 2024).
//!
//! The evaluation is additive and in centipawns. Exchanging the colours negates it; mirroring left to
//! right does not change it. Every term is a function that reads sets of squares (planes and
//! influence), counts them and reports the counts to a [`Tally`], so terms are linear in the weights
//! of the data [`table`]. The engine's tally is a sum with [`Values`]; an explanation or a tuner uses
//! the counts. A search evaluates with an [`Evaluator`].

mod accumulator;
pub mod axon32;
mod development;
pub mod endgame;
mod evaluator;
pub mod explain;
mod features;
mod fitted;
mod fitted_umko;
pub mod fixed;
mod groups;
mod king;
mod masks;
mod material;
pub mod matrices;
mod mobility;
pub mod network;
mod noise;
pub mod paper29;
mod passers;
mod pawns;
pub mod placement;
mod sets;
mod sides;
mod style;
pub mod table;
mod tally;
mod threats;
mod values;
pub mod weights;

pub use accumulator::Accumulator;
pub use evaluator::{Accumulators, EvaluatedBoard, Evaluator};
pub use features::{Features, features};
pub use groups::{GROUPS, SetGroup};
pub use material::MaterialSet;
pub use noise::Noise;
pub use style::Style;
pub use tally::{Sum, Tally, Trace};
pub use values::Values;

use crate::board::Board;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::Planes;
use crate::types::score::INFINITE;
use crate::types::{Bitboard, Color, PieceType, Score, score};
use endgame::Knowledge;
use material::MaterialBalance;
use pawns::Structure;
use sides::Sides;
use weights::{Weight, unpack};

/// Options of the evaluation that a player may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The values of the pieces.
    pub material: MaterialSet,
    /// Largest absolute value of the positional part, in centipawns; two pawns by default (section
    /// III). With strong passed pawns there is no bound.
    pub bound: Score,
}

impl Options {
    /// The paper's bound.
    pub const BOUND: Score = fixed::BOUND;
    /// A bound that never limits. Weights fitted to games are fitted and played without a bound.
    pub const UNBOUNDED: Score = Score::MAX;

    /// Returns the bound as tables show it.
    pub fn bound_words(&self) -> String {
        match self.bound {
            Self::UNBOUNDED => "no bound".to_owned(),
            bound => format!("bound {bound}"),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { material: MaterialSet::default(), bound: Self::BOUND }
    }
}

/// Evaluates a rebuilt position from scratch, positive if the side to move is better.
pub fn evaluate<B: EvaluatedBoard>(values: &Values, board: &B, options: &Options) -> Score {
    let evaluator = Evaluator::additive(values, *options);
    board.static_evaluation(&evaluator, &mut board.accumulate(&evaluator))
}

/// Evaluates a rebuilt position in centipawns, positive if the side to move is better.
///
/// `accumulator` holds the parts that are updated move by move, with the same values.
#[inline(always)]
pub fn evaluate_with<B: Board>(
    values: &Values,
    board: &B,
    accumulator: &Accumulator,
    options: &Options,
) -> Score {
    let planes = board.planes();
    let material = accumulator.material();
    let ending = material.pieces <= fixed::MOST_PIECES;
    if ending && endgame::is_candidate(planes) {
        match endgame::known(planes, any_check(board)) {
            Knowledge::Draw => return score::DRAW,
            Knowledge::Win(value) => return from_side(board.side(), value),
            Knowledge::None => {}
        }
    }
    let mut sum = Sum::from(values, accumulator.position());
    terms(board, accumulator.structure(), &mut sum);
    let mut lifted = accumulator.structure().lifts;
    if ending {
        lifted |= ending_terms(board, accumulator.structure(), material, &mut sum);
    }
    let mut total = material_part(values, planes, material, options);
    let position = tapered(sum.total, material.pieces);
    let bound = if lifted { i32::from(Options::UNBOUNDED) } else { i32::from(options.bound) };
    total += position.clamp(-bound, bound);
    if ending {
        total = total * endgame::winnable(planes, total > 0) / fixed::WINNABLE;
    }
    from_side(board.side(), total)
}

/// Returns the lowest and highest value that [`evaluate_with`] can return, from the material and
/// the bound of the positional part; unlimited if there is no bound or it may be lifted.
#[inline(always)]
fn range<B: Board>(
    values: &Values,
    board: &B,
    accumulator: &Accumulator,
    options: &Options,
) -> [Score; 2] {
    let material = accumulator.material();
    let lifted = accumulator.structure().lifts;
    bounded(board.side(), material, lifted, options, || {
        material_part(values, board.planes(), material, options)
    })
}

/// Returns the lowest and highest value of a position with material `total`.
#[inline(always)]
fn bounded(
    side: Color,
    material: MaterialBalance,
    lifted: bool,
    options: &Options,
    total: impl FnOnce() -> i32,
) -> [Score; 2] {
    if options.bound == Options::UNBOUNDED || lifted || material.pieces <= fixed::MOST_PIECES {
        return [-INFINITE, INFINITE];
    }
    let (total, bound) = (total(), i32::from(options.bound));
    let [a, b] = [total - bound, total + bound].map(|white| from_side(side, white));
    [a.min(b), a.max(b)]
}

/// Returns the material balance plus the trade terms of the side ahead, White positive.
#[inline(always)]
fn material_part(
    values: &Values,
    planes: &Planes,
    material: MaterialBalance,
    options: &Options,
) -> i32 {
    let count = |color, kind| sets::size(planes.pieces(color, kind));
    material.value(values, sets::size(planes.kind(PieceType::Pawn)))
        + options.material.correction(count)
}

/// Counts every term that the accumulator does not contain.
#[inline(always)]
fn terms<B: Board, T: Tally>(board: &B, structure: &Structure, tally: &mut T) {
    let sides = Sides::from_board(board);
    let (first, [files, queens, control]) = mobility::squares(&sides);
    let more = [files, queens, control, mobility::behind_pawns(&sides)];
    let pieces = [
        mobility::blocked(&sides),
        mobility::bishop_pair(&sides),
        mobility::trapped_rooks(&sides),
        king::defenders(&sides),
    ];
    let [open, half_open] = development::rooks(&sides, structure);
    let [blocked, free] = passers::steps(&sides, structure.passed);
    tally.pairs::<<B::Kernel as Kernel>::Pair, 5>([
        (tally.group(SetGroup::Mobility), first),
        (tally.group(SetGroup::MoreMobility), Pair::beside(more)),
        (tally.group(SetGroup::Pieces), Pair::beside(pieces)),
        (tally.group(SetGroup::Files), Pair::beside([open, half_open, blocked, free])),
        (tally.group(SetGroup::Threats), Pair::beside(threats::all(&sides))),
    ]);
    masks::masked(board, &sides, tally);
    mobility::trapped_bishops(board.planes(), tally);
    king::attack(&sides, tally);
    development::opening(board, structure, tally);
}

/// Counts the patterns that only Umko's paper lists (section 2.4).
#[inline(always)]
fn patterns<T: Tally>(planes: &Planes, passed: Bitboard, tally: &mut T) {
    mobility::more_bishops(planes, tally);
    passers::runners(planes, passed, tally);
}

/// Counts terms that apply only in endings; returns true if one of them lifts the bound.
#[inline(always)]
fn ending_terms<B: Board, T: Tally>(
    board: &B,
    structure: &Structure,
    material: MaterialBalance,
    tally: &mut T,
) -> bool {
    let planes = board.planes();
    let passed = structure.passed;
    let decisive =
        [Color::White, Color::Black].map(|color| passers::decisive(color, planes, passed));
    tally.count(Weight::Decisive, i32::from(decisive[0]), i32::from(decisive[1]));
    let mut lifted = decisive[0] | decisive[1];
    king::centralization(planes, material, tally);
    king::open(board, tally);
    if material.pieces == 0 {
        let white = passers::unstoppable(Color::White, planes, passed);
        let black = passers::unstoppable(Color::Black, planes, passed);
        let [most_white, most_black] =
            [white, black].map(|count| count.min(fixed::MOST_UNSTOPPABLE));
        tally.count(Weight::Unstoppable, most_white, most_black);
        lifted |= white + black != 0;
    }
    lifted
}

/// Interpolates between middlegame and endgame by the remaining pieces.
#[inline(always)]
fn tapered(sum: weights::PackedScore, pieces: i32) -> i32 {
    const FULL: i32 = fixed::FULL_PHASE;
    let (middlegame, endgame) = unpack(sum);
    let phase = pieces.min(FULL);
    (middlegame * phase + endgame * (FULL - phase)) / FULL
}

#[inline(always)]
fn any_check<B: Board>(board: &B) -> bool {
    let influence = board.influence();
    let planes = board.planes();
    planes.pieces(Color::White, PieceType::King) & influence.all(Color::Black)
        | planes.pieces(Color::Black, PieceType::King) & influence.all(Color::White)
        != 0
}

/// Returns White's value from the side to move's view, limited to 16 bits and below mate scores.
#[inline(always)]
fn from_side(side: Color, white: i32) -> Score {
    let value = if side == Color::White { white } else { -white };
    value.clamp(-fixed::MOST, fixed::MOST) as Score
}
