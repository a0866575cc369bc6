//! Scores in the table: mates counted from the position, and their validity near a draw.

use crate::limits::MAX_PLY;
use nucleus_core::types::{Score, score};

/// Converts a score for the table: mates are counted from the position, not from the root.
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

/// Converts a score of the table, the inverse of [`to_table`].
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
/// The halfmove clock from which no stored score is valid: the draw is too near.
const NEAR_THE_DRAW: u32 = 90;

/// Returns true if a stored score is valid at this halfmove clock. Stored scores ignore the clock, and a mate
/// after the fifty-move limit is a draw.
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
