//! The routines of level avx2 over the cells: eight cells, one rank, per register.
//!
//! - `lanes`: ranks, files, steps along a rank
//! - `influence`: influence, sensors and approaches ([`crate::matrix::cell`]) of all cells
//! - `terms`: the evaluation's counts over the cells
//! - `pawns`: pawn structure, one lane per file
//!
//! The test for check is scalar, because eight gathers take longer.

mod influence;
mod lanes;
mod pawns;
mod terms;

pub(in crate::kernels) use influence::write_influence;
pub(in crate::kernels) use pawns::{pawn_counts, pawn_files};
pub(in crate::kernels) use terms::cell_terms;
