//! The popcnt level: it scans like the portable level and reads the list in vectors.

use std::arch::x86_64::*;

use crate::kernels::lists::{PieceList, first_entries};
use crate::kernels::{level_features, level_functions};
use crate::matrix::cell::Cell;

level_features! { popcnt => level_functions {
    /// Implements [`super::portable::entries_with`]: sixteen entries in four registers, combined to one byte
    /// each.
    pub fn entries_with(list: &PieceList, count: usize, mask: Cell) -> u32 {
        let (fours, _) = list.0.as_chunks::<4>();
        let mask = _mm_set1_epi32(mask.cast_signed());
        let without = |at: usize| {
            // SAFETY: the chunk is four entries, 16 bytes.
            let entries = unsafe { _mm_loadu_si128(fours[at].as_ptr().cast()) };
            _mm_cmpeq_epi32(_mm_and_si128(entries, mask), _mm_setzero_si128())
        };
        let low = _mm_packs_epi32(without(0), without(1));
        let high = _mm_packs_epi32(without(2), without(3));
        let without = _mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned();
        !without & first_entries(count)
    }
}}
