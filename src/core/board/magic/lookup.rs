//! The two ways to index the tables of sliding attacks: magic multiplication and PEXT.

use super::blockers::Slider;
use super::table::{ATTACKS_BY_MAGIC, ATTACKS_BY_PEXT, MAGIC_ENTRIES, PEXT_ENTRIES, magic_index};
use crate::kernels::{Bmi2, Kernel};
use crate::types::{Bitboard, Square};

/// A lookup of sliding attacks.
pub trait Lookup<K: Kernel>: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Returns the attacks of a slider.
    fn attacks(kernel: K, slider: Slider, square: Square, occupied: Bitboard) -> Bitboard;
}

/// Lookup by magic multiplication, which works on every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Magics;

/// Lookup by PEXT, which requires BMI2 and is fast if [`crate::kernels::is_pext_fast`].
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl<K: Kernel> Lookup<K> for Magics {
    #[inline(always)]
    fn attacks(_kernel: K, slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = &MAGIC_ENTRIES[slider as usize][square.index()];
        ATTACKS_BY_MAGIC[magic_index(entry, occupied)]
    }
}

impl<K: Bmi2> Lookup<K> for Pext {
    #[inline(always)]
    fn attacks(kernel: K, slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = &PEXT_ENTRIES[slider as usize][square.index()];
        ATTACKS_BY_PEXT[(entry.offset + kernel.pext(occupied, entry.mask)) as usize]
    }
}
