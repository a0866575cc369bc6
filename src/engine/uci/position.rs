//! The game's current position, set by `position`.

use super::command::PositionCommand;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_core::types::Move;

/// A position and the moves that led to it.
#[derive(Clone)]
pub struct UciPosition {
    /// Position before the first move.
    pub setup: Setup,
    /// Moves from the setup to the current position.
    pub moves: Vec<Move>,
    /// Board after these moves.
    pub board: RulesBoard,
}

impl UciPosition {
    /// Returns the start position.
    pub fn start(chess960: bool) -> Self {
        let mut setup = Setup::start();
        setup.state.chess960 = chess960;
        let board = RulesBoard::new(&setup, portable::Token);
        Self { setup, moves: Vec::new(), board }
    }

    /// Returns the position that a `position` command sets up.
    ///
    /// # Errors
    /// If the FEN or one of the moves is invalid.
    pub fn read(command: &PositionCommand, chess960: bool) -> Result<Self, String> {
        let mut position = Self::start(chess960);
        if let Some(fen) = &command.fen {
            let read = if chess960 { Setup::from_chess960_fen(fen) } else { Setup::from_fen(fen) };
            position.setup = read.map_err(|error| error.to_string())?;
            position.board = RulesBoard::new(&position.setup, portable::Token);
        }
        position.moves.reserve(command.moves.len());
        for text in &command.moves {
            let read = uci_move::parse(&position.board, text);
            let chess_move = read.map_err(|error| error.to_string())?;
            position.board = position.board.after(chess_move);
            position.moves.push(chess_move);
        }
        Ok(position)
    }

    /// Returns the board after the moves; `start` is a board with the position of the setup.
    pub fn played<B: Board>(&self, start: B) -> B {
        self.moves.iter().fold(start, |board, &chess_move| board.after(chess_move))
    }
}
