//! Scores: 16-bit centipawns; mate scores are beyond ±30000 (Axon evaluation, section I).

/// A score in centipawns from the side to move's view, or a distance to mate.
pub type Score = i16;

/// Greater than any score of a search.
pub const INFINITE: Score = 32001;
/// Score of an immediate mate; mate in n plies is `MATE - n`.
pub const MATE: Score = 32000;
/// The smallest mate score, above the paper's bound of 30000.
pub const MATE_BOUND: Score = 31000;
/// Score of a draw.
pub const DRAW: Score = 0;

/// Returns the score of the side that is mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Returns the score of the side that mates `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns true if the score is a mate for either side.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score >= MATE_BOUND || score <= -MATE_BOUND
}

/// Returns the plies to mate of a mate score, positive if the side to move mates.
pub const fn mate_plies(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some(MATE as i32 - score as i32)
    } else if score <= -MATE_BOUND {
        Some(-(MATE as i32 + score as i32))
    } else {
        None
    }
}

/// Returns the full moves to mate as UCI counts them, negative if the side to move is mated.
pub const fn mate_moves(score: Score) -> Option<i32> {
    match mate_plies(score) {
        Some(plies) if plies > 0 => Some((plies + 1) / 2),
        Some(plies) => Some(plies / 2),
        None => None,
    }
}
