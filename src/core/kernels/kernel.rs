//! The interface of a level: for every board, and for the matrix only.

use super::axon32::CellKernel;
use super::level::{Level, Variant};
use super::lists::PieceList;
use super::parent::Parent;
use super::rebuilt::Rebuilt;
use super::scores::{Scores, TargetScores};
use super::units::{self, Units};
use super::{fallback, pairs, scan};
use crate::matrix::cell::Cell;
use crate::matrix::{Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType};

/// The result of [`MatrixKernel::count_moves`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Number of legal moves without en passant and castling.
    pub moves: u32,
    /// The squares that the other side influences.
    pub enemy_influence: Bitboard,
}

/// A function for [`Kernel::run`]: a closure, or a type for a function so large that the compiler
/// would not inline a closure, which then had no features.
pub trait LevelFn<A, B, C> {
    /// Result of the function.
    type Output;

    /// Runs the function; to be inlined always.
    fn run(self, a: A, b: B, c: C) -> Self::Output;
}

impl<A, B, C, R, F: FnOnce(A, B, C) -> R> LevelFn<A, B, C> for F {
    type Output = R;

    #[inline(always)]
    fn run(self, a: A, b: B, c: C) -> R {
        self(a, b, c)
    }
}

/// The routines of an instruction set that every board uses. The token that implements the trait
/// proves that the CPU has the level; the default methods are the portable ones.
pub trait Kernel: CellKernel + Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The level of this kernel.
    const LEVEL: Level;
    /// A pair of sets in the level's registers.
    type Pair: pairs::MakePair<Self>;

    /// Runs a function in one that is never inlined and has the level's features. Arguments are
    /// passed in registers, captured values in memory.
    fn run<A, B, C, F: LevelFn<A, B, C>>(self, f: F, a: A, b: B, c: C) -> F::Output;

    /// Runs a closure as [`Self::run`] does: for code that is too large to be inlined at each use.
    #[inline(always)]
    fn outlined_with<A, B, C, R>(self, f: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
        self.run(f, a, b, c)
    }

    /// Runs a closure without arguments as [`Self::outlined_with`] does.
    #[inline(always)]
    fn outlined<R>(self, f: impl FnOnce() -> R) -> R {
        self.outlined_with(|(), (), ()| f(), (), (), ())
    }

    /// Writes to `out` the planes with the squares of `clear` emptied, and then a piece of this
    /// type and colour on every square of `put`.
    #[inline(always)]
    fn replace(
        self,
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    ) {
        fallback::replace(planes, clear, put, kind, color, out);
    }

    /// Appends a move to every target; `from` is a move whose target bits are zero.
    ///
    /// # Panics
    /// In debug builds, if the list would overflow.
    #[inline(always)]
    fn append_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        fallback::append_moves(list, from, targets);
    }

    /// Appends a pawn move of this kind to every target; its origin is `back` squares before the target.
    ///
    /// # Panics
    /// In debug builds, if the list would overflow.
    #[inline(always)]
    fn append_pawn_moves(self, list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard) {
        fallback::append_pawn_moves(list, kind, back, targets);
    }

    /// Does [`Kernel::append_moves`] and writes the targets' scores at the same indices.
    #[inline(always)]
    fn append_scored_moves(
        self,
        list: &mut MoveList,
        scores: &mut Scores,
        from: u16,
        targets: Bitboard,
        rows: &TargetScores<'_>,
    ) {
        fallback::append_scored_moves(list, scores, from, targets, rows);
    }

    /// Returns the index of the first of the highest scores; 0 if there are none.
    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        fallback::first_highest(scores)
    }

    /// Changes sums by a fixed number of rows: [`units::update_units`].
    #[inline(always)]
    fn update_units<const ADDED: usize, const TAKEN: usize>(
        self,
        from: &[Units],
        added: [&[Units]; ADDED],
        taken: [&[Units]; TAKEN],
        out: &mut [Units],
    ) {
        units::update_units(from, added, taken, out);
    }

    /// Changes sums by lists of rows: [`units::change_units`].
    ///
    /// # Panics
    /// If a row does not exist.
    #[inline(always)]
    fn change_units(
        self,
        units: &mut [Units],
        rows: &[Units],
        added: &[u16],
        taken: &[u16],
        exchange: u16,
    ) {
        units::change_units(units, rows, added, taken, exchange);
    }

    /// Returns the output of some units: [`units::activate_units`].
    #[inline(always)]
    fn activate_units(self, units: &[Units], weights: &[Units]) -> i32 {
        units::activate_units(units, weights)
    }

    /// Returns the pair of White's and Black's set.
    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> Self::Pair {
        pairs::MakePair::new(self, white, black)
    }

    /// Returns the pair read from memory.
    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Self::Pair {
        pairs::MakePair::load(self, sets)
    }

    /// Returns four pairs read from memory, White's set of each first.
    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> <Self::Pair as pairs::Pair>::Lanes {
        <Self::Pair as pairs::MakePair<Self>>::load_lanes(self, sets)
    }
}

/// The routines that only the matrix board uses: rebuilding, scanning and counting.
///
/// A method whose name is also a function of [`mod@super::reference`] is defined by that function.
pub trait MatrixKernel: Kernel {
    /// True if [`MatrixKernel::count_moves`] is faster than generating the moves.
    const COUNTS_SETWISE: bool = false;

    /// Writes the 64 cells, the influence sets and the pins.
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt);

    /// Counts the legal moves of `side` without en passant and castling; `None` if `side` is in
    /// check or the level does not count set-wise.
    #[inline(always)]
    fn count_moves(self, _planes: &Planes, _side: Color) -> Option<Counted> {
        None
    }

    /// Does [`MatrixKernel::rebuild`] and counts the legal moves from the same fills. Returns `None` in
    /// check, with a pinned slider, and at a level that does not count: the moves must then be generated.
    #[inline(always)]
    fn rebuild_and_count(self, planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
        self.rebuild(planes, side, out);
        None
    }

    /// True if the level makes children in registers.
    const MAKES_CHILDREN: bool = false;

    /// Makes the child of every move and writes its cells to `out`, which holds the last two at the
    /// end. No move may be castling, en passant or a promotion.
    ///
    /// # Panics
    /// If the level does not make children.
    #[inline(always)]
    fn make_children(self, _parent: &Parent<'_>, _moves: &[Move], _out: &mut [Matrix; 2]) {
        unreachable!("the level makes no children")
    }

    /// Does [`MatrixKernel::make_children`] and returns the number of legal moves of all children,
    /// without en passant. A move whose child needs move generation is appended to `rest` instead.
    ///
    /// # Panics
    /// If the level does not make children.
    #[inline(always)]
    fn count_children(
        self,
        _parent: &Parent<'_>,
        _moves: &[Move],
        _out: &mut [Matrix; 2],
        _rest: &mut MoveList,
    ) -> u64 {
        unreachable!("the level makes no children")
    }

    /// Runs the scanner of this level and variant: [`super::reference::scan`].
    ///
    /// # Panics
    /// `portable` and `popcnt` in assembly: if `mask` is zero or has a bit that the sentinel lacks.
    #[inline(always)]
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        scan::portable::scan_by(variant, nucleus, mask, list)
    }

    /// Returns the entries with a bit of `mask` among the first `count` of a list, as a set with
    /// entry 0 lowest. It reads at most 16 entries: no side has more pieces.
    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        scan::portable::entries_with(list, count, mask)
    }
}
