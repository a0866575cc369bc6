//! The values that a profile plays with, fitted to games: middlegame and endgame of every row of the data
//! table, in centipawns a unit.
//!
//! `nucleus tune rows FILE` prints this source for FILE, a file of weights.

use super::table::COUNT;

/// The values, by row.
#[rustfmt::skip]
pub(super) const FITTED: [[i32; 2]; COUNT] = [
    [67, 67], [261, 261], [280, 280], [415, 415], // material: pawn, knight, bishop, rook
    [883, 883], // material: queen
    [8, 8], [0, 0], // trade: pieces, pawns
    [7, 0], [6, 5], [3, 10], [5, 6], // mobility: knight, bishop, rank, file
    [3, 5], [0, 0], [-1, -14], [-6, -20], // mobility: queen, control, bishop_behind_pawns, blocked
    [-15, -36], [-4, -9], [-49, -46], // mobility: masked, masked_queen, masked_twice
    [23, 99], // pair: bishops
    [14, 0], [7, 2], [-10, 10], [2, 1], // king: shield_near, shield_far, storm_near, storm_far
    [-18, -10], [2, 0], [7, -8], [12, 1], // king: open_file, defender, danger_0, danger_1
    [11, -3], [5, -2], [5, 0], [-5, 0], // king: danger_2, danger_3, danger_4, danger_5
    [-14, 0], [-31, 0], [-41, -2], [-60, -2], // king: danger_6, danger_7, danger_8, danger_9
    [-84, -10], [-88, -7], [-102, -1], [-120, -2], // king: danger_10, danger_11, danger_12, danger_13
    [-134, 0], [-164, -6], [-7, 0], [0, 0], // king: danger_14, danger_15, open, centralization
    [20, 0], [26, 0], [-1, -27], [-4, 0], // development: castled, castling_right, back_rank, early_queen
    [7, 0], [10, 0], [23, 15], [0, 28], // development: plan, open_file, half_open_file, seventh
    [0, -1], [-4, -8], [-3, -19], [0, 0], // pawns: doubled, isolated, backward, island
    [10, 15], [10, 6], [8, 7], // pawns: supported, phalanx, candidate
    [0, 0], [0, 6], [5, 64], [5, 109], // passed: rank_2, rank_3, rank_4, rank_5
    [40, 113], [64, 179], [0, 7], [23, 37], // passed: rank_6, rank_7, connected, connected_5
    [51, 44], [57, 90], [0, 25], [0, -28], // passed: connected_6, connected_7, own_king, enemy_king
    [-28, -28], [26, 96], [199, 341], [0, 391], // passed: blocked, free, decisive, unstoppable
    [-83, -89], [-52, -9], // trapped: bishop, rook
    [40, 31], [26, 12], [4, 48], [16, 27], // threats: pawn_on_piece, minor_on_major, hanging_pawn, hanging_piece
    [0, 0], [0, 0], // trapped: bishop_6, blocked_bishop
    [0, 0], // passed: runner
    [0, 0], [0, 0], [0, 0], [0, 0], // placement.pawn: a1, b1, c1, d1
    [-16, -1], [-3, -13], [-15, 3], [-21, 1], // placement.pawn: a2, b2, c2, d2
    [-13, 1], [-7, -2], [-26, 2], [-22, 1], // placement.pawn: a3, b3, c3, d3
    [-9, 12], [-9, 18], [-6, 0], [9, -2], // placement.pawn: a4, b4, c4, d4
    [6, 17], [4, 28], [3, 20], [19, -11], // placement.pawn: a5, b5, c5, d5
    [30, 30], [10, 42], [40, 43], [63, 23], // placement.pawn: a6, b6, c6, d6
    [41, 44], [11, 23], [34, 46], [70, 30], // placement.pawn: a7, b7, c7, d7
    [0, 0], [0, 0], [0, 0], [0, 0], // placement.pawn: a8, b8, c8, d8
    [-34, -37], [-8, -9], [-2, -31], [-19, -8], // placement.knight: a1, b1, c1, d1
    [-26, -20], [13, -23], [25, -12], [17, 11], // placement.knight: a2, b2, c2, d2
    [-10, -4], [13, 6], [9, 23], [26, 19], // placement.knight: a3, b3, c3, d3
    [2, -1], [30, 30], [25, 37], [25, 51], // placement.knight: a4, b4, c4, d4
    [13, 15], [26, 36], [31, 48], [36, 60], // placement.knight: a5, b5, c5, d5
    [5, 8], [0, 0], [44, 27], [47, 46], // placement.knight: a6, b6, c6, d6
    [-1, -1], [2, -2], [5, 24], [22, 15], // placement.knight: a7, b7, c7, d7
    [-40, -24], [-10, -9], [-13, -10], [-3, -1], // placement.knight: a8, b8, c8, d8
    [10, -8], [9, -14], [-3, -19], [-7, -4], // placement.bishop: a1, b1, c1, d1
    [21, -18], [23, -9], [21, -2], [4, -4], // placement.bishop: a2, b2, c2, d2
    [-2, -9], [18, -3], [0, 1], [7, 12], // placement.bishop: a3, b3, c3, d3
    [15, -4], [-8, 2], [2, 15], [5, 15], // placement.bishop: a4, b4, c4, d4
    [7, 7], [-4, 14], [5, 15], [16, 25], // placement.bishop: a5, b5, c5, d5
    [29, 3], [3, 3], [21, 24], [29, 12], // placement.bishop: a6, b6, c6, d6
    [-24, -8], [0, -8], [-14, 18], [-4, 5], // placement.bishop: a7, b7, c7, d7
    [-23, -3], [-10, -13], [-11, -12], [-16, -3], // placement.bishop: a8, b8, c8, d8
    [-27, 7], [-1, -15], [-6, 2], [1, -9], // placement.rook: a1, b1, c1, d1
    [-49, -7], [2, -12], [-26, -8], [-31, 2], // placement.rook: a2, b2, c2, d2
    [-17, -6], [-6, -9], [-5, 2], [-26, 6], // placement.rook: a3, b3, c3, d3
    [-14, 21], [-13, -4], [-12, 10], [-20, 1], // placement.rook: a4, b4, c4, d4
    [7, 8], [19, 9], [12, 4], [21, 6], // placement.rook: a5, b5, c5, d5
    [18, 22], [14, 14], [39, 16], [17, 10], // placement.rook: a6, b6, c6, d6
    [1, 19], [19, 21], [26, 5], [33, 12], // placement.rook: a7, b7, c7, d7
    [11, 17], [7, 11], [10, 15], [14, 14], // placement.rook: a8, b8, c8, d8
    [-13, -9], [-13, -13], [-9, -14], [3, -24], // placement.queen: a1, b1, c1, d1
    [1, -7], [9, -19], [3, -19], [16, -13], // placement.queen: a2, b2, c2, d2
    [-18, -4], [0, 8], [6, 6], [9, 19], // placement.queen: a3, b3, c3, d3
    [3, 5], [5, 2], [4, 19], [9, 11], // placement.queen: a4, b4, c4, d4
    [22, 3], [-15, 16], [20, 18], [6, 22], // placement.queen: a5, b5, c5, d5
    [7, -3], [29, 13], [3, 20], [10, 13], // placement.queen: a6, b6, c6, d6
    [-14, 0], [1, 8], [-1, 4], [5, 7], // placement.queen: a7, b7, c7, d7
    [-28, -9], [-21, -5], [2, 4], [19, 15], // placement.queen: a8, b8, c8, d8
    [19, -61], [34, -51], [23, -28], [-23, -28], // placement.king: a1, b1, c1, d1
    [14, -27], [24, -17], [-7, -2], [-19, 16], // placement.king: a2, b2, c2, d2
    [-25, -21], [-28, 10], [-44, 19], [-60, 21], // placement.king: a3, b3, c3, d3
    [-28, -3], [-33, 9], [-42, 17], [-45, 29], // placement.king: a4, b4, c4, d4
    [-41, -11], [-36, 34], [-46, 32], [-47, 37], // placement.king: a5, b5, c5, d5
    [-45, -12], [-37, 34], [-41, 40], [-47, 33], // placement.king: a6, b6, c6, d6
    [-47, -11], [-44, 11], [-47, 12], [-45, 21], // placement.king: a7, b7, c7, d7
    [-49, -44], [-46, -17], [-46, -10], [-46, -5], // placement.king: a8, b8, c8, d8
];
