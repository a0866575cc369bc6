//! The routines of [`crate::board::Axon32Board`], by 32-bit operations on the cells, in Rust and in
//! `asm/`. [`crate::matrix::cell`] defines the bits of a cell.
//!
//! - `steps`: the length of each ray, and the squares of knights and kings
//! - `influence`: the influence of one piece, the approaches to a king, the sensors
//! - `moves`: the moves of knights and sliders; `pawn_moves`: of pawns
//! - `make`: the record's words after a move; `sums`: the sums over pieces after it
//! - `keys`, `words`: halves of the 64-bit words that all boards share
//! - `check`: the test if a square is attacked, from the pieces alone
//! - `pawns`: the counts of pawn structure
//! - `opening`: terms of the opening
//! - `terms`: the evaluation's counts over the cells; `piece_terms`: those of pieces, in registers
//! - `masks`: masked pieces
//! - `captures`: captures one at a time; `victims`: attacked pieces of the enemy; `takers`: pieces
//!   that may capture a victim, pins; `squares`: sets of squares in two words
//! - `routines`: the routines by variant; `asm`: the assembly routines
//! - `cell_kernel`: the interface of a level; `avx2`, `avx512`: eight or sixteen cells per register;
//!   `fills`: the bits that the levels' fills move over the board

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod asm;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) mod avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) mod avx512;
mod captures;
mod cell_kernel;
mod check;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod fills;
mod influence;
pub mod keys;
mod make;
mod masks;
mod moves;
mod opening;
mod pawn_moves;
mod pawns;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod piece_terms;
mod routines;
mod squares;
mod steps;
mod sums;
mod takers;
mod terms;
mod victims;
mod words;

pub use captures::{CellCaptures, MOST_VALUABLE_TAKER, VICTIMS};
pub use cell_kernel::CellKernel;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) use cell_kernel::write_in_assembly;
pub use check::{first_on_ray, slider_mask};
pub use make::{INFLUENCE, PIECE, castling_rook, make_words, put};
pub use masks::{Masks, find_masks};
pub use moves::{
    ALL_RAYS, MOVES_ROOM, MoveWords, PieceWalk, QUEEN_ROOM, WALK_ROOM, Walk, walk_pieces,
};
pub use opening::{OpeningFacts, opening_value};
pub use pawn_moves::{list_pawn_moves, pawn_moves};
pub use pawns::{
    FileRanks, PawnCounts, PawnFiles, PawnValue, pawn_counts, pawn_files, pawn_value, shelter_value,
};
pub use routines::{TWINS, TwinRoutines, routines};
pub use squares::SquareWords;
pub use steps::{DIRECTION, NO_DIRECTION, STEP, STEPS, StepList, Steps};
pub use sums::{PieceSums, move_sums};
pub use takers::{find_takers, find_targets, on_one_ray, pinned_ray};
pub use terms::{CellTerms, CellWeights, TermFacts, UNITS, cell_terms, king_lines};
pub use victims::{Victims, find_victims, has_victims};
pub use words::{PieceValues, piece_words};
