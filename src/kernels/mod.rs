//! The kernels: whole-board routines, one sibling file per instruction set.
//!
//! `reference` is the specification; every other level is equal to it, cell for cell. A level
//! that lacks a routine inherits the one below it. A kernel is named by a token that only
//! detection makes, so that holding the token proves that the CPU has the instructions.

mod frame;
mod level;
pub mod memory;
pub mod pairs;
pub mod portable;
pub mod reference;
pub mod scan;
mod scan_loops;
pub mod scan_portable;
mod table;

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod asm;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx512;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod pairs_x86;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod popcnt;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod scan_avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod scan_avx512;

pub use frame::{Frame, Nucleus};
pub use level::{Choice, Level, LevelError, Variant};
pub use memory::prefetch;
pub use scan::{PieceList, SquareList};
pub use table::{REFERENCE, Routines, available, routines};

use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::{Bitboard, Color, PieceType};

/// What [`Kernel::count_moves`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Legal moves, en passant and castling apart.
    pub moves: u32,
    /// The squares that the other side influences.
    pub enemy_influence: Bitboard,
}

/// What the quiet moves of a man are worth, by their targets.
#[derive(Clone, Copy, Debug)]
pub struct QuietRows<'a> {
    /// What was learnt, a number for each target.
    pub history: &'a [i16; 64],
    /// What else was learnt, for each target as the mover sees it.
    pub continuations: [&'a [i16; 64]; 2],
    /// The mover is Black: it sees the board the other way up.
    pub turned: bool,
    /// What every one of the moves is worth more.
    pub base: i16,
    /// Targets that are worth `fear` less.
    pub feared: Bitboard,
    /// See above.
    pub fear: i16,
    /// Targets that are worth `check` more.
    pub checks: Bitboard,
    /// See above.
    pub check: i16,
}

/// Room for the scores of a list of moves, and for what a vector writes beyond.
pub type Scores = [i16; crate::types::MAX_MOVES + 64];

/// A scanner as a pointer: [`reference::scan`] for a CPU that has its instructions.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
type Scanner = unsafe fn(&Nucleus, Cell, &mut PieceList) -> usize;

/// Calls `$callback!` once a level with the level's module, its token and its target features.
///
/// Recursive functions are instantiated through this, so that they carry the features and the
/// kernels inline into them.
macro_rules! for_each_level {
    ($callback:ident) => {
        $callback!(portable, $crate::kernels::portable::Token);
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $callback!(popcnt, $crate::kernels::popcnt::Token,
            "sse3,ssse3,sse4.1,sse4.2,popcnt");
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $callback!(avx2, $crate::kernels::avx2::Token,
            "avx2,bmi1,bmi2,lzcnt,fma,popcnt");
        #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
        $callback!(avx512, $crate::kernels::avx512::Token,
            "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,avx2,bmi1,bmi2,lzcnt,fma,popcnt");
    };
}
pub(crate) use for_each_level;

/// Runs an expression with the token of a choice's level, whatever its type.
///
/// ```
/// use nucleus::board::{Board, MatrixBoard, Setup};
/// use nucleus::kernels::Choice;
/// let moves = nucleus::with_token!(Choice::best(), token => {
///     let board = MatrixBoard::new(&Setup::start(), token);
///     nucleus::movegen::perft(&board, 3, nucleus::movegen::PerftMode::Bulk)
/// });
/// assert_eq!(moves, 8902);
/// ```
#[macro_export]
macro_rules! with_token {
    ($choice:expr, $token:ident => $body:expr) => {{
        const DETECTED: &str = "a choice's level is one the CPU has";
        match $choice.level {
            $crate::kernels::Level::Portable => {
                let $token = $crate::kernels::portable::Token;
                $body
            }
            #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
            $crate::kernels::Level::Popcnt => {
                let $token = $crate::kernels::popcnt::Token::detect().expect(DETECTED);
                $body
            }
            #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
            $crate::kernels::Level::Avx2 => {
                let $token = $crate::kernels::avx2::Token::detect().expect(DETECTED);
                $body
            }
            #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
            $crate::kernels::Level::Avx512 => {
                let $token = $crate::kernels::avx512::Token::detect().expect(DETECTED);
                $body
            }
            #[cfg(not(all(target_arch = "x86_64", not(nucleus_portable))))]
            other => unreachable!("{DETECTED}: {other}"),
        }
    }};
}

/// The routines of one level, called through its token.
///
/// A function of the same name in [`mod@reference`], where there is one, is a method's definition.
pub trait Kernel: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Which level this is.
    const LEVEL: Level;
    /// A pair of sets, as the level holds it.
    type Pair: pairs::Pair;
    /// True when [`Kernel::count_moves`] beats generating them.
    const COUNTS_SETWISE: bool;

    /// Brings the 64 cells, the influence sets and pins of `frame` up to date.
    fn rebuild(self, planes: &Planes, side: Color, frame: &mut Frame);

    /// Writes to `out` the planes with the squares of `clear` emptied, and then a man of this kind
    /// and colour on every square of `put`.
    fn replace(
        self,
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    );

    /// The legal moves of `side`, en passant and castling apart, as a count; `None` when `side`
    /// is in check.
    fn count_moves(self, planes: &Planes, side: Color) -> Option<Counted>;

    /// Appends `from → target` for every target; `kind` is the move's upper four bits.
    ///
    /// # Panics
    /// Debug builds: when the list would overflow.
    fn push_moves(self, list: &mut crate::types::MoveList, from: u16, targets: Bitboard);

    /// [`Kernel::push_moves`], and their scores to the same places.
    #[inline(always)]
    fn push_rated(
        self,
        list: &mut crate::types::MoveList,
        scores: &mut Scores,
        from: u16,
        targets: Bitboard,
        rows: &QuietRows<'_>,
    ) {
        portable::push_rated(list, scores, from, targets, rows);
    }

    /// [`reference::scan`] by the scanner of this level and variant.
    ///
    /// # Panics
    /// `portable` and `popcnt` in assembly: when `mask` has no bit, or one that the sentinel lacks.
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize;

    /// Which of the first `count` entries of a list have a bit of `mask`, entry 0 lowest. At most
    /// the first 16 are looked at: no side has more pieces.
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32;

    /// The place of the first of the highest scores; 0 when there are none.
    fn first_highest(self, scores: &[i16]) -> usize;

    /// White's set and Black's side by side.
    fn pair(self, white: Bitboard, black: Bitboard) -> Self::Pair;

    /// The same from memory.
    fn pair_at(self, sets: &[Bitboard; 2]) -> Self::Pair;

    /// Four pairs from memory, White's set of each first.
    fn pairs_at(self, sets: &[Bitboard; 8]) -> <Self::Pair as pairs::Pair>::Lanes;
}
