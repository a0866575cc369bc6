//! Opening books: keys, files, the command line, and the engine that plays from them.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use crate::program::{Folder, nucleus};
use crate::uci::{Engine, word_after};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_core::types::Random;
use nucleus_engine::book::polyglot::{PolyglotBook, PolyglotEntry, encode_move, polyglot_key};
use nucleus_engine::book::{OpenxMaker, gather};

fn board_after(moves: &str) -> RulesBoard {
    support::play(&support::board("startpos"), moves)
}

/// Returns entries of the position after `moves`.
fn entries(moves: &str, weights: &[(&str, u16)]) -> Vec<PolyglotEntry> {
    let board = board_after(moves);
    let key = polyglot_key(&board);
    let entry = |&(text, weight): &(&str, u16)| {
        let chess_move = encode_move(&board, uci_move::parse(&board, text).expect("legal"));
        PolyglotEntry { key, chess_move, weight, learn: 0 }
    };
    weights.iter().map(entry).collect()
}

/// Returns a small book: three moves at the start, an answer to e2e4, a later castling.
fn small_book() -> PolyglotBook {
    let mut all = entries("", &[("e2e4", 6), ("d2d4", 3), ("g1f3", 1), ("a2a3", 0)]);
    all.extend(entries("e2e4", &[("e7e5", 2)]));
    let spanish = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
    all.extend(entries(spanish, &[("e1g1", 9)]));
    PolyglotBook::new(all)
}

#[test]
fn keys_are_those_of_the_vectors() {
    let Some(path) = support::data("books/polyglot_keys.txt") else { return };
    let text = std::fs::read_to_string(path).expect("it can be read");
    let vectors: Vec<_> = text
        .lines()
        .filter_map(|line| line.split_once(';'))
        .filter(|(fen, _)| !fen.starts_with('#'))
        .collect();
    assert_eq!(vectors.len(), 9);
    for (fen, key) in vectors {
        let board = RulesBoard::new(&Setup::from_fen(fen).expect("a position"), portable::Token);
        assert_eq!(format!("{:016x}", polyglot_key(&board)), key, "{fen}");
    }
}

/// Entries of real books are found under their keys, and moves played from the start are legal.
#[test]
fn real_books_are_read_completely() {
    for (name, count) in [("gnuchess_book.bin", 180_358), ("karballo_book_small.bin", 31_467)] {
        let Some(path) = support::data(&format!("books/{name}")) else { return };
        let bytes = std::fs::read(&path).expect("it can be read");
        let book = PolyglotBook::parse(bytes).expect("a book");
        assert_eq!(book.len(), count, "{name}");
        let mut of_key: BTreeMap<u64, Vec<PolyglotEntry>> = BTreeMap::new();
        book.entries().for_each(|entry| of_key.entry(entry.key).or_default().push(entry));
        for (key, entries) in of_key.iter().step_by(7) {
            assert!(book.probe(*key).eq(entries.iter().copied()), "{name}: {key:016x}");
            assert_eq!(book.probe(key ^ 1).count(), of_key.get(&(key ^ 1)).map_or(0, Vec::len));
        }
        // Along random lines of the book every entry is a legal move.
        let mut random = Random::new(support::seed());
        let (mut probes, mut castlings) = (0, 0);
        while probes < 2_000 {
            let mut board = RulesBoard::new(&Setup::start(), portable::Token);
            loop {
                let moves = book.moves(&board);
                assert_eq!(moves.len(), book.probe(polyglot_key(&board)).count(), "{name}");
                probes += 1;
                castlings += moves.iter().filter(|(found, _)| found.is_castle()).count();
                if moves.is_empty() {
                    break;
                }
                board = board.after(moves[random.below(moves.len())].0);
            }
        }
        assert!(castlings > 10, "{name}: {castlings} castlings");
    }
}

/// Returns the engine's move, and all lines of its answer to `go`.
fn go(engine: &mut Engine, position: &str, go: &str) -> (String, Vec<String>) {
    engine.send(&format!("position {position}"));
    let lines = engine.until(go, "bestmove");
    let last = lines.last().expect("an answer");
    (word_after(last, "bestmove").expect("a move").to_owned(), lines)
}

