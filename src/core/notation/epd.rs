//! EPD: a position and operations on it, one per line (`bm Nf6+; dm 7; id "name";`).

use std::error::Error;
use std::fmt;

use super::{MoveError, san, uci_move};
use crate::board::{Board, FenError, MatrixBoard, Setup, fen};
use crate::kernels::portable;
use crate::types::Move;
use nucleus_base::text;

/// An error in a line of EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdError {
    /// Number of the line in the file, from 1.
    pub line: usize,
    /// Kind of the error.
    pub kind: EpdFault,
}

/// The kinds of EPD errors.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdFault {
    /// The position is invalid.
    Position(FenError),
    /// An operand that should be a legal move is not one.
    Move {
        /// Name of the operation.
        opcode: String,
        /// Reason why the operand is not a move.
        error: MoveError,
    },
    /// A string operand has no closing quotation mark.
    OpenString,
    /// An operation's name does not start with a letter.
    Opcode(String),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl Error for EpdError {}

impl fmt::Display for EpdFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Move { opcode, error } => write!(f, "operation {opcode}: {error}"),
            Self::OpenString => f.write_str("a quotation mark is never closed"),
            Self::Opcode(name) => write!(f, "'{name}' is not the name of an operation"),
        }
    }
}

impl Error for EpdFault {}

impl From<FenError> for EpdFault {
    fn from(error: FenError) -> Self {
        Self::Position(error)
    }
}

/// One operation: `bm Nf6+` has the opcode `bm` and one operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Name of the operation.
    pub opcode: String,
    /// Operands of the operation, without quotation marks.
    pub operands: Vec<String>,
}

/// One line of EPD, parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// Number of the line in its file, from 1.
    pub line: usize,
    /// Position; its counters are those of `hmvc` and `fmvn`, else those of the fields, else 0 and 1.
    pub setup: Setup,
    /// The operations in the order of the line.
    pub operations: Vec<Operation>,
    /// Number of unprintable or excess characters that were removed from its operations.
    pub lost: usize,
}

impl Epd {
    /// Parses one line; `line` is its number in the file, for errors.
    ///
    /// A line has four to six fields of FEN (a dash instead of a counter is skipped), then operations that end
    /// in semicolons. Operations that start with a semicolon, as in perft collections, are accepted too.
    ///
    /// ```
    /// use nucleus_core::notation::epd::Epd;
    /// let text = r#"1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - bm Qf6+ Qe7+; dm 7; id "Fig4";"#;
    /// let epd = Epd::parse(text, 1).unwrap();
    /// assert_eq!(epd.text("id"), Some("Fig4"));
    /// assert_eq!(epd.number("dm"), Some(7));
    /// assert_eq!(epd.moves("bm").unwrap()[0].to_string(), "g5f6");
    /// ```
    ///
    /// # Errors
    /// If the position or an operation is malformed.
    pub fn parse(record: &str, line: usize) -> Result<Self, EpdError> {
        Self::parse_with(record, line, Setup::from_fen)
    }

    fn parse_with(
        record: &str,
        line: usize,
        read: fn(&str) -> Result<Setup, FenError>,
    ) -> Result<Self, EpdError> {
        let failed = |kind| EpdError { line, kind };
        let (mut fields, rest) = split_position(record);
        let operations = operations(rest);
        // EPD omits the counters or writes them as operations, so defaults are no correction.
        for (at, opcode, default) in [(4, "hmvc", "0"), (5, "fmvn", "1")] {
            let given = operations.iter().flatten().find(|operation| operation.opcode == opcode);
            let count = given.and_then(|operation| operation.operands.first());
            if fields.len() == at {
                fields.push(default);
            }
            if let (Some(field), Some(count)) = (fields.get_mut(at), count) {
                *field = count;
            }
        }
        let read = read(&fields.join(" "));
        let setup = read.map_err(|error| failed(EpdFault::Position(error)))?;
        let mut operations = operations.map_err(failed)?;
        let mut lost = 0;
        for operand in operations.iter_mut().flat_map(|operation| &mut operation.operands) {
            let cleaned = text::clean(operand, text::COMMENT);
            lost += cleaned.removed + cleaned.cut;
            *operand = cleaned.text;
        }
        Ok(Self { line, setup, operations, lost })
    }

    /// Returns the operands of the first operation of this name.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }

