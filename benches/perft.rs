//! Perft against cozy-chess, in one process and turn by turn: identical work, so the fairest raw
//! comparison of boards.

mod support;

use std::hint::black_box;
use std::time::Instant;

use cozy_chess::Board as CozyBoard;
use nucleus::board::{Board, MatrixBoard, START_FEN, Setup};
use nucleus::kernels::{Choice, Level, Variant};
use nucleus::movegen::{PerftMode, perft};
use nucleus::with_token;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn cozy(board: &CozyBoard, depth: usize, bulk: bool) -> u64 {
    let mut total = 0;
    board.generate_moves(|moves| {
        if bulk && depth == 1 {
            total += moves.len() as u64;
        } else {
            for chess_move in moves {
                let mut child = board.clone();
                child.play_unchecked(chess_move);
                total += if depth == 1 { 1 } else { cozy(&child, depth - 1, bulk) };
            }
        }
        false
    });
    total
}

fn ours(fen: &str, depth: usize, level: Level, mode: PerftMode) -> u64 {
    let setup = Setup::from_fen(fen).expect("a valid FEN");
    let choice = Choice { level, variant: Variant::Intrinsics };
    with_token!(choice, token => perft(&MatrixBoard::new(&setup, token), depth, mode))
}

fn seconds(work: impl FnOnce() -> u64, expected: u64) -> f64 {
    let start = Instant::now();
    assert_eq!(black_box(work()), expected);
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let test = support::is_test();
    let quick = support::is_quick() && !test;
    let rounds = if test { 1 } else { 7 };
    let cases: [(&str, &str, usize, u64); 2] = if test {
        [("start", START_FEN, 4, 197_281), ("kiwipete", KIWIPETE, 3, 97_862)]
    } else if quick {
        [("start", START_FEN, 5, 4_865_609), ("kiwipete", KIWIPETE, 4, 4_085_603)]
    } else {
        [("start", START_FEN, 6, 119_060_324), ("kiwipete", KIWIPETE, 5, 193_690_690)]
    };
    println!(
        "{:<10} {:<9} {:<12} {:>9} {:>9} {:>7}",
        "position", "level", "mode", "ours M/s", "cozy M/s", "ratio"
    );
    for (name, fen, depth, count) in cases {
        let board: CozyBoard = fen.parse().expect("a valid FEN");
        for level in Level::usable() {
            for mode in [PerftMode::Bulk, PerftMode::BulkPlanes, PerftMode::Leaves] {
                let best = level == Level::detected();
                let leaves = mode == PerftMode::Leaves;
                // Below avx512 moves are counted one by one, from cells: both modes are the same.
                let same = mode == PerftMode::BulkPlanes && level < Level::Avx512;
                if (leaves && !best || same || quick && !best) && !test {
                    continue;
                }
                let bulk = !leaves;
                let rounds = if leaves || !best { rounds.min(3) } else { rounds };
                let mut ratios = Vec::new();
                let (mut mine, mut theirs) = (Vec::new(), Vec::new());
                for round in 0..rounds {
                    let a =
                        |m: &mut Vec<f64>| m.push(seconds(|| ours(fen, depth, level, mode), count));
                    let b = |t: &mut Vec<f64>| t.push(seconds(|| cozy(&board, depth, bulk), count));
                    if round % 2 == 0 {
                        a(&mut mine);
                        b(&mut theirs);
                    } else {
                        b(&mut theirs);
                        a(&mut mine);
                    }
                    ratios.push(theirs[round] / mine[round]);
                }
                let speed = |times: Vec<f64>| count as f64 / median(times) / 1e6;
                println!(
                    "{name:<10} {level:<9} {:<12} {:>9.1} {:>9.1} {:>7.2}",
                    format!("{mode:?}"),
                    speed(mine),
                    speed(theirs),
                    median(ratios)
                );
            }
        }
    }
    println!(
        "Bulk: every position that is made has live cells. BulkPlanes: those whose moves are only counted have none."
    );
    println!(
        "Leaves: every leaf is made and its cells are written. Ratio: ours over cozy-chess in the same mode of counting."
    );
}
