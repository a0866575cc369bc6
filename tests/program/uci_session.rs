//! Sessions over a pipe with impossible commands, and with commands during a search.

use crate::support::{self, board, play};
use crate::uci::{self, Engine, check_answer};
use nucleus_core::board::START_FEN;

const NO_MOVE: &str = "bestmove 0000";

/// Starts a search; returns the last line of the answer.
fn answer(engine: &mut Engine, go: &str) -> String {
    engine.until(go, "bestmove").pop().expect("an answer")
}

#[test]
fn no_other_position_than_the_refused_one_is_searched() {
    let mut engine = Engine::start();
    let refused = [
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w ZZ - 0 1".into(),
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1".into(),
        "position fen".into(),
        "position".into(),
        "position startpos moves e2e4 e7e5 e1e3".into(),
        "position startpos moves e2e4 \u{1b}[31m".into(),
        format!("position fen {}", "8/".repeat(50_000)),
        format!("position startpos moves {}", "g1f3 ".repeat(300_000)),
    ];
    for position in &refused {
        let start: String = position.chars().take(80).collect();
        engine.send("position startpos moves d2d4");
        let lines = engine.ask(position);
        assert!(lines.len() == 2 && lines[0].starts_with("info string "), "{start}: {lines:?}");
        assert!(lines[0].len() < 1_000 && !lines[0].contains('\u{1b}'), "{start}: {lines:?}");
        for go in ["go depth 2", "go movetime 5", "go", "go ponder"] {
            engine.send(go);
            assert_eq!(
                engine.until("ponderhit", "bestmove").last().unwrap(),
                NO_MOVE,
                "{start}, {go}"
            );
        }
        // `d` and `eval` report that there is no position.
        for show in ["d", "eval"] {
            let lines = engine.ask(show);
            assert!(lines.len() == 2 && lines[0].contains("no position"), "{start}: {lines:?}");
        }
        // The protocol forbids an answer before it is requested.
        assert!(!engine.ask("go infinite").contains(&NO_MOVE.to_owned()), "{start}");
        engine.until("stop", NO_MOVE);
    }
    support::row("refused positions, none searched", &format!("{} positions", refused.len()));
    // A valid position restores the session, and so does a new game.
    engine.send("position startpos moves e2e4");
    let lines = engine.until("go depth 2", "bestmove");
    check_answer(&engine, &play(&board(START_FEN), "e2e4"), &lines);
    engine.send(&refused[0]);
    engine.send("ucinewgame");
    let lines = engine.until("go depth 2", "bestmove");
    check_answer(&engine, &board(START_FEN), &lines);
    engine.quit();
}

#[test]
fn moves_to_search_of_which_none_is_legal() {
    let mut engine = Engine::start();
    engine.send("position startpos");
    let lines = engine.until("go depth 3 searchmoves e2e5 a1a8 zzzz", "bestmove");
    let expected = "info string searchmoves: 3 of 3 not legal here, as 'e2e5'";
    assert_eq!(lines, [expected, NO_MOVE]);
    let lines = engine.until("go depth 3 searchmoves e2e5 a2a3", "bestmove");
    assert_eq!(lines[0], "info string searchmoves: 1 of 2 not legal here, as 'e2e5'");
    assert!(!lines[1..].iter().any(|line| line.contains("searchmoves")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove a2a3"), "{lines:?}");
    // If no move is legal at all, the answer is `(none)`, whatever `searchmoves` has.
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(answer(&mut engine, "go depth 3 searchmoves h8h7"), "bestmove (none)");
    engine.quit();
}

#[test]
fn a_bench_runs_beside_the_session() {
    let mut engine = Engine::start();
    engine.until("bench 30", "info string profile ");
    engine.ready();
    assert_eq!(engine.ask("stop"), ["info string bench stopped", "readyok"]);
    engine.until("bench 1", "Nodes searched  : ");
    support::row("commands while a bench runs", "isready, stop, go, quit");
    // A search replaces the bench, and a stopped bench does not delay `quit`.
    engine.send("bench 30");
    engine.send("position startpos");
    assert!(answer(&mut engine, "go depth 1").starts_with("bestmove "));
    engine.send("bench 30");
    engine.send("stop");
    engine.quit();
}

/// The engine ends if its output is closed while its input is open, whether it writes or not.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_an_endless_search() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    use std::time::Instant;
    // With a mate on the board the search itself has nothing more to report.
    for position in ["startpos", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nucleus"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        writeln!(input, "isready\nposition {position}\ngo infinite").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert_eq!(line, "readyok\n");
        std::thread::sleep(std::time::Duration::from_millis(100));
        drop(output);
        let closed = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("ours") {
                break status;
            }
            if closed.elapsed() > uci::timeouts() {
                child.kill().expect("ours");
                panic!("{position}: it goes on");
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        };
        assert!(status.success(), "{position}: {status}");
        drop(input);
    }
    support::row("endless searches whose output is closed", "2 positions");
}

#[test]
fn a_game_of_20_000_moves_fits() {
    let mut engine = Engine::start();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(10_000);
    assert_eq!(engine.ask(&format!("position startpos moves{moves}")), ["readyok"]);
    let shown = engine.until("d", "Fen: ").pop().unwrap();
    assert!(shown.ends_with(" w KQkq - 40000 20001"), "{shown}");
    let lines = engine.until("go depth 2", "bestmove");
    check_answer(&engine, &board(START_FEN), &lines);
    support::row("a game of 20,000 moves in one line", "200 kB; 5 MB refused");
    // A command that is too long is refused completely, in bounded memory.
    let lines = engine.ask(&format!("position startpos moves {}", "g1f3 ".repeat(1 << 20)));
    let expected = "info string a line of 5242904 bytes ignored; the longest is 1048576";
    assert_eq!(lines, [expected, "readyok"]);
    engine.quit();
}

/// Commands sent together are finished before `quit`, or the end of input, ends the engine.
#[test]
fn counting_is_finished_before_quit() {
    for end in ["quit\n", ""] {
        let (bench, perft) =
            (piped(&format!("bench 2\n{end}")), piped(&format!("go perft 4\n{end}")));
        let lines: Vec<&str> = bench.lines().collect();
        let [.., time, nodes, speed, open] = lines[..] else { panic!("{bench}") };
        assert!(time.starts_with("Total time (ms) : "), "{bench}");
        assert!(nodes.starts_with("Nodes searched  : "), "{bench}");
        assert!(speed.starts_with("Nodes/second    : "), "{bench}");
        let words: Vec<&str> = open.split(' ').collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{open}");
        assert_eq!(nodes.rsplit(' ').next(), words.first().copied());
        assert!(perft.contains("\nNodes searched: 197281\n"), "{perft}");
    }
}

/// Returns the engine's standard output for this standard input.
fn piped(input: &str) -> String {
    let output = crate::uci_terminal::session(input);
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}
