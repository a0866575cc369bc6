//! Terms of the evaluation over the cells, two ranks at a time. A term is computed as a mask of lanes
//! and a masked addition of its value.

use std::arch::x86_64::*;

use super::lanes::{all, beside, load, or, or_and, or3};
use crate::kernels::axon32::fills::{BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS};
use crate::kernels::axon32::piece_terms::{
    BISHOP, KING, KNIGHT, OWN, PAWN, QUEEN, ROOK, Ranks, Sides, sliders, trapped,
};
use crate::kernels::axon32::steps::FILES_AND_RANKS;
use crate::kernels::axon32::terms::{CellTerms, CellWeights, TermFacts, UNITS, king_lines};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, influence_mask, influence_shift, piece_bit, pieces_mask};
use crate::types::{Color, PieceType};

/// [`UNITS`], aligned to a register.
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
    /// The union of the cells whose squares are safe for the colour.
    reach: __m512i,
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn add(sum: __m512i, lanes: __mmask16, weight: i32) -> __m512i {
    _mm512_mask_add_epi32(sum, lanes, sum, _mm512_set1_epi32(weight))
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn sub(sum: __m512i, lanes: __mmask16, weight: i32) -> __m512i {
    _mm512_mask_sub_epi32(sum, lanes, sum, _mm512_set1_epi32(weight))
}

/// Returns the lanes that have one of the bits.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn has(cells: __m512i, bits: Cell) -> __mmask16 {
    _mm512_test_epi32_mask(cells, all(bits))
}

/// Returns the lanes of a mask that have one of the bits.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn with(lanes: __mmask16, cells: __m512i, bits: Cell) -> __mmask16 {
    _mm512_mask_test_epi32_mask(lanes, cells, all(bits))
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lacks(cells: __m512i, bits: Cell) -> __mmask16 {
    _mm512_testn_epi32_mask(cells, all(bits))
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn weighed(lanes: __mmask16, weight: i32) -> __m512i {
    _mm512_maskz_set1_epi32(lanes, weight)
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn by_color(lanes: [__m512i; 2], black: __mmask16) -> __m512i {
    _mm512_mask_mov_epi32(lanes[0], black, lanes[1])
}

/// Returns the lanes that have neither an own piece nor the influence of an enemy pawn.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn safe(cells: __m512i, color: Color) -> __mmask16 {
    let wrong = pieces_mask(color) | PAWN << influence_shift(!color);
    lacks(cells, wrong)
}

/// Adds one colour's mobility, control and attack on the enemy's king, on the squares of two ranks.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn square_terms(
    color: Color,
    cells: __m512i,
    around: Around,
    tables: [Table; 2],
    weights: &CellWeights,
    sums: Sums,
) -> Sums {
    // The colour's influence from the queen's bit on, in the lowest five bits.
    let kinds = match color {
        Color::White => _mm512_srli_epi32::<22>(cells),
        Color::Black => _mm512_srli_epi32::<15>(cells),
    };
    let look_up =
        |table: Table, lanes| _mm512_maskz_permutex2var_epi32(lanes, table.low, kinds, table.high);
    let safe = safe(cells, color);
    let influenced = has(cells, influence_mask(color));
    let own = _mm512_add_epi32(sums.own, look_up(tables[0], safe));
    let units = _mm512_add_epi32(sums.units, look_up(tables[1], around.zone));
    // Squares that only the king defends count two more.
    let held = influence_mask(!color) & !(KING << influence_shift(!color));
    let open = _mm512_mask_testn_epi32_mask(around.next & influenced, cells, all(held));
    Sums {
        own: add(own, influenced, weights.control),
        units: add(units, open, 2),
        reach: _mm512_mask_or_epi32(sums.reach, safe, sums.reach, cells),
    }
}

