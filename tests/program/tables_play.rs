//! Endgame tables in play: at the root, in the search, over UCI, on the command line.

use std::sync::Arc;

use crate::endgames::{folder, position};
use crate::program::nucleus;
use crate::support::{self, Random, board, is_mate, legal};
use crate::uci::{Engine, word_after};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::notation::uci_move;
use nucleus_core::types::Move;
use nucleus_core::types::score::{self, mate_plies};
use nucleus_engine::tablebase::gaviota::Gaviota;
use nucleus_engine::tablebase::syzygy::Syzygy;
use nucleus_engine::tablebase::{MateDistance, TablebaseSet};
use nucleus_search::{
    EngineOptions, Limits, ProfileName, SearchEngine, SearchOutcome, Signals, Tablebases,
};

fn gaviota() -> Option<Gaviota> {
    Some(Gaviota::open(&[folder("gaviota34")?], 8).0)
}

fn syzygy() -> Option<Syzygy> {
    Some(Syzygy::open(&[folder("syzygy34")?]).0)
}

fn engine(tables: TablebaseSet, profile: ProfileName) -> SearchEngine {
    let tables: Option<Arc<dyn Tablebases>> = Some(Arc::new(tables));
    let options = EngineOptions { tables, profile, ..EngineOptions::default() };
    SearchEngine::new(1, options).expect("a table")
}

fn search(engine: &mut SearchEngine, board: &RulesBoard, limits: &Limits) -> SearchOutcome {
    let setup = support::setup_of(board);
    engine.search(&setup, &[], limits, &Signals::default(), &mut |_| {})
}

/// Returns a won position of these pieces for the side to move, with its distance to mate.
fn won(men: &str, tables: &TablebaseSet, random: &mut Random) -> (RulesBoard, u16) {
    loop {
        let board = position(men, random);
        if let Some(MateDistance::Win(plies)) = tables.mate_distance(&board) {
            return (board, plies);
        }
    }
}

/// 200 won positions of three and four pieces: the engine announces the mate at its distance, and mates in
/// exactly that many plies against the longest defence.
#[test]
fn won_positions_are_mated_within_their_distance() {
    let (Some(tables), Some(defence)) = (gaviota(), gaviota()) else { return };
    let defence = TablebaseSet::new(None, Some(defence), 1, true);
    let mut engine = engine(TablebaseSet::new(None, Some(tables), 1, true), ProfileName::Full);
    let mut random = Random(support::seed());
    let men = [
        "kqk", "krk", "kpk", "kqqk", "kqrk", "kqbk", "kqnk", "kqpk", "krrk", "krbk", "krnk",
        "krpk", "kbbk", "kbnk", "kbpk", "knpk", "kppk", "kqkq", "kqkr", "kqkb", "kqkn", "kqkp",
        "krkr", "krkb", "krkn", "krkp", "kpkp",
    ];
    let (mut mated, mut plies_played, mut longest) = (0, 0, 0);
    for number in 0..200 {
        let (mut board, distance) = won(men[number % men.len()], &defence, &mut random);
        for left in (1..=distance).rev() {
            let chess_move = if (distance - left) % 2 == 0 {
                let outcome = search(&mut engine, &board, &Limits::depth(1));
                let line = &outcome.lines[0];
                assert_eq!(mate_plies(line.score), Some(i32::from(left)), "{line:?}");
                assert_eq!(line.moves.len(), usize::from(left), "the line leads to the mate");
                outcome.best_move().expect("a move")
            } else {
                defence.moves_by_mate(&board).expect("moves")[0].0
            };
            board = board.after(chess_move);
            plies_played += 1;
        }
        assert!(is_mate(&board), "{number}");
        longest = longest.max(distance);
        mated += 1;
    }
    let what = format!("{mated} positions, {plies_played} plies, the longest {longest}");
    support::row("endgame tables: won positions mated within their distance", &what);
}

