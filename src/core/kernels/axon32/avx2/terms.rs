//! Terms of the evaluation over the cells, one rank at a time.

use std::arch::x86_64::*;

use super::lanes::{all, beside, load_all, masked, or};
use crate::kernels::axon32::fills::{BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS};
use crate::kernels::axon32::piece_terms::{
    BISHOP, KING, KNIGHT, OWN, PAWN, QUEEN, ROOK, Ranks, Sides, sliders, trapped,
};
use crate::kernels::axon32::terms::{CellTerms, CellWeights, TermFacts, attack_units, king_lines};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, influence_shift, piece_bit, pieces_mask};
use crate::types::{Color, PieceType};

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn and(a: __m256i, b: __m256i) -> __m256i {
    _mm256_and_si256(a, b)
}

/// Returns `a & !not`.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn outside(not: __m256i, a: __m256i) -> __m256i {
    _mm256_andnot_si256(not, a)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn is_zero(lanes: __m256i) -> __m256i {
    _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256())
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn lacks(lanes: __m256i, bits: Cell) -> __m256i {
    is_zero(masked(lanes, bits))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn has(lanes: __m256i, bits: Cell) -> __m256i {
    outside(lacks(lanes, bits), all(!0))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn with(mask: __m256i, lanes: __m256i, bits: Cell) -> __m256i {
    outside(lacks(lanes, bits), mask)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn with_lanes(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
    outside(is_zero(and(a, b)), mask)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn lacks_lanes(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
    and(is_zero(and(a, b)), mask)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn weighed(mask: __m256i, weight: i32) -> __m256i {
    and(mask, _mm256_set1_epi32(weight))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn add(sum: __m256i, mask: __m256i, weight: i32) -> __m256i {
    _mm256_add_epi32(sum, weighed(mask, weight))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn sub(sum: __m256i, mask: __m256i, weight: i32) -> __m256i {
    _mm256_sub_epi32(sum, weighed(mask, weight))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn by_color(lanes: [__m256i; 2], black: __m256i) -> __m256i {
    _mm256_blendv_epi8(lanes[0], lanes[1], black)
}

/// Returns the lanes that have neither an own piece nor the influence of an enemy pawn.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn safe(cells: __m256i, color: Color) -> __m256i {
    lacks(cells, pieces_mask(color) | PAWN << influence_shift(!color))
}

/// Returns the terms of a register's pieces, White positive, and the lanes of the pieces that may
/// shield their king or queen (masked, in the paper).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn piece_terms(
    at: Ranks<__m256i>,
    sides: &Sides<__m256i>,
    weights: &CellWeights,
) -> (__m256i, __m256i) {
    let Ranks { cells, .. } = at;
    let black = has(cells, pieces_mask(Color::Black));
    let white = _mm256_srli_epi32::<14>(cells);
    let exchanged = or(
        _mm256_slli_epi32::<{ OWN as i32 }>(white),
        masked(_mm256_srli_epi32::<{ OWN as i32 }>(white), 0x7f),
    );
    let influence = by_color([white, exchanged], black);

    let pawns = has(cells, PAWNS);
    let pieces = has(cells, KNIGHTS | BISHOPS | ROOKS | QUEENS);
    let hanging = with(lacks(influence, 0x7f << OWN), influence, 0x7f);
    let mut sum = weighed(with(pawns, influence, BISHOP << OWN), weights.behind_pawns);
    sum = sub(sum, and(hanging, pawns), weights.hanging_pawn);
    sum = sub(sum, and(hanging, pieces), weights.hanging_piece);
    sum = sub(sum, with(pieces, influence, PAWN), weights.pawn_on_piece);
    let majors = has(cells, ROOKS | QUEENS);
    sum = sub(sum, with(majors, influence, KNIGHT | BISHOP), weights.minor_on_major);

    let zone = or(cells, by_color([at.below, at.above], black));
    let king = by_color(
        [all(KING << influence_shift(Color::White)), all(KING << influence_shift(Color::Black))],
        black,
    );
    sum = add(sum, with_lanes(pieces, zone, king), weights.defender);
    let all_sliders = has(cells, BISHOPS | ROOKS | QUEENS);
    sum = add(sum, lacks_lanes(all_sliders, cells, at.free), weights.blocked);
    sum = _mm256_add_epi32(sum, and(has(cells, ROOKS), by_color(sides.files, black)));

    let diagonal = with_lanes(pieces, cells, by_color(sides.diagonal, black));
    let orthogonal = with_lanes(pieces, cells, by_color(sides.orthogonal, black));
    let before_queen = with(pieces, influence, QUEEN << OWN);
    let masked = or(
        with(diagonal, influence, BISHOP | QUEEN),
        or(with(orthogonal, influence, ROOK | QUEEN), with(before_queen, influence, BISHOP | ROOK)),
    );
    (_mm256_sub_epi32(_mm256_xor_si256(sum, black), black), masked)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn sides_of(facts: &TermFacts, weights: &CellWeights) -> Sides<__m256i> {
    let files_without =
        |set| lacks_lanes(all(!0), _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), all(set));
    let rook_files = |color: usize| {
        let (own, any) = (facts.files[color], facts.files[0] | facts.files[1]);
        add(weighed(files_without(own), weights.half_open), files_without(any), weights.open)
    };
    let white = king_lines(Color::White, facts.side);
    let black = king_lines(Color::Black, facts.side);
    Sides {
        files: [rook_files(0), rook_files(1)],
        diagonal: [all(white[0]), all(black[0])],
        orthogonal: [all(white[1]), all(black[1])],
    }
}

/// Implements [`crate::kernels::axon32::cell_terms`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn cell_terms(
    cells: &Matrix,
    _: &[Cell],
    facts: &TermFacts,
    weights: &CellWeights,
) -> CellTerms {
    let has_none = |lanes, bits| _mm256_testz_si256(lanes, all(bits)) != 0;
    let ranks = load_all(cells);
    let horizontal_sum = |lanes| {
        let halves =
            _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0x4e>(halves));
        _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0xb1>(pairs)))
    };
    // Returns the value of a colour's knights if they reach no safe square.
    let blocked_knights = |color| {
        let mut knights = 0;
        for cells in ranks {
            let here = has(cells, piece_bit(color, PieceType::Knight));
            knights += _mm256_movemask_ps(_mm256_castsi256_ps(here)).count_ones();
        }
        weights.blocked.wrapping_mul(knights as i32)
    };
    let zero = _mm256_setzero_si256();
    // Mobility is linear in the bits, so it is the sum of two look-ups: queen and rooks, bishop and knight.
    let (low, high) = mobility_halves(&weights.mobility);
    // SAFETY: eight words are 32 bytes.
    let (low, high) = unsafe {
        (_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast()))
    };
    let (mut sum, mut control) = (zero, zero);
    let (mut white_reach, mut black_reach, mut anywhere) = (zero, zero, zero);
    // An empty rank before the first and after the last.
    let (mut free, mut sideways, mut around) = ([zero; 10], [zero; 10], [zero; 10]);
    for rank in 0..8 {
        let cells = ranks[rank];
        around[rank + 1] = cells;
        anywhere = or(anywhere, cells);
        let (white, black) = (safe(cells, Color::White), safe(cells, Color::Black));
        let sliders =
            or(masked(white, sliders(Color::White)), masked(black, sliders(Color::Black)));
        free[rank + 1] = sliders;
        sideways[rank + 1] = beside(sliders);
        white_reach = or(white_reach, and(white, cells));
        black_reach = or(black_reach, and(black, cells));
        let queen_and_rooks = _mm256_permutevar8x32_epi32(low, _mm256_srli_epi32::<22>(cells));
        let minors = _mm256_permutevar8x32_epi32(high, _mm256_srli_epi32::<25>(cells));
        sum = _mm256_add_epi32(sum, and(white, _mm256_add_epi32(queen_and_rooks, minors)));
        let queen_and_rooks = _mm256_permutevar8x32_epi32(low, _mm256_srli_epi32::<15>(cells));
        let minors = _mm256_permutevar8x32_epi32(high, _mm256_srli_epi32::<18>(cells));
        sum = _mm256_sub_epi32(sum, and(black, _mm256_add_epi32(queen_and_rooks, minors)));
        control = _mm256_add_epi32(control, lacks(cells, influence_mask(Color::White)));
        control = _mm256_sub_epi32(control, lacks(cells, influence_mask(Color::Black)));
    }
    let sides = sides_of(facts, weights);
    let mut masked_pieces = zero;
    for rank in 1..9 {
        let orthogonal = or(sideways[rank], or(free[rank - 1], free[rank + 1]));
        let diagonal = or(sideways[rank - 1], sideways[rank + 1]);
        let at = Ranks {
            cells: around[rank],
            below: around[rank - 1],
            above: around[rank + 1],
            free: or(masked(orthogonal, QUEENS | ROOKS), masked(diagonal, QUEENS | BISHOPS)),
        };
        let (terms, masked) = piece_terms(at, &sides, weights);
        sum = _mm256_add_epi32(sum, terms);
        masked_pieces = or(masked_pieces, masked);
    }
    let control = weights.control.wrapping_mul(horizontal_sum(control));
    let mut total = horizontal_sum(sum).wrapping_add(control);
    if has_none(white_reach, KNIGHT << influence_shift(Color::White))
        && !has_none(anywhere, piece_bit(Color::White, PieceType::Knight))
    {
        total = total.wrapping_add(blocked_knights(Color::White));
    }
    if has_none(black_reach, KNIGHT << influence_shift(Color::Black))
        && !has_none(anywhere, piece_bit(Color::Black, PieceType::Knight))
    {
        total = total.wrapping_sub(blocked_knights(Color::Black));
    }
    total = total.wrapping_add(trapped(cells, Color::White, facts, weights));
    total = total.wrapping_sub(trapped(cells, Color::Black, facts, weights));
    CellTerms {
        total,
        attacked: [
            attack_units(cells, facts.kings[0], Color::White),
            attack_units(cells, facts.kings[1], Color::Black),
        ],
        masked: !has_none(masked_pieces, !0),
    }
}

/// Returns mobility by the bits of queen and rooks, and by those of bishop, knight and pawn (0).
#[inline(always)]
fn mobility_halves(mobility: &[i32; 32]) -> ([i32; 8], [i32; 8]) {
    let mut halves = ([0; 8], [0; 8]);
    for bits in 0..8 {
        halves.0[bits] = mobility[bits];
        halves.1[bits] = mobility[(bits & 3) << 3];
    }
    halves
}
