//! Scores as the table keeps them: mates counted from the position, and whether they still hold.

use crate::limits::MAX_PLY;
use nucleus_core::types::{Score, score};

/// A score as the table keeps it: mates counted from the position, not from the root.
#[inline(always)]
pub fn to_table(value: Score, ply: usize) -> Score {
    debug_assert!(ply <= MAX_PLY);
    if value >= score::MATE_BOUND {
        value + ply as Score
    } else if value <= -score::MATE_BOUND {
        value - ply as Score
    } else {
        value
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub fn from_table(value: Score, ply: usize) -> Score {
    if value >= score::MATE_BOUND {
        value - ply as Score
    } else if value <= -score::MATE_BOUND {
        value + ply as Score
    } else {
        value
    }
}

/// Plies without capture or pawn move after which the game is drawn, unless the last one mates.
const FIFTY_MOVES: u32 = 100;
/// From this halfmove clock on no stored score is believed: the draw is too near.
const NEAR_THE_DRAW: u32 = 90;

/// True when a stored score can be believed where the halfmove clock stands so: stored scores know
/// nothing of it, and a mate that takes longer than the fifty-move rule allows is none.
#[inline(always)]
pub fn holds_at(stored: Score, halfmove: u32) -> bool {
    let in_time = score::mate_plies(stored)
        .is_none_or(|plies| halfmove + plies.unsigned_abs() <= FIFTY_MOVES);
    halfmove < NEAR_THE_DRAW && in_time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_after_the_hundredth_ply_does_not_hold() {
        use nucleus_core::types::score::{mate_in, mated_in};
        for (stored, halfmove, expected) in [
            (100, 0, true),
            (100, 89, true),
            (100, 90, false),
            (mate_in(11), 89, true),
            (mate_in(13), 87, true),
            (mate_in(13), 88, false),
            (mated_in(20), 80, true),
            (mated_in(22), 80, false),
            (mate_in(99), 0, true),
        ] {
            assert_eq!(holds_at(stored, halfmove), expected, "{stored} at {halfmove}");
        }
    }
}
