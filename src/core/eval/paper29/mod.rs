//! The evaluation of 29 weights that the tuning paper tunes (Vázquez-Fernández, Coello Coello,
//! Sagols Troncoso: evolution coupled with Hooke-Jeeves), equations 1 to 9, for both sides.
//!
//! Points that the paper leaves open, and the decisions here:
//!
//! | open in the paper | decision |
//! |---|---|
//! | the queen's mobility has a weight in equation 5 and in neither table | a thirtieth row that is not tuned, 0 |
//! | the unit of mobility | a fraction of the most squares that the piece can have: knight 8, bishop 13, rook 14, queen 27; squares with own pieces do not count |
//! | the unit of the king's two sums, whose weights are about 1,500 | [`KING_UNITS`] points of material |
//! | the material in these sums | the static values of section III, whatever the weights X1 to X5 are, so that the evaluation is linear |
//! | which side's pieces attack | the enemy's, on the king's own square or an adjacent one; its weight is negative |
//! | castled | the king on a1 to c1, g1 or h1 (Black: a8 …) without an own rook between it and the corner |
//! | pawns that protect the king | own pawns on adjacent squares |
//! | a rook before or behind its pawns | no own pawn before it on its file, or one at least |
//! | two rooks on the seventh rank | counted once for the side |
//! | doubled | each pawn with another own one on its file |
//! | backward | not isolated, an enemy pawn attacks the next square and no own pawn ever can |
//! | passed | no enemy pawn before it on its file or an adjacent one |
//! | rounding | weights are integers; a position's value is rounded to the nearest centipawn, halves away from zero |
//!
//! Unit `ep-readings` of `nucleus reproduce` compares these readings.

mod count;
mod rows;

pub use count::{PaperCounts, paper_counts};
pub use rows::{KING_UNITS, PAPER_COUNT, PAPER_ROWS, PAPER_TUNED, PaperRow};

use std::str::FromStr;

use super::fixed;
use crate::board::Board;
use crate::types::{Color, Score};

/// A value for each weight.
pub type PaperWeights = [i32; PAPER_COUNT];

nucleus_base::named_enum! {
    /// Weights that are compiled in: the paper's columns.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum PaperPreset {
        /// The lower bounds of table I.
        Low = "low",
        /// The upper bounds of table I.
        High = "high",
        /// The weights found by evolution (table II, second column).
        Evolved = "ep",
        /// The weights refined by Hooke-Jeeves (table II, third column).
        Refined = "ep-hj",
    }
}

impl PaperPreset {
    /// Returns the set's weights.
    pub fn weights(self) -> PaperWeights {
        PAPER_ROWS.map(|row| match self {
            Self::Low => row.range[0],
            Self::High => row.range[1],
            Self::Evolved => row.evolved,
            Self::Refined => row.refined,
        })
    }
}

impl FromStr for PaperPreset {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        nucleus_base::text::named("preset", &Self::ALL, name)
    }
}

/// The evaluation with its weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Paper29 {
    weights: PaperWeights,
    /// Value of one count, in centipawns.
    scaled: [f32; 32],
}

impl Paper29 {
    /// Returns the evaluation with these weights.
    pub fn new(weights: PaperWeights) -> Self {
        Self::with_units(weights, &PAPER_ROWS.map(|row| row.units))
    }

    /// Returns the evaluation with these weights and other units: another reading of the paper.
    pub fn with_units(weights: PaperWeights, units: &[f32; PAPER_COUNT]) -> Self {
        let mut scaled = [0.0; 32];
        for (slot, (&weight, &units)) in scaled.iter_mut().zip(weights.iter().zip(units)) {
            *slot = weight as f32 / units;
        }
        Self { weights, scaled }
    }

    /// Returns the weights.
    pub fn weights(&self) -> &PaperWeights {
        &self.weights
    }

    /// Returns the value of the counts for White, in centipawns. The order of the additions is
    /// fixed, so the value is the same on every machine.
    #[inline]
    pub fn value(&self, counts: &PaperCounts) -> i32 {
        const VECTOR: usize = 8;
        let mut sums = [0.0_f32; VECTOR];
        let products = self.scaled.as_chunks::<VECTOR>().0.iter();
        for (scaled, counts) in products.zip(counts.0.as_chunks::<VECTOR>().0) {
            for lane in 0..VECTOR {
                sums[lane] += scaled[lane] * f32::from(counts[lane]);
            }
        }
        let [a, b, c, d, e, f, g, h] = sums;
        let sum = ((a + e) + (c + g)) + ((b + f) + (d + h));
        ((sum + 0.5_f32.copysign(sum)) as i32).clamp(-fixed::MOST, fixed::MOST)
    }

    /// Returns the value of a rebuilt position in centipawns, positive if the side to move is
    /// better. The paper has neither draw rules nor a bound.
    #[inline(never)]
    pub fn evaluate<B: Board>(&self, board: &B) -> Score {
        let value = self.value(&paper_counts(board)) as Score;
        if board.side() == Color::White { value } else { -value }
    }
}

impl Default for Paper29 {
    /// Returns the paper's final weights.
    fn default() -> Self {
        Self::new(PaperPreset::Refined.weights())
    }
}
