//! Two ways into the tables.

use super::table::{
    ATTACKS_BY_MAGIC, ATTACKS_BY_PEXT, MAGIC_ENTRIES, PEXT_ENTRIES, PextEntry, magic_index,
};
use crate::kernels::{Bmi2, Kernel};
use crate::types::{Bitboard, Square};

/// A lookup of sliding attacks.
pub trait Lookup<K: Kernel>: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Returns the attacks of a bishop.
    fn bishop(kernel: K, square: Square, occupied: Bitboard) -> Bitboard;
    /// Returns the attacks of a rook.
    fn rook(kernel: K, square: Square, occupied: Bitboard) -> Bitboard;
}

/// By magic multiplication: on every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Magics;

/// By PEXT: for CPUs with BMI2, and fast where [`crate::kernels::is_pext_fast`].
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl<K: Kernel> Lookup<K> for Magics {
    #[inline(always)]
    fn bishop(_kernel: K, square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS_BY_MAGIC[magic_index(&MAGIC_ENTRIES[0][square.index()], occupied)]
    }

    #[inline(always)]
    fn rook(_kernel: K, square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS_BY_MAGIC[magic_index(&MAGIC_ENTRIES[1][square.index()], occupied)]
    }
}

impl<K: Bmi2> Lookup<K> for Pext {
    #[inline(always)]
    fn bishop(kernel: K, square: Square, occupied: Bitboard) -> Bitboard {
        pext_attacks(kernel, &PEXT_ENTRIES[0][square.index()], occupied)
    }

    #[inline(always)]
    fn rook(kernel: K, square: Square, occupied: Bitboard) -> Bitboard {
        pext_attacks(kernel, &PEXT_ENTRIES[1][square.index()], occupied)
    }
}

#[inline(always)]
fn pext_attacks<K: Bmi2>(kernel: K, entry: &PextEntry, occupied: Bitboard) -> Bitboard {
    ATTACKS_BY_PEXT[(entry.offset + kernel.pext(occupied, entry.mask)) as usize]
}
