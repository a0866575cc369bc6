//! Piece development (section III.D).

use super::pawns::Structure;
use super::sets::{rank, size};
use super::sides::Sides;
use super::tally::Tally;
use super::weights::Weight;
use crate::board::{Board, Castling, CastlingSide};
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::Planes;
use crate::types::bitboard::{FILE_A, FILE_H, several};
use crate::types::{Bitboard, Color, PieceType};

/// Counts castling rights and, while there are any, the opening plan and a queen developed before
/// the minor pieces.
#[inline(always)]
pub(super) fn opening<B: Board, T: Tally>(board: &B, structure: &Structure, tally: &mut T) {
    let Castling(rights) = board.state().castling;
    if rights == 0 {
        return;
    }
    let (white, black) = (rights & rights_of(Color::White), rights & rights_of(Color::Black));
    tally.count(Weight::CastlingRight, white.count_ones() as i32, black.count_ones() as i32);
    let planes = board.planes();
    tally.count(
        Weight::OpeningPlan,
        plan_steps(planes, Color::White, white, structure),
        plan_steps(planes, Color::Black, black, structure),
    );
    tally.count(
        Weight::EarlyQueen,
        if white != 0 { early_queen(planes, Color::White) } else { 0 },
        if black != 0 { early_queen(planes, Color::Black) } else { 0 },
    );
}

/// Returns the number of opening-plan steps done. In order: a centre pawn moved, all minor pieces
/// but one off the back rank, the king castled, a rook on a file without own pawns or in the
/// centre, the queen out. A step counts if all earlier ones are done.
#[inline(always)]
fn plan_steps(planes: &Planes, color: Color, rights: u8, structure: &Structure) -> i32 {
    const CENTRE: Bitboard = FILE_A << 3 | FILE_A << 4;
    const WINGS: Bitboard = FILE_A | FILE_A << 1 | FILE_A << 2 | FILE_H >> 1 | FILE_H;
    let [pawns, knights, bishops, rooks, queens, kings, _, _] = planes.0;
    let own = planes.color(color);
    let home = rank(color, 1);
    let centre = rank(color, 2) & CENTRE;
    if own & pawns & centre == centre {
        0
    } else if several(own & (knights | bishops) & home) {
        1
    } else if rights != 0 || own & kings & home & WINGS == 0 {
        2
    } else if own & rooks & (structure.files_without(color) | CENTRE) == 0 {
        3
    } else if own & queens & home != 0 {
        4
    } else {
        5
    }
}

/// Returns the bits of a colour's castling rights.
const fn rights_of(color: Color) -> u8 {
    Castling::bit(color, CastlingSide::King) | Castling::bit(color, CastlingSide::Queen)
}

/// Returns the number of minor pieces at home while the queen has moved.
#[inline(always)]
fn early_queen(planes: &Planes, color: Color) -> i32 {
    let home = planes.color(color) & rank(color, 1);
    if planes.pieces(color, PieceType::Queen) & !home == 0 {
        return 0;
    }
    size((planes.kind(PieceType::Knight) | planes.kind(PieceType::Bishop)) & home)
}

/// Returns rooks on open files, and on files without own pawns.
#[inline(always)]
pub(super) fn rooks<K: Kernel>(sides: &Sides<'_, K>, structure: &Structure) -> [K::Pair; 2] {
    let rooks = sides.own & sides.kind(PieceType::Rook);
    let half_open =
        sides.pair(structure.files_without(Color::White), structure.files_without(Color::Black));
    [rooks & half_open & half_open.swapped(), rooks & half_open]
}
