//! Tests that searches with different sets of parameters play legal moves and find mates.

use nucleus_base::clock::Instant;
use std::sync::Arc;

use super::Full;
use crate::info::SearchOutcome;
use crate::limits::Limits;
use crate::options::EngineOptions;
use crate::ordering::Histories;
use crate::parameters::{Margins, Parameters};
use crate::signals::Signals;
use crate::table::TranspositionTable;
use crate::task::SearchTask;
use crate::thread::{ThreadStart, run};
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::eval::Values;
use nucleus_core::kernels::portable::Token;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::score::mate_moves;

/// Umko's set with the techniques that no set switches on.
const EVERYTHING: Parameters = Parameters {
    probcut_depth: 4,
    multi_cut: true,
    singular_negative: 1,
    margins: Margins { singular_depth: 4, singular_double: 20, ..Parameters::UMKO.margins },
    ..Parameters::UMKO
};

/// Searches with the weights of the data table, so that all sets of parameters use the same
/// weights.
fn search(parameters: Parameters, fen: &str, depth: u32) -> SearchOutcome {
    let weights = Some(Arc::new(Values::compiled().clone()));
    let options =
        EngineOptions { techniques: Some(parameters), weights, ..EngineOptions::default() };
    let limits = Limits::depth(depth);
    let task = SearchTask {
        setup: Setup::from_fen(fen).unwrap(),
        moves: Vec::new(),
        deadlines: limits.deadlines(Instant::now()),
        limits,
        signals: Signals::default(),
        options,
        table: Arc::new(TranspositionTable::new(1).unwrap()),
        group: None,
        tables: None,
        slices: None,
        threads: 1,
        leads: true,
    };
    let root = MatrixBoard::new(&task.setup, Token);
    let mut histories = Histories::new();
    let start = ThreadStart { task: &task, thread: 0, root, histories: &mut histories };
    run::<Full<_>>(start, &mut |_| {})
}

/// Asserts that every move of the variation is legal.
fn assert_legal(fen: &str, outcome: &SearchOutcome) {
    let mut board = MatrixBoard::new(&Setup::from_fen(fen).unwrap(), Token);
    let moves = &outcome.lines[0].moves;
    assert!(!moves.is_empty(), "{fen}");
    for &chess_move in moves {
        let list = legal_moves(&board);
        assert!(list.contains(&chess_move), "{fen}: {chess_move} in {moves:?}");
        board = board.after(chess_move);
    }
}

/// Searches positions and mates; returns the nodes.
fn plays(parameters: Parameters, mates: &[(&str, i32)]) -> u64 {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/1p1k4/p1p2p2/P1P2P1p/1P1K3P/8/8 w - - 0 45",
    ];
    let mut nodes = 0;
    for fen in positions {
        let outcome = search(parameters, fen, 6);
        assert_eq!(outcome.depth, 6, "{fen}");
        assert_legal(fen, &outcome);
        nodes += outcome.statistics.nodes;
    }
    for &(fen, mate) in mates {
        let outcome = search(parameters, fen, 6);
        assert_eq!(mate_moves(outcome.lines[0].score), Some(mate), "{parameters:?}: {fen}");
        assert_legal(fen, &outcome);
        nodes += outcome.statistics.nodes;
    }
    nodes
}

/// Positions and their mates in moves (negative: the side to move is mated).
const MATES: [(&str, i32); 3] = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
    ("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
];

#[test]
fn every_set_plays_and_mates() {
    let nodes = [Parameters::TUNED, Parameters::UMKO, EVERYTHING].map(|set| plays(set, &MATES));
    // Different techniques give different trees.
    assert!(nodes[0] != nodes[1] && nodes[1] != nodes[2] && nodes[0] != nodes[2], "{nodes:?}");
}
