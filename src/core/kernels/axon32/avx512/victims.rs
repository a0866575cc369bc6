//! Pieces of the enemy under attack, two ranks at a time.

use std::arch::x86_64::*;

use super::lanes::{all, load};
use crate::kernels::axon32::victims::Victims;
use crate::matrix::cell::{Cell, influence_mask, influence_shift};
use crate::matrix::record::CellRecord;

/// Implements [`crate::kernels::axon32::find_victims`].
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::kernels) fn find_victims(record: &CellRecord, victims: Cell) -> Victims {
    let side = record.side();
    let (victims, own) = (all(victims), all(influence_mask(side)));
    let enemy = all(influence_mask(!side));
    let zero = _mm512_setzero_si512();
    let (mut attackers, mut of_undefended) = (zero, zero);
    let mut squares = [0; 4];
    let ranks = load(&record.nucleus.cells);
    for number in 0..4 {
        let cells = ranks[number];
        let found = _mm512_mask_test_epi32_mask(_mm512_test_epi32_mask(cells, victims), cells, own);
        let undefended = _mm512_mask_testn_epi32_mask(found, cells, enemy);
        attackers = _mm512_mask_or_epi32(attackers, found, attackers, cells);
        of_undefended = _mm512_mask_or_epi32(of_undefended, undefended, of_undefended, cells);
        squares[number] = u32::from(found);
    }
    let shift = influence_shift(side);
    let kinds = |lanes: i32| lanes.cast_unsigned() >> shift & 0x7f;
    Victims {
        low: squares[0] | squares[1] << 16,
        high: squares[2] | squares[3] << 16,
        attackers: kinds(_mm512_reduce_or_epi32(attackers)),
        of_undefended: kinds(_mm512_reduce_or_epi32(of_undefended)),
    }
}

/// Implements [`crate::kernels::axon32::has_victims`].
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::kernels) fn has_victims(record: &CellRecord, victims: Cell) -> bool {
    let (victims, own) = (all(victims), all(influence_mask(record.side())));
    let mut found = 0;
    for cells in load(&record.nucleus.cells) {
        found |= _mm512_mask_test_epi32_mask(_mm512_test_epi32_mask(cells, victims), cells, own);
    }
    found != 0
}
