//! FEN: reading, writing, and everything that can be wrong with it.

use std::fmt;

use super::{Board, Castling, CastlingSide, MatrixBoard, State};
use crate::kernels::portable::Token;
use crate::matrix::Planes;
use crate::text;
use crate::types::bitboard::{RANK_1, RANK_8};
use crate::types::{Color, Piece, PieceType, Square};

/// The start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The longest line that is looked at, in bytes; a FEN has fewer than 100.
const LONGEST: usize = 1024;

/// The fields of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The whole line.
    Line,
    /// Where the pieces stand.
    Board,
    /// Whose turn it is.
    Side,
    /// The castling rights.
    Castling,
    /// The square behind a pawn that has just made a double push.
    EnPassant,
    /// Plies since the last capture or pawn move.
    Halfmove,
    /// The number of the move.
    Fullmove,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "line",
            Self::Board => "board",
            Self::Side => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::Halfmove => "halfmove clock",
            Self::Fullmove => "move number",
        })
    }
}

/// What is wrong with a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// Where in the line, the first byte being column 1.
    pub column: usize,
    /// What is wrong, in words.
    pub fault: String,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, column, fault } = self;
        write!(f, "invalid FEN, {field} field, column {column}: {fault}")
    }
}

impl std::error::Error for FenError {}

/// A position read from FEN: the pieces, the state, and what had to be corrected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Where the pieces stand.
    pub planes: Planes,
    /// All else; its key is not yet computed.
    pub state: State,
    /// Faults that were corrected, in words for the user.
    pub corrections: Vec<String>,
}

/// A word of the line and the column it starts in.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl Word<'_> {
    fn fault<T>(
        &self,
        field: FenField,
        offset: usize,
        fault: impl Into<String>,
    ) -> Result<T, FenError> {
        Err(FenError { field, column: self.column + offset, fault: text::line(&fault.into()) })
    }
}

fn words(line: &str) -> Vec<Word<'_>> {
    line.split(' ')
        .scan(1, |column, text| {
            let word = Word { text, column: *column };
            *column += text.len() + 1;
            Some(word)
        })
        .filter(|word| !word.text.is_empty())
        .collect()
}

impl Setup {
    /// The start position.
    pub fn start() -> Self {
        Self::from_fen(START_FEN).expect("the start position is valid")
    }

    /// Reads a position as command lines name it: `startpos`, or a FEN as [`Setup::from_fen`] does.
    ///
    /// # Errors
    /// As [`Setup::from_fen`].
    pub fn named(text: &str) -> Result<Self, FenError> {
        if text.trim() == "startpos" { Ok(Self::start()) } else { Self::from_fen(text) }
    }

