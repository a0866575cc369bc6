//! Bodies of the benches: pieces of work whose instructions are counted. Preparing a body is not
//! counted: it sets up positions and boards, and computes the expected answer in another way.
//!
//! A [`Body`] has a case for each level, and for each variant and board that changes its code.
//! [`cases`] lists the cases of [`BODIES`]. The boards come from the core's list, so a new board
//! gets its cases automatically.

use std::cell::RefCell;
use std::hint::black_box;
use std::ops::Range;

use nucleus_core::board::{Board, BoardType, MatrixBoard, Setup, axon32_board};
use nucleus_core::eval::{Accumulators, Evaluator, Options, Values};
use nucleus_core::kernels::{
    Choice, Kernel, Level, PieceList, REFERENCE, Rebuilt, Routines, SquareList, Variant,
    is_pext_fast, portable, routines,
};
use nucleus_core::matrix::{Nucleus, Planes, cell};
use nucleus_core::movegen::{PerftMode, Scratch, legal_moves};
use nucleus_core::types::{Color, Move, MoveList};
use nucleus_core::{with_board, with_token};
use nucleus_search::ProfileName::{Axon, Full, Umko};
use nucleus_search::{EngineOptions, Limits, ProfileName, SearchBoard, SearchEngine, Signals};

use crate::positions::FENS;

/// Step among the positions after one move: one in `EVERY` is used.
const EVERY: usize = 8;
/// Every N-th move of a position is made.
const MOVES_EVERY: usize = 16;

/// Runs the work and returns a digest of its results.
pub type Work = Box<dyn Fn() -> u64>;

/// A body that is ready to run, and the digest that it must return.
pub struct Prepared {
    work: Work,
    expected: u64,
    /// Number of rebuilds, scans, moves or nodes in a run.
    pub units: u64,
    choice: Choice,
}

impl Prepared {
    /// Returns a digest of the work. Only this call is counted.
    #[inline(never)]
    pub fn run(&self) -> u64 {
        (self.work)()
    }

    /// Compares a digest with the expected one.
    ///
    /// # Panics
    /// Panics if they differ.
    pub fn check(&self, digest: u64) {
        assert_eq!(digest, self.expected, "the answer at level {}", self.choice);
    }
}

/// The dimensions in which the cases of a body differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One case for each level.
    Levels,
    /// One case for each level and variant, as for a scanner.
    Variants,
    /// One case for each level and board.
    Boards,
    /// One case for each level, variant and board, as for a search that uses the scanner.
    All,
}

/// A body of the benches.
#[derive(Clone, Copy)]
pub struct Body {
    /// Name, the first part of a case's id.
    pub name: &'static str,
    /// The dimensions in which its cases differ.
    pub scope: Scope,
    /// Prepares a case for a choice of level and variant and a board.
    pub prepare: fn(Choice, BoardType) -> Prepared,
}

impl Body {
    /// Returns true for the boards that the body runs on. The axon32 board has only profile `axon`,
    /// and a perft on it generates the last ply in order to count it.
    fn runs_on(&self, board: BoardType) -> bool {
        let others = ["search_full", "search_umko", "perft_bulk"];
        board != BoardType::Axon32 || !others.contains(&self.name)
    }

    /// Returns true for the levels that have code of their own on a board.
    fn differs_at(level: Level, board: BoardType) -> bool {
        board != BoardType::Axon32 || !matches!(level, Level::Popcnt | Level::Neon)
    }

    /// Returns the variants that make a difference on a board.
    fn variants_on(&self, board: BoardType) -> &'static [Variant] {
        let has_assembly = match board {
            // The search of this board uses the scanner.
            BoardType::Matrix => matches!(self.scope, Scope::Variants | Scope::All),
            BoardType::Magic => false,
            BoardType::Axon32 => true,
        };
        if has_assembly { &Variant::ALL } else { &[Variant::Intrinsics] }
    }
}

/// A body at one level, by one variant, on one board.
#[derive(Clone, Copy)]
pub struct Case {
    /// The body that runs.
    pub body: Body,
    /// Level and variant to run at.
    pub choice: Choice,
    /// The board; the matrix if the cases of the body do not differ by board.
    pub board: BoardType,
}

