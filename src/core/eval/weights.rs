//! The weights with names of their own, one row each: the first rows of the data table.
//!
//! Every number of the evaluation is a row in this file or in [`super::placement`], or a constant in
//! [`super::fixed`] with its reason.

use crate::types::PieceType;

/// Middlegame and endgame in one word, the endgame in the upper half, so that one multiplication
/// and one addition handle both.
pub type PackedScore = i32;

/// Packs two values.
#[inline(always)]
pub const fn pair(middlegame: i32, endgame: i32) -> PackedScore {
    (endgame << 16).wrapping_add(middlegame)
}

/// Returns the two values of a pair: middlegame, endgame.
#[inline(always)]
pub const fn unpack(pair: PackedScore) -> (i32, i32) {
    let middlegame = pair as i16 as i32;
    (middlegame, pair.wrapping_sub(middlegame) >> 16)
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Name in files and options, `term.weight`.
    pub name: &'static str,
    /// Description of one unit of the feature.
    pub what: &'static str,
    /// Middlegame and endgame, in centipawns per unit.
    pub value: [i32; 2],
    /// False for a single value that is added unchanged in every phase.
    pub tapered: bool,
    /// Lowest and highest sensible value.
    pub range: [i32; 2],
}

macro_rules! weights {
    (
        plain { $($plain:ident $plain_name:literal $value:literal $plain_low:literal..=$plain_high:literal $plain_what:literal;)+ }
        tapered { $($id:ident $name:literal [$middlegame:literal, $endgame:literal] $low:literal..=$high:literal $what:literal;)+ }
    ) => {
        /// A weight with a name; its number is its row. The rows of [`super::placement`] follow the
        /// named ones.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Weight {
            $(#[doc = $plain_what] $plain,)+
            $(#[doc = $what] $id,)+
        }

        /// Number of weights with a name of their own.
        pub const NAMED: usize = [$($plain_name,)+ $($name),+].len();

        /// The rows of the named weights.
        pub(super) const NAMED_ROWS: [Row; NAMED] = [
            $(Row {
                name: $plain_name,
                what: $plain_what,
                value: [$value, $value],
                tapered: false,
                range: [$plain_low, $plain_high],
            },)+
            $(Row {
                name: $name,
                what: $what,
                value: [$middlegame, $endgame],
                tapered: true,
                range: [$low, $high],
            }),+
        ];
    };
}

// Name, value or middlegame and endgame, lowest and highest, unit. The code indexes the rows of
// king shelter, king danger and pawn structure, so each of these groups keeps its order.
weights! {
plain {
    // The 2024 column of table I (section II.A).
    PawnMaterial "material.pawn" 100 50..=200 "a pawn";
    KnightMaterial "material.knight" 300 150..=600 "a knight";
    BishopMaterial "material.bishop" 300 150..=600 "a bishop";
    RookMaterial "material.rook" 500 250..=1000 "a rook";
    QueenMaterial "material.queen" 900 450..=1800 "a queen";

    TradePieces "trade.pieces" 2 0..=10 "a pawn ahead, with pieces of the value of 8 pawns traded";
    KeepPawns "trade.pawns" 1 0..=10 "a pawn ahead and a pawn on the board";
}
tapered {
    KnightMobility "mobility.knight" [4, 5] 0..=20 "a square of a knight, safe from pawns";
    BishopMobility "mobility.bishop" [5, 5] 0..=20 "a square of a bishop, safe from pawns";
    RankMobility "mobility.rank" [2, 4] 0..=20 "a square of a rook along its rank, safe from pawns";
    FileMobility "mobility.file" [3, 5] 0..=20 "a square of a rook along its file, safe from pawns";
    QueenMobility "mobility.queen" [2, 3] 0..=20 "a square of a queen, safe from pawns";
    Control "mobility.control" [1, 1] 0..=10 "a square influenced by this side alone";
    BishopBehindPawns "mobility.bishop_behind_pawns" [-3, -4] -20..=0 "an own pawn in a bishop's way";
    BlockedPiece "mobility.blocked" [-4, -6] -40..=0 "a knight, bishop, rook or queen without a safe adjacent square";
    Masked "mobility.masked" [-15, -9] -60..=0 "a piece masked: it shields its king from a slider";
    MaskedQueen "mobility.masked_queen" [-8, -6] -60..=0 "the same for its queen, from a rook or a bishop";
    MaskedTwice "mobility.masked_twice" [-45, -45] -120..=0 "a piece masked twice";

    BishopPair "pair.bishops" [36, 64] 0..=100 "two bishops";

    ShieldNear "king.shield_near" [11, 0] 0..=40 "an own pawn right before the king";
    ShieldFar "king.shield_far" [8, 0] 0..=40 "an own pawn two ranks before the king";
    StormNear "king.storm_near" [-3, 0] -40..=10 "an enemy pawn one or two ranks before the king";
    StormFar "king.storm_far" [-4, 0] -40..=10 "an enemy pawn three ranks before the king";
    OpenFile "king.open_file" [-12, 0] -50..=0 "a file at the king without an own pawn";
    Defender "king.defender" [2, 0] 0..=20 "an own piece in the king's zone";
    Danger0 "king.danger_0" [0, 0] -20..=20 "an attack of 0 units on the king's zone";
    Danger1 "king.danger_1" [-2, 0] -40..=20 "an attack of 1 unit";
    Danger2 "king.danger_2" [-4, 0] -60..=20 "an attack of 2 units";
    Danger3 "king.danger_3" [-7, 0] -80..=20 "an attack of 3 units";
    Danger4 "king.danger_4" [-12, 0] -100..=20 "an attack of 4 units";
    Danger5 "king.danger_5" [-17, 0] -120..=0 "an attack of 5 units";
    Danger6 "king.danger_6" [-23, 0] -140..=0 "an attack of 6 units";
    Danger7 "king.danger_7" [-30, 0] -160..=0 "an attack of 7 units";
    Danger8 "king.danger_8" [-39, 0] -180..=0 "an attack of 8 units";
    Danger9 "king.danger_9" [-50, 0] -200..=0 "an attack of 9 units";
    Danger10 "king.danger_10" [-62, 0] -220..=0 "an attack of 10 units";
    Danger11 "king.danger_11" [-75, 0] -240..=0 "an attack of 11 units";
    Danger12 "king.danger_12" [-90, 0] -260..=0 "an attack of 12 units";
    Danger13 "king.danger_13" [-105, 0] -280..=0 "an attack of 13 units";
    Danger14 "king.danger_14" [-121, 0] -300..=0 "an attack of 14 units";
    Danger15 "king.danger_15" [-138, 0] -320..=0 "an attack of 15 units or more";
    OpenKing "king.open" [-2, -3] -20..=0 "in an ending, a square from which a queen would give check, not defended";
    Centralization "king.centralization" [0, 2] 0..=8 "a quarter of the king's endgame matrix, less for each enemy piece";

    Castled "development.castled" [12, 0] 0..=60 "the king on the a, b, g or h file of its back rank";
    CastlingRight "development.castling_right" [9, 0] 0..=40 "a castling right";
    Undeveloped "development.back_rank" [-6, 0] -40..=0 "a knight or bishop on the back rank";
    EarlyQueen "development.early_queen" [-4, 0] -20..=0 "the same with the queen out while castling is still possible";
    OpeningPlan "development.plan" [5, 0] 0..=20 "a step of the opening plan, all before it being done";
    RookOpenFile "development.open_file" [8, 4] 0..=60 "a rook on a file without any pawns, besides";
    RookHalfOpen "development.half_open_file" [8, 6] 0..=60 "a rook on a file without own pawns";
    RookSeventh "development.seventh" [8, 17] 0..=60 "a rook on the seventh rank";

    Doubled "pawns.doubled" [-5, -11] -50..=0 "a pawn with another behind it; two when tripled";
    Isolated "pawns.isolated" [-8, -8] -50..=0 "a pawn without own pawns on adjacent files";
    Backward "pawns.backward" [-9, -6] -50..=0 "a pawn that cannot step and cannot be supported";
    Island "pawns.island" [-3, -5] -30..=0 "a group of files with own pawns";
    Supported "pawns.supported" [5, 4] 0..=40 "a pawn that a pawn defends";
    Phalanx "pawns.phalanx" [4, 3] 0..=40 "a pawn next to a pawn";
    Candidate "pawns.candidate" [4, 9] 0..=60 "a pawn that may become a passer";

    Passed2 "passed.rank_2" [0, 5] 0..=60 "a passed pawn on the second rank";
    Passed3 "passed.rank_3" [0, 8] 0..=60 "a passed pawn on the third rank";
    Passed4 "passed.rank_4" [7, 18] 0..=100 "a passed pawn on the fourth rank";
    Passed5 "passed.rank_5" [18, 46] 0..=150 "a passed pawn on the fifth rank";
    Passed6 "passed.rank_6" [36, 86] 0..=250 "a passed pawn on the sixth rank";
    Passed7 "passed.rank_7" [64, 136] 0..=400 "a passed pawn on the seventh rank";
    Connected "passed.connected" [5, 8] 0..=60 "a passer next to another, up to the fourth rank";
    Connected5 "passed.connected_5" [15, 22] 0..=100 "a passer on the fifth rank next to another";
    Connected6 "passed.connected_6" [28, 40] 0..=200 "a passer on the sixth rank next to another";
    Connected7 "passed.connected_7" [50, 90] 0..=300 "a passer on the seventh rank next to another";
    OwnKingNear "passed.own_king" [0, 8] 0..=30 "a step that the own king is nearer than four to a passer's stop";
    EnemyKingNear "passed.enemy_king" [0, -12] -40..=0 "the same for the enemy's king";
    Blocked "passed.blocked" [-12, -25] -80..=0 "a passer beyond the fifth rank that cannot step";
    FreeStep "passed.free" [10, 36] 0..=100 "one that can, the enemy not influencing the square";
    Decisive "passed.decisive" [200, 350] 0..=600 "connected passers beyond the fifth rank against a lone rook";
    Unstoppable "passed.unstoppable" [0, 400] 0..=700 "a passer that the king cannot catch, with only pawns on the board";

    TrappedBishop "trapped.bishop" [-80, -90] -200..=0 "a bishop on a7 or h7 shut in by a pawn";
    TrappedRook "trapped.rook" [-35, -5] -100..=0 "a rook shut in the corner by its king";

    PawnOnPiece "threats.pawn_on_piece" [28, 28] 0..=100 "a piece attacked by a pawn";
    MinorOnMajor "threats.minor_on_major" [22, 24] 0..=100 "a rook or queen attacked by a knight or bishop";
    HangingPawn "threats.hanging_pawn" [7, 18] 0..=60 "a pawn attacked and not defended";
    HangingPiece "threats.hanging_piece" [16, 18] 0..=100 "a piece attacked and not defended";

    // In Umko's list (2.4) and in no other: profile `umko` alone has values for them.
    TrappedBishop6 "trapped.bishop_6" [0, 0] -200..=0 "a bishop on a6 or h6 shut in by a pawn";
    BlockedBishop "trapped.blocked_bishop" [0, 0] -100..=0 "a bishop on c1 or f1 behind a centre pawn that cannot step";
    Runner "passed.runner" [0, 0] 0..=700 "a passer that the king cannot catch, the enemy with pawns alone";
}
}

impl Weight {
    /// Returns the material weight of a piece type; the king has none.
    pub const fn material(kind: PieceType) -> Option<Self> {
        match kind {
            PieceType::Pawn => Some(Self::PawnMaterial),
            PieceType::Knight => Some(Self::KnightMaterial),
            PieceType::Bishop => Some(Self::BishopMaterial),
            PieceType::Rook => Some(Self::RookMaterial),
            PieceType::Queen => Some(Self::QueenMaterial),
            PieceType::King => None,
        }
    }
}
