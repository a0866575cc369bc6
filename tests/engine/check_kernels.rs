//! The check build, with `--features check-kernels`, runs the reference after every production
//! rebuild, and compares every cell, plane and key after every move.
#![cfg(feature = "check-kernels")]

use crate::support;

use nucleus_core::board::{Board, BoardType, MatrixBoard, Setup};
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_core::movegen::{PerftMode, perft};
use nucleus_core::positions::BENCH_POSITIONS;
use nucleus_engine::uci::bench;
use nucleus_search::{EngineOptions, ProfileName};

/// Perft makes, and so compares, every position; in bulk, every position above the leaves.
#[test]
fn perft_under_the_check_build() {
    let depth = if support::long() { 4 } else { 3 };
    for level in Level::usable() {
        let mut made = 0;
        nucleus_core::with_token!(Choice { level, variant: Variant::Intrinsics }, token => {
            for fen in BENCH_POSITIONS {
                let setup = Setup::from_fen(fen).expect("a valid FEN");
                let board = MatrixBoard::new(&setup, token);
                let leaves = perft(&board, depth, PerftMode::Leaves);
                made += leaves;
                // Children whose moves are only counted are made differently.
                assert_eq!(perft(&board, depth, PerftMode::Bulk), leaves, "{fen}");
            }
        });
        support::row(&format!("check build, perft, {level}"), &format!("{made} positions"));
        assert!(made > 100_000);
    }
}

/// Complete searches of every profile, on the board whose rebuild is checked.
#[test]
fn search_under_the_check_build() {
    let depth = if support::long() { 5 } else { 3 };
    for level in Level::usable() {
        for profile in ProfileName::ALL {
            let choice = Choice { level, variant: Variant::Intrinsics };
            let board = Some(BoardType::Matrix);
            let options = EngineOptions { choice, board, profile, ..EngineOptions::default() };
            let result = bench(depth, 1, options, &mut |_, _, _| {}).expect("memory for a table");
            let statistics = result.statistics;
            assert!(statistics.rebuilds > 0, "no rebuild was checked");
            support::row(
                &format!("check build, search, {level}, profile {profile}"),
                &format!("{} nodes, {} rebuilds", statistics.nodes, statistics.rebuilds),
            );
        }
    }
}
