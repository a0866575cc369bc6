//! The code that each level uses for the boards other than the matrix.

use super::magic::{Lookup, Magics};
use super::{Axon32Board, Board, MagicBoard, Setup};
use crate::kernels::{Kernel, Variant, portable};

/// The types through which boards choose the code of a level.
pub trait BoardLevel: Kernel {
    /// The magic board's lookup for a CPU with a fast PEXT.
    type Fast: Lookup<Self>;
    /// The magic board's lookup for a CPU without a fast PEXT; the same type as `Fast` where a
    /// level needs only one.
    type Slow: Lookup<Self>;
    /// The token whose routines the record's board uses: `portable` up to level `popcnt` and at `neon`.
    type Cells: Kernel;
    /// Returns the token of [`BoardLevel::Cells`].
    fn cells(self) -> Self::Cells;
}

/// Implements [`BoardLevel`]: for each level the fast lookup, the slow one, and the record's token.
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
// PEXT is fast on every CPU that has the avx512 level.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
levels! {
    crate::kernels::popcnt::Token: Magics, Magics, portable::Token = |_token| portable::Token;
    crate::kernels::avx2::Token: super::magic::Pext, Magics, Self = |token| token;
    crate::kernels::avx512::Token: super::magic::Pext, super::magic::Pext, Self = |token| token;
}
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
levels! { crate::kernels::neon::Token: Magics, Magics, portable::Token = |_token| portable::Token; }

/// Returns the magic board for a CPU with a fast PEXT.
pub fn fast_magic_board<K: BoardLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Fast> {
    MagicBoard::new(setup, kernel)
}

/// Returns the magic board for a CPU without a fast PEXT.
pub fn slow_magic_board<K: BoardLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Slow> {
    MagicBoard::new(setup, kernel)
}

/// Returns the record's board at a position, at a level and in a variant.
pub fn axon32_board<K: BoardLevel>(
    setup: &Setup,
    kernel: K,
    variant: Variant,
) -> Axon32Board<K::Cells> {
    Axon32Board::in_variant(setup, kernel.cells(), variant)
}
