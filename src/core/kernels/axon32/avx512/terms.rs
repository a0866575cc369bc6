//! Terms of the evaluation over the cells, two ranks at a time: a term is a mask of lanes and a
//! masked addition of its value.

use std::arch::x86_64::*;

use super::lanes::{all, beside, load, or, or_and, or3};
use crate::kernels::axon32::fills::{BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS};
use crate::kernels::axon32::piece_terms::{
    BISHOP, KING, KNIGHT, OWN, PAWN, QUEEN, ROOK, piece_terms, sliders, trapped,
};
use crate::kernels::axon32::terms::{CellTerms, CellWeights, TermFacts, UNITS, king_lines};
use crate::kernels::axon32::zones::{NEAR, ZONES};
use crate::kernels::{level_features, level_functions};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, influence_shift, piece_bit, pieces_mask};
use crate::types::{Color, PieceType};

piece_terms!(avx512, __m512i, __mmask16);

/// The squares next to a king, in memory for lookup.
static NEAR_KING: [[u16; 4]; 64] = NEAR;

/// Units of attack, for two registers.
#[repr(C, align(64))]
struct UnitTable([i32; 32]);

static UNIT_TABLE: UnitTable = UnitTable(UNITS);

/// A lookup table of 32 words in registers.
#[derive(Clone, Copy)]
struct Table {
    low: __m512i,
    high: __m512i,
}

/// A colour's sums over all squares.
#[derive(Clone, Copy)]
struct Sums {
    /// Mobility and control.
    own: __m512i,
    /// Units of attack on the enemy's king.
    units: __m512i,
    /// Its influence on safe squares, from the queen's bit on.
    reach: __m512i,
}

