//! Groups of square sets that are counted together, and their weights.

use super::weights::Weight;

/// Four pairs of sets that are counted in vectors, with their weights: see [`GROUPS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetGroup {
    /// Squares that pieces reach.
    Mobility,
    /// The rest of mobility, and the terms that reduce it.
    MoreMobility,
    /// Blocked pieces, bishop pairs, trapped rooks, and pieces that defend the king.
    Pieces,
    /// Rooks' files and passers' steps.
    Files,
    /// Attacked and hanging pieces.
    Threats,
    /// Pawns before the king.
    Shield,
    /// The king's files.
    KingFiles,
    /// Doubled, isolated and other weak pawns.
    Weaknesses,
    /// Supported, adjacent and candidate pawns.
    Strengths,
}

/// True for the pairs of a group's sets that have a weight; other pairs are not counted.
pub const USED: [[bool; 4]; GROUPS.len()] = {
    let mut used = [[false; 4]; GROUPS.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut set = 0;
        while set < 4 {
            used[group][set] = GROUPS[group][set].is_some();
            set += 1;
        }
        group += 1;
    }
    used
};

/// The weights of each group's sets, in the order of [`SetGroup`].
pub const GROUPS: [[Option<Weight>; 4]; 9] = [
    [None, Some(Weight::KnightMobility), Some(Weight::BishopMobility), Some(Weight::RankMobility)],
    [
        Some(Weight::FileMobility),
        Some(Weight::QueenMobility),
        Some(Weight::Control),
        Some(Weight::BishopBehindPawns),
    ],
    [
        Some(Weight::BlockedPiece),
        Some(Weight::BishopPair),
        Some(Weight::TrappedRook),
        Some(Weight::Defender),
    ],
    [
        Some(Weight::RookOpenFile),
        Some(Weight::RookHalfOpen),
        Some(Weight::Blocked),
        Some(Weight::FreeStep),
    ],
    [
        Some(Weight::PawnOnPiece),
        Some(Weight::MinorOnMajor),
        Some(Weight::HangingPawn),
        Some(Weight::HangingPiece),
    ],
    [
        Some(Weight::ShieldNear),
        Some(Weight::ShieldFar),
        Some(Weight::StormNear),
        Some(Weight::StormFar),
    ],
    [Some(Weight::OpenFile), None, None, None],
    [Some(Weight::Doubled), Some(Weight::Isolated), Some(Weight::Backward), Some(Weight::Island)],
    [Some(Weight::Supported), Some(Weight::Phalanx), Some(Weight::Candidate), None],
];
