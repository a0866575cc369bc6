//! Kinds of slider lookup (magic or PEXT) that each level uses.

use super::{Lookup, MagicBoard, Magics};
use crate::board::{Board, Setup};
use crate::kernels::{Kernel, portable};

/// The lookups of the magic board at a level.
pub trait MagicLevel: Kernel {
    /// The lookup for a CPU with a fast PEXT.
    type Fast: Lookup<Self>;
    /// The lookup for a CPU without a fast PEXT; equal to `Fast` where a level needs one kind only.
    type Slow: Lookup<Self>;
}

impl MagicLevel for portable::Token {
    type Fast = Magics;
    type Slow = Magics;
}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod x86_64 {
    use super::super::Pext;
    use super::{MagicLevel, Magics};
    use crate::kernels::{avx2, avx512, popcnt};

    impl MagicLevel for popcnt::Token {
        type Fast = Magics;
        type Slow = Magics;
    }

    impl MagicLevel for avx2::Token {
        type Fast = Pext;
        type Slow = Magics;
    }

    // Every CPU with the avx512 level is fast at PEXT.
    impl MagicLevel for avx512::Token {
        type Fast = Pext;
        type Slow = Pext;
    }
}

#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
impl MagicLevel for crate::kernels::neon::Token {
    type Fast = Magics;
    type Slow = Magics;
}

/// The magic board for a CPU that is fast at PEXT.
pub fn fast_magic_board<K: MagicLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Fast> {
    MagicBoard::new(setup, kernel)
}

/// The magic board for a CPU that is not.
pub fn slow_magic_board<K: MagicLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Slow> {
    MagicBoard::new(setup, kernel)
}
