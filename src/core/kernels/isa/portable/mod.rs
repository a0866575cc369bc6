//! The portable level: safe Rust for every target.

mod pairs;
mod rebuild;
mod steps;

pub use crate::kernels::fallback::{append_moves, append_scored_moves, first_highest, replace};
pub use pairs::{EightWords, Words};
pub use rebuild::{observed_rebuild, rebuild};
pub use steps::{Direction, RayLanes, RebuildObserver, RebuildStep};

use crate::kernels::functions::{Functions, HasFunctions};
use crate::kernels::{Kernel, Level, LevelFn, LevelToken, MatrixKernel};

/// Proof that the portable level can run: every CPU can.
#[derive(Clone, Copy, Debug)]
pub struct Token;

impl Token {
    /// Returns the token; every CPU runs this level.
    pub const fn detect() -> Option<Self> {
        Some(Self)
    }
}

impl<const LEVEL: usize> From<LevelToken<LEVEL>> for Token {
    #[inline(always)]
    fn from(_: LevelToken<LEVEL>) -> Self {
        Self
    }
}

impl HasFunctions for Token {
    const DETECT: fn() -> Option<Self> = Self::detect;
    const FUNCTIONS: Functions = Functions::PORTABLE;
}

impl Kernel for Token {
    const LEVEL: Level = Level::Portable;
    type Pair = Words<false>;

    #[inline(never)]
    fn call<A, B, C, R>(self, f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
        f.run(a, b, c)
    }
}

impl MatrixKernel for Token {}
