//! Any text as FEN is rejected with a message, or is a usable position that round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_core::board::{Board, MatrixBoard, Setup, fen, slow_magic_board};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{PerftMode, perft};

fuzz_target!(|line: &str| {
    match Setup::from_fen(line) {
        Err(error) => {
            assert!((1..=line.len() + 1).contains(&error.column), "{error}");
            assert!(error.to_string().len() < 4096);
        }
        Ok(setup) => {
            let board = MatrixBoard::new(&setup, portable::Token);
            let text = fen::format(board.planes(), board.state());
            let again = Setup::from_fen(&text).expect("what we write we read");
            assert!(again.corrections.is_empty(), "{text}: {:?}", again.corrections);
            assert_eq!(fen::format(&again.planes, &again.state), text);
            let magic = slow_magic_board(&setup, portable::Token);
            let moves = perft(&board, 2, PerftMode::Bulk);
            assert_eq!(perft(&magic, 2, PerftMode::Bulk), moves, "{text}");
        }
    }
});
