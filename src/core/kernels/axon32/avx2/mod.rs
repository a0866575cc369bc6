//! Eight cells a register: a rank.
//!
//! - `lanes`: ranks, files, steps along a rank
//! - `influence`: influence, sensors and approaches of the whole board
//! - `terms`: what the evaluation counts over the cells
//! - `pawns`: pawn structure, a lane for each file
//!
//! The check test is the scalar one: eight gathers take longer.

mod influence;
mod lanes;
mod pawns;
mod terms;

pub(in crate::kernels) use influence::write_influence;
pub(in crate::kernels) use pawns::{pawn_counts, pawn_files};
pub(in crate::kernels) use terms::cell_terms;
