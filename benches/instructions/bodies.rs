//! Bodies of the benches. A body is prepared first, uncounted: positions, boards, and the answer
//! that must come out, worked out another way.

use std::cell::RefCell;

use nucleus_core::board::{Board, BoardType, MatrixBoard, Setup, slow_magic_board};
use nucleus_core::eval::{Accumulators, Evaluator, Options, Values};
use nucleus_core::kernels::{
    Choice, Level, MatrixKernel, PieceList, REFERENCE, Rebuilt, Routines, Variant, portable,
    routines,
};
use nucleus_core::matrix::cell;
use nucleus_core::movegen::{ALL, PerftMode, Scratch, generate};
use nucleus_core::types::{Color, MoveList};
use nucleus_core::with_token;
use nucleus_search::{
    EngineOptions, Limits, ProfileName, SearchBoard, SearchEngine, SearchKernel, Signals,
};

/// Positions of every kind: quiet, sharp, in check, with promotions, castling, en passant, few pieces.
const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 1",
    "r3k2r/pbppqpb1/1pn3p1/7p/1P1p1n2/PQN1PN2/1BPPBPPP/R3K2R w KQkq - 0 1",
    "4k3/1P4P1/8/2pPp3/8/8/p1p4p/R3K2R w KQ c6 0 1",
    "3r2k1/5ppp/8/8/7q/5P2/4r1PP/R2Q1RK1 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "8/8/1k6/8/2Q5/8/5K2/7r w - - 0 1",
];

/// Runs the work and returns a digest of what came out.
pub type Work = Box<dyn Fn() -> u64>;

/// A body that is ready, and the digest that it must give.
pub struct Prepared {
    work: Work,
    expected: u64,
    level: Level,
}

impl Prepared {
    /// Runs it. This, and nothing before it, is counted.
    ///
    /// # Panics
    /// When the answer is wrong.
    pub fn run(&self) -> u64 {
        let digest = (self.work)();
        assert_eq!(digest, self.expected, "the answer at level {}", self.level);
        digest
    }
}

fn prepare(level: Level, work: Work, expected: u64) -> Prepared {
    Prepared { work, expected, level }
}

/// The choice of a level, which must be the level that runs.
fn choice(level: Level) -> Choice {
    let choice = Choice::clamped(level, Variant::Intrinsics);
    assert_eq!(choice.level, level, "this CPU does not have the level");
    choice
}

fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

/// The positions above and those after each of their moves, as boards of one level.
fn boards<K: MatrixKernel>(kernel: K) -> Vec<MatrixBoard<K>> {
    let mut boards = Vec::new();
    for fen in FENS {
        let board = MatrixBoard::new(&Setup::from_fen(fen).expect("a valid FEN"), kernel);
        let mut moves = MoveList::new();
        generate::<_, { ALL }>(&board, &mut moves);
        for &chess_move in moves.iter() {
            boards.push(board.after(chess_move));
        }
        boards.push(board);
    }
    boards
}

fn table(level: Level) -> Routines {
    let routines = routines(choice(level)).expect("every level has its intrinsics");
    assert_eq!(routines.name, level.name(), "the level that runs");
    routines
}

/// The scanner: the pieces of each colour, in every position.
pub fn scan(level: Level) -> Prepared {
    let frames: Vec<Rebuilt> = boards(portable::Token).iter().map(|b| *b.rebuilt()).collect();
    let digest = move |scan: fn(&_, u32, &mut PieceList) -> usize, frames: &[Rebuilt]| {
        let mut list = PieceList::default();
        let masks = Color::ALL.map(cell::pieces_mask);
        frames.iter().flat_map(|f| masks.map(|m| (f, m))).fold(0, |sum, (frame, mask)| {
            let count = scan(&frame.nucleus, mask, &mut list);
            mix(sum, count as u64 ^ u64::from(list.0[count - 1]))
        })
    };
    let expected = digest(REFERENCE.scan, &frames);
    let scan = table(level).scan;
    prepare(level, Box::new(move || digest(scan, &frames)), expected)
}

/// The rebuild of all 64 cells, in every position.
pub fn rebuild(level: Level) -> Prepared {
    let positions: Vec<_> =
        boards(portable::Token).iter().map(|b| (*b.planes(), b.side())).collect();
    let digest = move |routines: &Routines, positions: &[_]| {
        let mut frame = Rebuilt::default();
        positions.iter().fold(0, |sum, (planes, side)| {
            (routines.rebuild)(planes, *side, &mut frame);
            let cells = &frame.nucleus.cells.0;
            mix(sum, u64::from(cells[4] ^ cells[27]) << 32 | u64::from(cells[36] ^ cells[60]))
        })
    };
    let expected = digest(&REFERENCE, &positions);
    let routines = table(level);
    prepare(level, Box::new(move || digest(&routines, &positions)), expected)
}

/// A digest over every position of a level, and the same of the portable one.
macro_rules! over_boards {
    ($level:expr, $digest:ident) => {{
        let level = $level;
        let expected = $digest(&boards(portable::Token));
        with_token!(choice(level), token => {
            let boards = boards(token);
            assert_eq!(level_of(token), level, "the level that runs");
            prepare(level, Box::new(move || $digest(&boards)), expected)
        })
    }};
}

