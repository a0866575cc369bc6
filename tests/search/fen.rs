//! FEN: every error of a corpus is reported with its kind, valid positions are written as they were
//! read, and no input causes a panic.

use crate::faulty_fen::{Corrected, RULES, Refused};
use crate::support::{self, Random, game_positions};
use nucleus_core::board::{Board, MatrixBoard, Setup, fen, slow_magic_board};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{PerftMode, perft};
use nucleus_search::{EngineOptions, Limits, SearchEngine, Signals};
use proptest::prelude::*;

/// Checks an accepted position: its FEN is written as it was read, its moves can be counted, and it
/// can be searched.
fn is_usable(setup: &Setup, engine: Option<&mut SearchEngine>) {
    let board = MatrixBoard::new(setup, portable::Token);
    let line = fen::format(board.planes(), board.state());
    let again = Setup::from_fen(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(again.corrections.is_empty(), "{line}: {:?}", again.corrections);
    assert_eq!(fen::format(&again.planes, &again.state), line);
    let moves = perft(&board, 2, PerftMode::Bulk);
    let magic = slow_magic_board(setup, portable::Token);
    assert_eq!(perft(&magic, 2, PerftMode::Bulk), moves, "{line}");
    if let Some(engine) = engine {
        let never = Signals::default();
        engine.search(setup, &[], &Limits::depth(3), &never, &mut |_| {});
    }
}

/// At least 2,000 invalid lines, up to 60 for each rule.
#[test]
fn every_invalid_fen_is_refused_or_corrected() {
    const EACH: usize = 60;
    let seed = support::seed();
    let mut random = Random(seed);
    let positions = game_positions(4000, seed);
    let mut engine = SearchEngine::new(1, EngineOptions::default()).expect("a table of 1 MiB");
    let mut total = [0; 2];
    for (name, make, fate) in RULES {
        let mut made = 0;
        let start = random.below(positions.len() as u64) as usize;
        for setup in positions.iter().cycle().skip(start).take(positions.len()) {
            if made == EACH {
                break;
            }
            let Some(line) = make(setup, &mut random) else { continue };
            made += 1;
            let shown = &line[..line.floor_char_boundary(200)];
            match (fate, Setup::from_fen(&line)) {
                (Refused(field, words), Err(error)) => {
                    assert_eq!(error.field, *field, "{name}: {shown:?}: {error}");
                    assert!(error.reason.contains(words), "{name}: {shown:?}: {error}");
                    assert!(
                        (1..=line.len() + 1).contains(&error.column),
                        "{name}: {shown:?}: {error}"
                    );
                    assert!(error.to_string().len() < 200, "{name}: a message of a line");
                    total[0] += 1;
                }
                (Corrected(words), Ok(found)) => {
                    let text = found.corrections.join("; ");
                    assert!(text.contains(words), "{name}: {shown:?} corrected: {text:?}");
                    is_usable(&found, Some(&mut engine));
                    total[1] += 1;
                }
                (Refused(..), Ok(_)) => panic!("{name}: {shown:?} was accepted"),
                (Corrected(_), Err(error)) => panic!("{name}: {shown:?} was refused: {error}"),
            }
        }
        assert!(made > 0, "{name}: no position that the rule applies to");
    }
    support::row(
        &format!("faulty FENs by {} rules", RULES.len()),
        &format!("{} refused, {} corrected and said", total[0], total[1]),
    );
    assert!(total[0] + total[1] >= 2000, "a corpus of {total:?}");
}

/// An en passant square that no pawn can use is valid and kept, but not part of the key.
#[test]
fn an_unusable_en_passant_square_is_valid() {
    let line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let setup = Setup::from_fen(line).unwrap();
    assert!(setup.corrections.is_empty());
    let board = MatrixBoard::new(&setup, portable::Token);
    assert_eq!(fen::format(board.planes(), board.state()), line);
    let without = Setup::from_fen(&line.replace("e3", "-")).unwrap();
    assert_eq!(board.state().key, MatrixBoard::new(&without, portable::Token).state().key);
}

fn comes_back(line: &str) {
    let setup = Setup::from_fen(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(setup.corrections.is_empty(), "{line}: {:?}", setup.corrections);
    assert_eq!(fen::format(&setup.planes, &setup.state), line);
}

#[test]
fn valid_positions_come_back_as_they_were() {
    for file in ["perft/standard.epd", "perft/perft-marcel.epd", "perft/fischer.epd"] {
        let Some(path) = support::data(file) else { continue };
        let text = std::fs::read_to_string(path).expect("a readable file");
        let mut count = 0;
        for line in text.lines().filter(|line| line.contains(';')) {
            let fen = line.split(';').next().unwrap_or_default().trim_matches([' ', '\0']);
            comes_back(fen);
            count += 1;
        }
        support::row(&format!("FEN round trip, {file}"), &format!("{count} positions"));
        assert!(count > 100);
    }
    let positions = game_positions(10_000, support::seed());
    for setup in &positions {
        comes_back(&fen::format(&setup.planes, &setup.state));
    }
}

/// Returns a FEN with a few bytes changed.
fn nearly_fen() -> impl Strategy<Value = String> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), "[ -~]{0,3}"), 0..6);
    (any::<u64>(), changes).prop_map(|(seed, changes)| {
        let setup = &game_positions(1 + (seed % 60) as usize, seed)[(seed % 60) as usize];
        let mut line = fen::format(&setup.planes, &setup.state);
        for (at, text) in changes {
            let at = at.index(line.len());
            line.replace_range(at..=at, &text);
            if line.is_empty() {
                break;
            }
        }
        line
    })
}

proptest! {
    #![proptest_config(support::properties(6_000))]

    /// Any text, FEN with bytes changed, and letters of FEN in any order.
    #[test]
    fn what_looks_like_fen_is_read_or_refused(line in prop_oneof![
        any::<String>(),
        nearly_fen(),
        "[pnbrqkPNBRQK1-8/]{0,80} [wb-] [KQkqA-Ha-h-]{1,4} (-|[a-h][36]) [0-9]{1,3} [0-9]{1,4}",
    ]) {
        if let Ok(setup) = Setup::from_fen(&line) {
            is_usable(&setup, None);
        }
    }
}
