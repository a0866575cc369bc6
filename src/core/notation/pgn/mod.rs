//! PGN: games with tags, moves and comments; variations are skipped.

mod reader;
mod scanner;
mod writer;

pub use reader::{Games, decode, read};

use std::fmt;

use std::error::Error;

use super::MoveError;
use crate::board::{FenError, Setup};
use crate::movegen::Ending;
use crate::types::{Color, Move};

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: not finished, or unknown.
    #[default]
    Unknown,
}

impl Outcome {
    /// Parses the result as PGN writes it.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::Win(Color::White),
            "0-1" => Self::Win(Color::Black),
            "1/2-1/2" | "½-½" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Checkmate(mated) => Self::Win(!mated),
            _ => Self::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// A move of a game, with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ply {
    /// Move in the position before it.
    pub chess_move: Move,
    /// The comment after the move, in braces or after a semicolon; several comments are joined.
    pub comment: Option<String>,
    /// Numeric annotation glyphs, such as 1 for `$1`.
    pub glyphs: Vec<u8>,
}

/// A game. `Display` writes PGN's export format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Number of the line where its text starts, from 1.
    pub line: usize,
    /// Names and values in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Start position, from the tag `FEN` if there is one.
    pub setup: Setup,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves of the game.
    pub plies: Vec<Ply>,
    /// The result of the game.
    pub outcome: Outcome,
    /// Number of unprintable or excess characters that were removed from tags and comments.
    pub lost: usize,
    /// Errors that were ignored, in words for the user.
    pub corrections: Vec<String>,
}

impl Game {
    /// Returns a game without moves.
    pub fn new(setup: Setup) -> Self {
        Self {
            line: 1,
            tags: Vec::new(),
            setup,
            comment: None,
            plies: Vec::new(),
            outcome: Outcome::Unknown,
            lost: 0,
            corrections: Vec::new(),
        }
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the moves without annotations.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.chess_move)
    }
}

/// An error in a game, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// Number of the line in the file, from 1.
    pub line: usize,
    /// Kind of the error.
    pub kind: PgnFault,
}

/// The kinds of PGN errors.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PgnFault {
    /// A move cannot be played.
    Move {
        /// The move's number, as in `12.` or `12...`.
        number: String,
        /// Reason why the text is not a move.
        error: MoveError,
    },
    /// The tag `FEN` is not a valid position.
    Position(FenError),
    /// A tag is not of the form `[Name "value"]`.
    Tag(String),
    /// A comment or variation is never closed.
    Open(char),
    /// Text that does not belong among moves.
    Stray(String),
    /// The tag `Variant` names a game other than chess and Chess960.
    Variant(String),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl Error for PgnError {}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
            Self::Position(error) => write!(f, "tag FEN: {error}"),
            Self::Tag(text) => write!(f, "a tag is not of the form [Name \"value\"]: {text}"),
            Self::Open(mark) => write!(f, "'{mark}' is never closed"),
            Self::Stray(word) => write!(f, "'{word}' has no place here"),
            Self::Variant(name) => write!(f, "a game of {name}, not of chess"),
        }
    }
}

impl Error for PgnFault {}
