//! The portable level: safe Rust for every target.

mod pairs;
mod rebuild;
mod steps;

pub use crate::kernels::fallback::{append_moves, append_scored_moves, first_highest, replace};
pub use pairs::{EightWords, Words};
pub use rebuild::{observed_rebuild, rebuild};
pub use steps::{Direction, RayLanes, RebuildObserver, RebuildStep};

use crate::kernels::axon32::CellKernel;
use crate::kernels::{Kernel, Level, LevelFn, MatrixKernel, Rebuilt};
use crate::matrix::Planes;
use crate::types::Color;

/// Proof that the portable level can run: every CPU can.
#[derive(Clone, Copy, Debug)]
pub struct Token;

impl Token {
    /// Returns the token; every CPU runs this level.
    pub const fn detect() -> Option<Self> {
        Some(Self)
    }
}

impl CellKernel for Token {}

impl Kernel for Token {
    const LEVEL: Level = Level::Portable;
    type Pair = Words<false>;

    #[inline(never)]
    fn run<A, B, C, F: LevelFn<A, B, C>>(self, f: F, a: A, b: B, c: C) -> F::Output {
        f.run(a, b, c)
    }
}

impl MatrixKernel for Token {
    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt) {
        rebuild(planes, side, out);
    }
}