fn of_book(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("info string book: "))
}

#[test]
fn the_engine_plays_from_its_book() {
    let folder = Folder::new();
    let file = folder.written("small.bin", small_book().to_bytes());
    let mut engine = Engine::start();
    assert!(
        engine.ask(&format!("setoption name Book File value {file}"))[0]
            .contains("a Polyglot book of 6 entries")
    );
    let (_, lines) = go(&mut engine, "startpos", "go depth 1");
    assert!(!of_book(&lines), "OwnBook is off: {lines:?}");
    engine.send("setoption name OwnBook value true");
    engine.send("setoption name Best Book Move value true");
    let (best, lines) = go(&mut engine, "startpos", "go movetime 1000");
    assert_eq!(best, "e2e4");
    assert!(of_book(&lines) && lines.last().expect("one").ends_with("ponder e7e5"), "{lines:?}");
    let castles = "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
    assert_eq!(go(&mut engine, castles, "go movetime 1000").0, "e1g1");
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(go(&mut engine, castles, "go movetime 1000").0, "e1h1");
    engine.send("setoption name UCI_Chess960 value false");

    // The book respects `searchmoves`, and is not used in an analysis.
    let (best, lines) = go(&mut engine, "startpos", "go depth 1 searchmoves d2d4 g1f3 h2h4");
    assert!(of_book(&lines) && best == "d2d4", "{lines:?}");
    let (best, lines) = go(&mut engine, "startpos", "go depth 1 searchmoves h2h4");
    assert!(!of_book(&lines) && best == "h2h4", "{lines:?}");
    engine.send("position startpos");
    engine.send("go infinite");
    assert!(!of_book(&engine.until("stop", "bestmove")));
    let (_, lines) = go(&mut engine, "startpos moves d2d4", "go depth 1");
    assert!(!of_book(&lines), "not in the book: {lines:?}");

    // While the engine ponders, the book's move waits for `ponderhit`.
    engine.send("position startpos moves e2e4");
    let before = engine.ask("go ponder wtime 1000 btime 1000");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    let lines = engine.until("ponderhit", "bestmove");
    assert!(lines.last().expect("one").starts_with("bestmove e7e5"), "{lines:?}");

    // `Book Depth` counts plies from the start: at 1 the book has the start position alone, at 0 nothing.
    engine.send("setoption name Book Depth value 1");
    assert!(of_book(&go(&mut engine, "startpos", "go depth 1").1));
    assert!(!of_book(&go(&mut engine, "startpos moves e2e4", "go depth 1").1));
    engine.send("setoption name Book Depth value 0");
    assert!(!of_book(&go(&mut engine, "startpos", "go depth 1").1));
    engine.quit();
}

/// A book of positions also has positions reached by another order of moves.
#[test]
fn the_engine_plays_from_a_book_of_positions() {
    let folder = Folder::new();
    let mut maker = OpenxMaker::new(40);
    let games = "1. Nf3 d5 2. d4 Nf6 1-0\n\n1. h4 h5 0-1\n";
    gather("games.pgn", games, &mut maker, &AtomicBool::new(false), &mut |_| {});
    let book = maker.finish(1).expect("positions");
    let file = folder.written("small.openx", book.to_bytes());
    let mut engine = Engine::start();
    assert!(
        engine.ask(&format!("setoption name Book File value {file}"))[0]
            .contains("an OPENX book of 7 positions")
    );
    engine.send("setoption name OwnBook value true");
    for _ in 0..8 {
        let (best, lines) = go(&mut engine, "startpos", "go depth 1");
        assert!(of_book(&lines) && best == "g1f3", "h2h4 lost: {lines:?}");
    }
    let (best, lines) = go(&mut engine, "startpos moves d2d4 d7d5", "go depth 1");
    assert!(of_book(&lines) && best == "g1f3", "{lines:?}");
    assert!(lines.last().expect("one").ends_with("ponder g8f6"), "{lines:?}");
    let (_, lines) = go(&mut engine, "startpos moves d2d4 e7e5", "go depth 1");
    assert!(!of_book(&lines), "{lines:?}");
    let damaged = [&book.to_bytes()[..100], &[0; 9]].concat();
    let file = folder.written("cut.openx", &damaged);
    assert!(
        engine.ask(&format!("setoption name Book File value {file}"))[0]
            .contains("109 bytes instead of 388")
    );
    assert!(!of_book(&go(&mut engine, "startpos", "go depth 1").1));
    engine.quit();
}

