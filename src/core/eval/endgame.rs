//! Known endings and draw rules (section II.B, table II; Umko, section 2.4).

use super::fixed;
use super::sets::{rank, size};
use crate::board::is_dead;
use crate::matrix::Planes;
use crate::types::bitboard::{DARK_SQUARES, FILE_A, FILE_H, king_influence, several};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Knowledge about an ending with few pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Not known: the evaluation applies.
    None,
    /// A theoretical draw, by table II or by Umko's list.
    Draw,
    /// A win of White (positive) or Black, in centipawns; the closer mate is, the larger.
    Win(i32),
}

/// Returns true if [`known`] may have a result: a bare king, only minor pieces, or four pieces
/// without pawns. It takes a few instructions and is nearly always false.
#[inline(always)]
pub(super) fn is_candidate(planes: &Planes) -> bool {
    let [pawns, _, _, rooks, queens, _, white, black] = planes.0;
    !several(white)
        || !several(black)
        || pawns | rooks | queens == 0
        || (pawns == 0 && (white | black).count_ones() == fixed::EQUAL_ENDING)
}

/// Looks up an ending. `check` is true if a king is in check. A check may win a piece, so with four or
/// more pieces only a dead position is then a draw.
#[inline(never)]
pub fn known(planes: &Planes, check: bool) -> Knowledge {
    if is_dead(planes) {
        return Knowledge::Draw;
    }
    let may_win = check && planes.occupied().count_ones() >= fixed::EQUAL_ENDING;
    if !may_win && is_draw(planes) {
        return Knowledge::Draw;
    }
    for color in Color::ALL {
        if !several(planes.color(!color)) && can_force_mate(planes, color) {
            let value = drive(planes, color);
            return Knowledge::Win(if color == Color::White { value } else { -value });
        }
    }
    Knowledge::None
}

/// Returns true for the draws of table II, and for rook or queen against its equal (Umko's list).
fn is_draw(planes: &Planes) -> bool {
    let [pawns, _, _, rooks, queens, _, _, _] = planes.0;
    if pawns != 0 {
        return false;
    }
    if rooks | queens == 0 {
        return Color::ALL.iter().all(|&color| cannot_mate(planes, color));
    }
    let equal = |set: Bitboard| {
        let [white, black] = Color::ALL.map(|color| set & planes.color(color));
        is_one(white) && is_one(black) && planes.occupied().count_ones() == fixed::EQUAL_ENDING
    };
    equal(rooks) || equal(queens)
}

fn is_one(set: Bitboard) -> bool {
    set != 0 && !several(set)
}

/// Returns true for the pieces of table II: a king alone or with a knight, a bishop or two knights.
fn cannot_mate(planes: &Planes, color: Color) -> bool {
    let knights = planes.pieces(color, PieceType::Knight);
    let bishops = planes.pieces(color, PieceType::Bishop);
    (bishops == 0 && size(knights) < fixed::MATING_KNIGHTS) || (knights == 0 && is_one(bishops))
}

/// Returns true if the pieces of a colour force mate against a bare king.
fn can_force_mate(planes: &Planes, color: Color) -> bool {
    let [_, knights, bishops, rooks, queens, _, _, _] = planes.0;
    let own = planes.color(color);
    let (knights, bishops) = (knights & own, bishops & own);
    (rooks | queens) & own != 0
        || (bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0)
        || (bishops != 0 && knights != 0)
        || size(knights) >= fixed::MATING_KNIGHTS
}

