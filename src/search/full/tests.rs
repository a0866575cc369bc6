//! Every technique runs, those too that the tuned set has off, and finds what has to be found.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use super::Full;
use crate::hooks::{
    DeferredOutcome, LeftNode, NoHooks, NodePlace, RemainingMoves, RootSearch, SearchHooks,
    TrackedNode,
};
use crate::info::SearchOutcome;
use crate::limits::Limits;
use crate::options::EngineOptions;
use crate::ordering::Histories;
use crate::parameters::Parameters;
use crate::search_types::Local;
use crate::signals::Signals;
use crate::table::{TableEntry, TranspositionTable};
use crate::task::SearchTask;
use crate::thread::{ThreadStart, run};
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::eval::Values;
use nucleus_core::kernels::portable::Token;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::types::score::mate_moves;
use nucleus_core::types::{Move, MoveList, Score};

/// Umko's set with what neither set has switched on.
const EVERYTHING: Parameters = Parameters {
    razor_depth: 3,
    probcut_depth: 4,
    singular_depth: 4,
    singular_double: 20,
    multi_cut: true,
    singular_negative: 1,
    ..Parameters::UMKO
};

/// Searches with the weights of the data table, so that all sets of parameters are compared with
/// one set of weights.
fn search(parameters: Parameters, fen: &str, depth: u32) -> SearchOutcome {
    let weights = Some(Arc::new(Values::compiled().clone()));
    let options =
        EngineOptions { techniques: Some(parameters), weights, ..EngineOptions::default() };
    search_with(options, fen, depth, NoHooks)
}

fn search_with<H: SearchHooks>(
    options: EngineOptions,
    fen: &str,
    depth: u32,
    hooks: H,
) -> SearchOutcome {
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
        thread_search: None,
        tables: None,
        threads: 1,
        leads: true,
    };
    let root = MatrixBoard::new(&task.setup, Token);
    let mut histories = Histories::new();
    let start = ThreadStart { task: &task, thread: 0, root, histories: &mut histories, hooks };
    run::<Local<_, H>, Full>(start, &mut |_| {})
}

/// Every move of the variation is legal.
fn assert_legal(fen: &str, outcome: &SearchOutcome) {
    let mut board = MatrixBoard::new(&Setup::from_fen(fen).unwrap(), Token);
    let moves = &outcome.lines[0].moves;
    assert!(!moves.is_empty(), "{fen}");
    for &chess_move in moves {
        let mut list = MoveList::new();
        generate::<_, ALL>(&board, &mut list);
        assert!(list.contains(&chess_move), "{fen}: {chess_move} in {moves:?}");
        board = board.after(chess_move);
    }
}

/// Searches positions and mates; the nodes.
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
    // Razoring does not see the last mate at this depth: it begins with a quiet sacrifice.
    let nodes = [
        plays(Parameters::TUNED, &MATES),
        plays(Parameters::UMKO, &MATES),
        plays(EVERYTHING, &MATES[..2]),
    ];
    // Techniques that are switched on make another tree.
    assert!(nodes[0] != nodes[1] && nodes[1] != nodes[2] && nodes[0] != nodes[2], "{nodes:?}");
}

/// The number of calls of each hook.
#[derive(Default)]
struct Calls {
    roots: Cell<u64>,
    /// Nodes that were entered and not left.
    open: Cell<u64>,
    nodes: Cell<u64>,
    stored: Cell<u64>,
    failed: Cell<u64>,
    ordered: Cell<u64>,
}

fn count(calls: &Cell<u64>) {
    calls.set(calls.get() + 1);
}

/// Hooks that count how often they are called; from a depth on they search moves themselves, in the
/// order of the move picker.
struct CountingHooks {
    calls: Rc<Calls>,
    orders_from: i32,
}

/// The least depth of nodes that are tracked.
const TRACKED: i32 = 3;

impl SearchHooks for CountingHooks {
    fn tracks_node(&self, depth: i32) -> bool {
        depth >= TRACKED
    }

    fn enter_node(&mut self, node: TrackedNode) {
        assert!(node.place.depth >= TRACKED && !node.window.is_empty());
        count(&self.calls.nodes);
        count(&self.calls.open);
    }

    fn leave_node(&mut self) -> Option<LeftNode> {
        self.calls.open.set(self.calls.open.get() - 1);
        None
    }

    fn orders_moves(&self, place: NodePlace) -> bool {
        place.depth >= self.orders_from
    }

    fn search_moves<M: RemainingMoves<Hooks = Self>>(moves: &mut M) {
        count(&moves.hooks().calls.ordered);
        let mut quiets = true;
        for deferred in moves.take_all() {
            if !quiets && deferred.chess_move.is_quiet() {
                continue;
            }
            match moves.search(deferred) {
                DeferredOutcome::Searched | DeferredOutcome::Pruned => {}
                DeferredOutcome::QuietsPruned => quiets = false,
                DeferredOutcome::Over => return,
            }
        }
    }

    fn failed_low(&mut self, _: &TranspositionTable, place: NodePlace, _: Move, _: Score) {
        assert!(place.depth > 0);
        count(&self.calls.failed);
    }

    fn stored(&mut self, _key: u64, entry: TableEntry) {
        assert!(entry.depth > 0);
        count(&self.calls.stored);
    }

    fn enter_root(&mut self, _key: u64, search: RootSearch) {
        assert!(!search.first.is_none());
        count(&self.calls.roots);
    }
}

#[test]
fn hooks_are_called_and_change_nothing_by_themselves() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let alone = search_with(EngineOptions::default(), fen, 7, NoHooks);
    let with = |orders_from| {
        let calls = Rc::new(Calls::default());
        let hooks = CountingHooks { calls: Rc::clone(&calls), orders_from };
        (search_with(EngineOptions::default(), fen, 7, hooks), calls)
    };
    let (outcome, calls) = with(i32::MAX);
    assert_eq!(outcome.statistics.nodes, alone.statistics.nodes);
    assert_eq!(outcome.lines, alone.lines);
    let Calls { roots, open, nodes, stored, failed, ordered } = &*calls;
    let counts = [roots, nodes, stored].map(Cell::get);
    assert!(counts[0] >= 7 && counts[1] > 20 && counts[2] > 20, "{counts:?}");
    assert!(failed.get() > 0 && open.get() == 0 && ordered.get() == 0);
    // Moves that hooks search come to a result of the same kind.
    let (outcome, calls) = with(4);
    assert!(calls.ordered.get() > 0 && outcome.depth == 7);
    assert_legal(fen, &outcome);
}
