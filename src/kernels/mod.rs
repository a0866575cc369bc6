//! The kernels: whole-board routines, one folder per instruction set.
//!
//! `reference` is the specification; every level of `isa` is equal to it, cell for cell. A level
//! that lacks a routine takes that of the level below. A kernel is called through a token that
//! only detection makes, so that holding the token proves that the CPU has the instructions.
//!
//! - `levels`: the one list of levels and their features
//! - `level`: the level and variant to run with
//! - `kernel`: what a level offers to every board, and to the matrix
//! - `isa`, `scan`: the routines
//! - `table`: the routines as plain functions, for tests, benches and the inspector

pub mod isa;
mod kernel;
mod level;
mod levels;
pub mod memory;
pub mod pairs;
mod pext;
mod rebuilt;
pub mod reference;
pub mod scan;
mod table;

pub use isa::portable;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub use isa::{avx2, avx512, popcnt};
pub use kernel::{Counted, Kernel, MatrixKernel, Scores, TargetScores};
pub use level::{Choice, Level, LevelError, Variant};
pub use memory::prefetch;
pub use pext::{Bmi2, is_pext_fast};
pub use rebuilt::Rebuilt;
pub use scan::{PieceList, SquareList};
pub use table::{REFERENCE, Routines, available, routines};

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(crate) use levels::{call_with_token, level_functions, level_outlined, level_token};
pub(crate) use levels::{for_each_level, level_features, level_of_list};

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
    ($choice:expr, $token:ident => $body:expr) => {
        'levels: {
            let level = $choice.level;
            $crate::__levels! { [$crate::__try_level] 'levels, level, $token => $body }
            unreachable!("a choice's level is one that the build has: {level}")
        }
    };
}

/// Runs the expression of [`with_token!`] if a row of the list is its level.
#[doc(hidden)]
#[macro_export]
macro_rules! __try_level {
    ($module:ident, $type:ty; $label:lifetime, $level:ident, $token:ident => $body:expr) => {
        if $level == <$type as $crate::kernels::Kernel>::LEVEL {
            let $token = <$type>::detect().expect("a choice's level is one the CPU has");
            let result = $body;
            break $label result;
        }
    };
}
