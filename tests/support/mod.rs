//! Support shared by the tests: seeds, random games, the data folder.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use nucleus_core::board::{Board, Castling, MatrixBoard, RulesBoard, Setup, State};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::Planes;
pub use nucleus_core::movegen::legal_moves as legal;
use nucleus_core::movegen::{GenerateMoves, generate};
use nucleus_core::notation::uci_move;
use nucleus_core::types::{Color, Move, MoveList, Piece, PieceType, Square};
use proptest::test_runner::{Config as ProptestConfig, RngSeed};

/// A generator of pseudo-random numbers (SplitMix64), so that a seed repeats a test.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// Returns the seed of a run and prints it: `NUCLEUS_SEED`, or a fixed one.
pub fn seed() -> u64 {
    let given = std::env::var("NUCLEUS_SEED").ok();
    let seed = given.map_or(20_260_101, |text| text.parse().expect("NUCLEUS_SEED is a number"));
    println!("seed {seed}");
    seed
}

/// Returns the top folder of the project.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = package.ancestors().find(|folder| folder.join("reports").is_dir());
    top.expect("the project's folder has reports").to_owned()
}

/// Returns a file of the test data, in `NUCLEUS_DATA` or the folder next to the project. If there is none,
/// prints a notice and returns `None`.
pub fn data(file: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("NUCLEUS_DATA")
        .map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let path = folder.join(file);
    if path.exists() {
        Some(path)
    } else {
        eprintln!("SKIPPED: {file} is not in the data folder (NUCLEUS_DATA)");
        None
    }
}

/// Returns the positions after each move of random games from the start position.
pub fn game_positions(count: usize, seed: u64) -> Vec<Setup> {
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    let start = MatrixBoard::new(&Setup::start(), portable::Token);
    let mut board = start;
    while positions.len() < count {
        let list = legal(&board);
        if list.is_empty() || board.state().halfmove >= 100 || random.below(200) == 0 {
            board = start;
            continue;
        }
        let chess_move = list[random.below(list.len() as u64) as usize];
        board = board.after(chess_move);
        positions.push(setup_of(&board));
    }
    positions
}

/// Returns the board of a FEN, or of `startpos`.
pub fn board(fen: &str) -> RulesBoard {
    let setup = Setup::named(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    RulesBoard::new(&setup, portable::Token)
}

/// Returns the moves of a kind on a board; compiled once for each board.
#[inline(never)]
pub fn listed<B: GenerateMoves, const WANTED: u8>(board: &B) -> MoveList {
    let mut list = MoveList::new();
    generate::<_, WANTED>(board, &mut list);
    list
}

/// Returns the board after legal moves in UCI's notation, separated by spaces.
pub fn play(board: &RulesBoard, moves: &str) -> RulesBoard {
    moves.split_whitespace().fold(*board, |board, text| {
        board.after(uci_move::parse(&board, text).unwrap_or_else(|error| panic!("{error}")))
    })
}

/// Returns the board after the moves of a variation, each of which must be legal.
pub fn play_line(board: &RulesBoard, moves: &[Move]) -> RulesBoard {
    moves.iter().fold(*board, |board, &chess_move| {
        assert!(legal(&board).contains(&chess_move), "{chess_move} in {moves:?} is not legal");
        board.after(chess_move)
    })
}

/// Returns up to `count` random legal moves in UCI's notation, each after a space; fewer if the game ends.
pub fn random_moves(random: &mut Random, mut at: RulesBoard, count: u64) -> String {
    let mut text = String::new();
    for _ in 0..count {
        let list = legal(&at);
        if list.is_empty() {
            break;
        }
        let chosen = list[random.below(list.len() as u64) as usize];
        text = format!("{text} {}", uci_move::format(&at, chosen));
        at = at.after(chosen);
    }
    text
}

pub fn is_mate(board: &RulesBoard) -> bool {
    board.in_check() && legal(board).is_empty()
}

/// Returns a board on which each square has a random piece with the given chance in 256, legal or not.
pub fn random_planes(random: &mut Random, chance: u64) -> Planes {
    let mut planes = Planes::EMPTY;
    for square in Square::all() {
        if random.below(256) < chance {
            let color = Color::from_index(random.below(2) as usize);
            let kind = PieceType::from_index(random.below(6) as usize);
            planes.put(square, Piece::new(color, kind));
        }
    }
    planes
}

/// Returns the position with colours exchanged, the board flipped, and the other side to move.
pub fn flipped(setup: &Setup) -> Setup {
    let mut other = setup.clone();
    let [pawns, knights, bishops, rooks, queens, kings, white, black] =
        setup.planes.0.map(u64::swap_bytes);
    other.planes = Planes([pawns, knights, bishops, rooks, queens, kings, black, white]);
    let state = &mut other.state;
    state.side = !state.side;
    state.castling = Castling(state.castling.0 >> 2 | (state.castling.0 & 3) << 2);
    let [a, b, c, d] = state.castling_rooks.map(|rook| rook.relative(Color::Black));
    state.castling_rooks = [c, d, a, b];
    state.en_passant_named = state.en_passant_named.map(|to| to.relative(Color::Black));
    state.en_passant = None;
    other
}

/// Returns the position mirrored left to right, without castling rights.
pub fn mirrored(setup: &Setup) -> Setup {
    let mut other = without_rights(setup);
    other.planes = Planes(setup.planes.0.map(|set| set.reverse_bits().swap_bytes()));
    other
}

/// Returns the position without castling rights and en passant square.
pub fn without_rights(setup: &Setup) -> Setup {
    let mut other = setup.clone();
    other.state.castling = Castling(0);
    other.state.en_passant = None;
    other.state.en_passant_named = None;
    other
}

pub fn setup_of<B: Board>(board: &B) -> Setup {
    let state: State = *board.state();
    Setup { planes: *board.planes(), state, corrections: Vec::new() }
}

/// Returns true in the long mode of `ci/test --long`, with `NUCLEUS_LONG` set.
pub fn long() -> bool {
    std::env::var_os("NUCLEUS_LONG").is_some()
}

/// Returns the settings of a property test with this number of cases, 20 times as many in the long mode. The
/// seed is fixed, so that a run repeats (`PROPTEST_RNG_SEED` sets another); the long mode draws a new one.
pub fn properties(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let chosen = long() || std::env::var_os("PROPTEST_RNG_SEED").is_some();
    ProptestConfig {
        cases: if long() { 20 * cases } else { cases },
        failure_persistence: None,
        rng_seed: if chosen { default.rng_seed } else { RngSeed::Fixed(seed()) },
        ..default
    }
}

/// Prints a row of the robustness table, which `cargo xtask check robustness` collects.
pub fn row(what: &str, how_many: &str) {
    println!("row: {what} | {how_many}");
}
