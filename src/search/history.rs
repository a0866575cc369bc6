//! What quiet moves did elsewhere in the tree: killers and the history heuristic.

use crate::types::{Color, Move, Square};

/// How good each quiet move has been, by side, origin and target.
pub struct History {
    scores: Box<[[[i16; 64]; 64]; 2]>,
}

/// No history score goes beyond this.
pub const LIMIT: i32 = 8192;

impl History {
    /// Nothing is known.
    pub fn new() -> Self {
        Self { scores: Box::new([[[0; 64]; 64]; 2]) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.scores = [[[0; 64]; 64]; 2];
    }

    /// The scores of the moves from a square, by target.
    #[inline(always)]
    pub fn from(&self, side: Color, from: Square) -> &[i16; 64] {
        &self.scores[side.index()][from.index()]
    }

    /// A move's score.
    #[inline(always)]
    pub fn score(&self, side: Color, chess_move: Move) -> i16 {
        self.from(side, chess_move.from())[chess_move.to().index()]
    }

    /// Moves a score towards its limit, the slower the closer it is.
    #[inline(always)]
    pub fn add(&mut self, side: Color, chess_move: Move, bonus: i32) {
        let score =
            &mut self.scores[side.index()][chess_move.from().index()][chess_move.to().index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
