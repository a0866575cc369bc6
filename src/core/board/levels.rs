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
    /// The token of the code for the record: the scalar routines up to `popcnt` and at `neon`.
    type Cells: Kernel + From<Self>;
}

impl BoardLevel for portable::Token {
    type Fast = Magics;
    type Slow = Magics;
    type Cells = Self;
}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
impl BoardLevel for crate::kernels::popcnt::Token {
    type Fast = Magics;
    type Slow = Magics;
    type Cells = portable::Token;
}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
impl BoardLevel for crate::kernels::avx2::Token {
    type Fast = super::magic::Pext;
    type Slow = Magics;
    type Cells = Self;
}

// PEXT is fast on every CPU that has the avx512 level.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
impl BoardLevel for crate::kernels::avx512::Token {
    type Fast = super::magic::Pext;
    type Slow = super::magic::Pext;
    type Cells = Self;
}

#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
impl BoardLevel for crate::kernels::neon::Token {
    type Fast = Magics;
    type Slow = Magics;
    type Cells = portable::Token;
}

/// Returns the magic board for a CPU with a fast PEXT.
pub fn fast_magic_board<K: BoardLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Fast> {
    MagicBoard::new(setup, kernel)
}

/// Returns the magic board for a CPU without a fast PEXT.
pub fn slow_magic_board<K: BoardLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Slow> {
    MagicBoard::new(setup, kernel)
}

/// Returns the axon32 board at a position, at a level and in a variant.
pub fn axon32_board<K: BoardLevel>(
    setup: &Setup,
    kernel: K,
    variant: Variant,
) -> Axon32Board<K::Cells> {
    Axon32Board::in_variant(setup, kernel.into(), variant)
}
