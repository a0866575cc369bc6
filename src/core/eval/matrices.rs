//! The piece-square matrices (section III.C), as White sees the board: the eighth rank first.
//!
//! The paper prints the knight's matrix (table III); the others follow its pattern. Entries times
//! weights are the values of the data table's rows of placement. A tuner changes the rows, because
//! the product of entry and weight is not linear in both.

/// The matrices of each piece type, for the middlegame and for the endgame.
pub const MATRICES: [[&[i32; 64]; 2]; 6] = [
    [&PAWN, &PAWN],
    [&KNIGHT, &KNIGHT],
    [&BISHOP, &BISHOP],
    [&ROOK, &ROOK],
    [&QUEEN, &QUEEN],
    [&KING_MIDDLEGAME, &KING_ENDGAME],
];

/// Weights of each piece type's matrices in the middlegame and in the endgame, in 64ths.
pub const WEIGHTS: [[i32; 2]; 6] = [[38, 24], [34, 40], [28, 36], [60, 32], [40, 48], [48, 64]];

/// Denominator of the weights.
pub const WEIGHT_UNIT: i32 = 64;

/// The knight's matrix as the paper prints it (table III), the eighth rank first.
pub const KNIGHT: [i32; 64] = [
    -16, -8, -4, 0, 0, -4, -8, -16, //
    8, 16, 32, 32, 32, 32, 16, 8, //
    24, 40, 56, 62, 62, 56, 40, 24, //
    32, 48, 60, 64, 64, 60, 48, 32, //
    16, 32, 56, 60, 60, 56, 32, 16, //
    -8, 8, 24, 20, 20, 24, 8, -8, //
    -20, -16, -8, 16, 16, -8, -16, -20, //
    -48, -32, -24, -16, -16, -24, -32, -48,
];

/// The pawn's matrix, after the knight's pattern.
pub const PAWN: [i32; 64] = [
    0, 0, 0, 0, 0, 0, 0, 0, //
    60, 64, 68, 72, 72, 68, 64, 60, //
    28, 32, 40, 48, 48, 40, 32, 28, //
    10, 14, 22, 32, 32, 22, 14, 10, //
    0, 4, 12, 26, 26, 12, 4, 0, //
    -4, 2, 4, 8, 8, 4, 2, -4, //
    -4, 4, 4, -16, -16, 4, 4, -4, //
    0, 0, 0, 0, 0, 0, 0, 0,
];

/// The bishop's matrix.
pub const BISHOP: [i32; 64] = [
    -12, -8, -8, -8, -8, -8, -8, -12, //
    -4, 8, 8, 8, 8, 8, 8, -4, //
    0, 12, 16, 20, 20, 16, 12, 0, //
    4, 16, 20, 24, 24, 20, 16, 4, //
    4, 12, 24, 24, 24, 24, 12, 4, //
    4, 16, 16, 16, 16, 16, 16, 4, //
    0, 20, 8, 12, 12, 8, 20, 0, //
    -16, -8, -16, -8, -8, -16, -8, -16,
];

/// The rook's matrix.
pub const ROOK: [i32; 64] = [
    8, 8, 12, 16, 16, 12, 8, 8, //
    24, 24, 24, 24, 24, 24, 24, 24, //
    4, 8, 12, 12, 12, 12, 8, 4, //
    0, 4, 8, 8, 8, 8, 4, 0, //
    -4, 0, 4, 8, 8, 4, 0, -4, //
    -8, 0, 4, 8, 8, 4, 0, -8, //
    -12, -4, 0, 8, 8, 0, -4, -12, //
    -8, -4, 4, 12, 12, 4, -4, -8,
];

/// The queen's matrix.
pub const QUEEN: [i32; 64] = [
    -8, 0, 4, 4, 4, 4, 0, -8, //
    0, 4, 8, 8, 8, 8, 4, 0, //
    0, 8, 12, 16, 16, 12, 8, 0, //
    0, 8, 16, 20, 20, 16, 8, 0, //
    0, 8, 12, 16, 16, 12, 8, 0, //
    -4, 4, 8, 8, 8, 8, 4, -4, //
    -8, 0, 4, 4, 4, 4, 0, -8, //
    -16, -12, -8, -4, -4, -8, -12, -16,
];

/// The king's matrix in the middlegame: safe in a corner behind its pawns.
pub const KING_MIDDLEGAME: [i32; 64] = [
    -64, -64, -64, -64, -64, -64, -64, -64, //
    -64, -64, -64, -64, -64, -64, -64, -64, //
    -60, -60, -60, -64, -64, -60, -60, -60, //
    -52, -52, -56, -60, -60, -56, -52, -52, //
    -40, -44, -48, -56, -56, -48, -44, -40, //
    -24, -28, -36, -44, -44, -36, -28, -24, //
    4, 4, -16, -24, -24, -16, 4, 4, //
    24, 36, 16, -8, -8, 16, 36, 24,
];

/// The king's matrix in the endgame: an attacker in the centre.
pub const KING_ENDGAME: [i32; 64] = [
    -40, -24, -16, -8, -8, -16, -24, -40, //
    -16, 0, 12, 16, 16, 12, 0, -16, //
    -8, 16, 28, 36, 36, 28, 16, -8, //
    -8, 16, 36, 44, 44, 36, 16, -8, //
    -12, 12, 32, 40, 40, 32, 12, -12, //
    -20, 4, 20, 28, 28, 20, 4, -20, //
    -32, -8, 0, 8, 8, 0, -8, -32, //
    -48, -36, -28, -20, -20, -28, -36, -48,
];
