//! The numbers of the evaluation that are no rows of the data table, and why.
//!
//! Features times weights is the evaluation before bounds and draw rules. What decides which
//! feature counts, and what comes after the sum, is not linear: a tuner that differentiates the
//! sum would not see its effect.

use crate::types::{PieceType, Score};

/// A pawn, knight, bishop, rook, queen and king in pawns (section II.A). Units of features: the
/// trade, the phase and the choice of endings count in them.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// A piece in pawns, whatever its row of material says.
pub const fn worth(kind: PieceType) -> i32 {
    WORTH[kind as usize]
}

/// Returns a piece type's part of the game phase; pawns have none.
pub const fn phase(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 0,
        _ => worth(kind),
    }
}

/// A pawn, where a rule needs pawns in centipawns: the scale of the rules that come after the sum.
pub const CENTIPAWNS: i32 = 100;

/// The phase from which on all is middlegame: 27 pawns' worth of pieces a side. Halfway to it, at
/// 13½, middlegame and endgame weigh the same: the paper's limit of 12 to 15 pawns, made smooth.
/// All tapered rows are weighed by it.
pub const FULL_PHASE: i32 = 54;

/// Pieces of both sides, in pawns, at the start.
pub const ALL_PIECES: i32 = 62;

/// Pieces of both sides, in pawns, above which no ending is looked for. It chooses features.
pub const MOST_PIECES: i32 = 27;

/// The most pawns ahead that trading counts, a bound on a feature.
pub const MOST_AHEAD: i32 = 5;

/// Pieces gone, in pawns, that make a unit of trading.
pub const TRADE_UNIT: u32 = 8;

/// Largest absolute value of the positional part: two pawns, as in the paper (section III). The
/// evaluation is not linear where this bound cuts.
pub const BOUND: Score = 200;

/// The part of a king's entry in its endgame matrix that makes a unit of `king.centralization`
/// when the enemy has only pawns. It makes features whole numbers.
pub const CENTRALIZATION_UNIT: i32 = 4;

/// The enemy's pieces, in pawns, from which on centralization counts no more: within the
/// paper's limit of 12 to 15 pawns between middlegame and endgame. It makes the feature.
pub const CENTRALIZATION_LIMIT: i32 = 13;

/// Steps from which a king is too far from a passer to count, a bound on a feature.
pub const KING_REACH: i32 = 4;

/// Units of attack without a queen are shifted right by this: half of them count. It chooses a row.
pub const QUEENLESS_SHIFT: u32 = 1;

/// The most unstoppable passers that count: one decides a pawn ending. A bound on a feature.
pub const MOST_UNSTOPPABLE: i32 = 1;

/// The most moves that a passer with a free path needs: its first may be of two squares. A rule of
/// the game.
pub const LONGEST_RUN: i32 = 5;

/// Lead of the enemy's king over a passed pawn that it may catch: the move. A rule of the game.
pub const HEAD_START: i32 = 1;

/// Differences between the other columns of the paper's table I and the column of 2024, in
/// centipawns, by piece type. A player chooses a column; a tuner tunes the rows of material, which
/// are that of
/// 2024.
pub const CHESS45_MORE: [i32; 6] = [0, 25, 50, 0, 0, 0];
/// See [`CHESS45_MORE`].
pub const MODERN_MORE: [i32; 6] = [0, 0, 25, 0, 0, 0];

/// Scores stay this near to zero, so that none is a mate's: 16 bits hold them all.
pub const MOST: i32 = 29_999;

/// The pieces, kings and pawns included, of a rook against a rook and of a queen against a queen.
/// With so many a check may win something, and what is drawn by table II is not drawn yet. It
/// chooses between the sum and what is known.
pub const EQUAL_ENDING: u32 = 4;

/// Knights that force mate on a bare king; two cannot (table II). A rule of the game.
pub const MATING_KNIGHTS: i32 = 3;

/// Value of a known win: it replaces the sum, and exceeds any sum of a position that is merely
/// good.
pub const KNOWN_WIN: Score = 5000;

/// In a won ending: a step of the bare king towards the edge, towards the corner that a bishop
/// needs, and of the kings towards each other. They order wins; no game's result depends on them.
pub const EDGE_STEP: i32 = 30;
/// See [`EDGE_STEP`].
pub const CORNER_STEP: i32 = 40;
/// See [`EDGE_STEP`].
pub const KING_STEP: i32 = 15;

/// Pieces in pawns, up to which a side without pawns cannot win: a minor piece. This and those
/// below choose the part of the sum that is left.
pub const LONE_MINOR: i32 = worth(PieceType::Knight);
/// Up to which knights alone can hardly win: two of them.
pub const TWO_KNIGHTS: i32 = 2 * worth(PieceType::Knight);
/// Up to which a side that is not [`WINNING_LEAD`] ahead can hardly win: a rook.
pub const LONE_ROOK: i32 = worth(PieceType::Rook);
/// From which on a lead in pieces is enough: more than a minor piece.
pub const WINNING_LEAD: i32 = worth(PieceType::Knight) + 1;

/// Denominator of the draw factors. Draw rules multiply the sum by a factor of so many parts.
pub const WINNABLE: i32 = 64;
/// With bishops of opposite colours: half.
pub const OPPOSITE_BISHOPS: i32 = 32;
/// Without pawns and no more than a minor piece ahead.
pub const MINOR_AHEAD: i32 = 14;
/// The draw factor without mating material, or with two knights.
pub const HARDLY: i32 = 4;
