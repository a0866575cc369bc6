//! Scores: 16-bit centipawns, beyond ±30000 a mate (Axon evaluation, section I).

/// A score in centipawns from the side to move's view, or a distance to mate.
pub type Score = i16;

/// More than any score of a search.
pub const INFINITE: Score = 32001;
/// Mated on the spot; mate in n plies is `MATE - n`.
pub const MATE: Score = 32000;
/// The smallest score that is a mate: above the 30000 of the paper.
pub const MATE_BOUND: Score = 31000;
/// A draw.
pub const DRAW: Score = 0;

/// The score of the side that is mated after `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// The score of the side that mates after `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// True when the score is a mate, for whichever side.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score >= MATE_BOUND || score <= -MATE_BOUND
}

/// Plies to mate of a mate score, positive when the side to move mates.
pub const fn mate_plies(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some(MATE as i32 - score as i32)
    } else if score <= -MATE_BOUND {
        Some(-(MATE as i32 + score as i32))
    } else {
        None
    }
}

/// Full moves to mate as UCI counts them, negative when the side to move is mated.
pub const fn mate_moves(score: Score) -> Option<i32> {
    match mate_plies(score) {
        Some(plies) if plies > 0 => Some((plies + 1) / 2),
        Some(plies) => Some(plies / 2),
        None => None,
    }
}
