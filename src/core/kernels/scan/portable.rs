//! The scanners of the portable and popcnt levels.
//!
//! They have no branches, because occupied squares are unpredictable and one misprediction costs as
//! much as twenty cells. Every cell is written at the next entry's index, and the count increases if
//! the cell is an entry.

use crate::kernels::lists::{PieceList, SquareList, first_entries};
use crate::matrix::Nucleus;
use crate::matrix::cell::{Cell, pieces_mask};
use crate::types::Color;

/// Lists the masked cells with their squares in bits 14 to 19, lowest first; returns their number.
pub fn scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    scan_into(nucleus, mask, &mut list.0)
}

/// Runs [`scan`] with any list that has room for one entry per cell.
#[inline(always)]
pub fn scan_into<const ROOM: usize>(
    nucleus: &Nucleus,
    mask: Cell,
    list: &mut [Cell; ROOM],
) -> usize {
    let mut count = 0;
    for (index, &cell) in nucleus.cells.0.iter().enumerate() {
        let masked = cell & mask;
        // At most `index` entries came before, so `& 63` only removes the bounds check.
        list[count & 63] = masked | (index as Cell) << 14;
        count += usize::from(masked != 0);
    }
    count
}

/// Implements [`crate::kernels::MatrixKernel::entries_with`].
#[inline(always)]
pub fn entries_with(list: &PieceList, count: usize, mask: Cell) -> u32 {
    let entries = list.0.iter().take(16).enumerate();
    let with = entries.fold(0, |set, (at, entry)| set | u32::from(entry & mask != 0) << at);
    with & first_entries(count)
}

/// Lists White's and Black's pieces, like [`scan`], in one pass.
pub fn scan_both(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    let [white, black] = lists;
    let [mut whites, mut blacks] = [0; 2];
    for (index, &cell) in nucleus.cells.0.iter().enumerate() {
        let square = (index as Cell) << 14;
        let masked = cell & pieces_mask(Color::White);
        white.0[whites & 63] = masked | square;
        whites += usize::from(masked != 0);
        let masked = cell & pieces_mask(Color::Black);
        black.0[blacks & 63] = masked | square;
        blacks += usize::from(masked != 0);
    }
    [whites, blacks]
}

/// Lists the squares of the cells with a bit of `mask`, lowest first; returns their number.
pub fn squares(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    let mut count = 0;
    for (index, &cell) in nucleus.cells.0.iter().enumerate() {
        list.0[count & 63] = index as u8;
        count += usize::from(cell & mask != 0);
    }
    count
}
