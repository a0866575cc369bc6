//! Entries of a Polyglot book.

use crate::support::board;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_engine::book::polyglot::{PolyglotEntry, encode_move};

#[test]
fn an_entry_is_written_as_the_format_has_it() {
    let bytes = *b"\x01\x23\x45\x67\x89\xab\xcd\xef\x03\x1c\x00\x0a\x00\x00\x00\x05";
    let entry = PolyglotEntry::from_bytes(bytes);
    assert_eq!(entry.key, 0x0123_4567_89ab_cdef);
    assert_eq!((entry.chess_move, entry.weight, entry.learn), (0x031c, 10, 5));
    assert_eq!(entry.to_bytes(), bytes);
    let start = RulesBoard::new(&Setup::start(), portable::Token);
    assert!(entry.is_of(&start, uci_move::parse(&start, "e2e4").unwrap()));
}

#[test]
fn castling_and_promotion() {
    let castles = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let black = board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    // Squares in octal: the origin's rank and file, then the target's.
    for (at, text, coded, also) in [
        (&castles, "e1g1", 0o0407, 0o0406),
        (&castles, "e1c1", 0o0400, 0o0402),
        (&black, "e8g8", 0o7477, 0o7476),
        (&black, "e8c8", 0o7470, 0o7472),
    ] {
        let castling = uci_move::parse(at, text).unwrap();
        assert_eq!(encode_move(at, castling), coded, "{text}");
        let entry = |coded| PolyglotEntry { key: 0, chess_move: coded, weight: 1, learn: 0 };
        assert!(entry(coded).is_of(at, castling) && entry(also).is_of(at, castling), "{text}");
        assert!(!entry(coded ^ 0o10).is_of(at, castling), "{text}");
    }
    let pawn = board("1r5k/P7/8/8/8/8/8/7K w - - 0 1");
    for (text, promotion) in [("a7a8n", 1), ("a7a8b", 2), ("a7b8r", 3), ("a7b8q", 4)] {
        let promoting = uci_move::parse(&pawn, text).unwrap();
        assert_eq!(encode_move(&pawn, promoting) >> 12, promotion, "{text}");
    }
    // A rook's move over the castling squares is not castling.
    let rook = board("1k6/8/8/8/8/8/8/K3R2R w - - 0 1");
    let step = uci_move::parse(&rook, "e1g1").unwrap();
    assert_eq!(encode_move(&rook, step), 0o0406);
    let taking = PolyglotEntry { key: 0, chess_move: 0o0407, weight: 1, learn: 0 };
    assert!(!taking.is_of(&rook, step));
}