fn level_of<K: MatrixKernel>(_: K) -> Level {
    K::LEVEL
}

/// Legal moves, in every position.
pub fn generation(level: Level) -> Prepared {
    fn digest<K: MatrixKernel>(boards: &[MatrixBoard<K>]) -> u64 {
        let mut list = MoveList::new();
        boards.iter().fold(0, |sum, board| {
            list.clear();
            generate::<_, { ALL }>(board, &mut list);
            // The order is each level's own; the set is not.
            mix(sum, list.iter().map(|m| u64::from(m.0)).sum())
        })
    }
    over_boards!(level, digest)
}

/// Every fourth legal move made, the child rebuilt, in every position.
pub fn make(level: Level) -> Prepared {
    fn digest<K: MatrixKernel>(boards: &[MatrixBoard<K>]) -> u64 {
        let mut list = MoveList::new();
        let mut child = boards[0];
        boards.iter().fold(0, |sum, board| {
            list.clear();
            generate::<_, { ALL }>(board, &mut list);
            list.iter().filter(|m| m.0 % 4 == 0).fold(sum, |sum: u64, &m| {
                board.make(m, &mut child);
                child.rebuild();
                sum.wrapping_add(child.state().key)
            })
        })
    }
    over_boards!(level, digest)
}

/// The evaluation as the search has it, its move-by-move part from scratch, in every position.
pub fn evaluation(level: Level) -> Prepared {
    fn digest<B: SearchBoard>(boards: &[B]) -> u64 {
        let evaluator = Evaluator::additive(Values::compiled(), Options::default());
        let mut accumulators = Accumulators::default();
        boards.iter().fold(0, |sum, board| {
            evaluator.accumulate_into(board.planes(), &mut accumulators);
            mix(sum, board.kernel().evaluate(&evaluator, board, &accumulators) as u64)
        })
    }
    over_boards!(level, digest)
}

/// Perft 4 of the start position, every leaf made and its cells written.
pub fn perft(level: Level) -> Prepared {
    with_token!(choice(level), token => {
        let board = MatrixBoard::new(&Setup::start(), token);
        assert_eq!(level_of(token), level, "the level that runs");
        let work = move || Scratch::new(&board, 4).perft(&board, 4, PerftMode::Leaves);
        prepare(level, Box::new(work), 197_281)
    })
}

/// Perft 4 of the start position on the magic board, its last ply counted. The way into the table
/// is the one of multiplications at every level, so that no count depends on the CPU.
pub fn perft_magic(level: Level) -> Prepared {
    with_token!(choice(level), token => {
        let board = slow_magic_board(&Setup::start(), token);
        assert_eq!(level_of(token), level, "the level that runs");
        let work = move || Scratch::new(&board, 4).perft(&board, 4, PerftMode::Bulk);
        prepare(level, Box::new(work), 197_281)
    })
}

/// Searches of two positions to a fixed depth from a cleared state, as profile `axon` does it.
pub fn search_axon(level: Level) -> Prepared {
    search(level, ProfileName::Axon)
}

/// Prepares a search of profile `full`.
pub fn search_full(level: Level) -> Prepared {
    search(level, ProfileName::Full)
}

/// Prepares a search of profile `umko` on the matrix: see [`perft_magic`].
pub fn search_umko(level: Level) -> Prepared {
    search(level, ProfileName::Umko)
}

fn search(level: Level, profile: ProfileName) -> Prepared {
    /// An engine for each position, so that none has to be cleared while instructions count.
    fn engines(level: Level, profile: ProfileName) -> Vec<(Setup, RefCell<SearchEngine>)> {
        let options = EngineOptions {
            choice: choice(level),
            profile,
            board: Some(BoardType::Matrix),
            ..EngineOptions::default()
        };
        let engine = || RefCell::new(SearchEngine::new(1, options.clone()).expect("1 MiB"));
        let setup = |fen| Setup::from_fen(fen).expect("a valid FEN");
        FENS[..2].iter().map(|fen| (setup(fen), engine())).collect()
    }
    fn nodes(engines: &[(Setup, RefCell<SearchEngine>)]) -> u64 {
        let never = Signals::default();
        let limits = Limits::depth(6);
        let search = |(setup, engine): &(Setup, RefCell<SearchEngine>)| {
            let mut engine = engine.borrow_mut();
            let outcome = engine.search(setup, &[], &limits, &never, &mut |_| {});
            outcome.statistics.nodes
        };
        engines.iter().map(search).sum()
    }
    let expected = nodes(&engines(Level::Portable, profile));
    let engines = engines(level, profile);
    prepare(level, Box::new(move || nodes(&engines)), expected)
}

/// Name of a body, and the function that prepares it.
pub type Body = (&'static str, fn(Level) -> Prepared);

/// Every body.
pub const BODIES: [Body; 10] = [
    ("scan", scan),
    ("rebuild", rebuild),
    ("generation", generation),
    ("make", make),
    ("evaluation", evaluation),
    ("perft", perft),
    ("perft_magic", perft_magic),
    ("search_axon", search_axon),
    ("search_full", search_full),
    ("search_umko", search_umko),
];

/// Runs every body once at every level of this CPU.
pub fn test_all() {
    for (name, body) in BODIES {
        for level in Level::usable() {
            body(level).run();
            println!("instructions::{name}.{level} ok");
        }
    }
}
