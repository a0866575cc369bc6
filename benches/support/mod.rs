//! Support shared by the benches: criterion's settings, random positions, and times in core cycles.
#![allow(dead_code)]

use std::time::{Duration, Instant};

use criterion::Criterion;
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::Planes;
use nucleus_core::movegen::legal_moves;
use nucleus_harness::clock;

/// Returns true unless `NUCLEUS_BENCH=full` requests the long form.
pub fn is_quick() -> bool {
    std::env::var_os("NUCLEUS_BENCH").is_none_or(|form| form != "full")
}

/// Returns criterion with times short enough for `cargo bench` to end in minutes; the command line
/// may override them.
pub fn criterion() -> Criterion {
    let (warm_up, measurement) = if is_quick() { (50, 200) } else { (500, 2000) };
    let criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(warm_up))
        .measurement_time(Duration::from_millis(measurement));
    let criterion = if is_quick() { criterion.sample_size(10) } else { criterion };
    criterion.configure_from_args()
}

/// Returns `count` boards of random games, the same on every run.
pub fn boards(count: usize) -> Vec<Planes> {
    let start = MatrixBoard::new(&Setup::start(), portable::Token);
    let mut board = start;
    let mut seed = 1u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let list = legal_moves(&board);
        if list.is_empty() || board.state().halfmove >= 100 || next() % 150 == 0 {
            board = start;
            continue;
        }
        let chess_move = list[(next() % list.len() as u64) as usize];
        board = board.after(chess_move);
        boards.push(*board.planes());
    }
    boards
}

/// Returns the best and the median number of core cycles per item over `rounds` rounds of 16 calls,
/// each of `per_call` items. A round's cycles are its time times the clock measured before it.
pub fn cycles(rounds: usize, per_call: usize, mut call: impl FnMut()) -> (f64, f64) {
    let mut found: Vec<f64> = (0..rounds)
        .map(|_| {
            let ghz = clock::measure_ghz(None);
            let start = Instant::now();
            for _ in 0..16 {
                call();
            }
            start.elapsed().as_secs_f64() * ghz * 1e9 / (16 * per_call) as f64
        })
        .collect();
    found.sort_by(f64::total_cmp);
    (found[0], found[rounds / 2])
}

/// Returns true in a test (`cargo test --benches`), where a short run suffices.
pub fn is_test() -> bool {
    !std::env::args().any(|argument| argument == "--bench")
}
