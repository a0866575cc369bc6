//! Sessions of GUIs and bots after their public logs: the commands that they send, in their order, and the
//! answers that they rely on.

use crate::support::{self, board, legal, play};
use crate::uci::{Engine, after, check_answer, variation, word_after};
use nucleus_core::board::{RulesBoard, START_FEN};

/// Reads an answer and checks it in this position; returns the move and the expected reply.
fn answer(engine: &mut Engine, at: &RulesBoard) -> (String, Option<String>) {
    let lines = engine.expect("bestmove");
    let best = check_answer(engine, at, &lines);
    let reply = lines.last().and_then(|line| word_after(line, "ponder")).map(str::to_owned);
    if let Some(reply) = &reply {
        let replied = after(at, &best).and_then(|next| after(&next, reply));
        assert!(replied.is_some(), "ponder {reply} after {best} is not legal");
    }
    (best, reply)
}

/// Checks that the only answer is `readyok`.
fn silent(engine: &mut Engine) {
    let lines = engine.ready();
    assert_eq!(lines, ["readyok"], "nothing to say");
}

/// Checks that `info string` has only messages for a player.
fn no_research(lines: &[String]) {
    let research = lines.iter().find(|line| {
        line.starts_with("info string")
            && ["rebuilds", "splits", "qnodes"].iter().any(|word| line.contains(word))
    });
    assert_eq!(research, None);
}

/// Cute Chess sends options and a position before `uci` if the engine stays from the last game, and
/// `isready` after every position. It ponders, with hits and misses.
#[test]
fn cute_chess() {
    let mut engine = Engine::start();
    engine.send("position startpos");
    let options = engine.until("uci", "uciok");
    assert!(options.iter().any(|line| line.starts_with("option name Ponder ")));
    engine.send("setoption name Hash value 8");
    engine.send("setoption name Threads value 2");
    engine.send("setoption name Ponder value true");
    engine.until("isready", "readyok");
    engine.send("ucinewgame");
    let clock = "wtime 9000 btime 9000 winc 20 binc 20";
    let start = board(START_FEN);
    let (mut moves, mut expected) = (String::new(), None);
    for turn in 0..8 {
        if let Some(reply) = expected.take() {
            let guess = format!("{moves} {reply}");
            let guessed = play(&start, &guess);
            engine.send(&format!("position startpos moves{guess}"));
            engine.send(&format!("go ponder {clock}"));
            silent_but_info(&mut engine);
            // Every other time a different reply is played, if there is one.
            let replies = legal(&play(&start, &moves));
            let mut others = replies.iter().map(ToString::to_string).filter(|text| *text != reply);
            let Some(other) = others.next().filter(|_| turn % 2 == 1) else {
                engine.send("ponderhit");
                let (best, next) = answer(&mut engine, &guessed);
                moves = format!("{guess} {best}");
                expected = next;
                continue;
            };
            engine.send("stop");
            answer(&mut engine, &guessed);
            moves = format!("{moves} {other}");
        }
        engine.ask(&format!("position startpos moves{moves}"));
        engine.send(&format!("go {clock}"));
        let (best, next) = answer(&mut engine, &play(&start, &moves));
        moves = format!("{moves} {best}");
        expected = next;
    }
    engine.send("stop");
    silent(&mut engine);
    engine.quit();
}

/// Waits for `readyok`; lines of a search before it are not answers.
fn silent_but_info(engine: &mut Engine) {
    let lines = engine.ready();
    assert!(lines.iter().all(|line| line.starts_with("info ") || line == "readyok"), "{lines:?}");
}