/// Returns the value of a won ending for the stronger side: a base value, its material, and bonuses
/// for a bare king near the edge (with bishop and knight: near a corner of the bishop's colour) and
/// for kings near each other.
fn drive(planes: &Planes, strong: Color) -> i32 {
    // Index of the last file and rank: the most steps along a line.
    const LAST: i32 = 7;
    let own = planes.color(strong);
    let king = Square::lowest(planes.pieces(strong, PieceType::King));
    let bare = Square::lowest(planes.pieces(!strong, PieceType::King));
    let (file, rank) = (i32::from(bare.file()), i32::from(bare.rank()));
    let apart = (i32::from(king.file()) - file).abs().max((i32::from(king.rank()) - rank).abs());
    let [pawns, _, bishops, rooks, queens, _, _, _] = planes.0;
    let only_minors = (pawns | rooks | queens) & own == 0;
    let bishops = bishops & own;
    let one_colour = bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0;
    let cornered = if only_minors && bishops != 0 && one_colour {
        // Steps to the nearer corner that the bishop controls, 0 to LAST.
        let to_dark = (file + rank).min(2 * LAST - file - rank);
        let to_light = (LAST - file + rank).min(LAST - rank + file);
        let steps = if bishops & DARK_SQUARES != 0 { to_dark } else { to_light };
        (LAST - steps) * fixed::CORNER_STEP
    } else {
        // Steps from the centre, 0 to 6.
        let centre = |line: i32| (2 * line - LAST).abs() / 2;
        (centre(file) + centre(rank)) * fixed::EDGE_STEP
    };
    let material: i32 =
        PieceType::ALL.iter().map(|&kind| size(own & planes.kind(kind)) * fixed::worth(kind)).sum();
    let value = i32::from(fixed::KNOWN_WIN) + material * fixed::CENTIPAWNS + cornered;
    (value + (LAST - apart) * fixed::KING_STEP).min(fixed::MOST)
}

/// Returns the part of the evaluation, in 64ths, that remains if the better side can hardly win:
/// without pawns and at most a minor piece ahead, with bishops of opposite colours, or with rook's
/// pawns and a bishop that does not control their promotion square.
#[inline(always)]
pub(super) fn winnable(planes: &Planes, white_is_better: bool) -> i32 {
    let better = if white_is_better { Color::White } else { Color::Black };
    let [pawns, knights, bishops, rooks, queens, _, _, _] = planes.0;
    let own = planes.color(better);
    if pawns & own == 0 {
        return without_pawns(planes, better);
    }
    if (knights | rooks | queens) == 0 && bishops != 0 {
        return with_bishops(planes, better, pawns & own, bishops);
    }
    fixed::WINNABLE
}

/// Returns the draw factor for a better side without pawns, from the worth of both sides' pieces.
#[inline(never)]
fn without_pawns(planes: &Planes, better: Color) -> i32 {
    let (own, other) = (worth(planes, better), worth(planes, !better));
    let only_knights = planes.color(better)
        & !(planes.kind(PieceType::Knight) | planes.kind(PieceType::King))
        == 0;
    match own - other {
        _ if own <= fixed::LONE_MINOR => 0,
        _ if own <= fixed::TWO_KNIGHTS && only_knights => fixed::HARDLY,
        fixed::WINNING_LEAD.. => fixed::WINNABLE,
        _ if own <= fixed::LONE_ROOK => fixed::HARDLY,
        _ => fixed::MINOR_AHEAD,
    }
}

/// Returns the worth of a colour's pieces, in pawns.
fn worth(planes: &Planes, color: Color) -> i32 {
    PieceType::ALL.iter().map(|&kind| size(planes.pieces(color, kind)) * fixed::phase(kind)).sum()
}

/// Returns the draw factor with pawns and bishops only: half for opposite colours, 0 for pawns on a
/// rook's file if no bishop controls their promotion square and the enemy's king is near it.
#[inline(never)]
fn with_bishops(planes: &Planes, better: Color, pawns: Bitboard, bishops: Bitboard) -> i32 {
    let own = bishops & planes.color(better);
    let other = bishops & planes.color(!better);
    let one_dark = |set: Bitboard| !several(set) && set & DARK_SQUARES != 0;
    let one_light = |set: Bitboard| !several(set) && set & !DARK_SQUARES != 0;
    if one_dark(own) && one_light(other) || one_light(own) && one_dark(other) {
        return fixed::OPPOSITE_BISHOPS;
    }
    if own == 0 || other != 0 {
        return fixed::WINNABLE;
    }
    for file in [FILE_A, FILE_H] {
        let goal = file & rank(better, 8);
        let goal_is_dark = goal & DARK_SQUARES != 0;
        let reached = own & if goal_is_dark { DARK_SQUARES } else { !DARK_SQUARES } != 0;
        let guard = planes.pieces(!better, PieceType::King) & (goal | king_influence(goal)) != 0;
        if pawns & !file == 0 && !reached && guard {
            return 0;
        }
    }
    fixed::WINNABLE
}
