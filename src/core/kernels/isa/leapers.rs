//! Squares that a king and a knight step to, and the diagonals through a square, by table.

use crate::types::Bitboard;

/// The squares that lie `times` of the steps away, for 1 to `most` times.
const fn steps<const N: usize>(square: i8, steps: [(i8, i8); N], most: i8) -> Bitboard {
    let mut squares = 0;
    let mut step = 0;
    while step < N {
        let mut times = 1;
        while times <= most {
            let (file, rank) =
                (square % 8 + steps[step].0 * times, square / 8 + steps[step].1 * times);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                squares |= 1 << (rank * 8 + file);
            }
            times += 1;
        }
        step += 1;
    }
    squares
}

/// The squares a king steps to.
pub static KING_STEPS: [Bitboard; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        table[square] = steps(square as i8, around, 1);
        square += 1;
    }
    table
};

/// The squares a knight steps to; none from 64, the lowest square of an empty set.
pub static KNIGHT_STEPS: [Bitboard; 65] = {
    let mut table = [0; 65];
    let mut square = 0;
    while square < 64 {
        let around = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        table[square] = steps(square as i8, around, 1);
        square += 1;
    }
    table
};

/// The diagonal through a square, as a1 to h8, and the anti-diagonal.
pub static DIAGONALS: [[Bitboard; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = [
            steps(square as i8, [(1, 1), (-1, -1)], 7),
            steps(square as i8, [(1, -1), (-1, 1)], 7),
        ];
        square += 1;
    }
    table
};
