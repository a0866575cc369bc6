//! Planes after a move, lists of moves without a loop, the best score of a list.

use std::arch::x86_64::*;

use super::lanes::{WordIndices, all};
use crate::kernels::{Scores, TargetScores};
use crate::matrix::Planes;
use crate::types::{Bitboard, Color, MoveKind, MoveList, PieceType};

/// Empties the squares of `clear` and puts a piece on those of `put`.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn replace(
    planes: &Planes,
    clear: Bitboard,
    put: Bitboard,
    kind: PieceType,
    color: Color,
    out: &mut Planes,
) {
    // SAFETY: `Planes` is 64 bytes, aligned to 64.
    let before = unsafe { _mm512_load_si512((&raw const planes.0).cast()) };
    let after = _mm512_andnot_si512(all(clear), before);
    let lanes = (1u8 << kind.index()) | (64u8 << color.index());
    let after = _mm512_mask_or_epi64(after, lanes, after, all(put));
    // SAFETY: `out` is a `Planes`, too: 64 bytes, aligned to 64.
    unsafe { _mm512_store_si512((&raw mut out.0).cast(), after) };
}

/// Appends a move for every target, lowest first, without a loop.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn append_moves(list: &mut MoveList, from: u16, targets: Bitboard) {
    append(list, from, targets, [&TARGETS_LOW, &TARGETS_HIGH]);
}

/// Appends a pawn move to every target, lowest first, without a loop.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn append_pawn_moves(list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard) {
    let from = ((kind as u16) << 12).wrapping_sub(back as u16);
    append(list, from, targets, [&PAWNS_LOW, &PAWNS_HIGH]);
}

/// Appends the sum of `from` and a word for every target.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn append(
    list: &mut MoveList,
    from: u16,
    targets: Bitboard,
    [low, high]: [&'static WordIndices; 2],
) {
    let from = _mm512_set1_epi16(from.cast_signed());
    // SAFETY: the constants are 64 bytes, aligned to 64.
    let (low, high) = unsafe {
        (
            _mm512_load_si512((&raw const low.0).cast()),
            _mm512_load_si512((&raw const high.0).cast()),
        )
    };
    let low = _mm512_maskz_compress_epi16(targets as u32, low);
    let high = _mm512_maskz_compress_epi16((targets >> 32) as u32, high);
    let (spare, length) = list.spare();
    debug_assert!(spare.len() >= 64);
    let below = (targets as u32).count_ones() as usize;
    // SAFETY: `spare` has room for at least 64 moves; `below` is at most 32, and each store has 32
    // moves.
    unsafe {
        let out = spare.as_mut_ptr();
        _mm512_storeu_si512(out.cast(), _mm512_add_epi16(low, from));
        _mm512_storeu_si512(out.add(below).cast(), _mm512_add_epi16(high, from));
    }
    list.set_len(length + targets.count_ones() as usize);
}

/// Appends moves and, at the same indices, their scores, given the scores of all 64 targets.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn append_scored_moves(
    list: &mut MoveList,
    scores: &mut Scores,
    from: u16,
    targets: Bitboard,
    rows: &TargetScores<'_>,
) {
    let (lower, upper) = (targets as u32, (targets >> 32) as u32);
    // SAFETY: a row is twice 64 bytes.
    let half = |row: &[i16; 64], half: usize| unsafe {
        _mm512_loadu_si512(row.as_ptr().add(32 * half).cast())
    };
    let [first, second] = rows.relative_rows;
    let seen = [
        _mm512_add_epi16(half(first, 0), half(second, 0)),
        _mm512_add_epi16(half(first, 1), half(second, 1)),
    ];
    let seen = if rows.flipped {
        // The ranks, 16 bytes each, in reverse order.
        [
            _mm512_shuffle_i64x2::<0b00_01_10_11>(seen[1], seen[1]),
            _mm512_shuffle_i64x2::<0b00_01_10_11>(seen[0], seen[0]),
        ]
    } else {
        seen
    };
    let base = _mm512_set1_epi16(rows.base);
    let fear = _mm512_set1_epi16(rows.penalty);
    let check = _mm512_set1_epi16(rows.bonus);
    let score = |seen, history, feared: u32, checks: u32| {
        let score = _mm512_add_epi16(_mm512_add_epi16(seen, history), base);
        let score = _mm512_mask_sub_epi16(score, feared, score, fear);
        _mm512_mask_add_epi16(score, checks, score, check)
    };
    let low = score(seen[0], half(rows.row, 0), rows.penalized as u32, rows.rewarded as u32);
    let high = score(
        seen[1],
        half(rows.row, 1),
        (rows.penalized >> 32) as u32,
        (rows.rewarded >> 32) as u32,
    );
    let low = _mm512_maskz_compress_epi16(lower, low);
    let high = _mm512_maskz_compress_epi16(upper, high);
    let length = list.len();
    let below = lower.count_ones() as usize;
    // SAFETY: `scores` has room for 64 scores after the first `MAX_MOVES`; `below` is at most 32,
    // and each store has 32 scores.
    unsafe {
        let out = scores.as_mut_ptr().add(length.min(crate::types::MAX_MOVES));
        _mm512_storeu_si512(out.cast(), low);
        _mm512_storeu_si512(out.add(below).cast(), high);
    }
    append_moves(list, from, targets);
}

/// Returns the index of the first of the highest scores; 0 if there are none.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn first_highest(scores: &[i16]) -> usize {
    let (mut first, mut highest) = (0, i32::from(i16::MIN));
    for (chunk, scores) in scores.chunks(32).enumerate() {
        let valid = u32::MAX >> (32 - scores.len());
        // SAFETY: only the lanes that the chunk has are read.
        let lanes =
            unsafe { _mm512_mask_loadu_epi16(_mm512_set1_epi16(i16::MIN), valid, scores.as_ptr()) };
        let half =
            _mm256_max_epi16(_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64::<1>(lanes));
        let quarter =
            _mm_max_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
        // `minpos` finds the lowest unsigned word. The flip maps higher scores to lower words.
        let turn = _mm_set1_epi16(i16::MAX);
        let best = _mm_xor_si128(_mm_minpos_epu16(_mm_xor_si128(quarter, turn)), turn);
        let value = i32::from(_mm_extract_epi16::<0>(best) as i16);
        if chunk == 0 || value > highest {
            let equal = _mm512_mask_cmpeq_epi16_mask(valid, lanes, _mm512_broadcastw_epi16(best));
            first = 32 * chunk + equal.trailing_zeros() as usize;
            highest = value;
        }
    }
    first
}

/// Returns 32 targets from `base` on: in a move's target field (`times` 64), or in both fields (65).
const fn targets(base: u16, times: u16) -> WordIndices {
    let mut words = [0; 32];
    let mut at = 0;
    while at < 32 {
        words[at] = (base + at as u16) * times;
        at += 1;
    }
    WordIndices(words)
}
static TARGETS_LOW: WordIndices = targets(0, 64);
static TARGETS_HIGH: WordIndices = targets(32, 64);
static PAWNS_LOW: WordIndices = targets(0, 65);
static PAWNS_HIGH: WordIndices = targets(32, 65);
