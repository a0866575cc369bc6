use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::Ending;
use nucleus_core::notation::uci_move;
use nucleus_core::types::{Color, Move};

/// Applies the rules of chess to a game: checks moves, counts repetitions, and detects the end.
#[derive(Clone, Debug)]
pub struct Arbiter {
    board: RulesBoard,
    keys: Vec<u64>,
    texts: Vec<String>,
}

impl Arbiter {
    /// Begins a game at the given position.
    pub fn new(setup: &Setup) -> Self {
        let board = RulesBoard::new(setup, portable::Token);
        Self { board, keys: vec![board.state().key], texts: Vec::new() }
    }

    /// Returns the current position.
    pub fn board(&self) -> &RulesBoard {
        &self.board
    }

    /// Returns the side to move.
    pub fn side(&self) -> Color {
        self.board.side()
    }

    /// Returns the moves played, in UCI notation.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns the legal move with this UCI text, if there is one. Only UCI's own spelling is accepted.
    pub fn legal(&self, text: &str) -> Option<Move> {
        let chess_move = uci_move::parse(&self.board, text).ok()?;
        (uci_move::format(&self.board, chess_move) == text).then_some(chess_move)
    }

    /// Plays a legal move.
    pub fn play(&mut self, chess_move: Move) {
        self.texts.push(uci_move::format(&self.board, chess_move));
        self.board = self.board.after(chess_move);
        self.keys.push(self.board.state().key);
    }

    /// Returns the end of the game by the rules, if it has ended: [`Ending::new`].
    pub fn ending(&self) -> Option<Ending> {
        Ending::new(&self.board, self.keys.iter().copied())
    }
}
