//! The kernels: routines over the 64 squares, one folder per instruction set.
//!
//! `reference` is the specification; every level of `isa` is equal to it, cell for cell. A level
//! without a routine uses that of the level below. A kernel is called through a token, which proves
//! that the CPU has the instructions. Only detection makes the tokens of levels above `portable`.
//!
//! - `level`: the level and variant to run with; `functions`: the functions of a level
//! - `lists`, `scores`, `pairs`, `units`, `parent`: input and output of the routines
//! - `scan`: the scanners
//! - [`axon32`]: the routines of the board without planes
//! - `kernel`: the interface of a level, for every board and for the matrix; `fallback`: default
//!   routines
//! - `isa`: the levels, each with its token and its routines
//! - `levels`: the list of levels
//! - `midr`: model of an AArch64 core; `pext`: CPUs with a fast PEXT; `memory`: hints, filling
//! - `table`: the routines as plain functions, for tests, benches and the inspector

pub mod axon32;
mod fallback;
mod functions;
pub mod isa;
mod kernel;
mod level;
mod levels;
mod lists;
pub mod memory;
mod midr;
pub mod pairs;
mod parent;
mod pext;
pub mod reference;
pub mod scan;
mod scores;
mod table;
pub mod units;

#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
pub use isa::neon;
pub use isa::portable;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub use isa::{avx2, avx512, popcnt};
pub use kernel::{Counted, Kernel, LevelFn, MatrixKernel, Rebuilt};
pub use level::{Choice, Level, LevelError, LevelToken, Variant};
pub use lists::{PieceList, SquareList};
pub use memory::prefetch;
pub use midr::midr;
pub use parent::{CastlingPath, Parent};
pub use pext::{Bmi2, is_pext_fast};
pub use scores::{Scores, TargetScores};
pub use table::{REFERENCE, Routines, available, routines};

#[doc(hidden)]
pub use crate::for_each_level;
