//! Piece development (section III.D).

use super::pawns::Structure;
use super::sets::{rank, relative, size};
use super::tally::Tally;
use super::weights::Weight;
use crate::board::{Board, Castling};
use crate::matrix::Planes;
use crate::types::{Bitboard, Color, PieceType};

/// The king that has castled, or may; minor pieces still at home, and a queen out before them.
#[inline(always)]
pub(super) fn opening<B: Board, T: Tally>(board: &B, tally: &mut T) {
    let planes = board.planes();
    const HOME: Bitboard = 0b1100_0011;
    let kings = planes.kind(PieceType::King);
    tally.count(
        Weight::Castled,
        size(kings & planes.color(Color::White) & HOME),
        size(kings & planes.color(Color::Black) & relative(Color::Black, HOME)),
    );
    let Castling(rights) = board.state().castling;
    tally.count(
        Weight::CastlingRight,
        (rights & 3).count_ones() as i32,
        (rights & 12).count_ones() as i32,
    );
    let white = undeveloped(planes, Color::White);
    let black = undeveloped(planes, Color::Black);
    tally.count(Weight::Undeveloped, white, black);
    tally.count(
        Weight::EarlyQueen,
        if queen_is_out(planes, Color::White) { white } else { 0 },
        if queen_is_out(planes, Color::Black) { black } else { 0 },
    );
}

#[inline(always)]
fn undeveloped(planes: &Planes, color: Color) -> i32 {
    let minors = planes.kind(PieceType::Knight) | planes.kind(PieceType::Bishop);
    size(minors & planes.color(color) & rank(color, 1))
}

#[inline(always)]
fn queen_is_out(planes: &Planes, color: Color) -> bool {
    planes.of(color, PieceType::Queen) & !rank(color, 1) != 0
}

/// Rooks on open and half-open files and on the seventh rank.
#[inline(always)]
pub(super) fn rooks<T: Tally>(planes: &Planes, structure: &Structure, tally: &mut T) {
    let rooks = planes.kind(PieceType::Rook);
    let (white, black) = (rooks & planes.color(Color::White), rooks & planes.color(Color::Black));
    let no_white = structure.files_without(Color::White);
    let no_black = structure.files_without(Color::Black);
    tally.count(
        Weight::RookOpenFile,
        size(white & no_white & no_black),
        size(black & no_white & no_black),
    );
    tally.count(
        Weight::RookHalfOpen,
        size(white & no_white & !no_black),
        size(black & no_black & !no_white),
    );
    tally.count(
        Weight::RookSeventh,
        size(white & rank(Color::White, 7)),
        size(black & rank(Color::Black, 7)),
    );
}
