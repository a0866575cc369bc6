//! The evaluation: material and position, from the side to move's view (Axon evaluation 2024).
//!
//! Additive, symmetric and in centipawns: colours exchanged it negates, mirrored left to right it
//! stays, whoever is to move. Every term is a function of its own that reads sets of squares
//! (planes and influence), counts them, and reports the counts to a [`Tally`]; so terms are linear
//! in the weights of the data table in [`weights`]. The engine's tally is a sum with the weights
//! compiled in; an explanation or a tuner takes the counts themselves.

mod accumulator;
mod development;
pub mod endgame;
mod evaluator;
pub mod explain;
mod features;
mod king;
mod material;
pub mod matrices;
mod mobility;
mod passers;
mod pawns;
mod sets;
mod sides;
mod tally;
mod threats;
pub mod weights;

pub use accumulator::Accumulator;
pub use evaluator::{Compiled, Evaluator};
pub use features::{Features, Values, features};
pub use material::MaterialSet;
pub use tally::{PairWeights, Sum, Tally, Trace};

use crate::board::Board;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::Planes;
use crate::types::{Color, PieceType, Score, score};
use endgame::Knowledge;
use pawns::Structure;
use sides::Sides;
use weights::{Weight, unpack};

/// What a player may choose about the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The values of the men.
    pub material: MaterialSet,
    /// How far the positional part may go from zero, in centipawns; two pawns by default (section
    /// III). Strong passers lift the bound by themselves.
    pub bound: Score,
}

impl Options {
    /// The bound that the paper names. No row of the data table: where it cuts, the evaluation is
    /// not linear.
    pub const BOUND: Score = 200;
    /// No bound at all.
    pub const UNBOUNDED: Score = Score::MAX;
}

impl Default for Options {
    fn default() -> Self {
        Self { material: MaterialSet::default(), bound: Self::BOUND }
    }
}

/// Evaluates a rebuilt position in centipawns, positive when the side to move is better.
///
/// `accumulator` holds the parts that are kept up to date move by move.
#[inline(always)]
pub fn evaluate<B: Board>(board: &B, accumulator: &Accumulator) -> Score {
    evaluate_with(board, accumulator, &Options::default())
}

/// [`evaluate`] as a player wants it.
#[inline(always)]
pub fn evaluate_with<B: Board>(board: &B, accumulator: &Accumulator, options: &Options) -> Score {
    let planes = board.planes();
    let (mut balance, pieces) = accumulator.material();
    let ending = pieces <= endgame::MOST_PIECES;
    if ending && endgame::is_candidate(planes) {
        match endgame::known(planes, any_check(board)) {
            Knowledge::Draw => return score::DRAW,
            Knowledge::Win(value) => return from_side(board.side(), value),
            Knowledge::None => {}
        }
    }
    let mut sum = Sum(accumulator.position());
    terms(board, accumulator.structure(), &mut sum);
    let mut lifted = accumulator.structure().lifts;
    if ending {
        lifted |= ending_terms(planes, accumulator.structure(), pieces, &mut sum);
    }
    let mut material = Sum::default();
    material::trade(planes, balance, pieces, &mut material);
    // Trading weighs the same in middlegame and endgame.
    balance += unpack(material.0).0;
    balance += options.material.correction(planes);
    let position = tapered(sum.0, pieces);
    let bound = if lifted { i32::from(Options::UNBOUNDED) } else { i32::from(options.bound) };
    let mut total = balance + position.clamp(-bound, bound);
    if ending {
        total = total * endgame::winnable(planes, total > 0) / 64;
    }
    from_side(board.side(), total)
}

/// Every term that is not kept from ply to ply.
#[inline(always)]
fn terms<B: Board, T: Tally>(board: &B, structure: &Structure, tally: &mut T) {
    const MOBILITY: PairWeights = PairWeights::new([
        None,
        Some(Weight::KnightMobility),
        Some(Weight::BishopMobility),
        Some(Weight::RankMobility),
    ]);
    const MORE_MOBILITY: PairWeights = PairWeights::new([
        Some(Weight::FileMobility),
        Some(Weight::QueenMobility),
        Some(Weight::Control),
        Some(Weight::BishopBehindPawns),
    ]);
    const PIECES: PairWeights = PairWeights::new([
        Some(Weight::Masked),
        Some(Weight::BishopPair),
        Some(Weight::TrappedRook),
        Some(Weight::Defender),
    ]);
    const FILES: PairWeights = PairWeights::new([
        Some(Weight::RookOpenFile),
        Some(Weight::RookHalfOpen),
        Some(Weight::Blocked),
        Some(Weight::FreeStep),
    ]);
    const THREATS: PairWeights = PairWeights::new([
        Some(Weight::PawnOnPiece),
        Some(Weight::MinorOnMajor),
        Some(Weight::HangingPawn),
        Some(Weight::HangingPiece),
    ]);
    let sides = Sides::of(board);
    let (first, [files, queens, control]) = mobility::squares(&sides);
    let more = [files, queens, control, mobility::blocked(&sides)];
    let pieces = [
        mobility::masked(&sides),
        mobility::bishop_pair(&sides),
        mobility::trapped_rooks(&sides),
        king::defenders(&sides),
    ];
    let [open, half_open] = development::rooks(&sides, structure);
    let [blocked, free] = passers::steps(&sides, structure.passed);
    tally.pairs::<<B::Kernel as Kernel>::Pair, 5>([
        (&MOBILITY, first),
        (&MORE_MOBILITY, Pair::beside(more)),
        (&PIECES, Pair::beside(pieces)),
        (&FILES, Pair::beside([open, half_open, blocked, free])),
        (&THREATS, Pair::beside(threats::all(&sides))),
    ]);
    mobility::trapped_bishops(board.planes(), tally);
    king::attack(&sides, tally);
    development::opening(board, tally);
}

/// Terms that only endings have; true when one of them lifts the bound.
#[inline(always)]
fn ending_terms<T: Tally>(
    planes: &Planes,
    structure: &Structure,
    pieces: i32,
    tally: &mut T,
) -> bool {
    let passed = structure.passed;
    let decisive =
        [Color::White, Color::Black].map(|color| passers::decisive(color, planes, passed));
    tally.count(Weight::Decisive, i32::from(decisive[0]), i32::from(decisive[1]));
    let mut lifted = decisive[0] | decisive[1];
    if pieces == 0 {
        king::pawn_ending(planes, tally);
        let white = passers::unstoppable(Color::White, planes, passed);
        let black = passers::unstoppable(Color::Black, planes, passed);
        tally.count(Weight::Unstoppable, white.min(1), black.min(1));
        lifted |= white + black != 0;
    }
    lifted
}

/// Between middlegame and endgame, by the pieces that are left.
#[inline(always)]
fn tapered(sum: weights::PackedScore, pieces: i32) -> i32 {
    const FULL: i32 = Accumulator::FULL_PHASE;
    let (middlegame, endgame) = unpack(sum);
    let phase = pieces.min(FULL);
    (middlegame * phase + endgame * (FULL - phase)) / FULL
}

/// True when either king is in check.
#[inline(always)]
fn any_check<B: Board>(board: &B) -> bool {
    let influence = board.influence();
    let planes = board.planes();
    planes.of(Color::White, PieceType::King) & influence.all(Color::Black)
        | planes.of(Color::Black, PieceType::King) & influence.all(Color::White)
        != 0
}

/// White's value as the side to move sees it, within 16 bits and short of a mate.
#[inline(always)]
fn from_side(side: Color, white: i32) -> Score {
    let value = if side == Color::White { white } else { -white };
    value.clamp(-29_999, 29_999) as Score
}
