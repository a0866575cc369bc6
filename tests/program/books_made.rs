//! Making opening books: from games, from other books.

use crate::support;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::program::{Folder, nucleus};
use nucleus_core::board::RulesBoard;
use nucleus_core::notation::pgn;
use nucleus_core::types::Random;
use nucleus_engine::book::openx::{OpenxBook, OpenxPosition, Verdict};
use nucleus_engine::book::polyglot::{PolyglotBook, openx_key};
use nucleus_engine::book::{
    BookFault, BookMaker, OpeningBook, OpenxMaker, PolyglotMaker, best_of, gather, merge,
};

const GAMES: &str = "\
[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 1-0\n\n\
[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nf6 1/2-1/2\n\n\
[Result \"0-1\"]\n\n1. d4 d5 2. c4 e6 0-1\n\n\
[Result \"*\"]\n\n1. Nf3 d5 *\n";

fn gathered(text: &str, maker: &mut dyn BookMaker) -> usize {
    gather("games.pgn", text, maker, &AtomicBool::new(false), &mut |_| {}).games
}

fn polyglot(text: &str, plies: usize, least: u32) -> PolyglotBook {
    let mut maker = PolyglotMaker::new(plies);
    gathered(text, &mut maker);
    maker.finish(least)
}

fn openx(text: &str, plies: usize, least: u32) -> OpenxBook {
    let mut maker = OpenxMaker::new(plies);
    gathered(text, &mut maker);
    maker.finish(least).expect("positions of games")
}

fn board_after(moves: &str) -> RulesBoard {
    support::play(&support::board("startpos"), moves)
}

fn weights(book: &OpeningBook, moves: &str) -> BTreeMap<String, u32> {
    let found = book.moves(&board_after(moves)).into_iter();
    found.map(|found| (found.chess_move.to_string(), found.weight)).collect()
}

fn map(pairs: &[(&str, u32)]) -> BTreeMap<String, u32> {
    pairs.iter().map(|&(text, weight)| (text.to_owned(), weight)).collect()
}

#[test]
fn weights_follow_the_results() {
    let book = OpeningBook::Polyglot(polyglot(GAMES, 40, 1));
    // Two points for each win of the side to move, one for a draw or an unknown result.
    assert_eq!(weights(&book, ""), map(&[("e2e4", 5), ("g1f3", 1)]), "d2d4 scored nothing");
    assert_eq!(weights(&book, "e2e4"), map(&[("e7e5", 1)]), "c7c5 scored nothing");
    assert_eq!(weights(&book, "d2d4"), map(&[("d7d5", 2)]));
    let twice = OpeningBook::Polyglot(polyglot(GAMES, 40, 2));
    assert_eq!(weights(&twice, ""), map(&[("e2e4", 5)]));
    let short = OpeningBook::Polyglot(polyglot(GAMES, 1, 1));
    assert!(weights(&short, "e2e4").is_empty());
    // Weights beyond 16 bits are scaled down in proportion, and none becomes 0.
    let mut many = book.clone();
    for _ in 0..15 {
        many = merge(&many, &many).expect("one format");
    }
    assert_eq!(weights(&many, ""), map(&[("e2e4", 65_535), ("g1f3", 13_107)]));
}

/// Merging books of parts of the games gives the book of all games.
#[test]
fn merging_is_making_from_all_games() {
    let mut games: Vec<String> = pgn::read(GAMES).flatten().map(|game| game.to_string()).collect();
    games.push(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n"
            .to_owned(),
    );
    let mut least = 300;
    if let Some(path) = support::data("pgn/gm2600_linares.pgn") {
        let text = pgn::decode(std::fs::read(path).expect("it can be read"));
        games.extend(pgn::read(&text).flatten().take(60).map(|game| game.to_string()));
        least = 800;
    }
    let (first, second) = games.split_at(games.len() / 2);
    let [all, first, second] = [&games[..], first, second].map(<[String]>::concat);
    let joined = |make: &dyn Fn(&str) -> OpeningBook| {
        let joined = merge(&make(&first), &make(&second)).expect("one format");
        assert_eq!(joined.to_bytes(), make(&all).to_bytes());
        assert_eq!(OpeningBook::parse(joined.to_bytes()), Ok(joined.clone()));
        joined.to_bytes().len()
    };
    assert!(joined(&|text| OpeningBook::Polyglot(polyglot(text, 30, 1))) > least);
    assert!(joined(&|text| OpeningBook::Openx(openx(text, 30, 1))) > least);
    let two = merge(
        &OpeningBook::Polyglot(polyglot(&all, 30, 1)),
        &OpeningBook::Openx(openx(&all, 30, 1)),
    );
    assert_eq!(two, Err(BookFault::TwoFormats));
}

