//! The best score of a list of moves.

use std::arch::x86_64::*;

use crate::kernels::{level_features, level_functions, portable};

level_features! { popcnt => level_functions {
    /// Returns the index of the first of the highest scores; 0 if there are none.
    pub fn first_highest(scores: &[i16]) -> usize {
        if scores.len() < 8 {
            return portable::first_highest(scores);
        }
        let (mut first, mut highest, mut at) = (0, i32::from(i16::MIN) - 1, 0);
        loop {
            // SAFETY: eight words from `at` on are within the slice.
            let lanes = unsafe { _mm_loadu_si128(scores.as_ptr().add(at).cast()) };
            // The minimum instruction is for unsigned words only, so the order is reversed.
            let turn = _mm_set1_epi16(i16::MAX);
            let best = _mm_minpos_epu16(_mm_xor_si128(lanes, turn));
            let value = i32::from(_mm_extract_epi16::<0>(_mm_xor_si128(best, turn)) as i16);
            if value > highest {
                first = at + (_mm_extract_epi16::<1>(best) & 7) as usize;
                highest = value;
            }
            if at + 8 == scores.len() {
                return first;
            }
            // The last eight may overlap earlier scores: they are not higher than before.
            at = (at + 8).min(scores.len() - 8);
        }
    }
}}
