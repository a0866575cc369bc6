//! Support shared by the tests: seeds, random games, the data folder.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use nucleus_core::board::{Board, MatrixBoard, Setup, State};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::types::MoveList;
use proptest::test_runner::{Config as ProptestConfig, RngSeed};

/// A small generator of pseudo-random numbers (SplitMix64), so that a seed repeats a test.
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

/// The seed of a run: `NUCLEUS_SEED`, or a fixed one.
pub fn seed() -> u64 {
    match std::env::var("NUCLEUS_SEED") {
        Ok(text) => text.parse().expect("NUCLEUS_SEED is a number"),
        Err(_) => 20_260_101,
    }
}

/// The top folder of the project.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = package.ancestors().find(|folder| folder.join("reports").is_dir());
    top.expect("the project's folder has reports").to_owned()
}

/// The folder of test data: `NUCLEUS_DATA`, or the one beside the project; `None` is said aloud.
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

/// Random positions of random games from the start position.
pub fn game_positions(count: usize, seed: u64) -> Vec<Setup> {
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    let start = MatrixBoard::new(&Setup::start(), portable::Token);
    let mut board = start;
    while positions.len() < count {
        let mut list = MoveList::new();
        generate::<_, ALL>(&board, &mut list);
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

/// The position of a board.
pub fn setup_of<B: Board>(board: &B) -> Setup {
    let state: State = *board.state();
    Setup { planes: *board.planes(), state, corrections: Vec::new() }
}

/// True in the long mode of `ci/test --long`: `NUCLEUS_LONG` is set.
pub fn long() -> bool {
    std::env::var_os("NUCLEUS_LONG").is_some()
}

/// Settings of a property test: as many cases, 20 times as many in the long mode. One seed, so that
/// a run can be repeated (`PROPTEST_RNG_SEED` gives another); the long mode takes a new one.
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

/// A row of the robustness table: `cargo xtask check robustness` collects these lines.
pub fn row(what: &str, how_many: &str) {
    println!("row: {what} | {how_many}");
}