#[test]
fn a_seed_repeats_what_is_drawn() {
    let folder = Folder::new();
    let file = folder.written("small.bin", small_book().to_bytes());
    let mut engine = Engine::start();
    assert!(engine.ask("setoption name OwnBook value true")[0].contains("there is no book"));
    engine.send(&format!("setoption name Book File value {file}"));
    let mut drawn = |seed: u32| -> Vec<String> {
        engine.send(&format!("setoption name Book Seed value {seed}"));
        (0..40).map(|_| go(&mut engine, "startpos", "go depth 1").0).collect()
    };
    let first = drawn(7);
    assert_eq!(first, drawn(7));
    assert_ne!(first, drawn(8));
    let moves: BTreeSet<&str> = first.iter().map(String::as_str).collect();
    assert_eq!(moves, BTreeSet::from(["d2d4", "e2e4", "g1f3"]), "never a move of weight 0");
    engine.quit();
}

/// Each invalid file is reported once, and the engine plays without it.
#[test]
fn a_broken_book_is_reported_and_played_without() {
    let folder = Folder::new();
    let full = small_book().to_bytes();
    let good = folder.written("good.bin", &full);
    let mut unsorted = full.clone();
    unsorted[..8].fill(0xff);
    let mut random = Random::new(support::seed());
    let noise: Vec<u8> = (0..16 * 64).map(|_| random.bits() as u8).collect();
    let mut engine = Engine::start();
    engine.ask("setoption name OwnBook value true");
    for (name, bytes, expected) in [
        ("empty.bin", &[][..], "the file is empty"),
        ("cut.bin", &full[..full.len() - 1], "not a multiple of 16"),
        ("unsorted.bin", &unsorted, "entry 2 has a smaller key"),
        ("noise.bin", &noise, "has a smaller key"),
    ] {
        let file = folder.written(name, bytes);
        engine.send(&format!("setoption name Book File value {good}"));
        assert!(of_book(&go(&mut engine, "startpos", "go depth 1").1));
        let lines = engine.ask(&format!("setoption name Book File value {file}"));
        let reports = |line: &&String| line.starts_with("info string") && line.contains(expected);
        assert_eq!(lines.iter().filter(reports).count(), 1, "{name}: {lines:?}");
        let (_, lines) = go(&mut engine, "startpos", "go depth 1");
        assert!(!lines.iter().any(|line| line.contains("book")), "{name}: {lines:?}");
        let shown = nucleus(&["book", "show", "startpos", "--book", &file]).with(1, expected);
        assert!(shown.stderr.contains(name), "{name}: {}", shown.stderr);
    }
    for (file, expected) in
        [(folder.at(""), "it is a directory, not a file"), ("none".into(), "none: ")]
    {
        assert!(
            engine.ask(&format!("setoption name Book File value {file}"))[0].contains(expected),
            "{file}"
        );
    }
    engine.quit();
}

#[test]
fn a_position_is_shown() {
    let folder = Folder::new();
    let file = folder.written("small.bin", small_book().to_bytes());
    let text = nucleus(&["book", "show", "startpos", "--book", &file]).done().stdout;
    assert!(text.contains("key 463b96181691fc9c"), "{text}");
    let row: Vec<&str> = text.lines().nth(3).expect("a row").split_whitespace().collect();
    assert_eq!(row, ["e4", "e2e4", "6", "60.0", "%"]);
    let json = nucleus(&["book", "show", "startpos", "--book", &file, "--json"]).json();
    assert_eq!(json["moves"][1]["san"], "d4");
    let bare = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let none = nucleus(&["book", "show", bare, "--book", &file]).done();
    assert!(none.stdout.contains("not in the book"));
    assert_eq!(nucleus(&["book", "show", "nonsense", "--book", &file]).code, Some(1));
    assert_eq!(nucleus(&["book", "show", "startpos"]).code, Some(2));
}
