//! What quiet moves did elsewhere in the tree: killers and the history heuristic.

use crate::types::{Color, Move};

/// How good each quiet move has been, by side and its two squares as the move has them.
pub struct History {
    scores: Box<[[i16; 4096]; 2]>,
}

/// No history score goes beyond this.
pub const LIMIT: i32 = 8192;

impl History {
    /// Nothing is known.
    pub fn new() -> Self {
        Self { scores: Box::new([[0; 4096]; 2]) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.scores = [[0; 4096]; 2];
    }

    #[inline(always)]
    const fn index(chess_move: Move) -> usize {
        (chess_move.0 & 0xfff) as usize
    }

    /// A move's score.
    #[inline(always)]
    pub fn score(&self, side: Color, chess_move: Move) -> i16 {
        self.scores[side.index()][Self::index(chess_move)]
    }

    /// Moves a score towards its limit, the slower the closer it is.
    #[inline(always)]
    pub fn add(&mut self, side: Color, chess_move: Move, bonus: i32) {
        let score = &mut self.scores[side.index()][Self::index(chess_move)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