/// Arena sends all stored options, some of which no longer exist, a clock of one millisecond, an analysis.
#[test]
fn arena() {
    let mut engine = Engine::start();
    engine.until("uci", "uciok");
    for option in [
        "Hash value 16",
        "Clear Hash",
        "Ponder value false",
        "UCI_AnalyseMode value false",
        "UCI_LimitStrength value false",
        "OwnBook value false",
        "Book File value <empty>",
        "SyzygyPath value <empty>",
        "Style value normal",
        // Options as an older version announced them.
        "Level value auto",
        "Axon Log value false",
        "Positional Bound value -1",
    ] {
        let lines = engine.ask(&format!("setoption name {option}"));
        assert!(!lines.iter().any(|line| line.contains("no option")), "{option}: {lines:?}");
    }
    engine.ask("setoption name UCI_Opponent value <empty>");
    engine.ask("ucinewgame");
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go wtime 1 btime 6354 winc 1000 binc 1000");
    answer(&mut engine, &play(&board(START_FEN), "e2e4 e7e5"));
    engine.send("position startpos");
    engine.send("go infinite");
    silent_but_info(&mut engine);
    let lines = engine.until("stop", "bestmove");
    no_research(&lines);
    check_answer(&engine, &board(START_FEN), &lines);
    engine.quit();
}

/// En Croissant analyses several variations of positions given as FEN with moves. It sends `stop` and at
/// once the next position, and changes settings in between.
#[test]
fn en_croissant() {
    let mut engine = Engine::start();
    engine.until("uci", "uciok");
    let game = ["d2d4", "d7d5", "c2c4", "e7e6", "b1c3"];
    for (length, lines, hash) in [(0, 1, 16), (1, 5, 16), (2, 5, 32), (3, 1, 1), (5, 3, 16)] {
        engine.send(&format!("setoption name MultiPV value {lines}"));
        engine.send(&format!("setoption name Hash value {hash}"));
        engine.ask("setoption name UCI_ShowWDL value true");
        engine.send(&format!("position fen {START_FEN} moves {}", game[..length].join(" ")));
        let output = engine.until("go infinite", "info depth 4");
        let scored: Vec<&String> = output.iter().filter(|line| line.contains(" score ")).collect();
        assert!(!scored.is_empty() && scored.iter().all(|line| has_chances(line)), "{output:?}");
        let rest = engine.until("stop", "bestmove");
        no_research(&rest);
        let all = [output, rest].concat();
        let at = play(&board(START_FEN), &game[..length].join(" "));
        check_answer(&engine, &at, &all);
        let numbers = |line: &String| word_after(line, "multipv").map(str::to_owned);
        let most = all.iter().filter_map(numbers).filter_map(|n| n.parse::<u32>().ok()).max();
        assert_eq!(most, Some(lines), "{all:?}");
    }
    engine.quit();
}

/// Returns true if the three numbers after `wdl` add up to a thousand.
fn has_chances(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').skip_while(|&word| word != "wdl").collect();
    let numbers = words.get(1..4).unwrap_or_default().iter();
    numbers.filter_map(|word| word.parse::<u32>().ok()).sum::<u32>() == 1000
}

/// Lichess' bot bridge, based on python-chess, sends a first search by time, then both clocks and pondering.
/// In Chess960 the bridge sends rook files in the FEN and castling moves onto the rook.
#[test]
fn lichess_bot() {
    let mut engine = Engine::start();
    engine.until("uci", "uciok");
    for option in
        ["Move Overhead value 100", "Threads value 1", "Hash value 8", "Ponder value true"]
    {
        engine.send(&format!("setoption name {option}"));
    }
    engine.ready();
    engine.send("setoption name UCI_Chess960 value true");
    engine.ask("ucinewgame");
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    engine.send(&format!("position fen {fen}"));
    engine.send("go movetime 200");
    answer(&mut engine, &board(fen));
    engine.send(&format!("position fen {fen} moves e1g1 e8b8"));
    engine.send("go wtime 180000 btime 178850 winc 0 binc 0 depth 5");
    let (best, reply) = answer(&mut engine, &play(&board(fen), "e1g1 e8b8"));
    let reply = reply.expect("a reply to ponder on");
    engine.send(&format!("position fen {fen} moves e1g1 e8b8 {best} {reply}"));
    engine.send("go ponder wtime 179000 btime 178000 winc 0 binc 0");
    silent_but_info(&mut engine);
    engine.send("stop");
    answer(&mut engine, &play(&board(fen), &format!("e1g1 e8b8 {best} {reply}")));
    // The next game is standard chess.
    engine.send("setoption name UCI_Chess960 value false");
    engine.ask("ucinewgame");
    engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let lines = engine.until("go depth 4 searchmoves e1g1", "bestmove e1g1");
    no_research(&lines);
    engine.quit();
}