level_features! { avx512 => level_functions {
    fn table(words: &[i32; 32]) -> Table {
        let from = words.as_ptr();
        // SAFETY: 32 words are twice 64 bytes.
        unsafe {
            Table {
                low: _mm512_loadu_si512(from.cast()),
                high: _mm512_loadu_si512(from.add(16).cast()),
            }
        }
    }

    /// Looks up the lowest five bits of each lane in a mask.
    fn look_up(table: Table, lanes: __mmask16, at: __m512i) -> __m512i {
        _mm512_maskz_permutex2var_epi32(lanes, table.low, at, table.high)
    }

    fn add(sum: __m512i, lanes: __mmask16, weight: i32) -> __m512i {
        _mm512_mask_add_epi32(sum, lanes, sum, _mm512_set1_epi32(weight))
    }

    fn sub(sum: __m512i, lanes: __mmask16, weight: i32) -> __m512i {
        _mm512_mask_sub_epi32(sum, lanes, sum, _mm512_set1_epi32(weight))
    }

    /// Returns the lanes that have one of the bits.
    fn has(cells: __m512i, bits: Cell) -> __mmask16 {
        _mm512_test_epi32_mask(cells, all(bits))
    }

    /// Returns the lanes of a mask that have one of the bits.
    fn with(lanes: __mmask16, cells: __m512i, bits: Cell) -> __mmask16 {
        _mm512_mask_test_epi32_mask(lanes, cells, all(bits))
    }

    fn lacks(cells: __m512i, bits: Cell) -> __mmask16 {
        _mm512_testn_epi32_mask(cells, all(bits))
    }

    fn with_lanes(lanes: __mmask16, a: __m512i, b: __m512i) -> __mmask16 {
        _mm512_mask_test_epi32_mask(lanes, a, b)
    }

    fn lacks_lanes(lanes: __mmask16, a: __m512i, b: __m512i) -> __mmask16 {
        _mm512_mask_testn_epi32_mask(lanes, a, b)
    }

    fn both(a: __mmask16, b: __mmask16) -> __mmask16 {
        a & b
    }

    fn either(a: __mmask16, b: __mmask16) -> __mmask16 {
        a | b
    }

    fn files_without(set: u32) -> __mmask16 {
        !((set & 0xff) * 0x101) as u16
    }

    fn count(lanes: __mmask16) -> u32 {
        lanes.count_ones()
    }

    fn weighed(lanes: __mmask16, weight: i32) -> __m512i {
        _mm512_maskz_set1_epi32(lanes, weight)
    }

    fn add_lanes(sum: __m512i, lanes: __mmask16, added: __m512i) -> __m512i {
        _mm512_mask_add_epi32(sum, lanes, sum, added)
    }

    fn by_color(lanes: [__m512i; 2], black: __mmask16) -> __m512i {
        _mm512_mask_mov_epi32(lanes[0], black, lanes[1])
    }

    fn signed(sum: __m512i, black: __mmask16) -> __m512i {
        _mm512_mask_sub_epi32(sum, black, _mm512_setzero_si512(), sum)
    }

    fn seen(cells: __m512i, black: __mmask16) -> __m512i {
        let influence = _mm512_srli_epi32::<14>(cells);
        let white_influence = _mm512_and_si512(_mm512_srli_epi32::<21>(cells), all(0x7f));
        let black_influence = _mm512_slli_epi32::<OWN>(influence);
        _mm512_mask_or_epi32(influence, black, black_influence, white_influence)
    }

    /// Returns the squares without own pieces that no enemy pawn influences.
    fn safe(cells: __m512i, color: Color) -> __mmask16 {
        let wrong = pieces_mask(color) | PAWN << influence_shift(!color);
        lacks(cells, wrong)
    }

    /// Returns the influence of a colour from the queen's bit on, in the lowest five bits.
    fn kinds(cells: __m512i, color: Color) -> __m512i {
        match color {
            Color::White => _mm512_srli_epi32::<22>(cells),
            Color::Black => _mm512_srli_epi32::<15>(cells),
        }
    }

    /// Returns the ranks of four registers moved up one rank, in five registers: place `r + 1` of
    /// the result is one rank above place `r` of the argument.
    fn up(ranks: [__m512i; 4]) -> [__m512i; 5] {
        let zero = _mm512_setzero_si512();
        [
            _mm512_alignr_epi32::<8>(ranks[0], zero),
            _mm512_alignr_epi32::<8>(ranks[1], ranks[0]),
            _mm512_alignr_epi32::<8>(ranks[2], ranks[1]),
            _mm512_alignr_epi32::<8>(ranks[3], ranks[2]),
            _mm512_alignr_epi32::<8>(zero, ranks[3]),
        ]
    }

    /// Returns the bits of a colour's sliders where a square is safe for it.
    fn safe_sliders(cells: __m512i) -> __m512i {
        let white = safe(cells, Color::White);
        let black = safe(cells, Color::Black);
        let free = _mm512_maskz_set1_epi32(white, sliders(Color::White).cast_signed());
        _mm512_mask_or_epi32(free, black, free, all(sliders(Color::Black)))
    }

    /// Adds mobility, control and attack on the enemy's king of one colour on two ranks.
    fn square_terms(
        color: Color,
        cells: __m512i,
        around: Around,
        tables: [Table; 2],
        weights: &CellWeights,
        sums: Sums,
    ) -> Sums {
        let kinds = kinds(cells, color);
        let safe = safe(cells, color);
        let influenced = has(cells, influence_mask(color));
        let own = _mm512_add_epi32(sums.own, look_up(tables[0], safe, kinds));
        let units = _mm512_add_epi32(sums.units, look_up(tables[1], around.zone, kinds));
        // Squares that only the king defends count two more.
        let held = influence_mask(!color) & !(KING << influence_shift(!color));
        let open = _mm512_mask_testn_epi32_mask(around.next & influenced, cells, all(held));
        Sums {
            own: add(own, influenced, weights.control),
            units: add(units, open, 2),
            reach: _mm512_mask_or_epi32(sums.reach, safe, sums.reach, cells),
        }
    }

    /// Implements [`crate::kernels::axon32::cell_terms`].
    pub(in crate::kernels) fn cell_terms(
        cells: &Matrix,
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        let ranks = load(cells);
        let zero = _mm512_setzero_si512();
        let around = up(ranks);
        let safe = [
            safe_sliders(ranks[0]), safe_sliders(ranks[1]),
            safe_sliders(ranks[2]), safe_sliders(ranks[3]),
        ];
        let sideways = [beside(safe[0]), beside(safe[1]), beside(safe[2]), beside(safe[3])];
        let (straight, aslant) = (up(safe), up(sideways));
        let tables = [table(&weights.mobility), table(&UNIT_TABLE.0)];
        let sides = sides_of(facts, weights);
        let nothing = Sums { own: zero, units: zero, reach: zero };
        let (mut white, mut black) = (nothing, nothing);
        let (mut sum, mut masked) = (zero, 0);
        for number in 0..4 {
            let cells = ranks[number];
            let near_black = around_king(Color::Black, facts, number);
            white = square_terms(Color::White, cells, near_black, tables, weights, white);
            let near_white = around_king(Color::White, facts, number);
            black = square_terms(Color::Black, cells, near_white, tables, weights, black);
            let orthogonal = or3(sideways[number], straight[number], straight[number + 1]);
            let diagonal = _mm512_or_si512(aslant[number], aslant[number + 1]);
            let free = _mm512_and_si512(orthogonal, all(ROOKS | QUEENS));
            let at = Ranks {
                cells,
                below: around[number],
                above: around[number + 1],
                free: or_and(free, diagonal, all(BISHOPS | QUEENS)),
            };
            let pieces = piece_terms(at, &sides, weights);
            sum = _mm512_add_epi32(sum, pieces.sum);
            masked |= pieces.masked;
        }
        sum = _mm512_add_epi32(sum, _mm512_sub_epi32(white.own, black.own));
        let mut total = _mm512_reduce_add_epi32(sum);
        // White's pieces attack Black's king.
        let units = _mm512_or_si512(black.units, _mm512_slli_epi32::<16>(white.units));
        let units = _mm512_reduce_add_epi32(units).cast_unsigned();
        if has(white.reach, KNIGHT << influence_shift(Color::White)) == 0 {
            total = total.wrapping_add(blocked_knights(&ranks, Color::White, weights));
        }
        if has(black.reach, KNIGHT << influence_shift(Color::Black)) == 0 {
            total = total.wrapping_sub(blocked_knights(&ranks, Color::Black, weights));
        }
        total = total.wrapping_add(trapped(cells, Color::White, facts, weights));
        total = total.wrapping_sub(trapped(cells, Color::Black, facts, weights));
        CellTerms { total, attacked: [units & 0xffff, units >> 16], masked: masked != 0 }
    }

}}

/// Masks of the lanes around a king.
#[derive(Clone, Copy)]
struct Around {
    zone: __mmask16,
    next: __mmask16,
}

/// Returns the lanes of a register that are around a colour's king.
#[inline(always)]
fn around_king(color: Color, facts: &TermFacts, number: usize) -> Around {
    let king = (facts.kings[color.index()] & 63) as usize;
    Around { zone: ZONES[color.index()][king][number], next: NEAR_KING[king][number] }
}
