//! The popcnt level, x86-64-v2: the portable rebuild compiled with SSE4.2 and POPCNT.

mod moves;

pub(in crate::kernels) use moves::first_highest;

use super::portable::{self, Words};
use crate::kernels::axon32::CellKernel;
use crate::kernels::{
    Kernel, Level, LevelFn, MatrixKernel, PieceList, Rebuilt, level_features, level_functions,
    level_methods, level_token, scan,
};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::Color;

level_features! { popcnt => level_token {
    /// Proof that the CPU has x86-64-v2.
}}

level_features! { popcnt => level_functions {
    /// Runs the portable rebuild with this level's features.
    fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
        portable::rebuild(planes, side, out);
    }
}}

impl CellKernel for Token {}

impl Kernel for Token {
    const LEVEL: Level = Level::Popcnt;
    type Pair = Words<true>;

    level_methods! { run => run, first_highest => first_highest }
}

impl MatrixKernel for Token {
    level_methods! {
        rebuild => rebuild,
        entries_with => scan::popcnt::entries_with,
    }
}
