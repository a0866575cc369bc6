//! Planes to cells: 32 sets of 64 squares become 64 cells of 32 bits.

use std::arch::aarch64::*;

/// Exchanges the upper four bits of `a` with the lower four of `b`, in each byte.
#[target_feature(enable = "neon")]
#[inline]
fn exchange_fours(rows: &mut [[uint8x16_t; 2]; 8], row: usize) {
    for half in 0..2 {
        let (a, b) = (rows[row][half], rows[row + 4][half]);
        rows[row][half] = vsliq_n_u8::<4>(a, b);
        rows[row + 4][half] = vsriq_n_u8::<4>(b, a);
    }
}

/// Exchanges bits at a distance between two rows at the same distance; `low` selects the bits
/// of the first row that stay.
#[target_feature(enable = "neon")]
#[inline]
fn exchange<const DISTANCE: i32>(rows: &mut [[uint8x16_t; 2]; 8], row: usize, low: uint8x16_t) {
    for half in 0..2 {
        let (a, b) = (rows[row][half], rows[row + DISTANCE as usize][half]);
        rows[row][half] = vbslq_u8(low, a, vshlq_n_u8::<DISTANCE>(b));
        rows[row + DISTANCE as usize][half] = vbslq_u8(low, vshrq_n_u8::<DISTANCE>(a), b);
    }
}

/// Writes the 64 cells; `rows[h][b]` holds the sets of bit `h` of the cells' bytes 2 · `b` and
/// 2 · `b` + 1.
#[target_feature(enable = "neon")]
#[inline]
pub fn write_cells(cells: &mut [u32; 64], mut rows: [[uint8x16_t; 2]; 8]) {
    // Three rounds transpose blocks of 8×8 bits, which exchanges the row's index with the file.
    exchange_fours(&mut rows, 0);
    exchange_fours(&mut rows, 1);
    exchange_fours(&mut rows, 2);
    exchange_fours(&mut rows, 3);
    let low = vdupq_n_u8(0x33);
    exchange::<2>(&mut rows, 0, low);
    exchange::<2>(&mut rows, 1, low);
    exchange::<2>(&mut rows, 4, low);
    exchange::<2>(&mut rows, 5, low);
    let low = vdupq_n_u8(0x55);
    exchange::<1>(&mut rows, 0, low);
    exchange::<1>(&mut rows, 2, low);
    exchange::<1>(&mut rows, 4, low);
    exchange::<1>(&mut rows, 6, low);
    // `rows[file]` holds one rank per byte; the board needs one file per cell. Three rounds
    // separate even from odd bytes: the bits of the rank leave the byte index, lowest first,
    // and those of the cell's byte and of the file enter it.
    for half in 0..2 {
        let quad = [rows[4 * half], rows[4 * half + 1], rows[4 * half + 2], rows[4 * half + 3]];
        write_files(cells, half, &quad);
    }
}

/// Writes the cells of four files.
#[target_feature(enable = "neon")]
#[inline]
fn write_files(cells: &mut [u32; 64], half: usize, files: &[[uint8x16_t; 2]; 4]) {
    let [a, b, c, d] = *files;
    for odd in 0..2 {
        let part = |low: uint8x16_t, high: uint8x16_t, odd: usize| {
            if odd == 0 { vuzp1q_u8(low, high) } else { vuzp2q_u8(low, high) }
        };
        let ranks = [a, b, c, d].map(|[low, high]| part(low, high, odd));
        for twos in 0..2 {
            let (low, high) = (part(ranks[0], ranks[1], twos), part(ranks[2], ranks[3], twos));
            for fours in 0..2 {
                let rank = 4 * fours + 2 * twos + odd;
                let at = 8 * rank + 4 * half;
                let four = &mut cells[at..at + 4];
                // SAFETY: the slice is four cells, 16 bytes.
                unsafe {
                    let four = four.as_mut_ptr();
                    vst1q_u32(four, vreinterpretq_u32_u8(part(low, high, fours)));
                }
            }
        }
    }
}