impl Case {
    /// Returns `body.board.level+variant`, without the parts that the body does not differ by.
    pub fn id(&self) -> String {
        let has_board = matches!(self.body.scope, Scope::Boards | Scope::All);
        let board = if has_board { format!(".{}", self.board) } else { String::new() };
        format!("{}{board}.{}", self.body.name, self.choice)
    }

    /// Returns true for the cases that run on every change: `perft` and searches on the matrix from
    /// avx2 on, `search_full` also on magic; the other bodies, on axon32 only `make`, from avx2 on.
    pub fn is_quick(&self) -> bool {
        match self.body.name {
            "perft_bulk" => false,
            name if name.starts_with("perft") || name.starts_with("search") => {
                let is_shown = self.board == BoardType::Matrix || name == "search_full";
                is_shown && self.choice.level >= Level::Avx2
            }
            "make" => self.board != BoardType::Axon32 || self.choice.level >= Level::Avx2,
            _ => self.board != BoardType::Axon32,
        }
    }

    /// Returns the reason if the case cannot run on this CPU.
    pub fn obstacle(&self) -> Option<String> {
        let Choice { level, .. } = self.choice;
        if !level.is_usable() {
            return Some(format!("this CPU has no level {level}"));
        }
        let by_pext = self.board == BoardType::Magic && level >= Level::Avx2;
        (by_pext && !is_pext_fast())
            .then(|| "the magic board has other routines where PEXT is slow".to_owned())
    }

    /// Prepares the case and runs it once, so that lazy initialisation is not counted.
    pub fn prepare(&self) -> Prepared {
        let prepare = || (self.body.prepare)(self.choice, self.board);
        let first = prepare();
        first.check(first.run());
        // A search changes its tables, so it is prepared again.
        prepare()
    }
}

/// Every body that single steps count.
pub const BODIES: [Body; 12] = [
    Body { name: "scan", scope: Scope::Variants, prepare: scan },
    Body { name: "scan_both", scope: Scope::Variants, prepare: scan_both },
    Body { name: "squares", scope: Scope::Variants, prepare: squares },
    Body { name: "rebuild", scope: Scope::Levels, prepare: rebuild },
    Body { name: "generation", scope: Scope::Boards, prepare: over_boards::<Generation> },
    Body { name: "make", scope: Scope::Boards, prepare: over_boards::<Make> },
    Body { name: "evaluation", scope: Scope::Boards, prepare: over_boards::<Evaluation> },
    // `perft` makes every leaf and writes its cells; `perft_bulk` only counts the last ply's moves.
    Body { name: "perft", scope: Scope::Boards, prepare: |c, b| perft(c, b, LEAVES_2) },
    Body { name: "perft_bulk", scope: Scope::Boards, prepare: |c, b| perft(c, b, BULK_3) },
    // Searches of some hundred nodes.
    Body { name: "search_axon", scope: Scope::All, prepare: |c, b| search(c, b, Axon, 2..3, 2) },
    Body { name: "search_full", scope: Scope::Boards, prepare: |c, b| search(c, b, Full, 1..2, 2) },
    Body { name: "search_umko", scope: Scope::Boards, prepare: |c, b| search(c, b, Umko, 1..2, 2) },
];

/// Trees that are too large for single steps, for Callgrind only. The magic board looks attacks up
/// by multiplication below level avx2 and by PEXT from there on.
pub const LARGE: [Body; 5] = [
    large("perft_matrix", |choice, _| perft(choice, BoardType::Matrix, LEAVES_4)),
    large("perft_magic", |choice, _| perft(choice, BoardType::Magic, BULK_4)),
    large("axon", |choice, _| search(choice, BoardType::Matrix, Axon, 0..2, 6)),
    large("full", |choice, _| search(choice, BoardType::Matrix, Full, 0..2, 6)),
    large("umko", |choice, _| search(choice, BoardType::Matrix, Umko, 0..2, 6)),
];

const fn large(name: &'static str, prepare: fn(Choice, BoardType) -> Prepared) -> Body {
    Body { name, scope: Scope::Levels, prepare }
}