    /// Returns the first operand of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// Returns the first operand of an operation as a number; `None` if it is missing or not a number.
    pub fn number(&self, opcode: &str) -> Option<u64> {
        self.text(opcode)?.parse().ok()
    }

    /// Returns the operands of an operation, such as `bm` and `am`, as moves of this position, in
    /// SAN or UCI notation, with or without commas; empty if there is no such operation.
    ///
    /// # Errors
    /// If an operand is not a legal move of the position.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let board = MatrixBoard::new(&self.setup, portable::Token);
        let read = |text: &str| {
            let by_san = san::parse(&board, text);
            by_san.or_else(|error| uci_move::parse(&board, text).or(Err(error))).map_err(|error| {
                let kind = EpdFault::Move { opcode: opcode.to_owned(), error };
                EpdError { line: self.line, kind }
            })
        };
        let operands = self.operands(opcode).unwrap_or_default().iter();
        operands
            .flat_map(|text| text.split(','))
            .filter(|text| !text.is_empty())
            .map(read)
            .collect()
    }

    /// Returns the position as FEN.
    pub fn fen(&self) -> String {
        fen::format(&self.setup.planes, &self.setup.state)
    }
}

/// Reads every line of a file; empty lines and those that start with `#` are skipped.
pub fn read(text: &str) -> impl Iterator<Item = Result<Epd, EpdError>> {
    read_with(text, Setup::from_fen)
}

/// Reads the lines of a file of Chess960 positions like [`read`]; castling rights are those of
/// [`Setup::from_chess960_fen`].
pub fn read_chess960(text: &str) -> impl Iterator<Item = Result<Epd, EpdError>> {
    read_with(text, Setup::from_chess960_fen)
}

fn read_with(
    text: &str,
    setup: fn(&str) -> Result<Setup, FenError>,
) -> impl Iterator<Item = Result<Epd, EpdError>> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(move |(number, line)| Epd::parse_with(line, number, setup))
}

/// Dashes that mean an empty field, in the forms that occur in files.
const DASHES: [&str; 4] = ["-", "–", "—", "−"];

/// Returns the fields of FEN at the start of a line, and the rest.
///
/// The fifth and sixth words are fields if both are numbers; dashes in their place are skipped.
fn split_position(text: &str) -> (Vec<&str>, &str) {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while words.len() < 6 {
        let end = rest.find([' ', '\t', ';']).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let number = word.bytes().all(|byte| byte.is_ascii_digit());
        if word.is_empty() || words.len() >= 4 && !number && !DASHES.contains(&word) {
            break;
        }
        words.push((word, behind));
        rest = behind.trim_start_matches([' ', '\t']);
    }
    let rest = words.last().map_or(text, |&(_, behind)| behind);
    if words.iter().skip(4).any(|(word, _)| DASHES.contains(word)) {
        words.truncate(4);
    }
    let field = |(word, _)| if DASHES.contains(&word) { "-" } else { word };
    (words.into_iter().map(field).collect(), rest)
}

fn operations(text: &str) -> Result<Vec<Operation>, EpdFault> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut letters = text.chars().peekable();
    loop {
        match letters.peek().copied() {
            None | Some(';') => {
                if !words.is_empty() {
                    operations.push(operation(std::mem::take(&mut words))?);
                }
                if letters.next().is_none() {
                    return Ok(operations);
                }
            }
            Some('"') if !words.is_empty() => {
                letters.next();
                let mut string = String::new();
                loop {
                    match letters.next() {
                        None => return Err(EpdFault::OpenString),
                        Some('"') => break,
                        Some(letter) => string.push(letter),
                    }
                }
                words.push(string);
            }
            Some(letter) if letter.is_whitespace() => {
                letters.next();
            }
            Some(_) => {
                let mut word = String::new();
                while let Some(&letter) = letters.peek() {
                    if letter.is_whitespace() || letter == ';' {
                        break;
                    }
                    word.push(letter);
                    letters.next();
                }
                words.push(word);
            }
        }
    }
}

fn operation(mut words: Vec<String>) -> Result<Operation, EpdFault> {
    let opcode = words.remove(0);
    if !opcode.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Err(EpdFault::Opcode(text::excerpt(&opcode)));
    }
    Ok(Operation { opcode: text::name(&opcode), operands: words })
}
