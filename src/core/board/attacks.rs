//! Attacks of a single piece; no table exceeds 33 KB. Boards may have faster methods for sliders.

use crate::types::bitboard::{
    KING_STEPS, KNIGHT_STEPS, black_pawn_influence, white_pawn_influence,
};
use crate::types::{Bitboard, Color, Square};

/// The two rays of a line from a square: towards lower squares and towards higher ones.
#[derive(Clone, Copy)]
struct Rays {
    lower: Bitboard,
    upper: Bitboard,
}

const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const fn ray(square: usize, files: i8, ranks: i8) -> Bitboard {
    let mut set = 0u64;
    let mut file = (square % 8) as i8 + files;
    let mut rank = (square / 8) as i8 + ranks;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += files;
        rank += ranks;
    }
    set
}

/// The rank, file, rising and falling diagonal of each square.
static RAYS: [[Rays; 4]; 64] = {
    let mut table = [[Rays { lower: 0, upper: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (files, ranks) = STEPS[line];
            table[square][line] =
                Rays { lower: ray(square, -files, -ranks), upper: ray(square, files, ranks) };
            line += 1;
        }
        square += 1;
    }
    table
};

/// The complete line through two squares, both included; empty if they share no line.
static THROUGH: [[Bitboard; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut line = 0;
        while line < 4 {
            let all = RAYS[a][line].lower | RAYS[a][line].upper;
            let mut b = 0;
            while b < 64 {
                if all >> b & 1 == 1 {
                    table[a][b] = all | 1 << a;
                }
                b += 1;
            }
            line += 1;
        }
        a += 1;
    }
    table
};

/// Attacks of a bishop and of a rook from every square of an empty board.
static EMPTY_BOARD: [[Bitboard; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let square = Square::new(at);
        table[at as usize] = [bishop(square, 0), rook(square, 0)];
        at += 1;
    }
    table
};

/// Returns the attacks along a line, up to the nearest blocker on either side, by obstruction difference.
#[inline(always)]
const fn along(line: &Rays, occupied: Bitboard) -> Bitboard {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    let nearest_below = (1u64 << 63) >> (lower | 1).leading_zeros();
    (line.lower | line.upper) & (upper ^ upper.wrapping_sub(nearest_below))
}

/// Returns the attacks of a bishop on an empty board.
#[inline(always)]
pub const fn diagonals(square: Square) -> Bitboard {
    EMPTY_BOARD[square.index()][0]
}

/// Returns the attacks of a rook on an empty board.
#[inline(always)]
pub const fn orthogonals(square: Square) -> Bitboard {
    EMPTY_BOARD[square.index()][1]
}

/// Returns the attacks of a bishop.
#[inline(always)]
pub const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &RAYS[square.index()];
    along(&lines[2], occupied) | along(&lines[3], occupied)
}

/// Returns the attacks of a rook.
#[inline(always)]
pub const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &RAYS[square.index()];
    along(&lines[0], occupied) | along(&lines[1], occupied)
}

/// Returns the attacks of a knight.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT_STEPS[square.index()]
}

/// Returns the attacks of a king.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING_STEPS[square.index()]
}

/// Returns the squares that a colour's pawns on these squares attack.
#[inline(always)]
pub fn pawns(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => white_pawn_influence(set),
        Color::Black => black_pawn_influence(set),
    }
}

/// Returns the line through two squares, from edge to edge; empty if they share no line.
#[inline(always)]
pub fn through(a: Square, b: Square) -> Bitboard {
    THROUGH[a.index()][b.index()]
}

/// Returns the squares strictly between two squares of a line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
    through(a, b) & (high.bit() - 1) & !(low.bit() | (low.bit() - 1))
}