/// A position reached by two orders of moves is one entry, whatever en passant square its FEN has.
#[test]
fn a_transposition_is_the_same_entry() {
    for (one, other, white, black) in [
        ("1. d4 Nf6 2. c4 e6", "1. c4 e6 2. d4 Nf6", "d2d4 g8f6 c2c4 e7e6", "c2c4 e7e6 d2d4 g8f6"),
        ("1. e4 e6 2. d4", "1. d4 e6 2. e4", "e2e4 e7e6 d2d4", "d2d4 e7e6 e2e4"),
    ] {
        let book = openx(&format!("{one} 1-0\n\n{other} 1/2-1/2\n"), 40, 1);
        let [first, second] = [white, black].map(|moves| *book.find(&board_after(moves)).unwrap());
        assert_eq!(first, second);
        assert_eq!((first.games, first.half_points), (2, 3), "{one} and {other}");
        // The start, the positions of only one of the games, and the end.
        let plies = white.split(' ').count();
        assert_eq!(book.positions().len(), 1 + 2 * (plies - 1) + 1);
    }
    // A move that no game had is in the book if it leads to a book position.
    let book = OpeningBook::Openx(openx("1. d4 Nf6 2. c4 e6 3. Nc3 1-0\n", 40, 1));
    assert_eq!(weights(&book, "c2c4 g8f6"), map(&[("d2d4", 1)]));
    assert_eq!(weights(&book, "c2c4 e7e5"), map(&[]));
}

/// Returns the maximum of a position's own value and the negated values of its children.
fn minimax(book: &OpenxBook, position: &OpenxPosition) -> i16 {
    let board = position.board().expect("a position of the book");
    let moves = book.moves(&board);
    let judged = position.verdict.and_then(|verdict| verdict.score);
    let own = judged.or(moves.is_empty().then(|| position.games_value()));
    moves.iter().map(|found| -found.position.value).chain(own).max().expect("a value")
}

#[test]
fn values_are_minimax_over_the_book() {
    let book = openx(GAMES, 40, 1);
    // White wins after 3. Bb5 a6: four half points of six, with two draws added, give +120.
    let spanish = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    assert_eq!(book.find(&board_after(spanish)).unwrap().value, 120);
    // Black draws by 2. ... Nf6 instead.
    assert_eq!(book.find(&board_after("e2e4 e7e5 g1f3")).unwrap().value, 0);
    assert_eq!(book.find(&board_after("")).unwrap().value, 0);
    let all = |book: &OpenxBook| {
        for position in book.positions() {
            assert_eq!(position.value, minimax(book, position), "{position:?}");
        }
    };
    all(&book);
    if let Some(path) = support::data("pgn/gm2600_linares.pgn") {
        let text = pgn::decode(std::fs::read(path).expect("it can be read"));
        let book = openx(&text, 16, 4);
        assert!(book.positions().len() > 500, "{}", book.positions().len());
        all(&book);
    }
}

#[test]
fn repetition_is_a_draw() {
    // Both sides may repeat for ever; only White can deviate, by e4, which won or lost.
    for (result, start) in [("1-0", 120), ("0-1", 0)] {
        let book = openx(&format!("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 {result}\n"), 40, 1);
        assert_eq!(book.positions().len(), 5);
        assert_eq!(book.find(&board_after("")).unwrap().value, start, "{result}");
        assert_eq!(book.find(&board_after("g1f3")).unwrap().value, -start, "{result}");
    }
    let mated = openx("1. f3 e5 2. g4 Qh4# 0-1\n", 40, 1);
    assert_eq!(mated.find(&board_after("f2f3 e7e5 g2g4")).unwrap().value, 32_000);
}

/// Sets the checksum: FNV-1a of the header without it, and of the records.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let parts = bytes[..16].iter().chain(&bytes[24..]);
    let sum = parts.fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes[16..24].copy_from_slice(&sum.to_be_bytes());
    bytes
}

