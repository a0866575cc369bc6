//! Piece mobility (section III.A): squares influenced, and reductions of mobility.

use super::sets::{ahead, relative, size};
use super::sides::Sides;
use super::tally::Tally;
use super::weights::Weight;
use crate::kernels::Kernel;
use crate::kernels::pairs::{Lanes, Pair};
use crate::matrix::{InfluenceKind, Planes};
use crate::types::{Bitboard, Color, PieceType};

/// Returns the squares that each piece type influences, without own pieces and squares attacked by
/// enemy pawns: first pawns, knights, bishops and rooks along ranks; then rooks along files and
/// queens. The last set has all squares that one side influences alone.
#[inline(always)]
pub(super) fn squares<K: Kernel>(sides: &Sides<'_, K>) -> (<K::Pair as Pair>::Lanes, [K::Pair; 3]) {
    let safe = safe(sides);
    let all = sides.influence(InfluenceKind::All);
    let others = [
        sides.influence(InfluenceKind::RookFile) & safe,
        sides.influence(InfluenceKind::Queen) & safe,
        all & !all.swapped(),
    ];
    (sides.first_influences().within(safe), others)
}

/// Returns the squares without own pieces that no enemy pawn influences.
#[inline(always)]
fn safe<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    !(sides.own | sides.influence(InfluenceKind::Pawn).swapped())
}

/// Returns own pawns that obstruct bishops.
#[inline(always)]
pub(super) fn behind_pawns<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    sides.kind(PieceType::Pawn) & sides.own & sides.influence(InfluenceKind::Bishop)
}

/// Returns blocked pieces: knights, bishops, rooks and queens whose nearest squares are all occupied by own
/// pieces or guarded by enemy pawns. All knights count as one: their squares are tested together.
#[inline(always)]
pub(super) fn blocked<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    let safe = safe(sides);
    let beside = safe.east() | safe.west();
    let straight = beside | safe.ahead() | safe.back();
    let diagonal = beside.ahead() | beside.back();
    let knights = sides.kind(PieceType::Knight);
    let jumping = knights.where_any(sides.influence(InfluenceKind::Knight) & safe);
    let blocked = knights & !jumping
        | sides.kind(PieceType::Bishop) & !diagonal
        | sides.kind(PieceType::Rook) & !straight
        | sides.kind(PieceType::Queen) & !(diagonal | straight);
    sides.own & blocked
}

/// Returns one square for each colour that has two bishops.
#[inline(always)]
pub(super) fn bishop_pair<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    (sides.own & sides.kind(PieceType::Bishop)).several()
}

/// Returns rooks on the back rank between their corner and their king on the b-, c-, f- or g-file.
#[inline(always)]
pub(super) fn trapped_rooks<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    let on_back_rank =
        |files: Bitboard| sides.pair(relative(Color::White, files), relative(Color::Black, files));
    let kings = sides.own & sides.kind(PieceType::King);
    let west = on_back_rank(0b0000_0011).where_any(kings & on_back_rank(0b0000_0110));
    let east = on_back_rank(0b1100_0000).where_any(kings & on_back_rank(0b0110_0000));
    sides.own & sides.kind(PieceType::Rook) & (west | east)
}

/// Counts bishops on the seventh rank at the edge that an enemy pawn shuts in.
#[inline(always)]
pub(super) fn trapped_bishops<T: Tally>(planes: &Planes, tally: &mut T) {
    const WHITE_TRAPS: Bitboard = 0x81 << 48;
    const BLACK_TRAPS: Bitboard = 0x81 << 8;
    let bishops = planes.kind(PieceType::Bishop);
    if bishops & (WHITE_TRAPS | BLACK_TRAPS) != 0 {
        tally.count(
            Weight::TrappedBishop,
            shut_in_bishops(planes, Color::White, [B6, G6]),
            shut_in_bishops(planes, Color::Black, [B6, G6]),
        );
    }
}

const B6: Bitboard = 1 << 41;
const G6: Bitboard = 1 << 46;

/// Returns the number of bishops at the edge whose way back an enemy pawn on `b` or `g` blocks, such as
/// a bishop on a7 behind a pawn on b6.
#[inline(always)]
fn shut_in_bishops(planes: &Planes, color: Color, [b, g]: [Bitboard; 2]) -> i32 {
    let pawns = planes.pieces(!color, PieceType::Pawn);
    let beside = (pawns & relative(color, b)) >> 1 | (pawns & relative(color, g)) << 1;
    size(ahead(color, beside) & planes.pieces(color, PieceType::Bishop))
}

/// Counts the two other patterns of bishops in Umko's list (section 2.4): shut in on the sixth rank,
/// and blocked at home.
#[inline(always)]
pub(super) fn more_bishops<T: Tally>(planes: &Planes, tally: &mut T) {
    let [white, black] = Color::ALL.map(|color| shut_in_bishops(planes, color, [B6 >> 8, G6 >> 8]));
    tally.count(Weight::TrappedBishop6, white, black);
    let [white, black] = Color::ALL.map(|color| blocked_bishops(planes, color));
    tally.count(Weight::BlockedBishop, white, black);
}

/// Returns the number of bishops on c1 and f1 whose pawn on d2 or e2 has a piece before it.
#[inline(always)]
fn blocked_bishops(planes: &Planes, color: Color) -> i32 {
    const D2: Bitboard = 1 << 11;
    const E2: Bitboard = 1 << 12;
    let pawns = planes.pieces(color, PieceType::Pawn) & ahead(!color, planes.occupied());
    let beside = (pawns & relative(color, D2)) >> 1 | (pawns & relative(color, E2)) << 1;
    size(ahead(!color, beside) & planes.pieces(color, PieceType::Bishop))
}