    /// Reads a FEN of six fields, or of four (the counters are then 0 and 1, which
    /// [`Setup::corrections`] says).
    ///
    /// ```
    /// use nucleus::board::Setup;
    /// let fault = Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(fault.to_string(), "invalid FEN, board field, column 1: White has no king");
    /// ```
    ///
    /// # Errors
    /// When a field is malformed or the position cannot be played from; the error names the field
    /// and the column.
    pub fn from_fen(line: &str) -> Result<Self, FenError> {
        let whole = Word { text: line, column: 1 };
        if line.len() > LONGEST {
            return whole.fault(FenField::Line, LONGEST, format!("longer than {LONGEST} bytes"));
        }
        let strange = |c: char| c.is_control() || !c.is_ascii();
        if let Some(at) = line.find(strange) {
            return whole.fault(FenField::Line, at, "a character that FEN does not use");
        }
        let words = words(line);
        let mut corrections = Vec::new();
        let (halfmove, fullmove) = match words.len() {
            4 => {
                corrections.push("no counters given: halfmove clock 0, move 1".to_owned());
                (0, 1)
            }
            6 => (read_halfmove(words[4])?, read_fullmove(words[5], &mut corrections)?),
            n => {
                let column = line.len();
                return whole.fault(FenField::Line, column, format!("{n} fields instead of 6"));
            }
        };
        let planes = read_board(words[0])?;
        let side = match words[1].text {
            "w" => Color::White,
            "b" => Color::Black,
            other => {
                let fault = format!("'{other}' is neither 'w' nor 'b'");
                return words[1].fault(FenField::Side, 0, fault);
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
            chess960: false,
        };
        read_castling(words[2], &planes, &mut state, &mut corrections)?;
        state.en_passant_named = read_en_passant(words[3], &planes, side, &mut corrections)?;
        state.castling_squares = state.castling_squares_of(&planes);
        Ok(Self { planes, state, corrections })
    }
}

fn read_board(word: Word<'_>) -> Result<Planes, FenError> {
    let mut planes = Planes::EMPTY;
    let (mut rank, mut file) = (7u8, 0u8);
    let fault = |offset, fault: String| word.fault(FenField::Board, offset, fault);
    let mut after_digit = false;
    for (offset, letter) in word.text.char_indices() {
        if letter == '/' {
            if file != 8 {
                return fault(offset, format!("rank {} has {file} squares instead of 8", rank + 1));
            }
            if rank == 0 {
                return fault(offset, "more than 8 ranks".to_owned());
            }
            (rank, file, after_digit) = (rank - 1, 0, false);
            continue;
        }
        let width = match letter {
            '1'..='8' if after_digit => return fault(offset, "two digits in a row".to_owned()),
            '1'..='8' => letter as u8 - b'0',
            _ => 1,
        };
        if file + width > 8 {
            return fault(offset, format!("rank {} has more than 8 squares", rank + 1));
        }
        after_digit = letter.is_ascii_digit();
        if !after_digit {
            let Some(piece) = Piece::from_letter(letter) else {
                return fault(offset, format!("'{letter}' is no piece"));
            };
            planes.put(Square::at(file, rank), piece);
        } else if !('1'..='8').contains(&letter) {
            return fault(offset, format!("'{letter}' is no count of empty squares"));
        }
        file += width;
    }
    if rank != 0 || file != 8 {
        let fault_text = if rank != 0 {
            format!("{} ranks instead of 8", 8 - rank)
        } else {
            format!("rank 1 has {file} squares instead of 8")
        };
        return fault(word.text.len(), fault_text);
    }
    Ok(planes)
}

/// Refuses what no game can reach and no move generator need handle.
fn check_pieces(
    planes: &Planes,
    side: Color,
    board: Word<'_>,
    turn: Word<'_>,
) -> Result<(), FenError> {
    let fault = |fault: String| board.fault(FenField::Board, 0, fault);
    for color in Color::ALL {
        let number = |kind| planes.of(color, kind).count_ones();
        match number(PieceType::King) {
            0 => return fault(format!("{color} has no king")),
            1 => {}
            n => return fault(format!("{color} has {n} kings")),
        }
        let count = planes.color(color).count_ones();
        if count > 16 {
            return fault(format!("{color} has {count} pieces, more than 16"));
        }
        let pawns = number(PieceType::Pawn);
        if pawns > 8 {
            return fault(format!("{color} has {pawns} pawns, more than 8"));
        }
        let promoted: u32 = [
            (PieceType::Knight, 2),
            (PieceType::Bishop, 2),
            (PieceType::Rook, 2),
            (PieceType::Queen, 1),
        ]
        .into_iter()
        .map(|(kind, first)| number(kind).saturating_sub(first))
        .sum();
        if pawns + promoted > 8 {
            return fault(format!(
                "{color} has {promoted} promoted pieces but only {} pawns missing",
                8 - pawns
            ));
        }
    }
    if planes.kind(PieceType::Pawn) & (RANK_1 | RANK_8) != 0 {
        return fault("a pawn on the first or last rank".to_owned());
    }
    let king = Square::lowest(planes.of(!side, PieceType::King));
    let occupied = planes.occupied();
    if MatrixBoard::<Token>::attackers(Token, planes, king, side, occupied) != 0 {
        return turn.fault(FenField::Side, 0, format!("{} is in check but not to move", !side));
    }
    Ok(())
}

fn read_castling(
    word: Word<'_>,
    planes: &Planes,
    state: &mut State,
    corrections: &mut Vec<String>,
) -> Result<(), FenError> {
    if word.text == "-" {
        return Ok(());
    }
    for (offset, letter) in word.text.char_indices() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = if color == Color::White { RANK_1 } else { RANK_8 };
        let king = Square::lowest(planes.of(color, PieceType::King));
        let rooks = planes.of(color, PieceType::Rook) & home;
        let right_of_king = rooks & !(king.bit() | (king.bit() - 1));
        let left_of_king = rooks & (king.bit() - 1);
        let rook = match letter.to_ascii_lowercase() {
            // The outermost rook on that side of the king, as X-FEN has it.
            'k' => {
                (right_of_king != 0).then(|| Square::new(63 - right_of_king.leading_zeros() as u8))
            }
            'q' => (left_of_king != 0).then(|| Square::lowest(left_of_king)),
            file @ 'a'..='h' => {
                state.chess960 = true;
                let square = Square::at(file as u8 - b'a', king.rank());
                (rooks & square.bit() != 0).then_some(square)
            }
            _ => {
                let fault = format!("'{letter}' is no castling right");
                return word.fault(FenField::Castling, offset, fault);
            }
        };
        let (Some(rook), true) = (rook, home & king.bit() != 0) else {
            corrections.push(format!(
                "castling right '{letter}' dropped: no {color} king and rook in place"
            ));
            continue;
        };
        let toward =
            if rook.index() < king.index() { CastlingSide::Queen } else { CastlingSide::King };
        if state.castling.has(color, toward) {
            let fault = format!("'{letter}' names a right twice");
            return word.fault(FenField::Castling, offset, fault);
        }
        let classical = king.file() == 4 && rook.file() == [7, 0][toward as usize];
        if !classical {
            if matches!(letter, 'K' | 'Q' | 'k' | 'q') && king.file() == 4 && !state.chess960 {
                corrections.push(format!(
                    "castling right '{letter}' dropped: no {color} rook in its corner"
                ));
                continue;
            }
            state.chess960 = true;
        }
        state.castling.0 |= Castling::bit(color, toward);
        state.castling_rooks[Castling::index(color, toward)] = rook;
    }
    Ok(())
}

