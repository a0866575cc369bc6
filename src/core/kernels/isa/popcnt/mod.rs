//! The popcnt level, x86-64-v2: the portable rebuild compiled for SSE4.2 and POPCNT.

mod moves;
mod rebuild;

pub(in crate::kernels) use moves::first_highest;

use super::portable::Words;
use crate::kernels::axon32::CellKernel;
use crate::kernels::{
    Kernel, Level, MatrixKernel, PieceList, Rebuilt, level_features, level_methods, level_token,
    scan,
};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::Color;

level_features! { popcnt => level_token {
    /// Proof that the CPU has x86-64-v2.
}}

impl CellKernel for Token {}

impl Kernel for Token {
    const LEVEL: Level = Level::Popcnt;
    type Pair = Words<true>;

    level_methods! { outlined_with => outlined_with, first_highest => first_highest }
}

impl MatrixKernel for Token {
    level_methods! {
        rebuild => rebuild::rebuild,
        entries_with => scan::popcnt::entries_with,
    }
}
