//! The opening book of a session, which is consulted before a search.

use std::path::Path;

use super::player::fresh_seed;
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
    /// True if moves are played from the book.
    pub own: bool,
    /// True to play the heaviest move instead of one drawn by the weights.
    pub best: bool,
    /// Number of plies from the start of the game in which the book is used.
    pub depth: u32,
    book: Option<std::sync::Arc<OpeningBook>>,
    random: Random,
}

/// A move from the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookAnswer {
    /// Move to play.
    pub best: Move,
    /// The book's reply to the move, if there is one.
    pub reply: Option<Move>,
    /// Number of moves to choose from.
    pub choices: usize,
}

impl BookOptions {
    /// Returns the options without a book.
    pub fn new() -> Self {
        let mut options =
            Self { own: false, best: false, depth: BOOK_DEPTH, book: None, random: Random::new(0) };
        options.seed(0);
        options
    }

    /// Starts random draws from this seed; 0 means an unpredictable seed.
    pub fn seed(&mut self, seed: u64) {
        self.random = Random::new(if seed == 0 { fresh_seed() } else { seed });
    }

    /// Opens the book of a file; returns its description for the user, none if the name is empty.
    ///
    /// # Errors
    /// Returns a message if the file is not a book. The options then have no book.
    pub fn open(&mut self, file: &str) -> Result<Option<String>, String> {
        self.book = None;
        if file.is_empty() || file == "<empty>" {
            return Ok(None);
        }
        let book = OpeningBook::read(Path::new(file)).map_err(|error| error.to_string())?;
        let what = book.describe();
        self.book = Some(book.into());
        Ok(Some(what))
    }

    /// Returns the notice for the user if the book is switched on without a file.
    pub fn missing(&self) -> Option<&'static str> {
        (self.own && self.book.is_none()).then_some("OwnBook: there is no book; set Book File")
    }

    /// Returns the book's move, from `allowed` unless that is empty.
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

/// Returns the plies since the start of the game, from the move number.
fn game_ply(board: &RulesBoard) -> u32 {
    let moves = board.state().fullmove.saturating_sub(1);
    2 * moves + u32::from(board.side() == Color::Black)
}
