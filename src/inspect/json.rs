//! The matrix for programs.

use serde::Serialize;

use super::bits::Group;
use super::look::scan;
use super::terminal::App;
use super::terms::Evaluation;
use crate::board::Board;
use crate::matrix::cell::{self, BIT_NAMES, Cell};
use crate::types::{Color, Square};

#[derive(Serialize)]
struct Report {
    fen: String,
    side: String,
    kernel: &'static str,
    compared_with: Option<&'static str>,
    last_move: Option<LastMove>,
    cells: Vec<CellReport>,
    scanner: ScannerReport,
    evaluation: Evaluation,
    groups: Vec<GroupReport>,
}

#[derive(Serialize)]
struct LastMove {
    ply: usize,
    uci: String,
    san: String,
    changed_bits: u32,
}

#[derive(Serialize)]
struct CellReport {
    square: String,
    /// The number, and the same as people read it.
    value: Cell,
    hex: String,
    piece: Option<char>,
    bits: Vec<&'static str>,
    changed: Vec<&'static str>,
    differs: Vec<&'static str>,
}

#[derive(Serialize)]
struct ScannerReport {
    white: Vec<EntryReport>,
    black: Vec<EntryReport>,
}

#[derive(Serialize)]
struct EntryReport {
    word: Cell,
    square: String,
    piece: Option<char>,
}

#[derive(Serialize)]
struct GroupReport {
    name: &'static str,
    mask: Cell,
    meaning: &'static str,
}

fn names(bits: Cell) -> Vec<&'static str> {
    (0..32).rev().filter(|bit| bits >> bit & 1 == 1).map(|bit| BIT_NAMES[bit]).collect()
}

/// What the view shows, as one JSON object.
pub fn write(app: &App) -> String {
    let step = app.timeline.current();
    let entries = |color| {
        scan(app.routines(), &app.look.nucleus, color)
            .iter()
            .map(|entry| EntryReport {
                word: entry.word,
                square: entry.square.to_string(),
                piece: entry.piece.map(|piece| piece.letter()),
            })
            .collect()
    };
    let report = Report {
        fen: app.timeline.fen(),
        side: step.board.side().letter().to_string(),
        kernel: app.look.level,
        compared_with: app.look.other.map(|(name, _)| name),
        last_move: (!step.chess_move.is_none()).then(|| LastMove {
            ply: app.timeline.ply(),
            uci: step.chess_move.to_string(),
            san: step.san.clone(),
            changed_bits: app.look.changed_count(),
        }),
        cells: Square::all()
            .map(|square| {
                let value = app.look.cell(square);
                CellReport {
                    square: square.to_string(),
                    value,
                    hex: format!("{value:08x}"),
                    piece: cell::piece(value).map(|piece| piece.letter()),
                    bits: names(value),
                    changed: names(app.look.changed(square)),
                    differs: names(app.look.differs(square)),
                }
            })
            .collect(),
        scanner: ScannerReport { white: entries(Color::White), black: entries(Color::Black) },
        evaluation: (app.evaluate)(&step.board),
        groups: Group::ALL
            .map(|group| GroupReport {
                name: group.name(),
                mask: group.mask(),
                meaning: group.meaning(),
            })
            .into(),
    };
    serde_json::to_string_pretty(&report).expect("strings and numbers can be written as JSON")
}
