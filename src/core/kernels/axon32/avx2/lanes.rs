//! Cells in eight registers, one per rank or one per file. A ray is a walk from register to
//! register: over the files if it runs along a rank, else over the ranks.

use std::arch::x86_64::*;

pub(super) use crate::kernels::isa::avx2::transposed;
pub(super) use crate::kernels::scan::avx2::rank_cells as load;
use crate::matrix::Matrix;

/// Returns a register with the same word in each lane.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn all(word: u32) -> __m256i {
    _mm256_set1_epi32(word.cast_signed())
}

/// Loads the board, one rank per register.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn load_all(cells: &Matrix) -> [__m256i; 8] {
    [
        load(cells, 0),
        load(cells, 1),
        load(cells, 2),
        load(cells, 3),
        load(cells, 4),
        load(cells, 5),
        load(cells, 6),
        load(cells, 7),
    ]
}

/// Stores the cells of a rank.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn store(cells: &mut Matrix, rank: usize, to: __m256i) {
    let cells = &mut cells.0[rank * 8..rank * 8 + 8];
    // SAFETY: the slice is eight cells, 32 bytes.
    unsafe { _mm256_storeu_si256(cells.as_mut_ptr().cast(), to) };
}

/// Moves the cells of a rank one step towards the h-file; zeros enter at the edge.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn east(rank: __m256i) -> __m256i {
    let moved = _mm256_permutevar8x32_epi32(rank, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6));
    _mm256_blend_epi32::<0x01>(moved, _mm256_setzero_si256())
}

/// Moves the cells of a rank one step towards the a-file; zeros enter at the edge.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn west(rank: __m256i) -> __m256i {
    let moved = _mm256_permutevar8x32_epi32(rank, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7));
    _mm256_blend_epi32::<0x80>(moved, _mm256_setzero_si256())
}

/// Returns the union of the cells moved one step to the east and one to the west.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn beside(rank: __m256i) -> __m256i {
    _mm256_or_si256(east(rank), west(rank))
}

/// Returns the union of the cells moved two steps to the east and two to the west.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn two_beside(rank: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let east = _mm256_permute4x64_epi64::<0x90>(rank);
    let west = _mm256_permute4x64_epi64::<0xf9>(rank);
    _mm256_or_si256(_mm256_blend_epi32::<0x03>(east, zero), _mm256_blend_epi32::<0xc0>(west, zero))
}

/// Selects `bits` in lanes with a piece, `carry` in the others.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn where_occupied(carry: __m256i, cells: __m256i, bits: __m256i) -> __m256i {
    // The highest bit of a cell marks a piece.
    _mm256_castps_si256(_mm256_blendv_ps(
        _mm256_castsi256_ps(carry),
        _mm256_castsi256_ps(bits),
        _mm256_castsi256_ps(cells),
    ))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn or(a: __m256i, b: __m256i) -> __m256i {
    _mm256_or_si256(a, b)
}

/// Returns `a & bits` in each lane.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn masked(a: __m256i, bits: u32) -> __m256i {
    _mm256_and_si256(a, all(bits))
}
