//! The checks that a tournament manager makes before an engine may play, as numbered steps over a pipe.

use std::time::{Duration, Instant};

use crate::support::{self, board, play};
use crate::uci::{Engine, check_answer, mate, word_after};
use nucleus_core::board::START_FEN;
use nucleus_search::{ELO_RANGE, ProfileName};

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_TWO: &str = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";

fn search(engine: &mut Engine, position: &str, go: &str) -> (Vec<String>, String) {
    engine.send(&format!("position {position}"));
    let lines = engine.until(go, "bestmove");
    let (place, moves) = position.split_once(" moves").unwrap_or((position, ""));
    let at = play(&board(place.trim_start_matches("fen ")), moves);
    let best = check_answer(engine, &at, &lines);
    (lines, best)
}

fn last_info(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" pv ")).expect("an info line with a variation")
}

#[test]
fn compliance() {
    let mut steps = 0;
    let mut step = |name: &str| {
        steps += 1;
        println!("{steps:2} {name}");
    };
    let mut engine = Engine::start();

    step("nothing is printed before uci");
    step("uci is answered by id name, id author, options, uciok");
    let lines = engine.until("uci", "uciok");
    assert!(lines[0].starts_with("id name Nucleus "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("id author ")), "{lines:?}");
    step("every option line is well formed");
    let options: Vec<&String> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    for option in &options {
        assert!(option.starts_with("option name "), "{option}");
        let kind = word_after(option, "type").expect("a type");
        match kind {
            "spin" => {
                let number = |key| word_after(option, key).unwrap().parse::<i64>().unwrap();
                assert!((number("min")..=number("max")).contains(&number("default")), "{option}");
            }
            "check" => assert!(matches!(word_after(option, "default"), Some("true" | "false"))),
            "combo" => {
                let default = word_after(option, "default").expect("a default");
                assert!(option.contains(&format!("var {default}")), "{option}");
            }
            "button" | "string" => {}
            other => panic!("option type {other}"),
        }
    }
    step("the options that the manual names are there");
    let names = "Hash|Clear Hash|Research Level|Research Variant|Research Board|Profile|UCI_Chess960|MultiPV";
    for name in names.split('|') {
        assert!(options.iter().any(|line| line.contains(&format!("name {name} type"))), "{name}");
    }
    let [low, top] = ELO_RANGE;
    for option in [
        "Research Material type combo default axon var axon var chess45 var modern",
        "Research Positional Bound type spin default -1 min -1 max 32767",
        "Contempt type spin default 0 min -100 max 100",
        &format!("UCI_Elo type spin default {top} min {low} max {top}"),
        "UCI_LimitStrength type check default false",
        "Skill Level type spin default 20 min 0 max 20",
        "UCI_AnalyseMode type check default false",
        "Style type combo default normal var normal var anti-grandmaster",
        "Research Automatic Depth type check default false",
        "SyzygyPath type string default <empty>",
        "SyzygyProbeDepth type spin default 1 min 1 max 100",
        "Syzygy50MoveRule type check default true",
        "GaviotaTbPath type string default <empty>",
        "GaviotaTbCache type spin default 32 min 1 max 4096",
    ] {
        let line = format!("option name {option}");
        assert!(lines.contains(&line), "{line} is not in {lines:?}");
    }
    step("isready is answered by readyok");
    engine.ready();
    step("uci can be sent again");
    engine.until("uci", "uciok");
    step("setoption Hash");
    engine.ask("setoption name Hash value 8");
    step("setoption for a button");
    engine.ask("setoption name Clear Hash");
    step("option names in any case");
    assert_eq!(engine.ask("setoption name hAsH value 4").len(), 1, "nothing to say about it");
    step("they are known with the prefix and without, and no other option has it");
    assert!(
        engine.ask("setoption name research Level value portable")[0]
            .starts_with("info string level portable")
    );
    assert!(engine.ask("setoption name Level value auto")[0].starts_with("info string level "));
    step("setoption Board");
    assert_eq!(engine.ask("setoption name Board value magic").len(), 1, "nothing to say about it");
    engine.ask("setoption name Board value auto");
    step("ucinewgame, then isready");
    engine.ask("ucinewgame");

    let italian = format!("fen {ITALIAN}");
    for (name, position, go) in [
        ("position startpos, go wtime", "startpos", "go wtime 100"),
        ("position with moves, go btime", "startpos moves e2e4", "go btime 100"),
        ("go with both clocks", "startpos", "go wtime 100 btime 100"),
        ("go with increments", "startpos moves e2e4 e7e5", "go wtime 90 btime 90 winc 50 binc 50"),
        ("go with moves to go", "startpos", "go wtime 90 btime 90 winc 10 binc 10 movestogo 3"),
        ("go with the other side's clock", "startpos moves d2d4", "go btime 90 winc 10"),
        ("go with hardly any time", "startpos", "go wtime 1 btime 1"),
        ("go with a clock that has run out", "startpos", "go wtime 0 btime 0"),
        ("go with a negative clock", "startpos", "go wtime -50 btime -50"),
        ("go movetime", &italian, "go movetime 20"),
        ("go movetime 0", &italian, "go movetime 0"),
        ("go nodes 1 still answers with a legal move", "startpos", "go nodes 1"),
        ("go depth 1 from the start position", "startpos", "go depth 1"),
    ] {
        step(name);
        search(&mut engine, position, go);
    }
    step("go depth reaches it");
    let (lines, _) = search(&mut engine, &format!("fen {ITALIAN}"), "go depth 5");
    assert_eq!(word_after(last_info(&lines), "depth"), Some("5"), "{lines:?}");
    step("info lines have depth, seldepth, score, nodes, nps, time, pv");
    for key in ["depth", "seldepth", "score", "nodes", "nps", "time", "pv"] {
        assert!(word_after(last_info(&lines), key).is_some(), "no {key}: {lines:?}");
    }
    step("depths rise, nodes and times never fall");
    let numbers = |key: &str| -> Vec<u64> {
        let infos = lines.iter().filter(|line| line.contains(" pv "));
        infos.map(|line| word_after(line, key).unwrap().parse().unwrap()).collect()
    };
    for key in ["depth", "nodes", "time"] {
        assert!(numbers(key).is_sorted(), "{key}: {:?}", numbers(key));
    }
    step("go nodes stays near it");
    let (lines, _) = search(&mut engine, "startpos", "go nodes 5000");
    let nodes: u64 = word_after(last_info(&lines), "nodes").unwrap().parse().unwrap();
    assert!(nodes <= 6000, "{lines:?}");
    step("go searchmoves keeps to them");
    let (_, best) = search(&mut engine, "startpos", "go depth 4 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best.as_str()), "{best}");
    step("go mate finds a mate in two, with its complete variation");
    let (lines, _) = search(&mut engine, &format!("fen {MATE_IN_TWO}"), "go mate 2");
    assert!(mate(last_info(&lines)).is_some_and(|n| n > 0), "{lines:?}");
    step("go depth sees the mate, too");
    let (lines, _) = search(&mut engine, &format!("fen {MATE_IN_TWO}"), "go depth 6");
    assert!(mate(last_info(&lines)).is_some_and(|n| n > 0), "{lines:?}");
    step("stalemate is answered by bestmove (none)");
    let (lines, best) = search(&mut engine, &format!("fen {STALEMATE}"), "go depth 5");
    assert_eq!(best, "(none)");
    assert!(lines.iter().any(|line| line == "info depth 0 score cp 0"), "{lines:?}");
    step("mate on the board is answered by bestmove (none)");
    let (lines, best) = search(&mut engine, &format!("fen {MATED}"), "go movetime 10");
    assert_eq!(best, "(none)");
    assert!(lines.iter().any(|line| line == "info depth 0 score mate 0"), "{lines:?}");
    // `uci_session.rs` tests many refused positions.
    step("the tree of a position that is refused is not counted, and a count has no best move");
    engine.ask("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    let lines = engine.ask("go perft 2");
    assert!(lines[0].starts_with("info string there is no position"), "{lines:?}");
    assert_eq!(lines[1], "info string perft stopped");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    step("a position that is no text is refused, and no other one searched");
    for fen in [&b"k7/8/8/8/8/8/8/K6R w - - 0 \xff\xfe"[..], b"k7/8/8/8\0/8/8/8/K6R w - - 0 1"] {
        engine.send_bytes(&[b"position fen ", fen, b"\n"].concat());
        let lines = engine.ready();
        assert!(lines[0].starts_with("info string "), "{lines:?}");
        refuses(&mut engine);
    }
    step("a new game begins at the start position");
    engine.send("ucinewgame");
    let lines = engine.until("go depth 2", "bestmove");
    check_answer(&engine, &board(START_FEN), &lines);
    step("a position that is corrected says how");
    assert!(
        engine.ask("position fen rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")[0]
            .contains("castling right 'k' dropped")
    );

    step("isready is answered while searching");
    engine.send("position startpos");
    assert!(!engine.ask("go infinite").iter().any(|line| line.starts_with("bestmove")));
    step("stop ends go infinite");
    let lines = engine.until("stop", "bestmove");
    check_answer(&engine, &board(START_FEN), &lines);
    step("go infinite on a mate waits for stop");
    engine.send(&format!("position fen {MATED}"));
    engine.send("go infinite");
    std::thread::sleep(Duration::from_millis(50));
    assert!(!engine.ready().iter().any(|line| line.starts_with("bestmove")));
    engine.until("stop", "bestmove (none)");
    step("go ponder waits for ponderhit");
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder wtime 50 btime 50");
    std::thread::sleep(Duration::from_millis(150));
    assert!(!engine.ready().iter().any(|line| line.starts_with("bestmove")));
    engine.until("ponderhit", "bestmove");
    step("stop without go says nothing");
    assert_eq!(engine.ask("stop"), ["readyok"]);
    step("MultiPV gives as many variations, best first");
    engine.send("setoption name MultiPV value 3");
    engine.send("position startpos");
    let lines = engine.until("go depth 4", "bestmove");
    check_answer(&engine, &board(START_FEN), &lines);
    for number in ["1", "2", "3"] {
        let found = |line: &&String| {
            word_after(line, "multipv") == Some(number) && word_after(line, "depth") == Some("4")
        };
        assert_eq!(lines.iter().filter(found).count(), 1, "{lines:?}");
    }
    engine.send("setoption name MultiPV value 1");
    step("go perft counts");
    engine.send("position startpos");
    engine.until("go perft 3", "Nodes searched: 8902");
    step("d shows the FEN");
    assert_eq!(engine.until("d", "Fen: ").last().unwrap(), &format!("Fen: {START_FEN}"));
    step("Chess960 castling is the king taking its rook");
    engine.send("setoption name UCI_Chess960 value true");
    let (_, best) = search(
        &mut engine,
        "fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        "go depth 3 searchmoves e1b1",
    );
    assert_eq!(best, "e1b1");
    // X-FEN's rights refer to the outermost rooks.
    engine.send("position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
    assert!(
        engine
            .until("go depth 3 searchmoves e1b1", "bestmove")
            .last()
            .unwrap()
            .starts_with("bestmove e1b1")
    );
    engine.send("setoption name UCI_Chess960 value false");
    step("CR LF, tabs and spaces around words");
    engine.send_bytes(b"  position \t startpos  moves   e2e4 \r\n\tisready \r\n");
    engine.expect("readyok");
    step("unknown words before a command are skipped");
    engine.until("joho debug-not isready", "readyok");
    step("unknown commands and empty lines are ignored");
    engine.send("");
    engine.ask("xyzzy");
    step("a second game");
    engine.send("ucinewgame");
    search(&mut engine, "startpos moves g1f3", "go depth 3");
    step("quit while searching");
    engine.send("position startpos");
    engine.send("go infinite");
    let start = Instant::now();
    engine.quit();
    println!("   quit took {:?}", start.elapsed());
    step("end of input ends the engine");
    let mut engine = Engine::start();
    engine.until("isready", "readyok");
    engine.close_input();
    assert!(engine.wait().0.success());
    assert!(steps >= 40, "{steps} steps");
    support::row("UCI compliance", &format!("{steps} steps"));
}

/// Checks that a search without a position answers with no move.
fn refuses(engine: &mut Engine) {
    assert_eq!(engine.until("go depth 2", "bestmove").last().unwrap(), "bestmove 0000");
}

/// Every level of the CPU can be chosen; a higher one is lowered with a message.
#[test]
fn a_level_above_the_cpu_is_clamped_and_reported() {
    use nucleus_core::kernels::Level;
    for level in Level::ALL {
        let mut engine = Engine::start_with(&[("NUCLEUS_LEVEL", level.name())]);
        engine.send("uci");
        let used = Level::usable().take_while(|&usable| usable <= level).last().expect("one");
        let lines = engine.expect("uciok");
        assert!(lines[0].ends_with(&format!(" {used}")), "{lines:?}");
        let lines = engine.ask(&format!("setoption name Level value {level}"));
        if level > used {
            assert!(lines[0].contains("is not available on this CPU"), "{lines:?}");
        } else {
            assert_eq!(lines[0], format!("info string level {level}"));
        }
        engine.quit();
    }
}

/// The values of the pieces and the bound of the positional part can be chosen.
#[test]
fn the_evaluation_can_be_chosen() {
    let mut engine = Engine::start();
    engine.send("setoption name Evaluation value classical");
    engine.send("position fen rq2k2r/pppppppp/8/8/8/8/PPPPPPPP/RQB1K2R w - - 0 1");
    let mut evaluation = |options: &[&str]| {
        for option in options {
            assert_eq!(
                engine.ask(&format!("setoption name {option}")).len(),
                1,
                "nothing to say about {option}"
            );
        }
        let lines = engine.ask("eval");
        let line = lines.iter().find_map(|line| line.strip_prefix("Evaluation: ")).unwrap();
        let value: f64 = line.split(' ').next().unwrap().parse().unwrap();
        (value * 100.0).round() as i32
    };
    let usual = evaluation(&[]);
    let bare = evaluation(&["Positional Bound value 0"]);
    assert_ne!(usual, bare);
    assert_eq!(evaluation(&["Material value chess45"]), bare + 50);
    assert_eq!(evaluation(&["Material value Modern"]), bare + 25);
    assert_eq!(evaluation(&["Material value axon", "Positional Bound value -1"]), usual);
    let bound = ProfileName::default().bound();
    assert_eq!(evaluation(&[&format!("Positional Bound value {bound}")]), usual);
    engine.quit();
}
