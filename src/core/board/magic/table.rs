//! The attacks of every slider from every square for every set of blockers, computed at compile time: 107,648
//! sets, 841 KiB, stored once in the order of the magic numbers and once in that of PEXT.

use super::blockers::{Slider, blocker_mask};
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::types::{Bitboard, Square};

/// Number of sets: two to the power of the number of blocker squares, summed over sliders and squares.
pub const SIZE: usize = 107_648;

/// The attack table of one square: its offset, and the magic number that turns a set of blockers
/// into an index.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct MagicEntry {
    /// The squares whose occupancy determines the attacks.
    pub mask: Bitboard,
    /// Multiplier that turns the occupied squares of `mask` into the high bits of an index.
    pub magic: u64,
    /// Index of the square's first set.
    pub offset: u32,
    /// 64 minus the number of bits of `mask`: the index is the product's remaining high bits.
    pub shift: u32,
}

/// The attack table of one square for PEXT, which needs no magic number.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PextEntry {
    /// The squares whose occupancy determines the attacks.
    pub mask: Bitboard,
    /// Index of the square's first set.
    pub offset: u64,
}

/// Bishops' entries by square, then rooks'.
pub type Entries<E> = [[E; 64]; 2];

/// The entries for magic multiplication.
pub static MAGIC_ENTRIES: Entries<MagicEntry> = {
    let mut entries = [[MagicEntry { mask: 0, magic: 0, offset: 0, shift: 0 }; 64]; 2];
    let mut offset = 0;
    let mut at = 0;
    while at < 2 * 64 {
        let (slider, square) = (at % 2, at / 2);
        let mask = blocker_mask(Slider::ALL[slider], Square::new(square as u8));
        let magic = [BISHOP_MAGICS, ROOK_MAGICS][slider][square];
        let shift = 64 - mask.count_ones();
        entries[slider][square] = MagicEntry { mask, magic, offset, shift };
        offset += 1 << mask.count_ones();
        at += 1;
    }
    entries
};

/// The entries for PEXT, with the same offsets.
pub static PEXT_ENTRIES: Entries<PextEntry> = {
    let mut entries = [[PextEntry { mask: 0, offset: 0 }; 64]; 2];
    let mut at = 0;
    while at < 2 * 64 {
        let MagicEntry { mask, offset, .. } = MAGIC_ENTRIES[at % 2][at / 2];
        entries[at % 2][at / 2] = PextEntry { mask, offset: offset as u64 };
        at += 1;
    }
    entries
};

/// Returns the index of a set of blockers by magic multiplication.
#[inline(always)]
pub const fn magic_index(entry: &MagicEntry, occupied: Bitboard) -> usize {
    let product = (occupied & entry.mask).wrapping_mul(entry.magic);
    entry.offset as usize + (product >> (entry.shift & 63)) as usize
}

/// Both tables, computed together because the attacks are the same. The attacks with several blockers are
/// the intersection of the attacks with each of them, so those of a set follow in one step from those of the
/// set without its last blocker. The magic index follows likewise: multiplication distributes over the sum.
const TABLES: ([Bitboard; SIZE], [Bitboard; SIZE]) = {
    let (mut by_magic, mut by_pext) = ([0; SIZE], [0; SIZE]);
    let mut products = [0_u64; 1 << 12];
    let mut at = 0;
    while at < 2 * 64 {
        let (slider, square) = (Slider::ALL[at % 2], Square::new(at as u8 / 2));
        let MagicEntry { mask, magic, offset, shift } = MAGIC_ENTRIES[at % 2][at / 2];
        let first = offset as usize;
        by_pext[first] = slider.attacks(square, 0);
        by_magic[first] = by_pext[first];
        // PEXT orders the subsets of a mask in ascending order.
        let (mut left, mut size) = (mask, 1);
        while left != 0 {
            let blocker = left & left.wrapping_neg();
            let (attacks, product) = (slider.attacks(square, blocker), blocker.wrapping_mul(magic));
            let mut rank = 0;
            while rank < size {
                let sum = products[rank].wrapping_add(product);
                let both = by_pext[first + rank] & attacks;
                products[size + rank] = sum;
                by_pext[first + size + rank] = both;
                by_magic[first + (sum >> shift) as usize] = both;
                rank += 1;
            }
            left ^= blocker;
            size *= 2;
        }
        at += 1;
    }
    (by_magic, by_pext)
};

/// The attacks in the order of the magic numbers.
pub static ATTACKS_BY_MAGIC: [Bitboard; SIZE] = TABLES.0;

/// The attacks in PEXT's order.
pub static ATTACKS_BY_PEXT: [Bitboard; SIZE] = TABLES.1;
