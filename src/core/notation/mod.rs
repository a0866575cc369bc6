//! Notation: moves, positions and games as text.
//!
//! [`uci_move`] is the pure coordinate notation of UCI, [`san`] the short one for people, [`pgn`]
//! games and [`epd`] annotated positions. Each reads leniently where the meaning is certain, writes
//! one canonical form, and reports errors with their place.
//!
//! ```
//! use nucleus_core::board::{Board, MatrixBoard, Setup};
//! use nucleus_core::kernels::portable;
//! use nucleus_core::notation::{san, uci_move};
//!
//! let board = MatrixBoard::new(&Setup::start(), portable::Token);
//! let knight = san::parse(&board, "Nf3").unwrap();
//! assert_eq!(uci_move::format(&board, knight), "g1f3");
//! ```

pub mod epd;
pub mod pgn;
pub mod san;
pub mod uci_move;

use std::fmt;

use crate::board::{Board, fen};
use nucleus_base::text::excerpt;

/// Reason why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    Malformed {
        /// Text that was read.
        text: String,
        /// Description of the error.
        reason: String,
    },
    /// The text has the form of a move, but no such move is legal.
    Illegal {
        /// Text that was read.
        text: String,
        /// FEN of the position.
        fen: String,
    },
    /// Several legal moves match.
    Ambiguous {
        /// Text that was read.
        text: String,
        /// The matching moves, in UCI notation.
        candidates: String,
        /// FEN of the position.
        fen: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { text, reason } => write!(f, "'{text}' is not a move: {reason}"),
            Self::Illegal { text, fen } => write!(f, "'{text}' is not legal in {fen}"),
            Self::Ambiguous { text, candidates, fen } => {
                write!(f, "'{text}' could be any of {candidates} in {fen}")
            }
        }
    }
}

impl std::error::Error for MoveError {}

impl MoveError {
    fn malformed(text: &str, reason: impl Into<String>) -> Self {
        Self::Malformed { text: excerpt(text), reason: reason.into() }
    }

    fn illegal<B: Board>(board: &B, text: &str) -> Self {
        Self::Illegal { text: excerpt(text), fen: fen::format(board.planes(), board.state()) }
    }
}

/// Errors in lines and games of files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadFaults {
    /// Total number of errors.
    pub count: u64,
    /// The first 20: file, line, error, and the action taken.
    pub first: Vec<String>,
}

impl ReadFaults {
    /// Adds an error.
    pub fn add(&mut self, error: String) {
        self.count += 1;
        if self.first.len() < 20 {
            self.first.push(error);
        }
    }

    /// Returns the value. An error, which names its line, is added and gives `None`.
    pub fn keep<T>(&mut self, file: &str, read: Result<T, impl fmt::Display>) -> Option<T> {
        read.map_err(|error| self.add(format!("{file}: {error}; skipped"))).ok()
    }

    /// Prints a line on standard error for each error.
    pub fn warn(&self) {
        self.first.iter().for_each(|error| nucleus_base::tell!("warning: {error}"));
        if self.count > self.first.len() as u64 {
            nucleus_base::tell!("warning: {} errors in total", self.count);
        }
    }
}
