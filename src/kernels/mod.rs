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
pub use rebuilt::Rebuilt;
pub use scan::{PieceList, SquareList};
pub use table::{REFERENCE, Routines, available, routines};

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(crate) use levels::{call_with_token, level_functions, level_token};
pub(crate) use levels::{for_each_level, level_features};

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
