//! An evaluation that misjudges positions, for playing below full strength.

use crate::matrix::Planes;
use crate::types::{Color, PieceType, Random, Score, score};

/// An error of the evaluation that depends only on the position and a seed: a position is misjudged
/// the same way throughout a game, as by a weak player, and differently in the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noise {
    /// The largest error, in centipawns; small errors are likelier than large ones.
    pub amplitude: Score,
    /// Seed of the errors, one per game.
    pub seed: u64,
}

impl Noise {
    /// Returns the error of a position from White's view: the mean of two numbers, each uniform
    /// from minus to plus the amplitude. The side to move only changes the sign, as with the
    /// evaluation itself.
    fn error(&self, planes: &Planes) -> i32 {
        let mut bits = self.seed;
        for &color in planes.colors() {
            bits = Random::new(bits ^ color).bits();
        }
        for kind in [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook] {
            bits = Random::new(bits ^ planes.kind(kind)).bits();
        }
        let halves = i64::from(bits as u32) + i64::from((bits >> 32) as u32);
        let span = i64::from(u32::MAX);
        ((halves - span) * i64::from(self.amplitude) / span) as i32
    }

    /// Returns the value of a position for the side to move, with the error added.
    pub(super) fn misjudge(&self, exact: Score, planes: &Planes, side: Color) -> Score {
        let most = i32::from(score::MATE_BOUND) - 1;
        let error = self.error(planes);
        let error = if side == Color::White { error } else { -error };
        (i32::from(exact) + error).clamp(-most, most) as Score
    }
}