fn read_en_passant(
    word: Word<'_>,
    planes: &Planes,
    side: Color,
    corrections: &mut Vec<String>,
) -> Result<Option<Square>, FenError> {
    if word.text == "-" {
        return Ok(None);
    }
    let Some(target) = Square::parse(word.text) else {
        let fault = format!("'{}' is neither a square nor '-'", word.text);
        return word.fault(FenField::EnPassant, 0, fault);
    };
    let wanted = if side == Color::White { 5 } else { 2 };
    if target.rank() != wanted {
        let fault = format!("{target} is not on rank {}", wanted + 1);
        return word.fault(FenField::EnPassant, 0, fault);
    }
    let pawn = Square::new(target.index() as u8 ^ 8);
    let start = Square::new(target.index() as u8 ^ 8 ^ 16);
    let in_place = planes.of(!side, PieceType::Pawn) & pawn.bit() != 0
        && planes.occupied() & (target.bit() | start.bit()) == 0;
    if !in_place {
        corrections.push(format!("en passant square {target} dropped: no pawn has just passed it"));
        return Ok(None);
    }
    Ok(Some(target))
}

fn read_number(
    word: Word<'_>,
    field: FenField,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32, FenError> {
    let digits = !word.text.is_empty() && word.text.bytes().all(|b| b.is_ascii_digit());
    let value = digits.then(|| word.text.parse::<u32>().ok()).flatten();
    match value {
        Some(value) if range.contains(&value) => Ok(value),
        _ => {
            let fault = format!(
                "'{}' is not a number from {} to {}",
                word.text,
                range.start(),
                range.end()
            );
            word.fault(field, 0, fault)
        }
    }
}

fn read_halfmove(word: Word<'_>) -> Result<u8, FenError> {
    // Beyond 150 plies the game has ended by the seventy-five-move rule.
    read_number(word, FenField::Halfmove, 0..=150).map(|n| n as u8)
}

fn read_fullmove(word: Word<'_>, corrections: &mut Vec<String>) -> Result<u16, FenError> {
    let number = read_number(word, FenField::Fullmove, 0..=9999)?;
    if number == 0 {
        corrections.push("move number 0 taken as 1".to_owned());
    }
    Ok(number.max(1) as u16)
}

/// The FEN of a position.
pub fn format(planes: &Planes, state: &State) -> String {
    let mut fen = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match planes.piece_at(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        fen.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    fen.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            fen.push((b'0' + empty) as char);
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let castling = format_castling(state);
    let en_passant =
        state.en_passant_named.map_or_else(|| "-".to_owned(), |square| square.to_string());
    fen += &format!(
        " {} {castling} {en_passant} {} {}",
        state.side.letter(),
        state.halfmove,
        state.fullmove
    );
    fen
}

fn format_castling(state: &State) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for toward in CastlingSide::ALL {
            if state.castling.has(color, toward) {
                let letter = if state.chess960 {
                    let rook = state.castling_rooks[Castling::index(color, toward)];
                    (b'a' + rook.file()) as char
                } else {
                    ['k', 'q'][toward as usize]
                };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
