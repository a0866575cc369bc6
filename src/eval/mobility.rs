//! Piece mobility (section III.A): squares influenced, and what takes mobility away.

use super::sets::{ahead, relative, size};
use super::tally::{Lanes, Tally};
use super::weights::Weight;
use crate::board::Board;
use crate::matrix::{Influence, InfluenceKind, Planes};
use crate::types::bitboard::several;
use crate::types::{Bitboard, Color, PieceType};

/// Squares that each kind of man influences, without those where own men stand or enemy pawns
/// would take; and the squares that one side influences alone.
#[inline(always)]
pub(super) fn squares<T: Tally>(planes: &Planes, influence: &Influence, tally: &mut T) {
    /// In the order of [`InfluenceKind`].
    const KINDS: Lanes = Lanes::new([
        None,
        Some(Weight::KnightMobility),
        Some(Weight::BishopMobility),
        Some(Weight::RankMobility),
        Some(Weight::FileMobility),
        Some(Weight::QueenMobility),
        None,
        Some(Weight::Control),
    ]);
    let white = !(planes.color(Color::White) | influence.of(Color::Black, InfluenceKind::Pawn));
    let black = !(planes.color(Color::Black) | influence.of(Color::White, InfluenceKind::Pawn));
    let (not_white, not_black) = (!influence.all(Color::White), !influence.all(Color::Black));
    let masks = [
        white, black, white, black, white, black, white, black, white, black, white, black, white,
        black, not_black, not_white,
    ];
    let mut sets = influence.0;
    for (set, mask) in sets.iter_mut().zip(masks) {
        *set &= mask;
    }
    tally.lanes(&KINDS, &sets);
}

/// Bishops whose way is blocked by own pawns.
#[inline(always)]
pub(super) fn blocked<T: Tally>(planes: &Planes, influence: &Influence, tally: &mut T) {
    let (white, black) = (
        planes.of(Color::White, PieceType::Pawn)
            & influence.of(Color::White, InfluenceKind::Bishop),
        planes.of(Color::Black, PieceType::Pawn)
            & influence.of(Color::Black, InfluenceKind::Bishop),
    );
    tally.count(Weight::BishopBehindPawns, size(white), size(black));
}

/// The diagonals and the rank and file of each square, the square left out.
static LINES: [[Bitboard; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let (files, ranks) = (other as i32 % 8 - file, other as i32 / 8 - rank);
            if other != square {
                if files == ranks || files == -ranks {
                    table[square][0] |= 1 << other;
                } else if files == 0 || ranks == 0 {
                    table[square][1] |= 1 << other;
                }
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Masked pieces: those that a slider holds on a line with their king.
#[inline(always)]
pub(super) fn masked<B: Board, T: Tally>(board: &B, tally: &mut T) {
    tally.count(Weight::Masked, masked_of(board, Color::White), masked_of(board, Color::Black));
}

/// Sets, no rays: a piece counts when it stands on a line of its king, a slider of that line's
/// kind influences it, and one stands on such a line too. Now and then that is more than a pin.
#[inline(always)]
fn masked_of<B: Board>(board: &B, color: Color) -> i32 {
    let (planes, influence) = (board.planes(), board.influence());
    let [diagonals, straights] = LINES[board.king(color).index()];
    let queen = influence.of(!color, InfluenceKind::Queen);
    let on_diagonal = influence.of(!color, InfluenceKind::Bishop) | queen;
    let on_straight = influence.of(!color, InfluenceKind::RookRank)
        | influence.of(!color, InfluenceKind::RookFile)
        | queen;
    let pieces = planes.color(color) & !planes.kind(PieceType::Pawn);
    let diagonal = if planes.diagonal_sliders(!color) & diagonals == 0 { 0 } else { diagonals };
    let straight = if planes.orthogonal_sliders(!color) & straights == 0 { 0 } else { straights };
    size(pieces & (diagonal & on_diagonal | straight & on_straight))
}

/// Two bishops.
#[inline(always)]
pub(super) fn bishop_pair<T: Tally>(planes: &Planes, tally: &mut T) {
    tally.count(
        Weight::BishopPair,
        i32::from(several(planes.of(Color::White, PieceType::Bishop))),
        i32::from(several(planes.of(Color::Black, PieceType::Bishop))),
    );
}

/// Trapped pieces: a bishop behind an enemy pawn on the edge, a rook behind its king in the
/// corner.
#[inline(always)]
pub(super) fn trapped<T: Tally>(planes: &Planes, tally: &mut T) {
    const WHITE_TRAPS: Bitboard = 0x81 << 48;
    const BLACK_TRAPS: Bitboard = 0x81 << 8;
    let bishops = planes.kind(PieceType::Bishop);
    if bishops & (WHITE_TRAPS | BLACK_TRAPS) != 0 {
        tally.count(
            Weight::TrappedBishop,
            trapped_bishops(planes, Color::White),
            trapped_bishops(planes, Color::Black),
        );
    }
    tally.count(
        Weight::TrappedRook,
        trapped_rooks(planes, Color::White),
        trapped_rooks(planes, Color::Black),
    );
}

/// Bishops on a7 and h7 with an enemy pawn on b6 and g6.
#[inline(always)]
fn trapped_bishops(planes: &Planes, color: Color) -> i32 {
    const B6: Bitboard = 1 << 41;
    const G6: Bitboard = 1 << 46;
    let pawns = planes.of(!color, PieceType::Pawn);
    let beside = (pawns & relative(color, B6)) >> 1 | (pawns & relative(color, G6)) << 1;
    size(ahead(color, beside) & planes.of(color, PieceType::Bishop))
}

/// Rooks on the back rank between their king and the nearer corner, the king on b, c, f or g.
#[inline(always)]
fn trapped_rooks(planes: &Planes, color: Color) -> i32 {
    let own = planes.color(color);
    let kings = planes.kind(PieceType::King) & own;
    let west = if kings & relative(color, 0b0000_0110) == 0 { 0 } else { 0b0000_0011 };
    let east = if kings & relative(color, 0b0110_0000) == 0 { 0 } else { 0b1100_0000 };
    size(planes.kind(PieceType::Rook) & own & relative(color, west | east))
}
