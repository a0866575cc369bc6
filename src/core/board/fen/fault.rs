//! Errors in a FEN, with their field and column.

use std::fmt;

use nucleus_base::text;

nucleus_base::named_enum! {
    /// The fields of FEN.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum FenField {
        /// The complete line, for example when it is too long.
        Line = "line",
        /// The placement of the pieces.
        Board = "board",
        /// The side to move.
        Side = "side to move",
        /// Castling rights as letters, or `-`.
        Castling = "castling",
        /// The square behind a pawn that has just made a double push.
        EnPassant = "en passant",
        /// Number of plies since the last capture or pawn move.
        Halfmove = "halfmove clock",
        /// Number of the move, from 1.
        Fullmove = "move number",
    }
}

/// An error in a FEN, with its field and column.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The field that is invalid.
    pub field: FenField,
    /// Column of the error in the line, the first byte being column 1.
    pub column: usize,
    /// A description for the user.
    pub reason: String,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, column, reason } = self;
        write!(f, "invalid FEN, {field} field, column {column}: {reason}")
    }
}

impl std::error::Error for FenError {}

/// A word of the line and its column.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    /// Text without the spaces around it.
    pub text: &'a str,
    /// Column where the word starts, the first byte of the line being column 1.
    pub column: usize,
}

impl Word<'_> {
    /// Returns an error at byte `offset` of this word.
    pub fn error<T>(
        &self,
        field: FenField,
        offset: usize,
        reason: impl Into<String>,
    ) -> Result<T, FenError> {
        Err(FenError { field, column: self.column + offset, reason: text::line(&reason.into()) })
    }
}

/// Splits a line into its words at spaces.
pub fn words(line: &str) -> Vec<Word<'_>> {
    line.split(' ')
        .scan(1, |column, text| {
            let word = Word { text, column: *column };
            *column += text.len() + 1;
            Some(word)
        })
        .filter(|word| !word.text.is_empty())
        .collect()
}