/// Returns every case of [`BODIES`], even those of levels that this CPU lacks.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for body in BODIES {
        let boards = match body.scope {
            Scope::Levels | Scope::Variants => &[BoardType::Matrix][..],
            Scope::Boards | Scope::All => &BoardType::ALL[..],
        };
        for &board in boards.iter().filter(|&&board| body.runs_on(board)) {
            let has_code = |&level: &Level| Body::differs_at(level, board);
            for level in Level::built().filter(has_code) {
                for &variant in body.variants_on(board) {
                    cases.push(Case { body, choice: Choice { level, variant }, board });
                }
            }
        }
    }
    cases
}

fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

/// Returns `choice`; panics if this CPU does not have its level.
fn checked(choice: Choice) -> Choice {
    let clamped = Choice::clamped(choice.level, choice.variant);
    assert_eq!(clamped, choice, "this CPU does not have the level");
    choice
}

/// Returns the positions of [`FENS`] and some of the positions after their moves.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for fen in FENS {
        let setup = Setup::from_fen(fen).expect("a valid FEN");
        let board = MatrixBoard::new(&setup, portable::Token);
        let moves = legal_moves(&board);
        let after = moves.iter().step_by(EVERY).map(|&chess_move| board.after(chess_move));
        setups.extend(after.map(|b| Setup {
            planes: *b.planes(),
            state: *b.state(),
            corrections: Vec::new(),
        }));
        setups.push(setup);
    }
    setups
}

/// Returns the positions as boards with this token.
fn boards<B: Board>(kernel: B::Kernel) -> Vec<B> {
    setups().iter().map(|setup| B::new(setup, kernel)).collect()
}

/// Returns the portable matrix boards, which give the expected answers.
fn references() -> Vec<MatrixBoard<portable::Token>> {
    boards(portable::Token)
}

fn table(choice: Choice) -> Routines {
    let routines = routines(checked(choice)).expect("every level has its intrinsics");
    assert_eq!(routines.name, choice.to_string(), "the level and variant that run");
    routines
}

/// Prepares a digest of the nuclei by a level's routines; the reference gives the expected one. The
/// loops are in functions of the level, so that its routines inline into them.
fn over_nuclei(choice: Choice, digest: fn(&Routines, &[Nucleus]) -> u64, scans: u64) -> Prepared {
    let nuclei: Vec<Nucleus> = references().iter().map(|board| board.rebuilt().nucleus).collect();
    let expected = digest(&REFERENCE, &nuclei);
    let units = scans * nuclei.len() as u64;
    let routines = table(choice);
    Prepared { work: Box::new(move || digest(&routines, &nuclei)), expected, units, choice }
}

/// Lists the pieces of each colour with the scanner, in every position.
fn scan(choice: Choice, _: BoardType) -> Prepared {
    fn digest(routines: &Routines, nuclei: &[Nucleus]) -> u64 {
        let mut list = PieceList::default();
        Color::ALL.map(cell::pieces_mask).into_iter().fold(0, |sum, mask| {
            let count = (routines.scan_all)(nuclei, mask, &mut list) as u64;
            mix(sum, count << 32 | u64::from(list.0[0]))
        })
    }
    over_nuclei(choice, digest, 2)
}

/// Lists the pieces of both colours in one pass of the scanner, in every position.
fn scan_both(choice: Choice, _: BoardType) -> Prepared {
    fn digest(routines: &Routines, nuclei: &[Nucleus]) -> u64 {
        let mut lists = [PieceList::default(), PieceList::default()];
        let count = (routines.scan_both_all)(nuclei, &mut lists) as u64;
        mix(count, u64::from(lists[0].0[0]) << 32 | u64::from(lists[1].0[0]))
    }
    over_nuclei(choice, digest, 1)
}

/// Lists the squares of White's pieces, without the pieces, in every position.
fn squares(choice: Choice, _: BoardType) -> Prepared {
    fn digest(routines: &Routines, nuclei: &[Nucleus]) -> u64 {
        let mut list = SquareList::default();
        let mask = cell::pieces_mask(Color::White);
        let count = (routines.squares_all)(nuclei, mask, &mut list) as u64;
        mix(count, u64::from(list.0[0]))
    }
    over_nuclei(choice, digest, 1)
}

