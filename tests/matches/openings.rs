//! Built-in openings, and files of openings.

use std::collections::HashSet;
use std::path::Path;

use nucleus_core::board::{Board, fen};
use nucleus_matches::{Arbiter, Ending, built_in, read_openings as read};

#[test]
fn the_built_in_lines_are_many_legal_and_different() {
    let openings = built_in(100).unwrap();
    assert!(openings.len() >= 50, "{}", openings.len());
    let mut positions = HashSet::new();
    let mut names = HashSet::new();
    for opening in &openings {
        let plies = opening.moves.len();
        assert!((6..=12).contains(&plies) && plies % 2 == 0, "{}: {plies}", opening.name);
        opening.check().unwrap();
        let mut arbiter = Arbiter::new(&opening.setup);
        opening.moves.iter().for_each(|&m| arbiter.play(m));
        assert!(positions.insert(arbiter.board().state().key), "{} again", opening.name);
        assert!(names.insert(&opening.name), "{} again", opening.name);
    }
    assert!(built_in(4).unwrap().iter().all(|opening| opening.moves.len() == 4));
}

/// Moves of an opening count as moves of the game. A game whose opening continues after a third repetition
/// goes on, as in other match runners, unless the opening ends with one.
#[test]
fn repetitions_count_from_the_opening_on() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shuffle.pgn");
    std::fs::write(&path, shuffle).unwrap();
    let read_plies = |plies| read(&path, plies, 1).map_err(|error| error.to_string());
    let ending_after = |plies, moves: &[&str]| {
        let opening = &read_plies(plies).unwrap().0[0];
        let mut arbiter = Arbiter::new(&opening.setup);
        opening.moves.iter().for_each(|&m| arbiter.play(m));
        for text in moves {
            arbiter.play(arbiter.legal(text).unwrap());
        }
        arbiter.ending()
    };
    assert_eq!(ending_after(7, &["f6g8"]), Some(Ending::Repetition));
    // An opening that ends the game is skipped. This file has no other.
    assert!(read_plies(8).unwrap_err().contains("no opening"));
    let mut over = read_plies(9).unwrap().0.remove(0);
    over.moves.truncate(8);
    assert!(over.check().unwrap_err().contains("the game is over before it begins: Repetition"));
    assert_eq!(ending_after(9, &["e7e5"]), None);
}

#[test]
fn files_are_read_and_their_errors_named() {
    let folder = tempfile::tempdir().unwrap();
    let read_as = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read(&path, 3, 1).map_err(|error| error.to_string())
    };
    let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n";
    let (openings, sha256) = read_as("a.epd", epd).unwrap();
    assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("start", 0));
    assert_eq!(sha256.len(), 64);
    let pgn = "[Opening \"Spanish\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
    let (openings, _) = read_as("a.pgn", pgn).unwrap();
    assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("Spanish", 3));
    for (name, text, expected) in [
        ("b.txt", epd, "end in .epd, .pgn, .bin or .openx"),
        ("b.epd", "\n# nothing\n", "no opening"),
        ("c.epd", "8/8 w - -\n", "no opening"),
        ("d.epd", "7k/6Q1/6K1/8/8/8/8/8 b - -\n", "no opening"),
        ("e.bin", "half an entry", "e.bin: 13 bytes"),
        ("d.pgn", "1. e4 e5 2. Ke3 *\n", "no opening"),
    ] {
        let error = read_as(name, text).unwrap_err();
        assert!(error.contains(expected), "{name}: {error}");
    }
    // Invalid openings are skipped.
    let mixed = format!("8/8 w - -\n{epd}7k/6Q1/6K1/8/8/8/8/8 b - -\n");
    assert_eq!(read_as("e.epd", &mixed).unwrap().0.len(), 1);
    let mixed = format!("1. e4 e5 2. Ke3 *\n\n{pgn}\n[Variant \"Atomic\"]\n\n1. e4 *\n\n{pgn}");
    assert_eq!(read_as("e.pgn", &mixed).unwrap().0.len(), 2);
    // If one position is of Chess960, all are, and castling rights refer to the outermost rooks.
    let lines = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -\nrkr5/8/8/8/8/8/8/RKR5 w CAca -\n";
    let (openings, _) = read_as("f.epd", lines).unwrap();
    let rights = |opening: &nucleus_matches::Opening| {
        let state = &opening.setup.state;
        (state.chess960, fen::format(&opening.setup.planes, state))
    };
    let fens = ["1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1"];
    assert_eq!(openings.iter().map(rights).collect::<Vec<_>>(), fens.map(|f| (true, f.to_owned())));
    let missing = read(Path::new("none.epd"), 3, 1).unwrap_err().to_string();
    assert!(missing.starts_with("none.epd: "), "{missing}");
}