/// With Syzygy alone a won position is played to mate against the longest defence: every move keeps
/// the win, and captures and pawn moves come within fifty moves.
#[test]
fn won_positions_are_won_by_dtz() {
    let (Some(tables), Some(distances)) = (syzygy(), gaviota()) else { return };
    let judge = TablebaseSet::new(None, Some(distances), 1, true);
    let mut engine = engine(TablebaseSet::new(Some(tables), None, 1, true), ProfileName::Full);
    let mut random = Random(support::seed());
    for men in ["kqk", "krk", "kpk", "kbnk", "kqkr", "krkn", "krpk", "kqkp"] {
        let mut board = won(men, &judge, &mut random).0;
        let mut plies = 0;
        while !is_mate(&board) {
            let chess_move = if plies % 2 == 0 {
                let outcome = search(&mut engine, &board, &Limits::depth(4));
                assert!(outcome.lines[0].score > 30_000, "{men}: {:?}", outcome.lines[0]);
                assert!(outcome.statistics.table_hits > 0);
                outcome.best_move().expect("a move")
            } else {
                judge.moves_by_mate(&board).expect("moves")[0].0
            };
            board = board.after(chess_move);
            plies += 1;
            assert!(board.state().halfmove < 100 && plies < 300, "{men}: no progress");
        }
    }
}

/// With more pieces than the tables have, positions right after captures are probed, and the score is a
/// table's. Without tables, and in the paper's profile, nothing is probed.
#[test]
fn the_search_asks_the_tables_below_the_root() {
    let (Some(syzygy), Some(_)) = (syzygy(), folder("gaviota34")) else { return };
    // The position has five pieces. The bishop ending after the capture of the rook is drawn.
    let drawn = board("8/8/8/3k4/8/8/3r4/2B1K2b w - - 0 1");
    let tables = Arc::new(TablebaseSet::new(Some(syzygy), None, 1, true));
    for profile in [ProfileName::Full, ProfileName::Umko, ProfileName::Axon] {
        for with_tables in [true, false] {
            let given: Arc<dyn Tablebases> = Arc::<TablebaseSet>::clone(&tables);
            let tables = with_tables.then_some(given);
            let options = EngineOptions { tables, profile, ..EngineOptions::default() };
            let mut engine = SearchEngine::new(1, options).expect("a table");
            let outcome = search(&mut engine, &drawn, &Limits::depth(6));
            let asks = with_tables && profile.uses_tables();
            assert_eq!(outcome.statistics.table_hits > 0, asks, "{profile}");
            if asks {
                assert_eq!(outcome.lines[0].score, 0, "{profile}: {:?}", outcome.lines[0]);
            }
        }
    }
}

/// A mate in the tables is found from a position with more pieces, no later than at its distance.
#[test]
fn mates_of_tables_are_announced_from_outside_them() {
    let Some(tables) = gaviota() else { return };
    let judge = TablebaseSet::new(None, gaviota(), 1, true);
    let mut engine = engine(TablebaseSet::new(None, Some(tables), 1, true), ProfileName::Full);
    // The queen captures the knight, which leaves queen and pawn against king.
    let board = board("8/8/8/1k6/8/3n4/P7/3QK3 w - - 0 1");
    let taken = uci_move::parse(&board, "d1d3").expect("a move");
    let after = judge.mate_distance(&board.after(taken));
    let Some(MateDistance::Loss(plies)) = after else { panic!("{after:?}") };
    let outcome = search(&mut engine, &board, &Limits::depth(5));
    assert_eq!(outcome.best_move(), Some(taken));
    let found = mate_plies(outcome.lines[0].score).expect("a mate");
    // The search may find a shorter mate, never a longer one.
    assert!(found > 0 && found <= i32::from(plies) + 1, "{found} {plies}");
    assert!(score::is_mate(outcome.lines[0].score) && outcome.statistics.table_hits > 0);
}

