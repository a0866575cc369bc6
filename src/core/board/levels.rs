//! The code that each level runs the boards without a kernel of the matrix with.

use super::magic::{Lookup, Magics};
use super::{Axon32Board, Board, MagicBoard, Setup};
use crate::kernels::{Kernel, Variant, portable};

/// The parts of a level that boards choose by.
pub trait BoardLevel: Kernel {
    /// The magic board's lookup for a CPU with a fast PEXT.
    type Fast: Lookup<Self>;
    /// The magic board's lookup for a CPU without a fast PEXT; equal to `Fast` where a level needs one
    /// kind only.
    type Slow: Lookup<Self>;
    /// The token of the code that runs the record: the scalar routines up to `popcnt`, and at `neon`.
    type Cells: Kernel;
    /// Returns it.
    fn cells(self) -> Self::Cells;
}

/// Names the parts of levels: the fast lookup, the slow one, and the record's token.
macro_rules! levels {
    ($($token:ty: $fast:ty, $slow:ty, $cells:ty = |$this:ident| $returned:expr;)+) => {
        $(
            impl BoardLevel for $token {
                type Fast = $fast;
                type Slow = $slow;
                type Cells = $cells;

                #[inline(always)]
                fn cells(self) -> $cells {
                    let $this = self;
                    $returned
                }
            }
        )+
    };
}

levels! { portable::Token: Magics, Magics, Self = |token| token; }
// Every CPU with the avx512 level is fast at PEXT.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
levels! {
    crate::kernels::popcnt::Token: Magics, Magics, portable::Token = |_token| portable::Token;
    crate::kernels::avx2::Token: super::magic::Pext, Magics, Self = |token| token;
    crate::kernels::avx512::Token: super::magic::Pext, super::magic::Pext, Self = |token| token;
}
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
levels! { crate::kernels::neon::Token: Magics, Magics, portable::Token = |_token| portable::Token; }

/// The magic board for a CPU that is fast at PEXT.
pub fn fast_magic_board<K: BoardLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Fast> {
    MagicBoard::new(setup, kernel)
}

/// The magic board for a CPU that is not.
pub fn slow_magic_board<K: BoardLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Slow> {
    MagicBoard::new(setup, kernel)
}

/// The paper's own machine at a position, at a level and in a variant.
pub fn axon32_board<K: BoardLevel>(
    setup: &Setup,
    kernel: K,
    variant: Variant,
) -> Axon32Board<K::Cells> {
    Axon32Board::in_variant(setup, kernel.cells(), variant)
}
