//! The interface of a level: for every board, and for the matrix only.

use super::axon32::CellKernel;
use super::level::{Level, Variant};
use super::lists::PieceList;
use super::pairs;
use super::parent::Parent;
use super::scores::{Scores, TargetScores};
use super::units::{self, Units};
use crate::matrix::cell::Cell;
use crate::matrix::{Influence, Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType};

/// The result of [`MatrixKernel::count_moves`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Number of legal moves without en passant and castling.
    pub moves: u32,
    /// The squares that the other side influences.
    pub enemy_influence: Bitboard,
}

/// Result of a rebuild: the matrix, and the intermediate sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Rebuilt {
    /// Matrix and sentinel.
    pub nucleus: Nucleus,
    /// The influence bits of the cells, as sets.
    pub influence: Influence,
    /// Pieces of the side to move that an enemy slider pins; meaningful only with one king.
    pub pinned: Bitboard,
}

/// A function as a type, which [`Kernel::call`] compiles with a level's features. A tuple of two
/// values counts as one argument and is passed in two registers.
pub trait LevelFn<A, B, C, R> {
    /// Runs the function.
    ///
    /// This method and all that it calls must be inlined to have the level's features.
    fn run(self, a: A, b: B, c: C) -> R;
}

/// A closure as a [`LevelFn`].
struct Closure<F>(F);

impl<A, B, C, R, F: FnOnce(A, B, C) -> R> LevelFn<A, B, C, R> for Closure<F> {
    #[inline(always)]
    fn run(self, a: A, b: B, c: C) -> R {
        (self.0)(a, b, c)
    }
}

/// The routines of a level for all boards. The token that implements the trait proves that the CPU
/// has the level.
pub trait Kernel: CellKernel + Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The level of this kernel.
    const LEVEL: Level;
    /// A pair of sets in the level's registers.
    type Pair: pairs::MakePair<Self>;

    /// Runs `f` in a function that is never inlined and has the level's features: for recursive
    /// code, and for code that is too large to be inlined at each use.
    fn call<A, B, C, R>(self, f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R;

    /// Runs a closure as [`Self::call`] does. Arguments are passed in registers, captured values in
    /// memory. A closure of more than some hundred instructions may stay a function of its own,
    /// without the level's features.
    #[inline(always)]
    fn outlined_with<A, B, C, R>(self, f: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
        self.call(Closure(f), a, b, c)
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
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.replace })(planes, clear, put, kind, color, out) }
    }

    /// Appends a move to every target; `from` is a move whose target bits are zero.
    ///
    /// # Panics
    /// In debug builds, if the list would overflow.
    #[inline(always)]
    fn append_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.append_moves })(list, from, targets) }
    }

    /// Appends a pawn move of this kind to every target; its origin is `back` squares before the target.
    ///
    /// # Panics
    /// In debug builds, if the list would overflow.
    #[inline(always)]
    fn append_pawn_moves(self, list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard) {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.append_pawn_moves })(list, kind, back, targets) }
    }

    /// Appends moves as [`Kernel::append_moves`] does, and writes their scores at the same indices.
    #[inline(always)]
    fn append_scored_moves(
        self,
        list: &mut MoveList,
        scores: &mut Scores,
        from: u16,
        targets: Bitboard,
        rows: &TargetScores<'_>,
    ) {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe {
            (const { Self::FUNCTIONS.append_scored_moves })(list, scores, from, targets, rows)
        }
    }

    /// Returns the index of the first of the highest scores; 0 if there are none.
    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.first_highest })(scores) }
    }

    /// Writes units changed by a fixed number of rows: [`units::update_units`].
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

    /// Changes units by lists of rows: [`units::change_units`].
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
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.change_units })(units, rows, added, taken, exchange) }
    }

    /// Returns the output of some units: [`units::activate_units`].
    #[inline(always)]
    fn activate_units(self, units: &[Units], weights: &[Units]) -> i32 {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.activate_units })(units, weights) }
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
    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt) {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.rebuild })(planes, side, out) }
    }

    /// Counts the legal moves of `side` without en passant and castling; `None` if `side` is in
    /// check or the level does not count set-wise.
    #[inline(always)]
    fn count_moves(self, planes: &Planes, side: Color) -> Option<Counted> {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.count_moves })(planes, side) }
    }

    /// Does [`MatrixKernel::rebuild`] and counts the legal moves from the same fills. Returns `None` in
    /// check, with a pinned slider, and at a level that does not count: the moves must then be generated.
    #[inline(always)]
    fn rebuild_and_count(self, planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
        let Some(function) = (const { Self::FUNCTIONS.rebuild_and_count }) else {
            self.rebuild(planes, side, out);
            return None;
        };
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { function(planes, side, out) }
    }

    /// True if the level makes children in registers.
    const MAKES_CHILDREN: bool = false;

    /// Writes the cells of each child (the position after a move) to `out`, which keeps two.
    /// No move may be castling, en passant or a promotion.
    ///
    /// # Panics
    /// If the level does not make children.
    #[inline(always)]
    fn make_children(self, parent: &Parent<'_>, moves: &[Move], out: &mut [Matrix; 2]) {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.make_children })(parent, moves, out) }
    }

    /// Does [`MatrixKernel::make_children`] and returns the number of legal moves of all children,
    /// without en passant. A move whose child needs move generation is appended to `rest` instead.
    ///
    /// # Panics
    /// If the level does not make children.
    #[inline(always)]
    fn count_children(
        self,
        parent: &Parent<'_>,
        moves: &[Move],
        out: &mut [Matrix; 2],
        rest: &mut MoveList,
    ) -> u64 {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.count_children })(parent, moves, out, rest) }
    }

    /// Runs the scanner of this level and variant: [`super::reference::scan`].
    ///
    /// # Panics
    /// `portable` and `popcnt` in assembly: if `mask` is zero or has a bit that the sentinel lacks.
    #[inline(always)]
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.scan })[variant as usize](nucleus, mask, list) }
    }

    /// Returns the entries with a bit of `mask` among the first `count` of a list, as a set with
    /// entry 0 lowest. At most 16 entries are read: no side has more pieces.
    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.entries_with })(list, count, mask) }
    }
}
