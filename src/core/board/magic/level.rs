//! Kinds of slider lookup (magic or PEXT) that each level uses.

use super::{Lookup, MagicBoard, Magics};
use crate::board::{Board, Setup};
use crate::kernels::{self, Kernel};

/// The lookups of the magic board at a level.
pub trait MagicLevel: Kernel {
    /// The lookup for a CPU with a fast PEXT.
    type Fast: Lookup<Self>;
    /// The lookup for a CPU without a fast PEXT; equal to `Fast` where a level needs one kind only.
    type Slow: Lookup<Self>;
}

/// Names the lookups of levels: the fast one, and the slow.
macro_rules! lookups {
    ($($token:ty: $fast:ty, $slow:ty;)+) => {
        $(
            impl MagicLevel for $token {
                type Fast = $fast;
                type Slow = $slow;
            }
        )+
    };
}

lookups! { kernels::portable::Token: Magics, Magics; }
// Every CPU with the avx512 level is fast at PEXT.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
lookups! {
    kernels::popcnt::Token: Magics, Magics;
    kernels::avx2::Token: super::Pext, Magics;
    kernels::avx512::Token: super::Pext, super::Pext;
}
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
lookups! { kernels::neon::Token: Magics, Magics; }

/// The magic board for a CPU that is fast at PEXT.
pub fn fast_magic_board<K: MagicLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Fast> {
    MagicBoard::new(setup, kernel)
}

/// The magic board for a CPU that is not.
pub fn slow_magic_board<K: MagicLevel>(setup: &Setup, kernel: K) -> MagicBoard<K, K::Slow> {
    MagicBoard::new(setup, kernel)
}
