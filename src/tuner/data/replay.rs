//! The positions of a game, every move checked for legality.

use nucleus_core::board::{Board, FenError, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::types::{Move, MoveList};
use thiserror::Error;

use super::record::StoredGame;
use crate::games::ScoredPly;

/// Why a game cannot be replayed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReplayFault {
    /// The game's start is no position.
    #[error("the start position: {0}")]
    Start(FenError),
    /// A move is not legal.
    #[error("ply {ply}: {chess_move} is not legal")]
    Illegal {
        /// The ply, from 1, those of the opening counted.
        ply: usize,
        /// The move.
        chess_move: Move,
    },
}

/// Plays a game's moves; calls `visit` with each position that was searched and its ply.
///
/// # Errors
/// When its start is no position or a move is not legal.
pub fn replay(
    record: &StoredGame<'_>,
    mut visit: impl FnMut(&RulesBoard, ScoredPly),
) -> Result<(), ReplayFault> {
    let setup = start(record).map_err(ReplayFault::Start)?;
    let mut board = RulesBoard::new(&setup, portable::Token);
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

/// The position that a game begins with.
pub(super) fn start(record: &StoredGame<'_>) -> Result<Setup, FenError> {
    if record.fen.is_empty() { Ok(Setup::start()) } else { Setup::from_fen(record.fen) }
}

/// The position after a move, which is legal.
fn checked(board: &RulesBoard, chess_move: Move, ply: usize) -> Result<RulesBoard, ReplayFault> {
    let mut legal = MoveList::new();
    generate::<_, ALL>(board, &mut legal);
    if legal.contains(&chess_move) {
        Ok(board.after(chess_move))
    } else {
        Err(ReplayFault::Illegal { ply, chess_move })
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

    #[test]
    fn an_illegal_move_is_named() {
        let mut game = scholars_mate();
        game.plies.swap(0, 2);
        game.plies.remove(1);
        let bytes = encode(&game);
        let (record, _) = StoredGame::decode(&bytes).unwrap();
        let fault = replay(&record, |_, _| {}).unwrap_err();
        assert_eq!(fault.to_string(), "ply 4: d1h5 is not legal");
    }
}
