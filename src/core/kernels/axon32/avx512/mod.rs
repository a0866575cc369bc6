//! The routines of level avx512 over the cells: sixteen cells, two ranks, per register.
//!
//! - `lanes`: ranks in pairs, files in pairs, steps along a rank
//! - `influence`: influence, sensors and approaches ([`crate::matrix::cell`]) of all cells
//! - `terms`: the evaluation's counts over the cells
//! - `check`: the test for check
//! - `victims`: attacked pieces of the enemy

mod check;
mod influence;
mod lanes;
mod terms;
mod victims;

pub(in crate::kernels) use check::is_attacked;
pub(in crate::kernels) use influence::write_influence;
pub(in crate::kernels) use terms::cell_terms;
pub(in crate::kernels) use victims::{find_victims, has_victims};
