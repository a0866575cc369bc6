//! Numbers of the evaluation that are not rows of the data table, with the reason.
//!
//! Features times weights is the evaluation before bounds and draw rules. The rules that select a
//! feature and those applied after the sum are not linear: a tuner that differentiates the sum
//! would not see their effect.

use crate::types::{PieceType, Score};

/// The worth in pawns of a pawn, knight, bishop, rook, queen and king (section II.A). It is the
/// unit of features: trade, phase and selection of endings.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// Returns a piece's worth in pawns, independent of its material row.
pub const fn worth(kind: PieceType) -> i32 {
    WORTH[kind as usize]
}

/// Returns a piece type's contribution to the game phase; pawns have none.
pub const fn phase(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 0,
        _ => worth(kind),
    }
}

/// One pawn in centipawns: the scale of the rules applied after the sum.
pub const CENTIPAWNS: i32 = 100;

/// The phase from which the middlegame value alone counts: 27 pawns' worth of pieces per side. At half
/// of this, 13½, middlegame and endgame have equal weight. The paper has a limit instead, at 12 to 15
/// pawns. All tapered rows use the phase.
pub const FULL_PHASE: i32 = 54;

/// Worth of both sides' pieces at the start, in pawns.
pub const ALL_PIECES: i32 = 62;

/// Worth of both sides' pieces, in pawns, above which the ending terms do not apply. It selects features.
pub const MOST_PIECES: i32 = 27;

/// The largest lead in pawns that trading counts, a bound on a feature.
pub const MOST_AHEAD: i32 = 5;

/// Worth of traded pieces, in pawns, per unit of trading.
pub const TRADE_UNIT: u32 = 8;

/// Largest absolute value of the positional part: two pawns, as in the paper (section III). The
/// evaluation is not linear where this bound applies.
pub const BOUND: Score = 200;

/// Points of the king's endgame matrix per unit of `king.centralization`, if the enemy has only
/// pawns. The division makes the features integers.
pub const CENTRALIZATION_UNIT: i32 = 4;

/// Worth of the enemy's pieces, in pawns, from which centralization no longer counts. The paper's
/// limit between middlegame and endgame is 12 to 15 pawns. This number defines the feature.
pub const CENTRALIZATION_LIMIT: i32 = 13;

/// Steps from which a king is too far from a passer to count, a bound on a feature.
pub const KING_REACH: i32 = 4;

/// Right shift of the units of attack without a queen, so that they count half. It selects a row.
pub const QUEENLESS_SHIFT: u32 = 1;

/// The most unstoppable passers that count: one decides a pawn ending. It bounds a feature.
pub const MOST_UNSTOPPABLE: i32 = 1;

/// The most moves that a passer with a free path needs; its first may be a double push. A rule of
/// the game.
pub const LONGEST_RUN: i32 = 5;

/// Lead of the enemy's king over a passed pawn for which the right to move compensates. A rule of the game.
pub const HEAD_START: i32 = 1;

/// Differences of another column of the paper's table I from the column of 2024, in centipawns, by
/// piece type. A player selects a column; a tuner tunes the rows of material, which are the column
/// of 2024.
pub const CHESS45_MORE: [i32; 6] = [0, 25, 50, 0, 0, 0];
/// See [`CHESS45_MORE`].
pub const MODERN_MORE: [i32; 6] = [0, 0, 25, 0, 0, 0];

/// Limit of scores, so that none is a mate score; it fits in 16 bits.
pub const MOST: i32 = 29_999;

/// Number of pieces, kings and pawns included, of rook against rook and queen against queen. From
/// this number on a check may win a piece, so a draw by table II is not yet certain. It selects the
/// sum or the known value.
pub const EQUAL_ENDING: u32 = 4;

/// Number of knights that force mate on a bare king; two cannot (table II). A rule of the game.
pub const MATING_KNIGHTS: i32 = 3;

/// Value of a known win: it replaces the sum, and exceeds the sum of any position that is only
/// good.
pub const KNOWN_WIN: Score = 5000;

/// Value of a step of the bare king towards the edge in a won ending. The values of steps order wins;
/// they do not change a game's result.
pub const EDGE_STEP: i32 = 30;
/// Value of a step of the bare king towards the corner of the bishop; see [`EDGE_STEP`].
pub const CORNER_STEP: i32 = 40;
/// Value of a step of the kings towards each other; see [`EDGE_STEP`].
pub const KING_STEP: i32 = 15;

/// Largest worth, in pawns, at which a side without pawns cannot win: a minor piece. This and the
/// following constants select the draw factor.
pub const LONE_MINOR: i32 = worth(PieceType::Knight);
/// Largest worth at which knights alone can hardly win: two knights.
pub const TWO_KNIGHTS: i32 = 2 * worth(PieceType::Knight);
/// Largest worth at which a side that is not [`WINNING_LEAD`] ahead can hardly win: a rook.
pub const LONE_ROOK: i32 = worth(PieceType::Rook);
/// Lead in pieces that is enough to win: more than a minor piece.
pub const WINNING_LEAD: i32 = worth(PieceType::Knight) + 1;

/// Denominator of the draw factors, by which draw rules multiply the sum.
pub const WINNABLE: i32 = 64;
/// Draw factor with bishops of opposite colours: half.
pub const OPPOSITE_BISHOPS: i32 = 32;
/// Draw factor without pawns and at most a minor piece ahead.
pub const MINOR_AHEAD: i32 = 14;
/// Draw factor with two knights alone, or with a rook that is not [`WINNING_LEAD`] ahead.
pub const HARDLY: i32 = 4;
