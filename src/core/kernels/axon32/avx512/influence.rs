//! Influence, sensors and approaches ([`crate::matrix::cell`]) by fills over the board. The piece
//! bits of all types and both colours move together from cell to cell, until they reach a piece.

use std::arch::x86_64::*;

use super::lanes::{
    INNER, QUARTERS, all, beside, east, exchanged, file_pairs, from_file_pairs, from_rank_pairs,
    load, or_and, or3, rank_pairs, store, two_beside, west,
};
use crate::kernels::axon32::fills::{
    BISHOPS, BLACK_HIGH, BLACK_LOW, BLACK_UP, DIAGONAL, KINGS, KNIGHTS, ORTHOGONAL, PAWNS, QUEENS,
    ROOKS, WHITE_HIGH, WHITE_LOW, WHITE_UP,
};
use crate::matrix::cell::{
    KING_DIAGONAL, KING_KNIGHT, KING_ORTHOGONAL, SENSOR_DIAGONAL, SENSOR_ORTHOGONAL, piece_bit,
};
use crate::matrix::record::CellRecord;
use crate::types::{Color, PieceType};

/// A pair of ranks or files in one register, and its occupied lanes.
#[derive(Clone, Copy)]
struct Walked {
    cells: __m512i,
    occupied: __mmask16,
}

/// Returns the eight registers of walks in both directions: the pairs, then, in reverse order, the
/// pairs with exchanged halves or quarters.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn walk_of(pairs: [__m512i; 4], exchanged: [__m512i; 4]) -> [Walked; 8] {
    let walked = |cells| Walked { cells, occupied: _mm512_movepi32_mask(cells) };
    let ([a, b, c, d], [e, f, g, h]) = (pairs, exchanged);
    [walked(a), walked(b), walked(c), walked(d), walked(h), walked(g), walked(f), walked(e)]
}

/// Returns the bits that continue past a register: in occupied lanes the piece bits among `bits`,
/// in empty lanes the bits that reached the register.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn behind(carry: __m512i, at: Walked, bits: __m512i) -> __m512i {
    _mm512_mask_and_epi32(carry, at.occupied, at.cells, bits)
}

/// Returns, for each of eight registers, the pieces that reach it by orthogonal walks.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn straight(walk: &[Walked; 8], bits: __m512i) -> [__m512i; 8] {
    let mut come = [_mm512_setzero_si512(); 8];
    for step in 1..8 {
        come[step] = behind(come[step - 1], walk[step - 1], bits);
    }
    come
}

/// Returns, for each register, the pieces that reach it by walks that move aside by a file at each step.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn aslant(walk: &[Walked; 8], bits: __m512i) -> [__m512i; 8] {
    let mut come = [_mm512_setzero_si512(); 8];
    let (mut eastward, mut westward) = (come[0], come[0]);
    for step in 1..8 {
        eastward = east(behind(eastward, walk[step - 1], bits));
        westward = west(behind(westward, walk[step - 1], bits));
        come[step] = _mm512_or_si512(eastward, westward);
    }
    come
}

/// Combines the results of both directions.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn joined<const BY: i32>(come: [__m512i; 8]) -> [__m512i; 4] {
    [
        exchanged::<BY>(come[7]),
        _mm512_or_si512(come[1], exchanged::<BY>(come[6])),
        _mm512_or_si512(come[2], exchanged::<BY>(come[5])),
        _mm512_or_si512(come[3], exchanged::<BY>(come[4])),
    ]
}

/// Returns the pairs, each with its halves or quarters exchanged.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn all_exchanged<const BY: i32>([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    [exchanged::<BY>(a), exchanged::<BY>(b), exchanged::<BY>(c), exchanged::<BY>(d)]
}

