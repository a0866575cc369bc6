//! Pawn structure, one lane per file.

use std::arch::x86_64::*;

use super::lanes::{beside, east, load, masked, or};
use crate::kernels::axon32::pawns::{FileRanks, PawnCounts, PawnFiles};
use crate::matrix::Matrix;
use crate::matrix::cell::piece_bit;
use crate::types::{Color, PieceType};

/// Shifts each lane right by a number of bits.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn lower(lanes: __m256i, bits: i32) -> __m256i {
    _mm256_srl_epi32(lanes, _mm_cvtsi32_si128(bits))
}

/// Shifts each lane left by a number of bits.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn higher(lanes: __m256i, bits: i32) -> __m256i {
    _mm256_sll_epi32(lanes, _mm_cvtsi32_si128(bits))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn files_of(lanes: __m256i) -> FileRanks {
    let mut files = [0; 10];
    let inner = &mut files[1..9];
    // SAFETY: the slice is eight words, 32 bytes.
    unsafe { _mm256_storeu_si256(inner.as_mut_ptr().cast(), lanes) };
    files
}

/// Implements [`crate::kernels::axon32::pawns::pawn_files`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn pawn_files(cells: &Matrix) -> PawnFiles {
    // Indices of the cell bits of white and black pawns.
    const WHITE: i32 = piece_bit(Color::White, PieceType::Pawn).trailing_zeros() as i32;
    const BLACK: i32 = piece_bit(Color::Black, PieceType::Pawn).trailing_zeros() as i32;
    let zero = _mm256_setzero_si256();
    let (mut own, mut enemy) = ([zero; 2], [zero; 2]);
    for rank in 1..7 {
        let cells = load(cells, rank);
        let white = masked(cells, 1 << WHITE);
        let black = masked(cells, 1 << BLACK);
        let (up, down) = (rank as i32, 7 - rank as i32);
        own[0] = or(own[0], lower(white, WHITE - up));
        own[1] = or(own[1], lower(black, BLACK - down));
        enemy[0] = or(enemy[0], lower(black, BLACK - up));
        enemy[1] = or(enemy[1], lower(white, WHITE - down));
    }
    PawnFiles {
        own: [files_of(own[0]), files_of(own[1])],
        enemy: [files_of(enemy[0]), files_of(enemy[1])],
    }
}

/// Returns the number of bits in each of four bytes, summed over all lanes.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn counted(lanes: __m256i) -> u32 {
    let digits = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    );
    let low = masked(lanes, 0x0f0f_0f0f);
    let high = masked(lower(lanes, 4), 0x0f0f_0f0f);
    let bits = _mm256_add_epi8(_mm256_shuffle_epi8(digits, low), _mm256_shuffle_epi8(digits, high));
    let halves = _mm_add_epi8(_mm256_castsi256_si128(bits), _mm256_extracti128_si256::<1>(bits));
    let pairs = _mm_add_epi8(halves, _mm_shuffle_epi32::<0x4e>(halves));
    let sum = _mm_add_epi8(pairs, _mm_shuffle_epi32::<0xb1>(pairs));
    _mm_cvtsi128_si32(sum).cast_unsigned()
}

/// Implements [`crate::kernels::axon32::pawns::pawn_counts`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn pawn_counts(own: &FileRanks, enemy: &FileRanks) -> PawnCounts {
    let lanes_of = |files: &FileRanks| {
        let inner = &files[1..9];
        // SAFETY: the slice is eight words, 32 bytes.
        unsafe { _mm256_loadu_si256(inner.as_ptr().cast()) }
    };
    // Returns a bit for each lane that is zero.
    let zeros = |lanes| {
        let zero = _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
        _mm256_movemask_ps(_mm256_castsi256_ps(zero)).cast_unsigned()
    };
    // Returns the ranks below the highest one.
    let below = |ranks| {
        let ranks = or(ranks, lower(ranks, 1));
        let ranks = or(ranks, lower(ranks, 2));
        lower(or(ranks, lower(ranks, 4)), 1)
    };
    let (pawns, facing) = (lanes_of(own), lanes_of(enemy));
    let files = !zeros(pawns) & 0xff;
    if files == 0 {
        return PawnCounts::default();
    }
    let (to_the_west, own_beside, facing_beside) = (east(pawns), beside(pawns), beside(facing));
    let influence = higher(own_beside, 1);
    // The ranks above the lowest one.
    let span = or(own_beside, higher(own_beside, 1));
    let span = or(span, higher(span, 2));
    let span = higher(masked(or(span, higher(span, 4)), 0xff), 1);
    let enemy_influence = lower(facing_beside, 1);
    let alone = _mm256_cmpeq_epi32(own_beside, _mm256_setzero_si256());
    let isolated = _mm256_and_si256(pawns, alone);
    let held = _mm256_and_si256(pawns, lower(_mm256_andnot_si256(span, enemy_influence), 1));
    let backward = _mm256_andnot_si256(alone, held);
    let supported = _mm256_and_si256(pawns, influence);
    let phalanx = _mm256_and_si256(pawns, to_the_west);
    let foremost = _mm256_andnot_si256(below(pawns), pawns);
    let open = _mm256_andnot_si256(below(facing), foremost);
    let passed = _mm256_andnot_si256(below(facing_beside), open);
    let contested = _mm256_andnot_si256(_mm256_andnot_si256(influence, enemy_influence), span);
    let candidates = _mm256_and_si256(
        _mm256_and_si256(open, lower(contested, 1)),
        _mm256_cmpeq_epi32(passed, _mm256_setzero_si256()),
    );
    let first = counted(or(
        or(supported, higher(phalanx, 8)),
        or(higher(isolated, 16), higher(backward, 24)),
    ));
    let second = counted(or(pawns, higher(candidates, 8)));
    let mut ranks = 0;
    let mut left = !zeros(passed) & 0xff;
    if left != 0 {
        let passed = files_of(passed);
        while left != 0 {
            let file = left.trailing_zeros();
            ranks |= passed[file as usize + 1].trailing_zeros() << (4 * file);
            left &= left - 1;
        }
    }
    let byte = |word: u32, at: u32| (word >> (8 * at) & 0xff) as i32;
    PawnCounts {
        doubled: byte(second, 0) - files.count_ones() as i32,
        isolated: byte(first, 2),
        backward: byte(first, 3),
        islands: (files & !(files << 1)).count_ones() as i32,
        supported: byte(first, 0),
        phalanx: byte(first, 1),
        candidates: byte(second, 1),
        passed: ranks,
        files,
    }
}
