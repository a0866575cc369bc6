//! The interface of a level: to every board, and to the matrix alone.

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
    /// Legal moves, en passant and castling apart.
    pub moves: u32,
    /// The squares that the other side influences.
    pub enemy_influence: Bitboard,
}

/// The routines of an instruction set that every board uses. The token that implements it is the
/// proof that the CPU has the level; a method that a level does not override is the portable one.
pub trait Kernel: CellKernel + Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The level of this kernel.
    const LEVEL: Level;
    /// A pair of sets, as the level holds it.
    type Pair: pairs::MakePair<Self>;

    /// Runs a closure in a function of its own, which carries the level's features: for code that
    /// is too large to be inlined at each use. Arguments travel in registers, what a closure captures
    /// through memory.
    fn outlined_with<A, B, C, R>(self, f: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R;

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

    /// Appends `from → target` for every target; `from` is the move with its target empty.
    ///
    /// # Panics
    /// Debug builds: when the list would overflow.
    #[inline(always)]
    fn append_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        fallback::append_moves(list, from, targets);
    }

    /// Appends a pawn's move of this kind to every target, from `back` squares before it.
    ///
    /// # Panics
    /// Debug builds: when the list would overflow.
    #[inline(always)]
    fn append_pawn_moves(self, list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard) {
        fallback::append_pawn_moves(list, kind, back, targets);
    }

    /// [`Kernel::append_moves`], and the targets' scores to the same places.
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

    /// The place of the first of the highest scores; 0 when there are none.
    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        fallback::first_highest(scores)
    }

    /// [`units::update_units`].
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

    /// [`units::change_units`].
    ///
    /// # Panics
    /// When there is no such row.
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

    /// [`units::activate_units`].
    #[inline(always)]
    fn activate_units(self, units: &[Units], weights: &[Units]) -> i32 {
        units::activate_units(units, weights)
    }

    /// White's set and Black's side by side.
    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> Self::Pair {
        pairs::MakePair::new(self, white, black)
    }

    /// Returns the pair that is read from memory.
    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Self::Pair {
        pairs::MakePair::load(self, sets)
    }

    /// Four pairs from memory, White's set of each first.
    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> <Self::Pair as pairs::Pair>::Lanes {
        <Self::Pair as pairs::MakePair<Self>>::load_lanes(self, sets)
    }
}

/// The routines that only the matrix uses: rebuilding, scanning and counting.
///
/// A function of the same name in [`mod@super::reference`], where there is one, is a method's
/// definition.
pub trait MatrixKernel: Kernel {
    /// True when [`MatrixKernel::count_moves`] beats generating the moves.
    const COUNTS_SETWISE: bool = false;

    /// Writes the 64 cells, the influence sets and the pins.
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt);

    /// The legal moves of `side`, en passant and castling apart, as a count; `None` when `side`
    /// is in check, or when the level does not count set-wise.
    #[inline(always)]
    fn count_moves(self, _planes: &Planes, _side: Color) -> Option<Counted> {
        None
    }

    /// [`MatrixKernel::rebuild`], and the legal moves as a count from the same fills; `None` when
    /// they have to be generated: in check, when a slider is pinned, or always.
    #[inline(always)]
    fn rebuild_and_count(self, planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
        self.rebuild(planes, side, out);
        None
    }

    /// True when the level makes children in registers.
    const MAKES_CHILDREN: bool = false;

    /// Makes the child of every move, neither castling nor en passant nor promotion, and writes its
    /// cells to `out`, which holds the last two of them in the end.
    ///
    /// # Panics
    /// When the level does not make children.
    #[inline(always)]
    fn make_children(self, _parent: &Parent<'_>, _moves: &[Move], _out: &mut [Matrix; 2]) {
        unreachable!("the level makes no children")
    }

    /// [`MatrixKernel::make_children`], and the legal moves of all children, en passant apart, as a
    /// sum. A move whose child's have to be generated is appended to `rest` instead.
    ///
    /// # Panics
    /// When the level does not make children.
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

    /// [`super::reference::scan`] by the scanner of this level and variant.
    ///
    /// # Panics
    /// `portable` and `popcnt` in assembly: when `mask` has no bit, or one that the sentinel lacks.
    #[inline(always)]
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        scan::portable::scan_by(variant, nucleus, mask, list)
    }

    /// Returns the entries with a bit of `mask` among the first `count` of a list, as a set with
    /// entry 0 lowest. At most the first 16 are looked at: no side has more pieces.
    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        scan::portable::entries_with(list, count, mask)
    }
}
