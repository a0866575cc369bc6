//! Runs every layer once, on a few positions. Under Miri (`cargo xtask check sanitize miri`), which detects
//! each invalid access to memory, this takes a thousand times as long.

use crate::support::{self, Random, game_positions, legal};
use nucleus_core::board::{Board, MatrixBoard, START_FEN, Setup, fen};
use nucleus_core::kernels::{PieceList, REFERENCE, Rebuilt, SquareList, available, portable};
use nucleus_core::matrix::Planes;
use nucleus_core::matrix::cell::pieces_mask;
use nucleus_core::movegen::{PerftMode, perft};
use nucleus_core::notation::{epd, pgn, san, uci_move};
use nucleus_core::types::{Color, Piece, PieceType, Square};
use nucleus_search::{EngineOptions, Limits, SearchEngine, Signals};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Compares the rebuild and the three scanners of every available level with the reference, on boards from
/// games, an empty board and a full one.
#[test]
fn kernels_equal_the_reference() {
    let mut boards = vec![Planes::EMPTY];
    boards.extend(game_positions(6, support::seed()).iter().map(|setup| setup.planes));
    let mut full = Planes::EMPTY;
    for square in Square::all() {
        full.put(square, Piece::new(Color::from_index(square.index() % 2), PieceType::Queen));
    }
    boards.push(full);
    for level in available() {
        for planes in &boards {
            let (mut frame, mut expected) = (Rebuilt::default(), Rebuilt::default());
            (level.rebuild)(planes, Color::Black, &mut frame);
            (REFERENCE.rebuild)(planes, Color::Black, &mut expected);
            assert_eq!(frame.nucleus, expected.nucleus, "{}", level.name);
            assert_eq!(frame.influence, expected.influence, "{}", level.name);
            let nucleus = &frame.nucleus;
            let mask = pieces_mask(Color::White);
            let (mut list, mut expected) = (PieceList::default(), PieceList::default());
            let count = (level.scan)(nucleus, mask, &mut list);
            assert_eq!(count, (REFERENCE.scan)(nucleus, mask, &mut expected), "{}", level.name);
            assert_eq!(list.0[..count], expected.0[..count], "{}", level.name);
            let (mut list, mut expected) = (SquareList::default(), SquareList::default());
            let count = (level.squares)(nucleus, mask, &mut list);
            assert_eq!(count, (REFERENCE.squares)(nucleus, mask, &mut expected), "{}", level.name);
            assert_eq!(list.0[..count], expected.0[..count], "{}", level.name);
            let (mut lists, mut expected) = ([PieceList::default(); 2], [PieceList::default(); 2]);
            let counts = (level.scan_both)(nucleus, &mut lists);
            assert_eq!(counts, (REFERENCE.scan_both)(nucleus, &mut expected), "{}", level.name);
            for color in 0..2 {
                assert_eq!(lists[color].0[..counts[color]], expected[color].0[..counts[color]]);
            }
        }
    }
}

/// Random games: every board after `make` equals the one set up from its FEN, and every move is read back
/// from both notations.
#[test]
fn games_and_notation() {
    let mut random = Random(support::seed());
    for start in [START_FEN, KIWIPETE] {
        let setup = Setup::from_fen(start).expect("a valid FEN");
        let mut board = MatrixBoard::new(&setup, portable::Token);
        for _ in 0..8 {
            let list = legal(&board);
            let Some(&chosen) = list.get(random.below(list.len().max(1) as u64) as usize) else {
                break;
            };
            let short = san::format(&board, chosen);
            assert_eq!(san::parse(&board, &short), Ok(chosen), "{short}");
            let long = uci_move::format(&board, chosen);
            assert_eq!(uci_move::parse(&board, &long), Ok(chosen), "{long}");
            board = board.after(chosen);
            let text = fen::format(board.planes(), board.state());
            let again = Setup::from_fen(&text).expect("what we write is valid");
            let again = MatrixBoard::new(&again, portable::Token);
            assert_eq!(again.planes(), board.planes(), "{text}");
            assert_eq!(again.state().key, board.state().key, "{text}");
        }
    }
}

#[test]
fn texts_are_read_or_refused() {
    let first = epd::read("4k3/8/8/8/8/8/4K3/R6R w - - bm Rad1; id \"x\";").next();
    assert_eq!(first.expect("a line").expect("a valid one").text("id"), Some("x"));
    assert!(epd::read("4k3/8/8 w - -").next().expect("a line").is_err());
    for bytes in [&b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n"[..], b"1. e4 (1. d4 {\xff", b"[[[\"\\"] {
        for game in pgn::read(&pgn::decode(bytes.to_vec())) {
            if let Err(error) = game {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn perft_of_two_plies() {
    for (position, nodes) in [(START_FEN, 400), (KIWIPETE, 2039)] {
        let setup = Setup::from_fen(position).expect("a valid FEN");
        let board = MatrixBoard::new(&setup, portable::Token);
        assert_eq!(perft(&board, 2, PerftMode::Bulk), nodes, "{position}");
    }
}

#[test]
fn a_short_search() {
    let never = Signals::default();
    let mut engine = SearchEngine::new(1, EngineOptions::default()).expect("a table of 1 MiB");
    for position in [START_FEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let setup = Setup::from_fen(position).expect("a valid FEN");
        let limits = Limits::depth(2);
        let outcome = engine.search(&setup, &[], &limits, &never, &mut |_| {});
        assert!(!outcome.lines.is_empty());
    }
}
