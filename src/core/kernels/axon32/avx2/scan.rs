//! The list of pieces: the cells of a rank brought together by a table of orders.

use std::arch::x86_64::*;

use super::lanes::{all, load, masked, or};
use crate::kernels::{level_features, level_functions};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;
use crate::matrix::record::PIECES_ROOM;

/// For each pattern of a rank's pieces: their files, lowest first, a byte each.
#[repr(C, align(64))]
struct Orders([[u8; 8]; 256]);

static ORDERS: Orders = {
    let mut orders = [[0; 8]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut file, mut found) = (0, 0);
        while file < 8 {
            if pattern >> file & 1 != 0 {
                orders[pattern][found] = file as u8;
                found += 1;
            }
            file += 1;
        }
        pattern += 1;
    }
    Orders(orders)
};

level_features! { avx2 => level_functions {
    /// [`crate::kernels::reference::scan`] into the record's list.
    pub(in crate::kernels) fn list_pieces(
        nucleus: &Nucleus,
        mask: Cell,
        list: &mut [Cell; PIECES_ROOM],
    ) -> u32 {
        let mut squares = _mm256_slli_epi32::<14>(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        let mut count = 0;
        for rank in 0..8 {
            let entries = masked(load(&nucleus.cells, rank), mask);
            let none = _mm256_cmpeq_epi32(entries, _mm256_setzero_si256());
            let found = !_mm256_movemask_ps(_mm256_castsi256_ps(none)) as usize & 255;
            // SAFETY: an order is eight bytes.
            let order = unsafe { _mm_loadl_epi64(ORDERS.0[found].as_ptr().cast()) };
            let order = _mm256_cvtepu8_epi32(order);
            let entries = _mm256_permutevar8x32_epi32(or(entries, squares), order);
            // SAFETY: the ranks below have added an entry a cell at most, so that eight more fit in
            // the 64 of the list.
            unsafe { _mm256_storeu_si256(list.as_mut_ptr().add(count).cast(), entries) };
            count += found.count_ones() as usize;
            squares = _mm256_add_epi32(squares, all(8 << 14));
        }
        count as u32
    }
}}
