//! Counts of legal moves from a rebuild: sliders by the level's fills, the others by this code.

use crate::kernels::{Counted, Rebuilt};
use crate::matrix::{InfluenceKind, Planes};
use crate::types::bitboard::{
    FILE_A, FILE_H, KING_STEPS, KNIGHT_STEPS, RANK_1, RANK_3, RANK_6, RANK_8, east, north, south,
    west,
};
use crate::types::{Bitboard, Color, PieceType};

/// The diagonal (in the direction a1 to h8) and the anti-diagonal through a square, without the square.
pub static DIAGONALS: [[Bitboard; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let square = 1 << at;
        let mut lines = [square; 2];
        let mut steps = 0;
        while steps < 7 {
            lines[0] |= north(east(lines[0])) | south(west(lines[0]));
            lines[1] |= north(west(lines[1])) | south(east(lines[1]));
            steps += 1;
        }
        table[at] = [lines[0] & !square, lines[1] & !square];
        at += 1;
    }
    table
};

/// The side to move, as data for counting.
pub struct Mover {
    /// Its pawns.
    pub pawns: Bitboard,
    /// Its knights.
    pub knights: Bitboard,
    /// All its pieces.
    pub own: Bitboard,
    /// The other side's pieces.
    pub enemy: Bitboard,
    /// Its pieces that are pinned to the king.
    pub pinned: Bitboard,
    /// The squares that the other side influences.
    pub enemy_influence: Bitboard,
    /// Index of its king's square.
    pub king: usize,
}

/// Counts the legal moves of `side` without en passant and castling; `None` in check and if a
/// slider is pinned, because the lines of single sliders are not known.
///
/// `slides` is the number of the sliders' target squares, summed over the sliders of `side`. Each
/// side must have one king.
#[inline(always)]
pub fn count(
    planes: &Planes,
    side: Color,
    rebuilt: &Rebuilt,
    slides: impl FnOnce() -> u32,
) -> Option<Counted> {
    let enemy_influence = rebuilt.influence.squares(!side, InfluenceKind::All);
    let king = planes.pieces(side, PieceType::King);
    let sliders = planes.diagonal_sliders(side) | planes.orthogonal_sliders(side);
    if (enemy_influence & king) | (rebuilt.pinned & sliders) != 0 {
        return None;
    }
    let mover = Mover {
        pawns: planes.pieces(side, PieceType::Pawn),
        knights: planes.pieces(side, PieceType::Knight),
        own: planes.color(side),
        enemy: planes.color(!side),
        pinned: rebuilt.pinned,
        enemy_influence,
        king: king.trailing_zeros() as usize & 63,
    };
    Some(Counted { moves: slides() + count_others(&mover, side), enemy_influence })
}

/// Counts the legal moves of king, knights and pawns of a side that is not in check.
#[inline(always)]
pub fn count_others(mover: &Mover, side: Color) -> u32 {
    let king_steps = KING_STEPS[mover.king] & !mover.own & !mover.enemy_influence;
    king_steps.count_ones()
        + count_knights(mover.knights & !mover.pinned, mover.own)
        + count_pawns(mover, side)
}

#[inline(always)]
fn count_knights(knights: Bitboard, own: Bitboard) -> u32 {
    let one =
        |knights: Bitboard| (KNIGHT_STEPS[knights.trailing_zeros() as usize] & !own).count_ones();
    let rest = |knights: Bitboard| knights & knights.wrapping_sub(1);
    // The first two knights are counted without a branch, because their number is unpredictable.
    let others = rest(knights);
    let mut moves = one(knights) + one(others);
    let mut more = rest(others);
    while more != 0 {
        moves += one(more);
        more = rest(more);
    }
    moves
}

#[inline(always)]
fn count_pawns(mover: &Mover, side: Color) -> u32 {
    let &Mover { pawns, own, enemy, pinned, king, .. } = mover;
    let empty = !(own | enemy);
    let free = pawns & !pinned;
    // A pinned pawn may move along its line.
    let on_file = free | pawns & FILE_A << (king & 7);
    let [on_diagonal, on_antidiagonal] = DIAGONALS[king].map(|line| free | pawns & line);
    let (pushes, doubles, east, west) = if side == Color::White {
        let pushes = on_file << 8 & empty;
        let doubles = (pushes & RANK_3) << 8 & empty;
        (pushes, doubles, on_diagonal << 9, on_antidiagonal << 7)
    } else {
        let pushes = on_file >> 8 & empty;
        let doubles = (pushes & RANK_6) >> 8 & empty;
        (pushes, doubles, on_antidiagonal >> 7, on_diagonal >> 9)
    };
    let (east, west) = (east & !FILE_A & enemy, west & !FILE_H & enemy);
    let mut moves = pushes.count_ones() + doubles.count_ones();
    moves += east.count_ones() + west.count_ones();
    let last = RANK_1 | RANK_8;
    if (pushes | east | west) & last != 0 {
        // A promotion counts as four moves.
        let promotions = [pushes, east, west].map(|set| (set & last).count_ones());
        moves += 3 * promotions.iter().sum::<u32>();
    }
    moves
}
