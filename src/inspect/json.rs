//! The matrix as JSON: the output of `--json`, from which the page in the browser is drawn as well.

use serde::Serialize;

use super::bits::{BITS, Group, LAYOUT, label, letter, meaning};
use super::look::{Entry, View, nucleus, scan};
use super::origins::{Origin, origins};
use super::terms::Evaluation;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::Routines;
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::cell::{self, BIT_NAMES, Cell};
use nucleus_core::movegen::{Ending, legal_moves};
use nucleus_core::notation::{pgn, san, uci_move};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, Move, Square};

#[derive(Serialize)]
struct Report {
    fen: String,
    side: String,
    kernel: &'static str,
    compared_with: Option<&'static str>,
    /// Names of this CPU's kernels.
    kernels: Vec<&'static str>,
    /// Corrections made to the given position.
    corrections: Vec<String>,
    /// Moves from the given position; the first `ply` of them lead to the position `fen`.
    line: Vec<MoveReport>,
    ply: usize,
    last_move: Option<LastMove>,
    check: bool,
    /// End of the game by the rules.
    ending: Option<EndingReport>,
    legal_moves: Vec<MoveReport>,
    cells: Vec<CellReport>,
    scanner: ScannerReport,
    evaluation: Evaluation,
    groups: Vec<GroupReport>,
    /// All bits, bit 0 first.
    bits: Vec<BitReport>,
    /// Layout of the bits in a cell: the four rows of eight.
    layout: [[u8; 8]; 4],
}

/// A move as UCI and people write it.
#[derive(Serialize)]
pub struct MoveReport {
    uci: String,
    san: String,
}

impl MoveReport {
    /// Returns the move of a position.
    pub fn new(board: &RulesBoard, chess_move: Move) -> Self {
        Self { uci: uci_move::format(board, chess_move), san: san::format(board, chess_move) }
    }
}

#[derive(Serialize)]
struct LastMove {
    ply: usize,
    uci: String,
    san: String,
    changed_bits: u32,
}

#[derive(Serialize)]
struct EndingReport {
    result: String,
    reason: &'static str,
}

#[derive(Serialize)]
struct CellReport {
    square: String,
    /// The cell's value, as a number and as hexadecimal text.
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

#[derive(PartialEq, Serialize)]
struct ScannerReport {
    white: Vec<EntryReport>,
    black: Vec<EntryReport>,
}

#[derive(PartialEq, Serialize)]
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
    /// Colours on light backgrounds, and on dark ones.
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

/// The part of a report that depends on the kernel, without the bits' names.
#[derive(PartialEq, Serialize)]
pub struct KernelReport {
    cells: Vec<Cell>,
    /// The FEN letter of each cell's piece, or a dot.
    pieces: String,
    scanner: ScannerReport,
}

impl KernelReport {
    /// Runs a kernel on a position and reports its cells.
    pub fn new(kernel: &Routines, board: &RulesBoard) -> Self {
        let nucleus = nucleus(kernel, board);
        let letter = |&value: &Cell| cell::piece(value).map_or('.', |piece| piece.letter());
        Self {
            cells: nucleus.cells.0.into(),
            pieces: nucleus.cells.0.iter().map(letter).collect(),
            scanner: scanner_report(kernel, &nucleus),
        }
    }
}

/// Returns the view as one JSON object.
pub fn write(view: &View) -> String {
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
        check: step.board.in_check(),
        ending: view.timeline.ending().map(ending_report),
        legal_moves: legal_moves(&step.board)
            .iter()
            .map(|&legal| MoveReport::new(&step.board, legal))
            .collect(),
        cells: Square::all().map(|square| cell_report(view, square)).collect(),
        scanner: scanner_report(&view.routines, &view.look.nucleus),
        evaluation: (view.evaluate)(&step.board),
        groups: Group::ALL.map(group_report).into(),
        bits: BITS.map(bit_report).into(),
        layout: LAYOUT,
    };
    serde_json::to_string_pretty(&report).expect("strings and numbers can be written as JSON")
}

fn ending_report(ending: Ending) -> EndingReport {
    let reason = match ending {
        Ending::Checkmate(_) => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::DeadPosition => "neither side can mate",
        Ending::Repetition => "threefold repetition",
        Ending::FiftyMoves => "fifty moves",
    };
    EndingReport { result: pgn::Outcome::from(ending).to_string(), reason }
}

fn cell_report(view: &View, square: Square) -> CellReport {
    let value = view.look.cell(square);
    let board = view.board();
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

fn scanner_report(kernel: &Routines, nucleus: &Nucleus) -> ScannerReport {
    let entries = |color| {
        let report = |entry: &Entry| EntryReport {
            word: entry.word,
            square: entry.square.to_string(),
            piece: entry.piece.map(|piece| piece.letter()),
        };
        scan(kernel, nucleus, color).iter().map(report).collect()
    };
    ScannerReport { white: entries(Color::White), black: entries(Color::Black) }
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
        group: Group::from_bit(bit).name(),
        meaning: meaning(bit),
    }
}
