//! The scanners of the neon level. They find the pieces as a set, then pack four cells at a time by a
//! table look-up of the 16 patterns.

use std::arch::aarch64::*;

use super::positions::POSITIONS;
use crate::kernels::lists::{PieceList, SquareList, first_entries};
use crate::matrix::Nucleus;
use crate::matrix::cell::{Cell, pieces_mask};
use crate::types::{Bitboard, Color};

/// Tables by the pattern of four cells.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Orders {
    /// The bytes of the cells whose bit is set, lowest first. A byte without a cell is arbitrary:
    /// the next entries overwrite it.
    pub bytes: [[u8; 16]; 16],
    /// Number of bits set in the pattern.
    pub ones: [u8; 16],
}

/// The tables of all 16 patterns.
pub static ORDERS: Orders = {
    let (mut bytes, mut ones) = ([[0; 16]; 16], [0; 16]);
    let mut pattern = 0;
    while pattern < 16 {
        let mut cell = 0;
        while cell < 4 {
            if pattern >> cell & 1 == 1 {
                let mut byte = 0;
                while byte < 4 {
                    bytes[pattern][4 * ones[pattern] as usize + byte] = (4 * cell + byte) as u8;
                    byte += 1;
                }
                ones[pattern] += 1;
            }
            cell += 1;
        }
        pattern += 1;
    }
    Orders { bytes, ones }
};

/// The bit of each of eight bytes, twice.
const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
/// The squares of the first four cells, in the square bits of an entry.
const FIRST_SQUARES: [u32; 4] = [0, 1 << 14, 2 << 14, 3 << 14];

/// Loads four cells of a list or a matrix.
#[target_feature(enable = "neon")]
#[inline]
fn four(cells: &[Cell; 4]) -> uint32x4_t {
    // SAFETY: a load of the 16 bytes of `cells`.
    unsafe { vld1q_u32(cells.as_ptr()) }
}

/// Returns one byte for each of sixteen cells: its bit of `BITS` if it has a bit of `mask`, else zero.
#[target_feature(enable = "neon")]
#[inline]
fn weighted(cells: &[Cell; 16], mask: uint32x4_t) -> uint8x16_t {
    let (fours, _) = cells.as_chunks::<4>();
    let low = vuzp1q_u16(
        vreinterpretq_u16_u32(vtstq_u32(four(&fours[0]), mask)),
        vreinterpretq_u16_u32(vtstq_u32(four(&fours[1]), mask)),
    );
    let high = vuzp1q_u16(
        vreinterpretq_u16_u32(vtstq_u32(four(&fours[2]), mask)),
        vreinterpretq_u16_u32(vtstq_u32(four(&fours[3]), mask)),
    );
    let bytes = vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high));
    // SAFETY: a load of the 16 bytes of `BITS`.
    vandq_u8(bytes, unsafe { vld1q_u8(BITS.as_ptr()) })
}

/// Returns the set of the cells that have a bit of `mask`, in both halves.
#[target_feature(enable = "neon")]
#[inline]
fn set_of(nucleus: &Nucleus, mask: uint32x4_t) -> uint8x16_t {
    let (sixteens, _) = nucleus.cells.0.as_chunks::<16>();
    let lower = vpaddq_u8(weighted(&sixteens[0], mask), weighted(&sixteens[1], mask));
    let upper = vpaddq_u8(weighted(&sixteens[2], mask), weighted(&sixteens[3], mask));
    let pairs = vpaddq_u8(lower, upper);
    vpaddq_u8(pairs, pairs)
}

/// Returns the lower half of a register as a word.
#[target_feature(enable = "neon")]
#[inline]
fn word(set: uint8x16_t) -> Bitboard {
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(set))
}

/// Appends the entries of four cells after the first `count`; returns the new count.
///
/// # Safety
/// `count` is at most 60: each four cells below have at most four entries.
#[target_feature(enable = "neon")]
#[inline]
unsafe fn append(
    masked: uint32x4_t,
    squares: uint32x4_t,
    pattern: usize,
    list: &mut PieceList,
    count: usize,
) -> usize {
    let entries = vreinterpretq_u8_u32(vorrq_u32(masked, squares));
    debug_assert!(count <= 60);
    // SAFETY: a row of the table is 16 bytes; the caller guarantees that `count` is at most 60,
    // and the list has room for 80.
    unsafe {
        let order = vld1q_u8(ORDERS.bytes[pattern & 15].as_ptr());
        let entries = vreinterpretq_u32_u8(vqtbl1q_u8(entries, order));
        vst1q_u32(list.0.as_mut_ptr().add(count), entries);
    }
    count + usize::from(ORDERS.ones[pattern & 15])
}

