use super::Move;

/// Capacity of a move list; 218 is the known maximum of legal chess.
pub const MAX_MOVES: usize = 256;
/// Extra room for the overrun of vector stores.
const SPARE: usize = 64;

/// A list of moves, stored inline.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct MoveList {
    moves: [Move; MAX_MOVES + SPARE],
    length: usize,
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveList {
    /// Returns an empty list.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; MAX_MOVES + SPARE], length: 0 }
    }

    /// Appends a move. No position has `MAX_MOVES` moves; moves beyond the array are dropped.
    #[inline(always)]
    pub fn push(&mut self, chess_move: Move) {
        debug_assert!(self.length < MAX_MOVES);
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = chess_move;
            self.length += 1;
        }
    }

    /// Appends a move if a condition holds, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, chess_move: Move, condition: bool) {
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = chess_move;
            self.length += usize::from(condition);
        }
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Returns the unused room, at least 64 moves, and the current length.
    #[inline(always)]
    pub fn spare(&mut self) -> (&mut [Move], usize) {
        let length = self.length.min(MAX_MOVES);
        (&mut self.moves[length..], length)
    }

    /// Sets the length after moves were written to the unused room.
    #[inline(always)]
    pub fn set_len(&mut self, length: usize) {
        debug_assert!(length <= MAX_MOVES);
        self.length = length;
    }

    /// Exchanges two moves.
    #[inline(always)]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.moves.swap(a, b);
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}
