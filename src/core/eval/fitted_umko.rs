//! The values that a profile plays with, fitted to games: middlegame and endgame of every row of the data
//! table, in centipawns a unit.
//!
//! `nucleus tune rows FILE` prints this source for FILE, a file of weights.

use super::table::COUNT;

/// The values, by row.
#[rustfmt::skip]
pub(super) const FITTED: [[i32; 2]; COUNT] = [
    [80, 80], [262, 262], [284, 284], [437, 437], // material: pawn, knight, bishop, rook
    [911, 911], // material: queen
    [0, 0], [0, 0], // trade: pieces, pawns
    [7, 5], [3, 6], [2, 9], [4, 10], // mobility: knight, bishop, rank, file
    [3, 0], [0, 0], [-3, -2], [-7, -23], // mobility: queen, control, bishop_behind_pawns, blocked
    [0, 0], [0, 0], [0, 0], // mobility: masked, masked_queen, masked_twice
    [38, 89], // pair: bishops
    [10, 0], [11, 5], [10, -2], [-3, -10], // king: shield_near, shield_far, storm_near, storm_far
    [-11, -3], [0, 0], [-1, -9], [2, -4], // king: open_file, defender, danger_0, danger_1
    [0, 2], [0, -5], [-2, -9], [-7, -16], // king: danger_2, danger_3, danger_4, danger_5
    [-8, -1], [-17, -7], [-30, -3], [-57, 0], // king: danger_6, danger_7, danger_8, danger_9
    [-80, 0], [-82, 0], [-95, 0], [-111, 0], // king: danger_10, danger_11, danger_12, danger_13
    [-134, 0], [-153, 0], [0, 0], [0, 0], // king: danger_14, danger_15, open, centralization
    [0, 0], [0, 0], [0, 0], [0, 0], // development: castled, castling_right, back_rank, early_queen
    [0, 0], [0, 0], [0, 0], [0, 0], // development: plan, open_file, half_open_file, seventh
    [-3, -1], [-5, -8], [-1, -21], [0, 0], // pawns: doubled, isolated, backward, island
    [9, 15], [3, 10], [6, 3], // pawns: supported, phalanx, candidate
    [0, 4], [0, 19], [5, 90], [20, 112], // passed: rank_2, rank_3, rank_4, rank_5
    [39, 124], [50, 187], [0, 7], [8, 27], // passed: rank_6, rank_7, connected, connected_5
    [27, 22], [52, 85], [0, 18], [0, -30], // passed: connected_6, connected_7, own_king, enemy_king
    [-40, -27], [23, 100], [0, 0], [0, 390], // passed: blocked, free, decisive, unstoppable
    [-86, -86], [-36, 0], // trapped: bishop, rook
    [44, 30], [46, 10], [11, 50], [14, 27], // threats: pawn_on_piece, minor_on_major, hanging_pawn, hanging_piece
    [-12, -1], [-28, -4], // trapped: bishop_6, blocked_bishop
    [0, 389], // passed: runner
    [0, 0], [0, 0], [0, 0], [0, 0], // placement.pawn: a1, b1, c1, d1
    [-20, 21], [-10, 5], [-6, 20], [-4, 20], // placement.pawn: a2, b2, c2, d2
    [-21, 11], [-16, 2], [-19, 0], [-19, -3], // placement.pawn: a3, b3, c3, d3
    [-18, 8], [-8, 23], [-10, 5], [14, -10], // placement.pawn: a4, b4, c4, d4
    [-15, 27], [-4, 37], [2, 23], [22, -1], // placement.pawn: a5, b5, c5, d5
    [5, 46], [-8, 60], [52, 33], [64, 30], // placement.pawn: a6, b6, c6, d6
    [37, 46], [12, 36], [23, 53], [68, 17], // placement.pawn: a7, b7, c7, d7
    [0, 0], [0, 0], [0, 0], [0, 0], // placement.pawn: a8, b8, c8, d8
    [-40, -40], [-10, -13], [-8, -35], [-17, -1], // placement.knight: a1, b1, c1, d1
    [-10, -16], [13, -25], [21, -17], [8, 20], // placement.knight: a2, b2, c2, d2
    [-5, -3], [3, 15], [4, 24], [31, 22], // placement.knight: a3, b3, c3, d3
    [-1, 18], [36, 42], [25, 43], [22, 47], // placement.knight: a4, b4, c4, d4
    [6, 21], [26, 39], [41, 47], [37, 51], // placement.knight: a5, b5, c5, d5
    [12, 6], [4, 9], [48, 15], [23, 37], // placement.knight: a6, b6, c6, d6
    [5, 0], [1, -5], [8, 18], [25, 20], // placement.knight: a7, b7, c7, d7
    [-46, -31], [-9, -5], [-14, -11], [-3, -1], // placement.knight: a8, b8, c8, d8
    [9, -11], [13, -19], [-2, -12], [-20, -4], // placement.bishop: a1, b1, c1, d1
    [21, -21], [25, -24], [21, -6], [3, -11], // placement.bishop: a2, b2, c2, d2
    [9, -20], [21, -5], [-1, -4], [18, 14], // placement.bishop: a3, b3, c3, d3
    [11, 6], [-21, 12], [0, 18], [14, 11], // placement.bishop: a4, b4, c4, d4
    [-3, 14], [4, 17], [17, 21], [7, 22], // placement.bishop: a5, b5, c5, d5
    [30, 8], [6, 9], [23, 34], [32, 5], // placement.bishop: a6, b6, c6, d6
    [-28, -8], [-7, -17], [-23, 26], [-3, 8], // placement.bishop: a7, b7, c7, d7
    [-22, 1], [-12, -17], [-6, -9], [-22, -2], // placement.bishop: a8, b8, c8, d8
    [-25, 26], [-15, -1], [-8, 1], [18, -15], // placement.rook: a1, b1, c1, d1
    [-64, 6], [-24, -15], [-28, 3], [-18, 2], // placement.rook: a2, b2, c2, d2
    [-4, -1], [-31, 5], [-3, 7], [-14, -8], // placement.rook: a3, b3, c3, d3
    [-8, 20], [-19, 3], [-11, 14], [-22, 13], // placement.rook: a4, b4, c4, d4
    [-7, 23], [11, 12], [7, -3], [27, 3], // placement.rook: a5, b5, c5, d5
    [12, 36], [16, 8], [34, 10], [28, 1], // placement.rook: a6, b6, c6, d6
    [9, 27], [8, 35], [23, 7], [34, 14], // placement.rook: a7, b7, c7, d7
    [20, 25], [11, 15], [8, 7], [14, 22], // placement.rook: a8, b8, c8, d8
    [-5, -11], [-20, -15], [3, -18], [23, -22], // placement.queen: a1, b1, c1, d1
    [17, -8], [-1, -30], [-1, -27], [21, -20], // placement.queen: a2, b2, c2, d2
    [-8, 3], [8, 11], [9, 8], [7, 17], // placement.queen: a3, b3, c3, d3
    [-12, 7], [3, 0], [26, 21], [4, 17], // placement.queen: a4, b4, c4, d4
    [9, 1], [1, 15], [-3, 20], [-4, 19], // placement.queen: a5, b5, c5, d5
    [-6, -7], [30, 8], [-4, 23], [5, 15], // placement.queen: a6, b6, c6, d6
    [-6, 10], [6, 7], [-3, 11], [-1, 14], // placement.queen: a7, b7, c7, d7
    [-38, -12], [-18, 0], [-3, 12], [13, 18], // placement.queen: a8, b8, c8, d8
    [42, -55], [24, -48], [18, -31], [-9, -20], // placement.king: a1, b1, c1, d1
    [32, -24], [2, -15], [-16, -8], [-43, 18], // placement.king: a2, b2, c2, d2
    [-25, -27], [-19, 6], [-49, 27], [-58, 19], // placement.king: a3, b3, c3, d3
    [-28, -1], [-34, 5], [-34, 24], [-49, 21], // placement.king: a4, b4, c4, d4
    [-43, -19], [-35, 39], [-43, 28], [-46, 26], // placement.king: a5, b5, c5, d5
    [-45, -10], [-38, 33], [-38, 41], [-50, 16], // placement.king: a6, b6, c6, d6
    [-46, -7], [-44, 13], [-46, 17], [-43, 26], // placement.king: a7, b7, c7, d7
    [-50, -47], [-45, -12], [-45, -8], [-45, 1], // placement.king: a8, b8, c8, d8
];
