use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;
use thiserror::Error;

use super::play::ScoredPly;
use super::record::StoredGame;

/// An illegal move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("ply {ply}: {chess_move} is not legal")]
pub struct IllegalMove {
    /// Number of the ply, from 1, opening included.
    pub ply: usize,
    /// The illegal move.
    pub chess_move: Move,
}

/// Plays a game's moves and calls `visit` with each searched position and its ply.
///
/// # Errors
/// If a move is not legal.
pub fn replay(
    record: &StoredGame<'_>,
    mut visit: impl FnMut(&RulesBoard, ScoredPly),
) -> Result<(), IllegalMove> {
    let mut board = RulesBoard::new(&record.start(), portable::Token);
    let opening = record.opening();
    let first = opening.len() + 1;
    for (index, chess_move) in opening.enumerate() {
        board = checked(&board, chess_move, index + 1)?;
    }
    for (index, ply) in record.plies().enumerate() {
        let child = checked(&board, ply.chess_move, first + index)?;
        visit(&board, ply);
        board = child;
    }
    Ok(())
}

/// Returns the position after a move, if it is legal.
pub(super) fn checked(
    board: &RulesBoard,
    chess_move: Move,
    ply: usize,
) -> Result<RulesBoard, IllegalMove> {
    let legal = legal_moves(board);
    if legal.contains(&chess_move) {
        Ok(board.after(chess_move))
    } else {
        Err(IllegalMove { ply, chess_move })
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{encode, tests::scholars_mate};
    use super::*;
    use nucleus_core::board::fen;

    #[test]
    fn the_searched_positions_are_visited() {
        let bytes = encode(&scholars_mate());
        let (record, _) = StoredGame::decode(&bytes).unwrap();
        let mut seen = Vec::new();
        replay(&record, |board, ply| {
            seen.push((fen::format(board.planes(), board.state()), ply.score));
        })
        .unwrap();
        assert_eq!(seen.len(), 5);
        let first = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
        assert_eq!(seen[0], (first.to_owned(), -31));
        assert!(seen[4].0.starts_with("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w"));
    }
}
