//! The attacks of every slider on every square behind every set of blockers, computed when
//! compiled: 107,648 sets, 841 KiB, once in the order of the magic numbers and once in PEXT's.

use super::blockers::{Slider, blocker_mask};
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::types::{Bitboard, Square};

/// The number of sets: two to the number of blocker squares, over both sliders and all squares.
pub const SIZE: usize = 107_648;

/// The attack table of one square: its offset, and the magic number that turns a set of blockers
/// into an index.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct MagicEntry {
    /// The squares whose occupancy counts.
    pub mask: Bitboard,
    /// The magic number.
    pub magic: u64,
    /// The index of the square's first set.
    pub offset: u32,
    /// 64 less the number of bits of `mask`: what is left of the product is the index.
    pub shift: u32,
}

/// The attack table of one square for PEXT, which needs no magic number.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PextEntry {
    /// The squares whose occupancy counts.
    pub mask: Bitboard,
    /// The index of the square's first set.
    pub offset: u64,
}

/// Bishops' and rooks' entries.
pub struct Entries<E> {
    /// Bishops', by square.
    pub bishop: [E; 64],
    /// Rooks', by square.
    pub rook: [E; 64],
}

/// The entries of the magic numbers.
pub static MAGIC_ENTRIES: Entries<MagicEntry> = {
    let none = MagicEntry { mask: 0, magic: 0, offset: 0, shift: 0 };
    let mut entries = Entries { bishop: [none; 64], rook: [none; 64] };
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = blocker_mask(Slider::Bishop, Square::new(square));
        let (at, shift) = (square as usize, 64 - mask.count_ones());
        entries.bishop[at] = MagicEntry { mask, magic: BISHOP_MAGICS[at], offset, shift };
        offset += 1 << mask.count_ones();
        let mask = blocker_mask(Slider::Rook, Square::new(square));
        let shift = 64 - mask.count_ones();
        entries.rook[at] = MagicEntry { mask, magic: ROOK_MAGICS[at], offset, shift };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    entries
};

/// The entries of PEXT: the same places.
pub static PEXT_ENTRIES: Entries<PextEntry> = {
    let none = PextEntry { mask: 0, offset: 0 };
    let mut entries = Entries { bishop: [none; 64], rook: [none; 64] };
    let mut at = 0;
    while at < 64 {
        let MagicEntry { mask, offset, .. } = MAGIC_ENTRIES.bishop[at];
        entries.bishop[at] = PextEntry { mask, offset: offset as u64 };
        let MagicEntry { mask, offset, .. } = MAGIC_ENTRIES.rook[at];
        entries.rook[at] = PextEntry { mask, offset: offset as u64 };
        at += 1;
    }
    entries
};

/// The index of a set of blockers by magic multiplication.
#[inline(always)]
pub const fn magic_index(entry: &MagicEntry, occupied: Bitboard) -> usize {
    let product = (occupied & entry.mask).wrapping_mul(entry.magic);
    entry.offset as usize + (product >> (entry.shift & 63)) as usize
}

/// Fills the places of one square in both tables.
const fn fill(
    slider: Slider,
    square: Square,
    entry: &MagicEntry,
    by_magic: &mut [Bitboard; SIZE],
    by_pext: &mut [Bitboard; SIZE],
) {
    let mut blockers = 0;
    let mut rank = entry.offset as usize;
    loop {
        let attacks = slider.attacks(square, blockers);
        by_magic[magic_index(entry, blockers)] = attacks;
        // The subsets of a mask in ascending order are PEXT's order.
        by_pext[rank] = attacks;
        rank += 1;
        blockers = blockers.wrapping_sub(entry.mask) & entry.mask;
        if blockers == 0 {
            return;
        }
    }
}

/// Both tables, computed together: the attacks are the same.
#[allow(long_running_const_eval)]
const TABLES: ([Bitboard; SIZE], [Bitboard; SIZE]) = {
    let mut by_magic = [0; SIZE];
    let mut by_pext = [0; SIZE];
    let mut at = 0;
    while at < 64 {
        let square = Square::new(at as u8);
        fill(Slider::Bishop, square, &MAGIC_ENTRIES.bishop[at], &mut by_magic, &mut by_pext);
        fill(Slider::Rook, square, &MAGIC_ENTRIES.rook[at], &mut by_magic, &mut by_pext);
        at += 1;
    }
    (by_magic, by_pext)
};

/// The attacks in the order of the magic numbers.
pub static ATTACKS_BY_MAGIC: [Bitboard; SIZE] = TABLES.0;

/// The attacks in PEXT's order.
pub static ATTACKS_BY_PEXT: [Bitboard; SIZE] = TABLES.1;
