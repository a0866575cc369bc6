//! The game's current position, as `position` gives it.

use super::command::PositionCommand;
use nucleus_core::board::{Board, MatrixBoard, RulesBoard, Setup};
use nucleus_core::kernels::{MatrixKernel, portable};
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::notation::uci_move;
use nucleus_core::types::{Move, MoveList};

/// A position and the moves that led to it.
#[derive(Clone)]
pub struct UciPosition {
    /// Position before the first move.
    pub setup: Setup,
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after them.
    pub board: RulesBoard,
}

impl UciPosition {
    /// The start position.
    pub fn start(chess960: bool) -> Self {
        let mut setup = Setup::start();
        setup.state.chess960 = chess960;
        let board = RulesBoard::new(&setup, portable::Token);
        Self { setup, moves: Vec::new(), board }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// A fault in its FEN or in one of its moves.
    pub fn read(command: &PositionCommand, chess960: bool) -> Result<Self, String> {
        let mut position = Self::start(chess960);
        if let Some(fen) = &command.fen {
            let read = if chess960 { Setup::from_chess960_fen(fen) } else { Setup::from_fen(fen) };
            position.setup = read.map_err(|fault| fault.to_string())?;
            position.board = RulesBoard::new(&position.setup, portable::Token);
        }
        position.moves.reserve(command.moves.len());
        for text in &command.moves {
            let read = uci_move::parse(&position.board, text);
            let chess_move = read.map_err(|fault| fault.to_string())?;
            position.board = position.board.after(chess_move);
            position.moves.push(chess_move);
        }
        Ok(position)
    }

    /// The position on the matrix at a level.
    pub fn board_at<K: MatrixKernel>(&self, token: K) -> MatrixBoard<K> {
        self.played(MatrixBoard::new(&self.setup, token))
    }

    /// The position, from a board where the game starts.
    pub fn played<B: Board>(&self, start: B) -> B {
        self.moves.iter().fold(start, |board, &chess_move| board.after(chess_move))
    }

    /// True when there is a legal move.
    pub fn has_moves(&self) -> bool {
        let mut list = MoveList::new();
        generate::<_, ALL>(&self.board, &mut list);
        !list.is_empty()
    }
}
