//! Writes PGN's export format.

use std::fmt;

use super::Game;
use crate::board::{Board, MatrixBoard, fen};
use crate::kernels::portable;
use crate::notation::san;
use crate::types::Color;

/// The tags that every game has, in their order (PGN standard, section 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// Length of the longest line of moves.
const WIDTH: usize = 79;

/// Moves and marks, wrapped into lines.
struct WrappedLines {
    text: String,
    column: usize,
}

impl WrappedLines {
    fn push(&mut self, word: &str) {
        if self.column > 0 {
            let fits = self.column + 1 + word.chars().count() <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += word;
        self.column += word.chars().count();
    }

    fn comment(&mut self, comment: &str) {
        // A comment cannot contain a closing brace, even escaped.
        let text = format!("{{{}}}", comment.replace('}', ")"));
        text.split_whitespace().for_each(|word| self.push(word));
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes the seven tags of the roster, then the others in their order, then the moves in lines of
/// at most 79 characters. A start position other than the usual one gets the tags `SetUp` and
/// `FEN`; a game of Chess960 gets `Variant` before them.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = MatrixBoard::new(&self.setup, portable::Token);
        let outcome = self.outcome.to_string();
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            let value = if name == "Result" { &outcome } else { self.tag(name).unwrap_or(unknown) };
            tag(f, name, value)?;
        }
        for (name, value) in &self.tags {
            let of_the_start = matches!(name.as_str(), "FEN" | "SetUp")
                || (name == "Variant" && board.state().chess960);
            if !ROSTER.contains(&name.as_str()) && !of_the_start {
                tag(f, name, value)?;
            }
        }
        if board.state().chess960 {
            tag(f, "Variant", "Chess960")?;
        }
        let start = fen::format(board.planes(), board.state());
        if start != crate::board::START_FEN {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &start)?;
        }
        let mut lines = WrappedLines { text: String::new(), column: 0 };
        if let Some(comment) = &self.comment {
            lines.comment(comment);
        }
        let mut numbered = false;
        for ply in &self.plies {
            let number = board.state().fullmove;
            if board.side() == Color::White {
                lines.push(&format!("{number}."));
            } else if !numbered {
                lines.push(&format!("{number}..."));
            }
            lines.push(&san::format(&board, ply.chess_move));
            ply.glyphs.iter().for_each(|glyph| lines.push(&format!("${glyph}")));
            if let Some(comment) = &ply.comment {
                lines.comment(comment);
            }
            numbered = ply.comment.is_none();
            board = board.after(ply.chess_move);
        }
        lines.push(&outcome);
        writeln!(f, "\n{}", lines.text)
    }
}
