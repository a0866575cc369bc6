//! King safety and king centralization (section III.B).

use super::fixed;
use super::groups::SetGroup;
use super::material::MaterialBalance;
use super::matrices::KING_ENDGAME;
use super::sets::size;
use super::sides::Sides;
use super::tally::Tally;
use super::weights::Weight;
use crate::board::Board;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::{InfluenceKind, Planes};
use crate::types::{Color, PieceType, Square};

/// Counts the pawns before the king, enemy pawns that storm it, and files near it without own pawns.
#[inline(always)]
pub(super) fn shelter<P: Pair, T: Tally>(kings: P, pawns: P, no_pawns: P, tally: &mut T) {
    let row = kings | kings.east() | kings.west();
    let first = row.ahead();
    let second = first.ahead();
    let third = second.ahead();
    let enemy = pawns.swapped();
    let shield = [pawns & first, pawns & second, enemy & (first | second), enemy & third];
    let open = row & no_pawns;
    tally.pairs::<P, 2>([
        (tally.group(SetGroup::Shield), Pair::beside(shield)),
        (tally.group(SetGroup::KingFiles), Pair::beside([open, open, open, open])),
    ]);
}

/// Units of attack of the last row of king danger.
const MOST_DANGER: u64 = (Weight::Danger15 as u8 - Weight::Danger0 as u8) as u64;

/// Adds the row of king danger that belongs to the units of attack on each king.
#[inline(always)]
pub(super) fn attack<K: Kernel, T: Tally>(sides: &Sides<'_, K>, tally: &mut T) {
    let [on_black, on_white] = danger(sides);
    tally.pick(Weight::Danger0, on_white, on_black);
}

/// Returns own pieces in the kings' zones.
#[inline(always)]
pub(super) fn defenders<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    let others = sides.kind(PieceType::Pawn) | sides.kind(PieceType::King);
    sides.own & !others & zone(sides)
}

/// Returns the squares around a king and those one rank ahead of them.
#[inline(always)]
fn zone<K: Kernel>(sides: &Sides<'_, K>) -> K::Pair {
    let ring = sides.influence(InfluenceKind::King);
    ring | ring.ahead()
}

/// Returns the units of attack by each colour on the other's king, 0 to 15: one for each piece type and each
/// square of the zone that it attacks, two for each attacked square that only the king defends. Half without a queen.
#[inline(always)]
fn danger<K: Kernel>(sides: &Sides<'_, K>) -> [usize; 2] {
    let zone = zone(sides).swapped();
    let knights = sides.influence(InfluenceKind::Knight);
    let bishops = sides.influence(InfluenceKind::Bishop);
    let rooks = sides.influence(InfluenceKind::RookRank) | sides.influence(InfluenceKind::RookFile);
    let queens = sides.influence(InfluenceKind::Queen);
    let pieces =
        Pair::counted_together([knights & zone, bishops & zone, rooks & zone, queens & zone]);
    let defended = sides.influence(InfluenceKind::Pawn) | knights | bishops | rooks | queens;
    let attacked = sides.influence(InfluenceKind::All).swapped();
    let weak = (sides.influence(InfluenceKind::King) & attacked & !defended).swapped().counted();
    let [white, black] = pieces.plus(weak.plus(weak)).values();
    let halved = |units: u64, color| {
        let queenless = sides.planes.pieces(color, PieceType::Queen) == 0;
        let shift = if queenless { fixed::QUEENLESS_SHIFT } else { 0 };
        (units >> shift).min(MOST_DANGER) as usize
    };
    [halved(white, Color::White), halved(black, Color::Black)]
}

/// Counts how central the kings are in endings, where a king is an attacker. The count grows as the
/// enemy's pieces become fewer, and is largest in a pawn ending.
#[inline(always)]
pub(super) fn centralization<T: Tally>(planes: &Planes, material: MaterialBalance, tally: &mut T) {
    let pawns = |color| size(planes.pieces(color, PieceType::Pawn));
    let more = material.ahead - (pawns(Color::White) - pawns(Color::Black));
    let (white, black) = ((material.pieces + more) / 2, (material.pieces - more) / 2);
    let units = |color: Color, enemy: i32| {
        let square = Square::lowest(planes.pieces(color, PieceType::King));
        let share = (fixed::CENTRALIZATION_LIMIT - enemy).max(0);
        KING_ENDGAME[square.relative(!color).index()] * share
            / (fixed::CENTRALIZATION_UNIT * fixed::CENTRALIZATION_LIMIT)
    };
    tally.count(Weight::Centralization, units(Color::White, black), units(Color::Black, white));
}

/// Counts undefended squares from which the enemy's queen would give check. An exposed king is in
/// danger in endings with queens.
#[inline(always)]
pub(super) fn open<B: Board, T: Tally>(board: &B, tally: &mut T) {
    let planes = board.planes();
    if planes.kind(PieceType::Queen) != 0 {
        tally.count(
            Weight::OpenKing,
            open_lines(board, Color::White),
            open_lines(board, Color::Black),
        );
    }
}

#[inline(always)]
fn open_lines<B: Board>(board: &B, color: Color) -> i32 {
    let planes = board.planes();
    if planes.pieces(!color, PieceType::Queen) == 0 {
        return 0;
    }
    let lines = B::queen_attacks(board.kernel(), board.king(color), planes.occupied());
    size(lines & !planes.color(color) & !board.influence().all(color))
}