#[test]
fn broken_openx_files_are_refused() {
    let full = openx(GAMES, 4, 1).to_bytes();
    assert_eq!(OpeningBook::parse(full.clone()).unwrap().to_bytes(), full);
    assert_eq!(sealed(full.clone()), full);
    for length in 0..full.len() {
        assert!(OpeningBook::parse(full[..length].to_vec()).is_err(), "{length} bytes");
    }
    for at in 0..full.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = full.clone();
            bytes[at] ^= change;
            assert!(OpenxBook::parse(&bytes).is_err(), "byte {at} changed by {change}");
        }
    }
    let refused = |at: usize, with: &[u8]| {
        let mut bytes = full.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        OpenxBook::parse(&sealed(bytes)).unwrap_err()
    };
    let huge = u32::MAX.to_be_bytes();
    assert!(matches!(refused(12, &huge), BookFault::Cut { expected, .. } if expected > 1 << 37));
    assert!(matches!(refused(8, &[0, 2]), BookFault::Version { version: 2, .. }));
    assert!(matches!(refused(10, &[0, 53]), BookFault::Version { record: 53, .. }));
    assert!(matches!(refused(24, &[0xff; 8]), BookFault::Position { number: 2, .. }), "unsorted");
    assert!(matches!(refused(24 + 40, &huge), BookFault::Position { number: 1, .. }), "points");
    assert!(matches!(refused(24 + 48, &[0x80, 0]), BookFault::Position { number: 1, .. }), "value");
    assert!(matches!(refused(24 + 34, &[3]), BookFault::Position { number: 1, .. }), "depth");
    assert!(matches!(refused(24 + 44, &[3]), BookFault::Position { number: 1, .. }), "move");

    // Invalid boards are detected before use, and probing does not use them.
    let mut random = Random::new(support::seed());
    let start = board_after("");
    let (mut read, mut unplayable) = (0, 0);
    for _ in 0..3_000 {
        let mut bytes = full.clone();
        let record = 24 + 52 * random.below((full.len() - 24) / 52);
        bytes[record + 8 + random.below(26)] ^= 1 << random.below(8);
        let Ok(book) = OpenxBook::parse(&sealed(bytes)) else { continue };
        read += 1;
        book.moves(&start);
        let faulty = OpenxBook::new(book.positions().to_vec());
        unplayable += usize::from(faulty.is_err());
    }
    assert!(read > 2_000 && unplayable * 10 > read * 9, "{unplayable} of {read}");
}

/// The book gives no move if a search has found a better one outside the book.
#[test]
fn a_refuted_line_is_left() {
    let book = openx("1. e4 e5 2. Qh5 Ke7 0-1\n", 40, 1);
    let blunder = board_after("e2e4 e7e5 d1h5");
    let chosen = |book: &OpenxBook| best_of(&book.choices(&blunder)).map(|m| m.to_string());
    assert_eq!(chosen(&book).as_deref(), Some("e8e7"), "it won the game");
    let mut positions = book.positions().to_vec();
    let mated = openx_key(&board_after("e2e4 e7e5 d1h5 e8e7"));
    for (key, score) in [(openx_key(&blunder), 20), (mated, 31_999)] {
        let judged = positions.iter_mut().find(|position| position.key == key).expect("there");
        judged.verdict = Some(Verdict { chess_move: 1, score: Some(score), depth: 2 });
    }
    let book = OpenxBook::new(positions).expect("positions");
    assert!(book.moves(&blunder).last().expect("Ke7").value < -31_000);
    assert_eq!(book.find(&blunder).expect("there").value, 20);
    assert_eq!(chosen(&book), None);
}

#[test]
fn books_are_made_shown_and_merged() {
    let folder = Folder::new();
    let games = folder.written("games.pgn", GAMES.to_owned() + "\n1. e4 e5 2. Ke3 *\n");
    for (kind, extra) in [("bin", &[][..]), ("openx", &["--openx"])] {
        let [one, two] = ["one", "two"].map(|name| folder.at(&format!("{name}.{kind}")));
        let counts = ["--min-count", "1", "--plies", "10"];
        let make = |out: &str| {
            nucleus(&[&["book", "make", &games, "--out", out], &counts[..], extra].concat())
        };
        let made = make(&one);
        let text = made.done().stderr;
        assert!(
            text.contains("games.pgn: line 21: move 2.: 'Ke3'") && text.ends_with("; skipped\n"),
            "{text}"
        );
        assert_eq!(make(&one).code, Some(2), "the file is there already");
        nucleus(&["book", "merge", &one, &one, "--out", &two]).done();
        let show = |book: &str| -> serde_json::Value {
            nucleus(&["book", "show", "startpos", "--json", "--book", book]).json()
        };
        let number = if kind == "bin" { "weight" } else { "games" };
        let of_e4 = |book: &str| {
            let shown = show(book);
            let moves = shown["moves"].as_array().expect("moves").clone();
            let e4 = moves.iter().find(|found| found["san"] == "e4").expect("e4").clone();
            e4[number].as_u64().expect("a number")
        };
        assert_eq!(of_e4(&one), if kind == "bin" { 5 } else { 3 });
        assert_eq!(of_e4(&two), 2 * of_e4(&one));
        let table = nucleus(&["book", "show", "startpos", "--book", &two]);
        assert!(table.stdout.contains("\ne4        e2e4 "));
    }
    let x = folder.at("x");
    nucleus(&["book", "merge", &folder.at("one.bin"), &folder.at("one.openx"), "--out", &x])
        .with(2, "");
    nucleus(&["book", "make", &folder.at("missing.pgn"), "--out", &x]).with(1, "missing.pgn");
    nucleus(&["book", "make", &games, "--out", &x, "--min-count", "9"]).with(1, "");
    assert!(!folder.path("x").exists());
}