/// `searchmoves` and the number of variations are respected.
#[test]
fn requested_moves_and_variations_are_kept_to() {
    let Some(tables) = gaviota() else { return };
    let judge = TablebaseSet::new(None, gaviota(), 1, true);
    let mut engine = engine(TablebaseSet::new(None, Some(tables), 1, true), ProfileName::Full);
    let board = board("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    let ranked = judge.moves_by_mate(&board).expect("moves");
    let worst_win = ranked.iter().rfind(|found| matches!(found.1, MateDistance::Win(_)));
    let &(requested, distance) = worst_win.expect("a win");
    let limits = Limits { search_moves: vec![requested], ..Limits::depth(3) };
    let outcome = search(&mut engine, &board, &limits);
    assert_eq!(outcome.best_move(), Some(requested));
    let MateDistance::Win(plies) = distance else { panic!() };
    assert_eq!(mate_plies(outcome.lines[0].score), Some(plies.into()));
    engine.options.multipv = 3;
    let outcome = search(&mut engine, &board, &Limits::depth(3));
    let firsts: Vec<Option<&Move>> = outcome.lines.iter().map(|line| line.moves.first()).collect();
    assert_eq!(firsts, ranked[..3].iter().map(|found| Some(&found.0)).collect::<Vec<_>>());
}

#[test]
fn the_options_of_uci() {
    let (Some(gaviota), Some(syzygy)) = (folder("gaviota34"), folder("syzygy34")) else { return };
    let mut engine = Engine::start();
    assert!(
        engine.ask(&format!("setoption name GaviotaTbPath value {}", gaviota.display()))[0]
            .contains("Gaviota: 35 tables, up to 4 pieces")
    );
    engine.send("position fen 8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    let lines = engine.until("go depth 2", "bestmove");
    let info = lines.iter().find(|line| line.contains(" score mate ")).expect("a mate");
    let mate: usize =
        word_after(info, "mate").and_then(|text| text.parse().ok()).expect("a number");
    let line = info.split_once(" pv ").expect("a line").1;
    assert_eq!(line.split_whitespace().count(), 2 * mate - 1, "{info}");
    assert!(word_after(info, "tbhits").is_some_and(|hits| hits != "0"), "{info}");

    assert!(
        engine.ask("setoption name GaviotaTbPath value <empty>")[0].contains("no endgame tables")
    );
    let lines =
        engine.ask(&format!("setoption name SyzygyPath value {};/nowhere", syzygy.display()));
    assert!(lines[0].contains("35 WDL and 35 DTZ tables, up to 4 pieces; "), "{lines:?}");
    assert!(lines[0].contains("/nowhere"), "{lines:?}");
    engine.send("setoption name SyzygyProbeDepth value 3");
    engine.send("setoption name Syzygy50MoveRule value false");
    let lines = engine.until("go depth 2", "bestmove");
    let scored = lines.iter().rfind(|line| line.contains(" score ")).expect("a score");
    assert!(scored.contains(" cp 30") || scored.contains(" mate "), "{scored}");
    engine.quit();
}

#[test]
fn the_command() {
    let (Some(gaviota), Some(syzygy)) = (folder("gaviota34"), folder("syzygy34")) else { return };
    let (gaviota, syzygy) = (gaviota.display().to_string(), syzygy.display().to_string());
    let both = ["--gaviota", &gaviota, "--syzygy", &syzygy];
    let run = |arguments: &[&str]| nucleus(&[&["table"], arguments, &both[..]].concat());
    let fen = "3B4/2N5/8/4K3/1k6/8/8/8 w - - 0 1";
    let text = run(&[fen]).stdout;
    let first = text.lines().next().expect("a line");
    assert!(first.contains("win") && first.contains("mate in 16 (31 plies)"), "{text}");
    let list = board(fen);
    assert_eq!(text.lines().count(), 1 + legal(&list).len());
    let json = run(&[fen, "--json"]).json();
    assert_eq!((&json["wdl"], &json["mate"]["plies"]), (&2.into(), &31.into()));
    assert_eq!(json["mate"]["result"], "win");
    let all = json["moves"].as_array().expect("moves");
    assert_eq!(all.len(), legal(&list).len());
    assert_eq!(all[0]["mate"]["plies"], 31);
    let merit = |found: &serde_json::Value| match found["mate"]["result"].as_str() {
        Some("win") => 1000 - found["mate"]["plies"].as_i64().expect("plies"),
        Some("draw") => 0,
        _ => found["mate"]["plies"].as_i64().expect("plies") - 1000,
    };
    assert!(all.is_sorted_by_key(|found| -merit(found)));

    let made = tempfile::tempdir().expect("a folder");
    let file = made.path().join("positions");
    std::fs::write(&file, format!("{fen}\n\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n")).expect("written");
    let file = file.display().to_string();
    let text = run(&["--positions", &file]).stdout;
    assert_eq!(text, format!("{fen}\t2\t30\twin 31\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\t0\t0\tdraw\n"));

    for (arguments, code, why) in [
        (&["table", fen, "--gaviota", "/nowhere"][..], 1, "no table"),
        (&["table", fen][..], 2, "--syzygy"),
        (&["table", "--gaviota", &gaviota][..], 2, "FEN"),
        (&["table", "8/8/8/8", "--gaviota", &gaviota][..], 1, "FEN"),
        (&["table", "startpos", "--gaviota", &gaviota][..], 1, "castle"),
        (&["table", "4k3/8/8/8/8/8/3PP3/3QK3 w - - 0 1", "--gaviota", &gaviota][..], 1, "5 pieces"),
        (&["table", "--positions", "/nowhere", "--gaviota", &gaviota][..], 1, "/nowhere"),
    ] {
        nucleus(arguments).with(code, why);
    }
}
