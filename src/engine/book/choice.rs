use nucleus_core::types::{Move, Random};

/// A legal move that a book has for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// Move that the book contains.
    pub chess_move: Move,
    /// Relative frequency of the move; a move of weight 0 is never chosen.
    pub weight: u32,
}

/// Returns the first move whose weight is not 0; `moves` must be ordered best first.
pub fn best_of(moves: &[BookMove]) -> Option<Move> {
    moves.iter().find(|book_move| book_move.weight > 0).map(|found| found.chess_move)
}

/// Returns a move drawn with probabilities proportional to the weights; none if all weights are 0.
pub fn choose(moves: &[BookMove], random: &mut Random) -> Option<Move> {
    let total: u64 = moves.iter().map(|book_move| u64::from(book_move.weight)).sum();
    let total = usize::try_from(total).ok().filter(|&total| total > 0)?;
    let mut left = random.below(total) as u64;
    moves
        .iter()
        .find(|book_move| {
            let weight = u64::from(book_move.weight);
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        })
        .map(|found| found.chess_move)
}
