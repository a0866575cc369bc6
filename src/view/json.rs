//! The matrix for programs: the output of `--json`, from which the page in the browser is drawn,
//! too.

use serde::Serialize;

use super::bits::{BITS, Group, LAYOUT, label, letter, meaning};
use super::look::{Look, scan};
use super::origins::{Origin, origins};
use super::terms::Evaluation;
use super::timeline::Timeline;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::Routines;
use nucleus_core::matrix::cell::{self, BIT_NAMES, Cell};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, Square};

/// A position and the kernels that it is looked at through.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The positions.
    pub timeline: &'a Timeline,
    /// The kernels to choose from.
    pub kernels: &'a [Routines],
    /// The one looked through.
    pub routines: &'a Routines,
    /// The inspected position.
    pub look: &'a Look,
    /// Function that lists the evaluation's terms.
    pub evaluate: fn(&RulesBoard) -> Evaluation,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    side: String,
    kernel: &'static str,
    compared_with: Option<&'static str>,
    /// The kernels of this CPU.
    kernels: Vec<&'static str>,
    /// Corrections that were made to the given position.
    corrections: Vec<String>,
    /// The moves from that position, and how many of them were made.
    line: Vec<MoveReport>,
    ply: usize,
    last_move: Option<LastMove>,
    legal_moves: Vec<MoveReport>,
    cells: Vec<CellReport>,
    scanner: ScannerReport,
    evaluation: Evaluation,
    groups: Vec<GroupReport>,
    /// Bit 0 first.
    bits: Vec<BitReport>,
    /// The rows of eight in which every drawing has the bits of a cell.
    layout: [[u8; 8]; 4],
}

#[derive(Serialize)]
struct MoveReport {
    uci: String,
    san: String,
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
    origins: Vec<OriginReport>,
}

#[derive(Serialize)]
struct OriginReport {
    bit: &'static str,
    piece: String,
    ray: Vec<String>,
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
    /// On light grounds and on dark ones.
    color: String,
    bright: String,
}

#[derive(Serialize)]
struct BitReport {
    name: &'static str,
    label: &'static str,
    letter: char,
    group: &'static str,
    meaning: String,
}

fn names(bits: Cell) -> Vec<&'static str> {
    (0..32).rev().filter(|bit| bits >> bit & 1 == 1).map(|bit| BIT_NAMES[bit]).collect()
}

/// Returns the view as one JSON object.
pub fn write(view: &View<'_>) -> String {
    let step = view.timeline.current();
    let report = Report {
        fen: view.timeline.fen(),
        side: step.board.side().letter().to_string(),
        kernel: view.look.level,
        compared_with: view.look.other.map(|(name, _)| name),
        kernels: view.kernels.iter().map(|kernel| kernel.name).collect(),
        corrections: view.timeline.corrections.clone(),
        line: view.timeline.steps()[1..]
            .iter()
            .map(|step| MoveReport { uci: step.uci.clone(), san: step.san.clone() })
            .collect(),
        ply: view.timeline.ply(),
        last_move: (!step.chess_move.is_none()).then(|| LastMove {
            ply: view.timeline.ply(),
            uci: step.uci.clone(),
            san: step.san.clone(),
            changed_bits: view.look.changed_count(),
        }),
        legal_moves: view
            .timeline
            .legal_moves()
            .into_iter()
            .map(|(uci, san)| MoveReport { uci, san })
            .collect(),
        cells: Square::all().map(|square| cell_report(view, square)).collect(),
        scanner: ScannerReport {
            white: entries(view, Color::White),
            black: entries(view, Color::Black),
        },
        evaluation: (view.evaluate)(&step.board),
        groups: Group::ALL.map(group_report).into(),
        bits: BITS.map(bit_report).into(),
        layout: LAYOUT,
    };
    serde_json::to_string_pretty(&report).expect("strings and numbers can be written as JSON")
}

fn cell_report(view: &View<'_>, square: Square) -> CellReport {
    let value = view.look.cell(square);
    let board = &view.timeline.current().board;
    CellReport {
        square: square.to_string(),
        value,
        hex: format!("{value:08x}"),
        piece: cell::piece(value).map(|piece| piece.letter()),
        bits: names(value),
        changed: names(view.look.changed(square)),
        differs: names(view.look.differs(square)),
        origins: origins(board.planes(), board.side(), square).iter().map(origin_report).collect(),
    }
}

fn origin_report(origin: &Origin) -> OriginReport {
    OriginReport {
        bit: BIT_NAMES[usize::from(origin.bit)],
        piece: origin.piece.to_string(),
        ray: squares(origin.ray).map(|square| square.to_string()).collect(),
    }
}

fn entries(view: &View<'_>, color: Color) -> Vec<EntryReport> {
    scan(view.routines, &view.look.nucleus, color)
        .iter()
        .map(|entry| EntryReport {
            word: entry.word,
            square: entry.square.to_string(),
            piece: entry.piece.map(|piece| piece.letter()),
        })
        .collect()
}

fn group_report(group: Group) -> GroupReport {
    GroupReport {
        name: group.name(),
        mask: group.mask(),
        meaning: group.meaning(),
        color: group.color().hex(),
        bright: group.bright().hex(),
    }
}

fn bit_report(bit: u8) -> BitReport {
    BitReport {
        name: BIT_NAMES[usize::from(bit)],
        label: label(bit),
        letter: letter(bit),
        group: Group::of(bit).name(),
        meaning: meaning(bit),
    }
}
