use nucleus_core::types::Move;

/// The most moves of a node that are recorded for the malus.
const MAX_TRIED: usize = 32;

/// The moves of a node that were searched and did not cut off.
#[derive(Clone)]
pub struct Tried {
    moves: [Move; MAX_TRIED],
    length: usize,
}

impl Tried {
    /// Returns an empty record.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; MAX_TRIED], length: 0 }
    }

    /// Records a move, if there is room.
    #[inline(always)]
    pub fn push(&mut self, chess_move: Move) {
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = chess_move;
            self.length += 1;
        }
    }

    /// Returns the recorded moves, in order.
    #[inline(always)]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}
