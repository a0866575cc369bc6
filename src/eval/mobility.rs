//! Piece mobility (section III.A): squares influenced, and what takes mobility away.

use super::sets::{ahead, relative, size};
use super::sides::Sides;
use super::tally::Tally;
use super::weights::Weight;
use crate::kernels::Kernel;
use crate::kernels::pairs::{Lanes, Pair};
use crate::matrix::{InfluenceKind, Planes};
use crate::types::{Bitboard, Color, PieceType};

/// Squares that each kind of man influences, without those where own men stand or enemy pawns
/// would take: of pawns, knights, bishops and rooks along ranks, then of rooks along files, of
/// queens; and the squares that one side influences alone.
#[inline(always)]
pub(super) fn squares<K: Kernel>(sides: &Sides<'_, K>) -> (<K::Pair as Pair>::Lanes, [K::Pair; 3]) {
    let safe = !(sides.own | sides.influence(InfluenceKind::Pawn).swapped());
    let all = sides.influence(InfluenceKind::All);
    let others = [
        sides.influence(InfluenceKind::RookFile) & safe,
        sides.influence(InfluenceKind::Queen) & safe,
        all & !all.swapped(),
    ];
    (sides.first_influences().within(safe), others)
}

/// Own pawns that block bishops.
#[inline(always)]
pub(super) fn blocked<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    sides.kind(PieceType::Pawn) & sides.own & sides.influence(InfluenceKind::Bishop)
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
///
/// Sets, no rays: a piece counts when it stands on a line of its king, a slider of that line's
/// kind influences it, and one stands on such a line too. Now and then that is more than a pin.
#[inline(always)]
pub(super) fn masked<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    let [white, black] = sides.kings().map(|king| &LINES[king.index()]);
    let diagonals = sides.pair(white[0], black[0]);
    let straights = sides.pair(white[1], black[1]);
    let queens = sides.kind(PieceType::Queen);
    let queen = sides.influence(InfluenceKind::Queen);
    let on_diagonal = sides.influence(InfluenceKind::Bishop) | queen;
    let on_straight =
        sides.influence(InfluenceKind::RookRank) | sides.influence(InfluenceKind::RookFile) | queen;
    let diagonal_sliders = sides.enemy() & (sides.kind(PieceType::Bishop) | queens);
    let straight_sliders = sides.enemy() & (sides.kind(PieceType::Rook) | queens);
    let diagonal = diagonals.where_any(diagonal_sliders & diagonals);
    let straight = straights.where_any(straight_sliders & straights);
    let held = diagonal & on_diagonal.swapped() | straight & on_straight.swapped();
    sides.own & !sides.kind(PieceType::Pawn) & held
}

/// A square where a colour has two bishops.
#[inline(always)]
pub(super) fn bishop_pair<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    (sides.own & sides.kind(PieceType::Bishop)).several()
}

/// Rooks on the back rank between their king and the nearer corner, the king on b, c, f or g.
#[inline(always)]
pub(super) fn trapped_rooks<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    let on_back_rank =
        |files: Bitboard| sides.pair(relative(Color::White, files), relative(Color::Black, files));
    let kings = sides.own & sides.kind(PieceType::King);
    let west = on_back_rank(0b0000_0011).where_any(kings & on_back_rank(0b0000_0110));
    let east = on_back_rank(0b1100_0000).where_any(kings & on_back_rank(0b0110_0000));
    sides.own & sides.kind(PieceType::Rook) & (west | east)
}

/// Bishops behind an enemy pawn on the edge.
#[inline(always)]
pub(super) fn trapped_bishops<T: Tally>(planes: &Planes, tally: &mut T) {
    const WHITE_TRAPS: Bitboard = 0x81 << 48;
    const BLACK_TRAPS: Bitboard = 0x81 << 8;
    let bishops = planes.kind(PieceType::Bishop);
    if bishops & (WHITE_TRAPS | BLACK_TRAPS) != 0 {
        tally.count(
            Weight::TrappedBishop,
            trapped_bishops_of(planes, Color::White),
            trapped_bishops_of(planes, Color::Black),
        );
    }
}

/// Bishops on a7 and h7 with an enemy pawn on b6 and g6.
#[inline(always)]
fn trapped_bishops_of(planes: &Planes, color: Color) -> i32 {
    const B6: Bitboard = 1 << 41;
    const G6: Bitboard = 1 << 46;
    let pawns = planes.of(!color, PieceType::Pawn);
    let beside = (pawns & relative(color, B6)) >> 1 | (pawns & relative(color, G6)) << 1;
    size(ahead(color, beside) & planes.of(color, PieceType::Bishop))
}
