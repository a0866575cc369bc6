//! Terms of the evaluation over the cells, one rank at a time.

use std::arch::x86_64::*;

use super::lanes::{all, beside, load_all, masked, or};
use crate::kernels::axon32::fills::{BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS};
use crate::kernels::axon32::piece_terms::{
    BISHOP, KING, KNIGHT, OWN, PAWN, QUEEN, ROOK, piece_terms, sliders, trapped,
};
use crate::kernels::axon32::terms::{CellTerms, CellWeights, TermFacts, attack_units, king_lines};
use crate::kernels::{level_features, level_functions};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, influence_shift, piece_bit, pieces_mask};
use crate::types::{Color, PieceType};

piece_terms!(avx2, __m256i, __m256i);

level_features! { avx2 => level_functions {
    fn and(a: __m256i, b: __m256i) -> __m256i {
        _mm256_and_si256(a, b)
    }

    /// Returns `a & !not`.
    fn outside(not: __m256i, a: __m256i) -> __m256i {
        _mm256_andnot_si256(not, a)
    }

    fn is_zero(lanes: __m256i) -> __m256i {
        _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256())
    }

    fn lacks(lanes: __m256i, bits: Cell) -> __m256i {
        is_zero(masked(lanes, bits))
    }

    fn has(lanes: __m256i, bits: Cell) -> __m256i {
        outside(lacks(lanes, bits), all(!0))
    }

    fn with(mask: __m256i, lanes: __m256i, bits: Cell) -> __m256i {
        outside(lacks(lanes, bits), mask)
    }

    fn with_lanes(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        outside(is_zero(and(a, b)), mask)
    }

    fn lacks_lanes(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        and(is_zero(and(a, b)), mask)
    }

    fn both(a: __m256i, b: __m256i) -> __m256i {
        and(a, b)
    }

    fn either(a: __m256i, b: __m256i) -> __m256i {
        or(a, b)
    }

    fn files_without(set: u32) -> __m256i {
        lacks_lanes(all(!0), _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), all(set))
    }

    fn count(mask: __m256i) -> u32 {
        _mm256_movemask_ps(_mm256_castsi256_ps(mask)).count_ones()
    }

    fn weighed(mask: __m256i, weight: i32) -> __m256i {
        and(mask, _mm256_set1_epi32(weight))
    }

    fn add(sum: __m256i, mask: __m256i, weight: i32) -> __m256i {
        _mm256_add_epi32(sum, weighed(mask, weight))
    }

    fn sub(sum: __m256i, mask: __m256i, weight: i32) -> __m256i {
        _mm256_sub_epi32(sum, weighed(mask, weight))
    }

    fn add_lanes(sum: __m256i, mask: __m256i, lanes: __m256i) -> __m256i {
        _mm256_add_epi32(sum, and(mask, lanes))
    }

    fn by_color(lanes: [__m256i; 2], black: __m256i) -> __m256i {
        _mm256_blendv_epi8(lanes[0], lanes[1], black)
    }

    fn signed(sum: __m256i, black: __m256i) -> __m256i {
        _mm256_sub_epi32(_mm256_xor_si256(sum, black), black)
    }

    fn seen(cells: __m256i, black: __m256i) -> __m256i {
        let white = _mm256_srli_epi32::<14>(cells);
        let exchanged = or(
            _mm256_slli_epi32::<{ OWN as i32 }>(white),
            masked(_mm256_srli_epi32::<{ OWN as i32 }>(white), 0x7f),
        );
        by_color([white, exchanged], black)
    }

    /// Returns the squares without own pieces that no enemy pawn influences.
    fn safe(cells: __m256i, color: Color) -> __m256i {
        lacks(cells, pieces_mask(color) | PAWN << influence_shift(!color))
    }

    fn horizontal_sum(lanes: __m256i) -> i32 {
        let halves =
            _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0x4e>(halves));
        _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0xb1>(pairs)))
    }

    /// Returns true if no lane has one of the bits.
    fn has_none(lanes: __m256i, bits: Cell) -> bool {
        _mm256_testz_si256(lanes, all(bits)) != 0
    }

    /// Implements [`crate::kernels::axon32::cell_terms`].
    pub(in crate::kernels) fn cell_terms(
        cells: &Matrix,
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        let ranks = load_all(cells);
        let zero = _mm256_setzero_si256();
        // Mobility is linear in the bits: queen and rooks, plus bishop and knight.
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
            let queen_and_rooks =
                _mm256_permutevar8x32_epi32(low, _mm256_srli_epi32::<22>(cells));
            let minors = _mm256_permutevar8x32_epi32(high, _mm256_srli_epi32::<25>(cells));
            sum = _mm256_add_epi32(sum, and(white, _mm256_add_epi32(queen_and_rooks, minors)));
            let queen_and_rooks =
                _mm256_permutevar8x32_epi32(low, _mm256_srli_epi32::<15>(cells));
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
            let pieces = piece_terms(at, &sides, weights);
            sum = _mm256_add_epi32(sum, pieces.sum);
            masked_pieces = or(masked_pieces, pieces.masked);
        }
        let control = weights.control.wrapping_mul(horizontal_sum(control));
        let mut total = horizontal_sum(sum).wrapping_add(control);
        if has_none(white_reach, KNIGHT << influence_shift(Color::White))
            && !has_none(anywhere, piece_bit(Color::White, PieceType::Knight))
        {
            total = total.wrapping_add(blocked_knights(&ranks, Color::White, weights));
        }
        if has_none(black_reach, KNIGHT << influence_shift(Color::Black))
            && !has_none(anywhere, piece_bit(Color::Black, PieceType::Knight))
        {
            total = total.wrapping_sub(blocked_knights(&ranks, Color::Black, weights));
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
}}

/// Returns the values of the lowest three bits and of the next two; a sixth bit, the pawns', adds nothing.
#[inline(always)]
fn mobility_halves(mobility: &[i32; 32]) -> ([i32; 8], [i32; 8]) {
    let mut halves = ([0; 8], [0; 8]);
    for bits in 0..8 {
        halves.0[bits] = mobility[bits];
        halves.1[bits] = mobility[(bits & 3) << 3];
    }
    halves
}
