use std::io::Read;
use std::path::Path;

use super::choice::BookMove;
use super::error::{BookError, BookFault, LARGEST_BOOK};
use super::openx::OpenxBook;
use super::polyglot::PolyglotBook;
use nucleus_base::files;
use nucleus_core::board::RulesBoard;

/// A book of either format, which its first bytes identify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningBook {
    /// A book of keys, moves and weights.
    Polyglot(PolyglotBook),
    /// A book of positions with games, searches and minimax values.
    Openx(OpenxBook),
}

impl OpeningBook {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a book.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        load(path).and_then(Self::parse).map_err(|error| BookError { path: path.to_owned(), error })
    }

    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a book.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, BookFault> {
        if OpenxBook::is_one(&bytes) {
            OpenxBook::parse(&bytes).map(Self::Openx)
        } else {
            PolyglotBook::parse(bytes).map(Self::Polyglot)
        }
    }

    /// Serializes the book.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Polyglot(book) => book.to_bytes(),
            Self::Openx(book) => book.to_bytes(),
        }
    }

    /// Returns the book's moves for a position, best first, with their weights.
    pub fn moves(&self, board: &RulesBoard) -> Vec<BookMove> {
        match self {
            Self::Polyglot(book) => {
                let moves = book.moves(board).into_iter();
                let mut moves: Vec<BookMove> = moves
                    .map(|(chess_move, entry)| BookMove { chess_move, weight: entry.weight.into() })
                    .collect();
                moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
                moves
            }
            Self::Openx(book) => book.choices(board),
        }
    }

    /// Returns true if the book has no entries.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Polyglot(book) => book.is_empty(),
            Self::Openx(book) => book.positions().is_empty(),
        }
    }

    /// Returns the book's format and size, in words for the user.
    pub fn describe(&self) -> String {
        match self {
            Self::Polyglot(book) => format!("a Polyglot book of {} entries", book.len()),
            Self::Openx(book) => format!("an OPENX book of {} positions", book.positions().len()),
        }
    }
}

/// Reads a regular file that is not too large.
fn load(path: &Path) -> Result<Vec<u8>, BookFault> {
    let failed = |error: std::io::Error| BookFault::Read(error.to_string());
    let file = files::open(path).map_err(failed)?;
    let described = file.metadata().map_err(failed)?.len();
    if described > LARGEST_BOOK {
        return Err(BookFault::TooLarge(described));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_BOOK + 1).read_to_end(&mut bytes).map_err(failed)?;
    let length = bytes.len() as u64;
    if length > LARGEST_BOOK { Err(BookFault::TooLarge(length)) } else { Ok(bytes) }
}
