//! Influence, sensors and approaches (see [`crate::matrix::cell`]). Fills move the bits of sliders
//! and kings of both colours from register to register, up to a piece; shifts serve the leapers.

use std::arch::x86_64::*;

use super::lanes::{
    beside, east, load_all, masked, or, store, transposed, two_beside, west, where_occupied,
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

/// Returns, for each of eight registers, the [`ORTHOGONAL`] bits that reach it from the others.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn straight(cells: &[__m256i; 8]) -> [__m256i; 8] {
    let zero = _mm256_setzero_si256();
    let mut come = [zero; 8];
    let mut carry = zero;
    for step in 1..8 {
        let from = cells[step - 1];
        carry = where_occupied(carry, from, masked(from, ORTHOGONAL));
        come[step] = carry;
    }
    carry = zero;
    for step in (0..7).rev() {
        let from = cells[step + 1];
        carry = where_occupied(carry, from, masked(from, ORTHOGONAL));
        come[step] = or(come[step], carry);
    }
    come
}

/// Returns, for each of eight registers, the [`DIAGONAL`] bits that reach it from the others.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn aslant(cells: &[__m256i; 8]) -> [__m256i; 8] {
    let zero = _mm256_setzero_si256();
    let mut come = [zero; 8];
    let (mut eastward, mut westward) = (zero, zero);
    for step in 1..8 {
        let from = cells[step - 1];
        let bits = masked(from, DIAGONAL);
        eastward = east(where_occupied(eastward, from, bits));
        westward = west(where_occupied(westward, from, bits));
        come[step] = or(eastward, westward);
    }
    (eastward, westward) = (zero, zero);
    for step in (0..7).rev() {
        let from = cells[step + 1];
        let bits = masked(from, DIAGONAL);
        eastward = east(where_occupied(eastward, from, bits));
        westward = west(where_occupied(westward, from, bits));
        come[step] = or(come[step], or(eastward, westward));
    }
    come
}

/// Writes influence, sensors and approaches of cells that have only the piece bits.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn write_influence(record: &mut CellRecord) {
    // Returns the bits `to` in each cell that has a bit of `of`.
    let flag = |cells, of, to: u32| {
        let without = _mm256_cmpeq_epi32(masked(cells, of), _mm256_setzero_si256());
        _mm256_andnot_si256(without, _mm256_set1_epi32(to.cast_signed()))
    };
    let side = record.side();
    let own_king = piece_bit(side, PieceType::King);
    let enemy_king = piece_bit(!side, PieceType::King);
    let cells = load_all(&record.nucleus.cells);
    let along_files = straight(&cells);
    let along_ranks = transposed(straight(&transposed(cells)));
    let along_diagonals = aslant(&cells);

    // Two empty ranks on either side of the board.
    let zero = _mm256_setzero_si256();
    let (mut here, mut one, mut two) = ([zero; 12], [zero; 12], [zero; 12]);
    for rank in 0..8 {
        here[rank + 2] = cells[rank];
        one[rank + 2] = beside(cells[rank]);
        two[rank + 2] = two_beside(cells[rank]);
    }
    const WHITE_STEPS: u32 = KINGS | piece_bit(Color::White, PieceType::Pawn);
    const BLACK_STEPS: u32 = KINGS | piece_bit(Color::Black, PieceType::Pawn);
    for rank in 0..8 {
        let at = rank + 2;
        let jumps = or(or(one[at - 2], one[at + 2]), or(two[at - 1], two[at + 1]));
        let steps = or(one[at], or(here[at - 1], here[at + 1]));
        let leapers = or(
            or(masked(steps, KINGS), masked(jumps, KNIGHTS)),
            or(masked(one[at - 1], WHITE_STEPS), masked(one[at + 1], BLACK_STEPS)),
        );
        let (file, across, diagonal) =
            (along_files[rank], along_ranks[rank], along_diagonals[rank]);
        let lines = or(file, across);
        let low = or(
            or(masked(or(lines, diagonal), QUEENS), masked(file, ROOKS)),
            masked(leapers, KINGS),
        );
        let high = or(
            or(masked(across, ROOKS), masked(diagonal, BISHOPS)),
            masked(leapers, KNIGHTS | PAWNS),
        );
        let white = or(
            masked(_mm256_slli_epi32::<{ WHITE_UP as i32 }>(low), WHITE_LOW),
            masked(_mm256_slli_epi32::<{ WHITE_UP as i32 + 1 }>(high), WHITE_HIGH),
        );
        let black = or(
            masked(_mm256_slli_epi32::<{ BLACK_UP as i32 }>(low), BLACK_LOW),
            masked(_mm256_slli_epi32::<{ BLACK_UP as i32 + 1 }>(high), BLACK_HIGH),
        );
        let sensors =
            or(flag(lines, own_king, SENSOR_ORTHOGONAL), flag(diagonal, own_king, SENSOR_DIAGONAL));
        let approaches = or(
            or(flag(lines, enemy_king, KING_ORTHOGONAL), flag(diagonal, enemy_king, KING_DIAGONAL)),
            flag(jumps, enemy_king, KING_KNIGHT),
        );
        let cell = or(or(cells[rank], or(white, black)), or(sensors, approaches));
        store(&mut record.nucleus.cells, rank, cell);
    }
}