/// Rebuilds all 64 cells, in every position.
fn rebuild(choice: Choice, _: BoardType) -> Prepared {
    fn digest(routines: &Routines, planes: &[Planes]) -> u64 {
        let mut frame = Rebuilt::default();
        (routines.rebuild_all)(planes, Color::White, &mut frame);
        frame.nucleus.cells.0.iter().fold(0, |sum, &cell| mix(sum, u64::from(cell)))
    }
    let planes: Vec<Planes> = references().iter().map(|board| *board.planes()).collect();
    let expected = digest(&REFERENCE, &planes);
    let units = planes.len() as u64;
    let routines = table(choice);
    Prepared { work: Box::new(move || digest(&routines, &planes)), expected, units, choice }
}

/// Work on every position that is generic over the board.
trait BoardWork {
    /// Returns the work, with everything prepared that is not counted, and its number of units.
    fn prepare<B: SearchBoard + 'static>(boards: Vec<B>) -> (Work, u64);
}

/// Prepares work on boards of a type, at the level and in the variant of a choice; the portable
/// matrix gives the expected digest.
fn over_boards<W: BoardWork>(choice: Choice, board_type: BoardType) -> Prepared {
    let choice = checked(choice);
    let expected = W::prepare(references()).0();
    let (work, units) = match board_type {
        BoardType::Axon32 => with_token!(choice, token => {
            let record = |setup: &Setup| axon32_board(setup, token, choice.variant);
            W::prepare(setups().iter().map(record).collect())
        }),
        board_type => with_board!(planes: choice, board_type, &Setup::start(), first => {
            assert_eq!(level_of(&first), choice.level, "the level that runs");
            W::prepare(alike(&first))
        }),
    };
    Prepared { work, expected, units, choice }
}

/// Returns the positions on boards of this board's type.
fn alike<B: Board>(board: &B) -> Vec<B> {
    boards(board.kernel())
}

fn level_of<B: Board>(_: &B) -> Level {
    B::Kernel::LEVEL
}

/// Generates the legal moves of every position with the routines of the search.
struct Generation;

impl BoardWork for Generation {
    fn prepare<B: SearchBoard + 'static>(boards: Vec<B>) -> (Work, u64) {
        let units = boards.len() as u64;
        let work = move || {
            let mut list = MoveList::new();
            boards.iter().fold(0, |sum, board| {
                list.clear();
                if board.in_check() {
                    board.generate_evasions(&mut list);
                } else {
                    board.generate_noisy(&mut list);
                    board.generate_quiets(&mut list);
                }
                // The order of moves differs by level; the set does not.
                mix(sum, list.iter().map(|m| u64::from(m.0)).sum())
            })
        };
        (Box::new(work), units)
    }
}

/// Makes moves as the search does and rebuilds the child, in every position.
struct Make;

/// A board, its accumulators, and the moves to make on it.
type Before<B> = (B, Accumulators, Vec<Move>);

impl BoardWork for Make {
    fn prepare<B: SearchBoard + 'static>(boards: Vec<B>) -> (Work, u64) {
        let evaluator = Evaluator::additive(Values::compiled(), Options::default());
        let before = |board: &B| {
            // The order differs by level.
            let mut moves = legal_moves(board).to_vec();
            moves.sort_by_key(|m| m.0);
            let moves = moves.into_iter().step_by(MOVES_EVERY).collect();
            (board.clone(), board.accumulate(&evaluator), moves)
        };
        let before: Vec<Before<B>> = boards.iter().map(before).collect();
        let units = before.iter().map(|(_, _, moves)| moves.len() as u64).sum();
        let scratch = RefCell::new((boards[0].clone(), before[0].1.clone()));
        let work = move || {
            let (child, after) = &mut *scratch.borrow_mut();
            let mut sum = 0;
            for (board, accumulators, moves) in &before {
                for &chess_move in moves {
                    board.advance(&evaluator, accumulators, chess_move, child, after);
                    board.kernel().outlined(|| child.rebuild());
                    sum = mix(sum, child.key());
                }
            }
            sum
        };
        (Box::new(work), units)
    }
}

/// Evaluates every position as the search does, with the incremental parts already computed.
struct Evaluation;

