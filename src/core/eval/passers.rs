//! Terms of passed pawns (section IV): rank, connection, distance of kings, next square, endings.

use super::fixed;
use super::sets::{ahead, fill_ahead, rank, size};
use super::sides::Sides;
use super::tally::Tally;
use super::weights::Weight;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::{InfluenceKind, Planes};
use crate::types::bitboard::{east, king_influence, several, squares, west};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Returns the fifth rank and those beyond it, counted from a colour's side.
const fn far(color: Color) -> Bitboard {
    match color {
        Color::White => 0xffff_ffff << 32,
        Color::Black => 0xffff_ffff,
    }
}

/// Returns the sixth rank and those beyond it.
const fn farther(color: Color) -> Bitboard {
    match color {
        Color::White => 0x00ff_ffff << 40,
        Color::Black => 0x00ff_ffff,
    }
}

/// Counts passers by rank, because their value grows steeply near promotion.
#[inline(always)]
pub(super) fn by_rank<T: Tally>(passed: [Bitboard; 2], tally: &mut T) {
    const FAMILY: [Weight; 6] = [
        Weight::Passed2,
        Weight::Passed3,
        Weight::Passed4,
        Weight::Passed5,
        Weight::Passed6,
        Weight::Passed7,
    ];
    let mut number = 2;
    while number < 8 {
        tally.count(
            FAMILY[number - 2],
            size(passed[0] & rank(Color::White, number as u32)),
            size(passed[1] & rank(Color::Black, number as u32)),
        );
        number += 1;
    }
}

/// Counts connected passers, at most one rank apart. Returns true if there are any from the fifth
/// rank on, or a passer from the sixth. Material alone then means little, so the positional part has
/// no bound.
#[inline(always)]
pub(super) fn connected<T: Tally>(passed: [Bitboard; 2], tally: &mut T) -> bool {
    let white = beside(passed[0]);
    let black = beside(passed[1]);
    let near = [!far(Color::White), !far(Color::Black)];
    tally.count(Weight::Connected, size(white & near[0]), size(black & near[1]));
    const FAMILY: [Weight; 3] = [Weight::Connected5, Weight::Connected6, Weight::Connected7];
    let mut number = 5;
    while number < 8 {
        tally.count(
            FAMILY[number - 5],
            size(white & rank(Color::White, number as u32)),
            size(black & rank(Color::Black, number as u32)),
        );
        number += 1;
    }
    white & far(Color::White) | black & far(Color::Black) != 0
        || passed[0] & farther(Color::White) | passed[1] & farther(Color::Black) != 0
}

/// Returns the pawns of a set that have another on an adjacent file, at most one rank away.
#[inline(always)]
fn beside(set: Bitboard) -> Bitboard {
    let columns = set | set << 8 | set >> 8;
    set & (east(columns) | west(columns))
}

/// Counts the kings' distances to the squares before passed pawns: one unit for every step below four.
#[inline(always)]
pub(super) fn kings_near<T: Tally>(planes: &Planes, passed: [Bitboard; 2], tally: &mut T) {
    let stops = [ahead(Color::White, passed[0]), ahead(Color::Black, passed[1])];
    let mut reach = [
        planes.pieces(Color::White, PieceType::King),
        planes.pieces(Color::Black, PieceType::King),
    ];
    let (mut own, mut enemy) = ([0; 2], [0; 2]);
    let mut distance = 0;
    while distance < fixed::KING_REACH {
        own[0] += size(stops[0] & reach[0]);
        own[1] += size(stops[1] & reach[1]);
        enemy[0] += size(stops[0] & reach[1]);
        enemy[1] += size(stops[1] & reach[0]);
        reach = [reach[0] | king_influence(reach[0]), reach[1] | king_influence(reach[1])];
        distance += 1;
    }
    tally.count(Weight::OwnKingNear, own[0], own[1]);
    tally.count(Weight::EnemyKingNear, enemy[0], enemy[1]);
}

/// Returns the squares before passers beyond the fifth rank: the occupied ones, and the free ones.
#[inline(always)]
pub(super) fn steps<K: Kernel>(sides: &Sides<'_, K>, passed: Bitboard) -> [K::Pair; 2] {
    let far = sides.pair(passed & farther(Color::White), passed & farther(Color::Black));
    let stops = (far & sides.own).ahead();
    let occupied = sides.own | sides.enemy();
    let held = occupied | sides.influence(InfluenceKind::All).swapped();
    [stops & occupied, stops & !held]
}

/// Returns true if a colour has connected passers on the sixth or seventh rank, the enemy has at
/// most a rook and pawns, and its king is more than two steps from each of them (figure 2).
#[inline(always)]
pub(super) fn decisive(color: Color, planes: &Planes, passed: Bitboard) -> bool {
    let enemy = planes.color(!color);
    let [_, knights, bishops, rooks, queens, kings, _, _] = planes.0;
    let runners = beside(passed & planes.color(color)) & farther(color);
    if runners == 0 || (knights | bishops | queens) & enemy != 0 || several(rooks & enemy) {
        return false;
    }
    let king = kings & enemy;
    let near = king | king_influence(king);
    runners & (near | king_influence(near)) == 0
}

/// Counts a passer that the king cannot catch where the enemy has pawns alone and this side has pieces
/// (Umko, section 2.4).
#[inline(always)]
pub(super) fn runners<T: Tally>(planes: &Planes, passed: Bitboard, tally: &mut T) {
    let pawns = planes.kind(PieceType::Pawn) | planes.kind(PieceType::King);
    let has_pieces = |color| planes.color(color) & !pawns != 0;
    let [white, black] = Color::ALL.map(|color| {
        let runs = has_pieces(color) && !has_pieces(!color);
        i32::from(runs && unstoppable(color, planes, passed) != 0)
    });
    tally.count(Weight::Runner, white, black);
}

/// Returns the number of passers that outrun the enemy's king even if it is to move, no piece being in
/// their way.
#[inline(always)]
pub(super) fn unstoppable(color: Color, planes: &Planes, passed: Bitboard) -> i32 {
    let king = Square::lowest(planes.pieces(!color, PieceType::King));
    let mut count = 0;
    for pawn in squares(passed & planes.color(color)) {
        let path = ahead(color, fill_ahead(color, pawn.bit()));
        let goal = Square::lowest(path & rank(color, 8));
        let steps = (path.count_ones() as i32).min(fixed::LONGEST_RUN);
        let files = (i32::from(king.file()) - i32::from(goal.file())).abs();
        let ranks = (i32::from(king.rank()) - i32::from(goal.rank())).abs();
        let clear = path & planes.occupied() == 0;
        count += i32::from(clear && files.max(ranks) > steps + fixed::HEAD_START);
    }
    count
}
