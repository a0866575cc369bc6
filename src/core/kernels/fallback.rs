//! Safe Rust for levels without their own routines: planes after a move, lists of moves, the best
//! score.

use super::scores::{Scores, TargetScores};
use crate::matrix::Planes;
use crate::types::bitboard;
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// Appends a move for every target, lowest first.
#[inline(always)]
pub fn append_moves(list: &mut MoveList, from: u16, targets: Bitboard) {
    for to in bitboard::squares(targets) {
        list.push(Move(from | (to.index() as u16) << 6));
    }
}

/// Appends a pawn move to every target, lowest first; its origin is `back` squares before the target.
#[inline(always)]
pub fn append_pawn_moves(list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard) {
    for to in bitboard::squares(targets) {
        let from = Square::new((to.index() as i8 - back) as u8);
        list.push(Move::new(from, to, kind));
    }
}

/// Appends moves as [`append_moves`] does, and writes their scores at the same indices.
#[inline(always)]
pub fn append_scored_moves(
    list: &mut MoveList,
    scores: &mut Scores,
    from: u16,
    targets: Bitboard,
    rows: &TargetScores<'_>,
) {
    let turn = if rows.flipped { 56 } else { 0 };
    for to in bitboard::squares(targets) {
        let seen = to.index() ^ turn;
        let mut score = rows.base
            + rows.row[to.index()]
            + rows.relative_rows[0][seen]
            + rows.relative_rows[1][seen];
        score -= rows.penalty * i16::from(rows.penalized & to.bit() != 0);
        score += rows.bonus * i16::from(rows.rewarded & to.bit() != 0);
        scores[list.len()] = score;
        list.push(Move(from | (to.index() as u16) << 6));
    }
}

/// Returns the index of the first of the highest scores; 0 if there are none.
#[inline(always)]
pub fn first_highest(scores: &[i16]) -> usize {
    let mut first = 0;
    for (place, score) in scores.iter().enumerate().skip(1) {
        if *score > scores[first] {
            first = place;
        }
    }
    first
}

/// Empties the squares of `clear` and puts a piece on those of `put`.
#[inline(always)]
pub fn replace(
    planes: &Planes,
    clear: Bitboard,
    put: Bitboard,
    kind: PieceType,
    color: Color,
    out: &mut Planes,
) {
    let mut after = planes.0;
    for plane in &mut after {
        *plane &= !clear;
    }
    after[kind.index()] |= put;
    after[6 + color.index()] |= put;
    out.0 = after;
}