impl BoardWork for Evaluation {
    fn prepare<B: SearchBoard + 'static>(boards: Vec<B>) -> (Work, u64) {
        let units = boards.len() as u64;
        let evaluator = Evaluator::additive(Values::compiled(), Options::default());
        let ready: Vec<(B, Accumulators)> = boards
            .into_iter()
            .map(|board| {
                let accumulators = board.accumulate(&evaluator);
                (board, accumulators)
            })
            .collect();
        // An evaluation updates the sums of a network that reads cells, so it needs write access.
        let ready = RefCell::new(ready);
        let work = move || {
            ready.borrow_mut().iter_mut().fold(0, |sum, (board, accumulators)| {
                mix(sum, board.evaluate(&evaluator, accumulators) as u64)
            })
        };
        (Box::new(work), units)
    }
}

/// A perft of the start position.
struct PerftWork {
    depth: usize,
    mode: PerftMode,
    /// Number of paths that it counts.
    paths: u64,
    /// Number of positions that it makes.
    nodes: u64,
}

const LEAVES_2: PerftWork = PerftWork { depth: 2, mode: PerftMode::Leaves, paths: 400, nodes: 420 };
const BULK_3: PerftWork = PerftWork { depth: 3, mode: PerftMode::Bulk, paths: 8902, nodes: 420 };
const LEAVES_4: PerftWork =
    PerftWork { depth: 4, mode: PerftMode::Leaves, paths: 197_281, nodes: 206_603 };
const BULK_4: PerftWork =
    PerftWork { depth: 4, mode: PerftMode::Bulk, paths: 197_281, nodes: 9_322 };

fn perft(choice: Choice, board_type: BoardType, work: PerftWork) -> Prepared {
    let PerftWork { depth, mode, paths: expected, nodes: units } = work;
    let choice = checked(choice);
    with_board!(choice, board_type, &Setup::start(), board => {
        assert_eq!(level_of(&board), choice.level, "the level that runs");
        let scratch = RefCell::new(Scratch::new(&board, depth));
        let work = move || scratch.borrow_mut().perft(&board, depth, mode);
        Prepared { work: Box::new(work), expected, units, choice }
    })
}

/// Searches some positions to a fixed depth, each from a cleared state.
fn search(
    choice: Choice,
    board_type: BoardType,
    profile: ProfileName,
    positions: Range<usize>,
    depth: u32,
) -> Prepared {
    /// An engine for each position, so that no clearing is counted.
    type Engines = Vec<(Setup, RefCell<SearchEngine>)>;

    fn nodes(engines: &Engines, depth: u32) -> u64 {
        let never = Signals::default();
        let limits = Limits::depth(depth);
        let search = |(setup, engine): &(Setup, RefCell<SearchEngine>)| {
            let mut engine = engine.borrow_mut();
            let outcome = engine.search(setup, &[], &limits, &never, &mut |_| {});
            outcome.statistics.nodes
        };
        engines.iter().map(search).sum()
    }
    let engines = |choice: Choice, board_type: BoardType| -> Engines {
        let board = Some(board_type);
        let options = EngineOptions { choice, profile, board, ..EngineOptions::default() };
        let engine = || RefCell::new(SearchEngine::new(1, options.clone()).expect("1 MiB"));
        let fens = FENS[positions.clone()].iter();
        fens.map(|fen| (Setup::from_fen(fen).expect("a valid FEN"), engine())).collect()
    };
    let portable = Choice { level: Level::Portable, variant: Variant::Intrinsics };
    let expected = nodes(&engines(portable, BoardType::Matrix), depth);
    let engines = engines(checked(choice), board_type);
    let work = Box::new(move || nodes(&engines, depth));
    Prepared { work, expected, units: expected, choice }
}

/// Runs every case that this CPU supports, those of [`LARGE`] too, and checks the answers.
pub fn test_all() {
    let large = LARGE.iter().flat_map(|&body| {
        let choice = |level| Choice { level, variant: Variant::Intrinsics };
        Level::built().map(move |level| Case {
            body,
            choice: choice(level),
            board: BoardType::Matrix,
        })
    });
    for case in cases().into_iter().chain(large) {
        match case.obstacle() {
            Some(obstacle) => println!("instructions::{} not run: {obstacle}", case.id()),
            None => {
                let prepared = case.prepare();
                prepared.check(black_box(&prepared).run());
                println!("instructions::{} ok", case.id());
            }
        }
    }
}
