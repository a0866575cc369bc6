//! The list of pieces: sixteen cells compressed at a time.

use std::arch::x86_64::*;

use super::lanes::{all, load, or_and};
use crate::kernels::{level_features, level_functions};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;
use crate::matrix::record::PIECES_ROOM;

level_features! { avx512 => level_functions {
    /// [`crate::kernels::reference::scan`] into the record's list.
    pub(in crate::kernels) fn list_pieces(
        nucleus: &Nucleus,
        mask: Cell,
        list: &mut [Cell; PIECES_ROOM],
    ) -> u32 {
        let mask = all(mask);
        let mut squares = _mm512_slli_epi32::<14>(
            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        );
        let mut count = 0;
        for cells in load(&nucleus.cells) {
            let found = _mm512_test_epi32_mask(cells, mask);
            let entries = or_and(squares, cells, mask);
            let entries = _mm512_maskz_compress_epi32(found, entries);
            // SAFETY: the ranks below have added an entry a cell at most, so that sixteen more fit in
            // the 64 of the list.
            unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(count).cast(), entries) };
            count += found.count_ones() as usize;
            squares = _mm512_add_epi32(squares, all(16 << 14));
        }
        count as u32
    }
}}