/// A long search reports its counts about every second, and not before the first second. From the
/// third second on, it also reports the current move and its number.
#[test]
fn a_long_search_says_what_it_does() {
    let mut engine = Engine::start();
    engine.until("uci", "uciok");
    engine.send("setoption name Threads value 2");
    engine.ask("setoption name Hash value 8");
    engine.send("position startpos moves e2e4");
    let began = std::time::Instant::now();
    engine.send("go infinite");
    let mut lines = Vec::new();
    let mut until_first = None;
    let is_current = |line: &String| line.contains(" currmove ");
    let is_progress =
        |line: &String| line.starts_with("info nodes ") && line.contains(" hashfull ");
    while lines.iter().filter(|line| is_current(line)).count() < 5
        || lines.iter().filter(|line| is_progress(line)).count() < 3
    {
        lines.extend(engine.expect("info "));
        if lines.last().is_some_and(is_current) {
            until_first.get_or_insert(began.elapsed());
        }
    }
    engine.send("stop");
    lines.extend(engine.expect("bestmove"));
    no_research(&lines);
    let at = play(&board(START_FEN), "e2e4");
    check_answer(&engine, &at, &lines);
    let number = |line: &str, key: &str| -> Option<u64> { word_after(line, key)?.parse().ok() };
    // Each report has five numbers. Reports come once per second, later on a busy machine.
    let mut last = 0;
    for line in lines.iter().filter(|line| is_progress(line)) {
        for key in ["nodes", "nps", "hashfull", "tbhits", "time"] {
            assert!(number(line, key).is_some(), "{key} in {line}");
        }
        let time = number(line, "time").unwrap();
        assert!((last + 990..last + 5_000).contains(&time), "{time} ms after {last}: {line}");
        last = time;
    }
    let nodes: Vec<u64> = lines.iter().filter_map(|line| number(line, "nodes")).collect();
    assert!(nodes.is_sorted(), "{nodes:?}");
    assert!(until_first.is_some_and(|time| time.as_millis() >= 3_000), "{until_first:?}");
    for line in lines.iter().filter(|line| is_current(line)) {
        let current = word_after(line, "currmove").unwrap();
        assert!(after(&at, current).is_some(), "{line}");
        assert!((1..=20).contains(&number(line, "currmovenumber").unwrap()), "{line}");
        assert!(number(line, "depth").is_some() && variation(line).is_empty(), "{line}");
    }
    engine.quit();
}

/// Two hours of analysis in the long mode, otherwise some seconds: several variations on and off, changing
/// positions and table sizes. There is no stall, and memory does not grow.
#[test]
fn analysis_does_not_stall_or_grow() {
    let (rounds, wait) = if support::long() { (7_200, 950) } else { (60, 100) };
    let mut engine = Engine::start();
    engine.until("uci", "uciok");
    let positions = support::game_positions(200, support::seed());
    let mut early = None;
    for round in 0..rounds {
        let lines = if round % 2 == 0 { 1 } else { 5 };
        engine.send(&format!("setoption name MultiPV value {lines}"));
        engine.send(&format!("setoption name Hash value {}", [1, 8, 16, 64][round / 5 % 4]));
        let setup = &positions[round % positions.len()];
        let fen = nucleus_core::board::fen::format(&setup.planes, &setup.state);
        engine.send(&format!("position fen {fen}"));
        engine.send("go infinite");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let output = engine.until("stop", "bestmove");
        check_answer(&engine, &board(&fen), &output);
        // The largest table has been used once.
        if round == 19 {
            early = engine.memory();
        }
    }
    if let (Some(early), Some(late)) = (early, engine.memory()) {
        assert!(late <= early + (32 << 20), "{early} bytes, then {late}");
        support::row("analysis, MultiPV 1 and 5, table 1 to 64 MiB: rounds", &rounds.to_string());
    }
    engine.quit();
}
