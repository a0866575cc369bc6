//! FEN: reading, writing, and errors.

mod fault;
mod fields;
mod write;

pub use fault::{FenError, FenField};
pub use write::format;

use super::{Castling, Setup, State};
use crate::types::{Color, Square};
use fault::Word;
use fields::{
    check_pieces, read_board, read_castling, read_en_passant, read_fullmove, read_number,
};

/// The start position as FEN.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The longest line that is parsed, in bytes; a FEN has fewer than 100.
const LONGEST: usize = 1024;

impl Setup {
    /// Returns the start position.
    pub fn start() -> Self {
        Self::from_fen(START_FEN).expect("the start position is valid")
    }

    /// Reads a position of a command line: `startpos`, or a FEN as [`Setup::from_fen`] reads it.
    ///
    /// # Errors
    /// As [`Setup::from_fen`].
    pub fn named(text: &str) -> Result<Self, FenError> {
        if text.trim() == "startpos" { Ok(Self::start()) } else { Self::from_fen(text) }
    }

    /// Reads a FEN of four to six fields. A missing halfmove clock is 0 and a missing move number is 1;
    /// [`Setup::corrections`] reports them.
    ///
    /// ```
    /// use nucleus_core::board::Setup;
    /// let error = Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "invalid FEN, board field, column 1: White has no king");
    /// ```
    ///
    /// # Errors
    /// If a field is malformed or the position is not playable; the error names the field and the
    /// column.
    pub fn from_fen(line: &str) -> Result<Self, FenError> {
        Self::read(line, false)
    }

    /// Reads a FEN of a Chess960 game as [`Setup::from_fen`] does. `KQkq` name the outermost rooks,
    /// as in X-FEN, also with the king on e1.
    ///
    /// ```
    /// use nucleus_core::board::{Setup, fen};
    /// let setup = Setup::from_chess960_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1").unwrap();
    /// let written = fen::format(&setup.planes, &setup.state);
    /// assert_eq!(written, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    /// ```
    ///
    /// # Errors
    /// As [`Setup::from_fen`].
    pub fn from_chess960_fen(line: &str) -> Result<Self, FenError> {
        Self::read(line, true)
    }

    fn read(line: &str, chess960: bool) -> Result<Self, FenError> {
        let full = Word { text: line, column: 1 };
        if line.len() > LONGEST {
            return full.error(FenField::Line, LONGEST, format!("longer than {LONGEST} bytes"));
        }
        let strange = |c: char| c.is_control() || !c.is_ascii();
        if let Some(at) = line.find(strange) {
            return full.error(FenField::Line, at, "a character that FEN does not use");
        }
        let words = fault::words(line);
        let mut corrections = Vec::new();
        let (halfmove, fullmove) = match words.len() {
            4 => {
                corrections.push("no counters given: halfmove clock 0, move 1".to_owned());
                (0, 1)
            }
            5 => {
                corrections.push("no move number given: move 1".to_owned());
                (read_number(words[4], FenField::Halfmove)?, 1)
            }
            6 => (
                read_number(words[4], FenField::Halfmove)?,
                read_fullmove(words[5], &mut corrections)?,
            ),
            n => {
                let column = line.len();
                return full.error(FenField::Line, column, format!("{n} fields instead of 6"));
            }
        };
        let planes = read_board(words[0])?;
        let side = match words[1].text {
            "w" => Color::White,
            "b" => Color::Black,
            other => {
                let reason = format!("'{other}' is neither 'w' nor 'b'");
                return words[1].error(FenField::Side, 0, reason);
            }
        };
        check_pieces(&planes, side, words[0], words[1])?;
        let mut state = State {
            key: 0,
            castling_squares: 0,
            castling_rooks: [7, 0, 63, 56].map(Square::new),
            fullmove,
            halfmove,
            castling: Castling::default(),
            side,
            en_passant: None,
            en_passant_named: None,
            chess960,
        };
        read_castling(words[2], &planes, &mut state, &mut corrections)?;
        state.en_passant_named = read_en_passant(words[3], &planes, side, &mut corrections)?;
        state.castling_squares = state.castling_squares_of(&planes);
        Ok(Self { planes, state, corrections })
    }
}
