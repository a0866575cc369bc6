//! The opening book of a session: asked before a search begins.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::position::UciPosition;
use crate::book::{OpeningBook, best_of, choose};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::types::{Color, Move, Random};

/// The default of `Book Depth`, in plies.
pub const BOOK_DEPTH: u32 = 255;
/// The largest `Book Depth`.
pub const MAX_BOOK_DEPTH: u32 = 1000;

/// The options of the book, and the book.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// Moves are played from the book.
    pub own: bool,
    /// The heaviest move is played, not one drawn by the weights.
    pub best: bool,
    /// Plies of the game in which the book is asked.
    pub depth: u32,
    book: Option<std::sync::Arc<OpeningBook>>,
    random: Random,
}

/// Answer of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookAnswer {
    /// The move to play.
    pub best: Move,
    /// The book's own reply to it.
    pub reply: Option<Move>,
    /// Number of moves to choose from.
    pub choices: usize,
}

impl BookOptions {
    /// No book.
    pub fn new() -> Self {
        let mut options =
            Self { own: false, best: false, depth: BOOK_DEPTH, book: None, random: Random::new(0) };
        options.seed(0);
        options
    }

    /// Draws from this seed on; from one that nobody knows when it is 0.
    pub fn seed(&mut self, seed: u64) {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_nanos());
        self.random = Random::new(if seed == 0 { clock() as u64 } else { seed });
    }

    /// Opens the book of a file; returns its description for the user, none when the name is empty.
    ///
    /// # Errors
    /// When the file is no book, with the reason. There is then no book.
    pub fn open(&mut self, file: &str) -> Result<Option<String>, String> {
        self.book = None;
        if file.is_empty() || file == "<empty>" {
            return Ok(None);
        }
        let book = OpeningBook::read(Path::new(file)).map_err(|fault| fault.to_string())?;
        let what = book.describe();
        self.book = Some(book.into());
        Ok(Some(what))
    }

    /// Returns the notice for the user when the book is switched on without a file.
    pub fn missing(&self) -> Option<&'static str> {
        (self.own && self.book.is_none()).then_some("OwnBook: there is no book; set Book File")
    }

    /// The move that the book plays, out of `allowed` unless that is empty.
    pub fn ask(&mut self, position: &UciPosition, allowed: &[Move]) -> Option<BookAnswer> {
        let book = self.book.as_ref().filter(|_| self.own)?;
        let board = &position.board;
        if game_ply(board) >= self.depth {
            return None;
        }
        let mut moves = book.moves(board);
        moves.retain(|found| allowed.is_empty() || allowed.contains(&found.chess_move));
        moves.retain(|found| found.weight > 0);
        let best = if self.best { best_of(&moves) } else { choose(&moves, &mut self.random) }?;
        let reply = best_of(&book.moves(&board.after(best)));
        Some(BookAnswer { best, reply, choices: moves.len() })
    }
}

/// Plies since the start of the game, by the number of the move.
fn game_ply(board: &RulesBoard) -> u32 {
    let moves = board.state().fullmove.saturating_sub(1);
    2 * moves + u32::from(board.side() == Color::Black)
}