/// Returns the piece bits of kings, knights and pawns one step or jump away, and the approaches
/// of knights to the enemy's king.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn leapers(pairs: [__m512i; 4], turned: [__m512i; 4], enemy_king: __m512i) -> [__m512i; 4] {
    let zero = _mm512_setzero_si512();
    let one = [beside(pairs[0]), beside(pairs[1]), beside(pairs[2]), beside(pairs[3])];
    let two =
        [two_beside(pairs[0]), two_beside(pairs[1]), two_beside(pairs[2]), two_beside(pairs[3])];
    // Registers -2 to 5: zeros before the first, the mirrored ranks after the fourth.
    let one_at = [
        zero,
        zero,
        one[0],
        one[1],
        one[2],
        one[3],
        exchanged::<INNER>(one[3]),
        exchanged::<INNER>(one[2]),
    ];
    let two_at = [zero, two[0], two[1], two[2], two[3], exchanged::<INNER>(two[3])];
    let at = [zero, pairs[0], pairs[1], pairs[2], pairs[3], turned[3]];
    let (white, black) = (
        (KINGS | piece_bit(Color::White, PieceType::Pawn)).cast_signed(),
        (KINGS | piece_bit(Color::Black, PieceType::Pawn)).cast_signed(),
    );
    // In the upper half the ranks are in reverse order.
    let from_before = _mm512_mask_set1_epi32(_mm512_set1_epi32(white), 0xff00, black);
    let from_behind = _mm512_mask_set1_epi32(_mm512_set1_epi32(black), 0xff00, white);
    let mut leapers = [zero; 4];
    for pair in 0..4 {
        let jumps =
            or3(_mm512_or_si512(one_at[pair], one_at[pair + 4]), two_at[pair], two_at[pair + 2]);
        let steps = or3(one_at[pair + 2], at[pair], at[pair + 2]);
        let mut here = _mm512_and_si512(steps, all(KINGS));
        here = or_and(here, jumps, all(KNIGHTS));
        here = or_and(here, one_at[pair + 1], from_before);
        here = or_and(here, one_at[pair + 3], from_behind);
        let near_king = _mm512_test_epi32_mask(jumps, enemy_king);
        leapers[pair] = _mm512_mask_or_epi32(here, near_king, here, all(KING_KNIGHT));
    }
    leapers
}

/// Writes influence, sensors and approaches of cells that have only the piece bits.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::kernels) fn write_influence(record: &mut CellRecord) {
    let side = record.side();
    let own_king = all(piece_bit(side, PieceType::King));
    let enemy_king = all(piece_bit(!side, PieceType::King));
    let ranks = load(&record.nucleus.cells);

    let pairs = rank_pairs(ranks);
    let exchanged = all_exchanged::<INNER>(pairs);
    let walk = walk_of(pairs, exchanged);
    let along_files = from_rank_pairs(joined::<INNER>(straight(&walk, all(ORTHOGONAL))));
    let along_diagonals = from_rank_pairs(joined::<INNER>(aslant(&walk, all(DIAGONAL))));
    let leapers = from_rank_pairs(leapers(pairs, exchanged, enemy_king));

    let files = file_pairs(ranks);
    let walk = walk_of(files, all_exchanged::<QUARTERS>(files));
    let along_ranks = from_file_pairs(joined::<QUARTERS>(straight(&walk, all(ORTHOGONAL))));

    let mut out = ranks;
    for rank in 0..4 {
        let (file, across) = (along_files[rank], along_ranks[rank]);
        let (diagonal, leaper) = (along_diagonals[rank], leapers[rank]);
        let lines = _mm512_or_si512(file, across);
        // (a | b) & c
        let mut low = _mm512_ternarylogic_epi32::<0xa8>(lines, diagonal, all(QUEENS));
        low = or_and(low, file, all(ROOKS));
        low = or_and(low, leaper, all(KINGS));
        let mut high = _mm512_and_si512(across, all(ROOKS));
        high = or_and(high, diagonal, all(BISHOPS));
        high = or_and(high, leaper, all(KNIGHTS | PAWNS));

        let mut cell = or_and(ranks[rank], leaper, all(KING_KNIGHT));
        cell = or_and(cell, _mm512_slli_epi32::<WHITE_UP>(low), all(WHITE_LOW));
        cell = or_and(cell, _mm512_slli_epi32::<BLACK_UP>(low), all(BLACK_LOW));
        cell = or_and(cell, _mm512_slli_epi32::<{ WHITE_UP + 1 }>(high), all(WHITE_HIGH));
        cell = or_and(cell, _mm512_slli_epi32::<{ BLACK_UP + 1 }>(high), all(BLACK_HIGH));

        let sensors = _mm512_test_epi32_mask(lines, own_king);
        cell = _mm512_mask_or_epi32(cell, sensors, cell, all(SENSOR_ORTHOGONAL));
        let sensors = _mm512_test_epi32_mask(diagonal, own_king);
        cell = _mm512_mask_or_epi32(cell, sensors, cell, all(SENSOR_DIAGONAL));
        let approaches = _mm512_test_epi32_mask(lines, enemy_king);
        cell = _mm512_mask_or_epi32(cell, approaches, cell, all(KING_ORTHOGONAL));
        let approaches = _mm512_test_epi32_mask(diagonal, enemy_king);
        out[rank] = _mm512_mask_or_epi32(cell, approaches, cell, all(KING_DIAGONAL));
    }
    store(out, &mut record.nucleus.cells);
}