/// Returns the terms of a register's pieces, White positive, and the lanes of the pieces that may
/// shield their king or queen (masked, in the paper).
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn piece_terms(
    at: Ranks<__m512i>,
    sides: &Sides<__m512i>,
    weights: &CellWeights,
) -> (__m512i, __mmask16) {
    let Ranks { cells, .. } = at;
    let black = has(cells, pieces_mask(Color::Black));
    let influence = _mm512_srli_epi32::<14>(cells);
    let white_influence = _mm512_and_si512(_mm512_srli_epi32::<21>(cells), all(0x7f));
    let black_influence = _mm512_slli_epi32::<OWN>(influence);
    let influence = _mm512_mask_or_epi32(influence, black, black_influence, white_influence);

    let pawns = has(cells, PAWNS);
    let pieces = has(cells, KNIGHTS | BISHOPS | ROOKS | QUEENS);
    let hanging = with(lacks(influence, 0x7f << OWN), influence, 0x7f);
    let mut sum = weighed(with(pawns, influence, BISHOP << OWN), weights.behind_pawns);
    sum = sub(sum, hanging & pawns, weights.hanging_pawn);
    sum = sub(sum, hanging & pieces, weights.hanging_piece);
    sum = sub(sum, with(pieces, influence, PAWN), weights.pawn_on_piece);
    let majors = has(cells, ROOKS | QUEENS);
    sum = sub(sum, with(majors, influence, KNIGHT | BISHOP), weights.minor_on_major);

    let zone = or(cells, by_color([at.below, at.above], black));
    let king = by_color(
        [all(KING << influence_shift(Color::White)), all(KING << influence_shift(Color::Black))],
        black,
    );
    sum = add(sum, _mm512_mask_test_epi32_mask(pieces, zone, king), weights.defender);
    let all_sliders = has(cells, BISHOPS | ROOKS | QUEENS);
    sum = add(sum, _mm512_mask_testn_epi32_mask(all_sliders, cells, at.free), weights.blocked);
    sum = _mm512_mask_add_epi32(sum, has(cells, ROOKS), sum, by_color(sides.files, black));

    let diagonal = _mm512_mask_test_epi32_mask(pieces, cells, by_color(sides.diagonal, black));
    let orthogonal = _mm512_mask_test_epi32_mask(pieces, cells, by_color(sides.orthogonal, black));
    let before_queen = with(pieces, influence, QUEEN << OWN);
    let masked = with(diagonal, influence, BISHOP | QUEEN)
        | with(orthogonal, influence, ROOK | QUEEN)
        | with(before_queen, influence, BISHOP | ROOK);
    (_mm512_mask_sub_epi32(sum, black, _mm512_setzero_si512(), sum), masked)
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn sides_of(facts: &TermFacts, weights: &CellWeights) -> Sides<__m512i> {
    let files_without = |set: u32| !((set & 0xff) * 0x101) as u16;
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
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::kernels) fn cell_terms(
    cells: &Matrix,
    _: &[Cell],
    facts: &TermFacts,
    weights: &CellWeights,
) -> CellTerms {
    let ranks = load(cells);
    let zero = _mm512_setzero_si512();
    let table = |words: &[i32; 32]| {
        let from = words.as_ptr();
        // SAFETY: 32 words are twice 64 bytes.
        unsafe {
            let low = _mm512_loadu_si512(from.cast());
            Table { low, high: _mm512_loadu_si512(from.add(16).cast()) }
        }
    };
    // Moves the ranks of four registers up one rank, in five registers: rank `r + 1` of the result is
    // rank `r` of the argument, and the first and the last rank are empty.
    let up = |[a, b, c, d]: [__m512i; 4]| {
        [
            _mm512_alignr_epi32::<8>(a, zero),
            _mm512_alignr_epi32::<8>(b, a),
            _mm512_alignr_epi32::<8>(c, b),
            _mm512_alignr_epi32::<8>(d, c),
            _mm512_alignr_epi32::<8>(zero, d),
        ]
    };
    // Returns, in each lane, the bits of the sliders of each colour for which the square is safe.
    let safe_sliders = |cells| {
        let (white, black) = (safe(cells, Color::White), safe(cells, Color::Black));
        let free = _mm512_maskz_set1_epi32(white, sliders(Color::White).cast_signed());
        _mm512_mask_or_epi32(free, black, free, all(sliders(Color::Black)))
    };
    // Returns the value of a colour's knights if they reach no safe square.
    let blocked_knights = |color| {
        let mut knights = 0;
        for cells in ranks {
            knights += has(cells, piece_bit(color, PieceType::Knight)).count_ones();
        }
        weights.blocked.wrapping_mul(knights as i32)
    };
    let around = up(ranks);
    let safe = [
        safe_sliders(ranks[0]),
        safe_sliders(ranks[1]),
        safe_sliders(ranks[2]),
        safe_sliders(ranks[3]),
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
        let (terms, masked_pieces) = piece_terms(at, &sides, weights);
        sum = _mm512_add_epi32(sum, terms);
        masked |= masked_pieces;
    }
    sum = _mm512_add_epi32(sum, _mm512_sub_epi32(white.own, black.own));
    let mut total = _mm512_reduce_add_epi32(sum);
    // White's units are in the upper half, because White's pieces attack Black's king.
    let units = _mm512_or_si512(black.units, _mm512_slli_epi32::<16>(white.units));
    let units = _mm512_reduce_add_epi32(units).cast_unsigned();
    if has(white.reach, KNIGHT << influence_shift(Color::White)) == 0 {
        total = total.wrapping_add(blocked_knights(Color::White));
    }
    if has(black.reach, KNIGHT << influence_shift(Color::Black)) == 0 {
        total = total.wrapping_sub(blocked_knights(Color::Black));
    }
    total = total.wrapping_add(trapped(cells, Color::White, facts, weights));
    total = total.wrapping_sub(trapped(cells, Color::Black, facts, weights));
    CellTerms { total, attacked: [units & 0xffff, units >> 16], masked: masked != 0 }
}

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
    Around { zone: ZONES[color.index()][king][number], next: NEAR[king][number] }
}

/// Squares next to a king, by its square, two ranks per word.
static NEAR: [[u16; 4]; 64] = {
    let mut near = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (files, ranks) = FILES_AND_RANKS[ray];
            add_square(&mut near[square], square as i32 % 8 + files, square as i32 / 8 + ranks);
            ray += 1;
        }
        square += 1;
    }
    near
};

/// A king's zone by colour and square: the adjacent squares, the king's own square except on its
/// first rank, and the three squares two ranks ahead.
static ZONES: [[[u16; 4]; 64]; 2] = {
    let mut zones = [NEAR; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let mut color = 0;
        while color < 2 {
            let (own_first, up) = if color == 0 { (0, 1) } else { (7, -1) };
            let zone = &mut zones[color][square];
            if rank != own_first {
                add_square(zone, file, rank);
            }
            add_square(zone, file - 1, rank + 2 * up);
            add_square(zone, file, rank + 2 * up);
            add_square(zone, file + 1, rank + 2 * up);
            color += 1;
        }
        square += 1;
    }
    zones
};

const fn add_square(words: &mut [u16; 4], file: i32, rank: i32) {
    if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        words[rank as usize / 2] |= 1 << (rank % 2 * 8 + file);
    }
}