#[target_feature(enable = "neon")]
#[inline]
fn first_squares() -> uint32x4_t {
    // SAFETY: a load of the 16 bytes of the constant.
    unsafe { vld1q_u32(FIRST_SQUARES.as_ptr()) }
}

/// Implements [`super::portable::scan`].
#[target_feature(enable = "neon")]
#[inline]
pub(in crate::kernels) fn scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    let mask = vdupq_n_u32(mask);
    let set = word(set_of(nucleus, mask));
    let mut squares = first_squares();
    let mut count = 0;
    for (at, cells) in nucleus.cells.0.as_chunks::<4>().0.iter().enumerate() {
        let masked = vandq_u32(four(cells), mask);
        let pattern = (set >> (4 * at)) as usize;
        // SAFETY: the cells below have added at most 4 · `at` entries, and `at` is at most 15.
        count = unsafe { append(masked, squares, pattern, list, count) };
        squares = vaddq_u32(squares, vdupq_n_u32(4 << 14));
    }
    count
}

/// Implements [`super::portable::scan_both`].
#[target_feature(enable = "neon")]
#[inline]
pub(in crate::kernels) fn scan_both(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    let masks = [vdupq_n_u32(pieces_mask(Color::White)), vdupq_n_u32(pieces_mask(Color::Black))];
    let sets = [word(set_of(nucleus, masks[0])), word(set_of(nucleus, masks[1]))];
    let [white, black] = lists;
    let mut squares = first_squares();
    let [mut whites, mut blacks] = [0; 2];
    for (at, cells) in nucleus.cells.0.as_chunks::<4>().0.iter().enumerate() {
        let cells = four(cells);
        let patterns = [(sets[0] >> (4 * at)) as usize, (sets[1] >> (4 * at)) as usize];
        // SAFETY: the cells below have added at most 4 · `at` entries to each list, and `at` is at
        // most 15.
        unsafe {
            let masked = vandq_u32(cells, masks[0]);
            whites = append(masked, squares, patterns[0], white, whites);
            let masked = vandq_u32(cells, masks[1]);
            blacks = append(masked, squares, patterns[1], black, blacks);
        }
        squares = vaddq_u32(squares, vdupq_n_u32(4 << 14));
    }
    [whites, blacks]
}

/// Implements [`super::portable::squares`].
#[target_feature(enable = "neon")]
#[inline]
pub(in crate::kernels) fn squares(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    let set = set_of(nucleus, vdupq_n_u32(mask));
    // Byte r of the product is the number of squares up to rank r.
    let counts = word(vcntq_u8(set)).wrapping_mul(0x0101_0101_0101_0101);
    let set = word(set);
    for rank in 0..8 {
        let pattern = (set >> (8 * rank)) as usize & 255;
        let squares = POSITIONS.0[pattern] + 0x0808_0808_0808_0808 * rank;
        let below = ((counts << 8) >> (8 * rank)) as usize & 255;
        debug_assert!(below <= 56);
        // SAFETY: the ranks below `rank` have at most 8 · rank squares, so eight more fit in the 64
        // of the list.
        unsafe { list.0.as_mut_ptr().add(below).cast::<u64>().write_unaligned(squares.to_le()) };
    }
    (counts >> 56) as usize
}

/// Implements [`super::portable::entries_with`].
#[target_feature(enable = "neon")]
#[inline]
pub(in crate::kernels) fn entries_with(list: &PieceList, count: usize, mask: Cell) -> u32 {
    let Some(sixteen) = list.0.first_chunk::<16>() else { return 0 };
    let pairs = weighted(sixteen, vdupq_n_u32(mask));
    let pairs = vpaddq_u8(pairs, pairs);
    let pairs = vpaddq_u8(pairs, pairs);
    let bytes = vpaddq_u8(pairs, pairs);
    u32::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(bytes))) & first_entries(count)
}
