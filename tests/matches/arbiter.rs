//! The legality of moves, and every end of a game.

use nucleus_core::board::Setup;
use nucleus_core::types::Color;
use nucleus_matches::{Arbiter, Ending};

fn played(fen: Option<&str>, moves: &str) -> Arbiter {
    let setup = fen.map_or_else(Setup::start, |fen| Setup::from_fen(fen).unwrap());
    let mut arbiter = Arbiter::new(&setup);
    for text in moves.split_whitespace() {
        let chess_move = arbiter.legal(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(arbiter.ending(), None, "before {text}");
        arbiter.play(chess_move);
    }
    arbiter
}

fn ending(fen: Option<&str>, moves: &str) -> Option<Ending> {
    played(fen, moves).ending()
}

#[test]
fn every_end_of_a_game() {
    assert_eq!(ending(None, "f2f3 e7e5 g2g4 d8h4"), Some(Ending::Checkmate(Color::White)));
    assert_eq!(ending(Some("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), "f1f7"), Some(Ending::Stalemate));
    let dead = "8/8/4k3/8/3p4/4K3/8/8 w - - 0 1";
    assert_eq!(ending(Some(dead), "e3d4"), Some(Ending::DeadPosition));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(ending(None, shuffle), None, "the second time only");
    assert_eq!(ending(None, &shuffle.repeat(2)), Some(Ending::Repetition));
    let fifty = "4k3/8/8/8/8/8/R7/4K3 w - - 99 80";
    assert_eq!(ending(Some(fifty), ""), None);
    assert_eq!(ending(Some(fifty), "a2a3"), Some(Ending::FiftyMoves));
    let mate = "7k/8/6K1/8/8/8/R7/8 w - - 99 80";
    assert_eq!(ending(Some(mate), "a2a8"), Some(Ending::Checkmate(Color::Black)));
}

#[test]
fn a_right_to_capture_in_passing_makes_another_position() {
    // After e2e4 Black may capture en passant; later, without that right, the position differs.
    let fen = "4k3/8/8/8/3p4/8/4P3/R3K2r w - - 0 1";
    assert!(Arbiter::new(&Setup::from_fen(fen).unwrap()).legal("a1a2").is_none(), "in check");
    let fen = "4k2r/8/8/8/3p4/8/4P3/R3K3 w - - 0 1";
    let twice = "e2e4 h8h7 a1a2 h7h8 a2a1 h8h7 a1a2 h7h8 a2a1";
    assert_eq!(ending(Some(fen), twice), None);
}

#[test]
fn only_the_usual_spelling_is_a_move() {
    let castling = Arbiter::new(&Setup::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap());
    assert!(castling.legal("e1g1").is_some());
    for bad in ["e1h1", "O-O", "e1e3", "", "(none)", "0000", "E1G1", "e1g1q"] {
        assert!(castling.legal(bad).is_none(), "{bad}");
    }
    assert!(played(None, "e2e4").legal("e2e4").is_none());
    let promotion = Arbiter::new(&Setup::from_fen("7k/4P3/8/8/8/8/8/K7 w - - 0 1").unwrap());
    assert!(promotion.legal("e7e8q").is_some() && promotion.legal("e7e8Q").is_none());
}
