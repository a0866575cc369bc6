//! The planes after a move; extraction of bits.

use std::arch::x86_64::*;

use crate::kernels::isa::children::PIECE_LANES;
use crate::matrix::Planes;
use crate::types::{Bitboard, Color, PieceType};

/// Empties the squares of `clear` and puts a piece on those of `put`.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub fn replace(
    planes: &Planes,
    clear: Bitboard,
    put: Bitboard,
    kind: PieceType,
    color: Color,
    out: &mut Planes,
) {
    // SAFETY: `Planes` is 64 bytes, aligned to 64, and so is each row of the table.
    unsafe {
        let from = (&raw const planes.0).cast::<__m256i>();
        let lanes = (&raw const PIECE_LANES[color.index()][kind.index()].0).cast::<__m256i>();
        let into = (&raw mut out.0).cast::<__m256i>();
        let (clear, put) =
            (_mm256_set1_epi64x(clear.cast_signed()), _mm256_set1_epi64x(put.cast_signed()));
        for half in 0..2 {
            let kept = _mm256_andnot_si256(clear, _mm256_load_si256(from.add(half)));
            let new = _mm256_and_si256(put, _mm256_load_si256(lanes.add(half)));
            _mm256_store_si256(into.add(half), _mm256_or_si256(kept, new));
        }
    }
}

/// Returns the bits of `value` that `mask` selects, packed at the low end.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub fn pext(value: u64, mask: u64) -> u64 {
    _pext_u64(value, mask)
}
