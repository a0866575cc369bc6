//! Random command sequences cause no crash, no hang and no missing bestmove.

use std::time::Duration;

use crate::support::{self, Random, board, game_positions};
use crate::uci::{self, Engine};
use nucleus_core::board::fen;

/// A wait longer than this for an immediate answer is a hang.
const HANG: Duration = Duration::from_secs(2);

fn pick<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len() as u64) as usize]
}

fn position(random: &mut Random) -> String {
    const ODD: [&str; 10] = [
        "position",
        "position fen",
        "position startpos moves",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e2 e8e7 xyz",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "position fen k7/8/8/8/8/8/8/K6R w KQkq a6 200 1",
        "position fen \u{0} \u{fffd} moves moves moves",
        "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    const ENDS: [&str; 4] = [
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "position fen 8/3k4/8/8/3PK3/8/8/8 w - - 99 80",
        "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    ];
    let moves = random.below(20);
    match random.below(6) {
        0 => pick(random, &ODD).to_owned(),
        1 => pick(random, &ENDS).to_owned(),
        2 | 3 => {
            let start = board(nucleus_core::board::START_FEN);
            format!("position startpos moves{}", support::random_moves(random, start, moves))
        }
        _ => {
            let seed = random.next();
            let setup = game_positions(1 + (seed % 80) as usize, seed).pop().expect("one at least");
            let text = fen::format(&setup.planes, &setup.state);
            format!(
                "position fen {text} moves{}",
                support::random_moves(random, board(&text), moves)
            )
        }
    }
}

fn go(random: &mut Random) -> String {
    const ODD: [&str; 12] = [
        "go",
        "go depth 0",
        "go depth -3",
        "go depth 99999999999999999999",
        "go nodes 0",
        "go movetime -1",
        "go wtime -10 btime -10",
        "go movestogo 0 wtime 50 btime 50",
        "go depth two nodes many",
        "go searchmoves e9e9 zzzz depth 2",
        "go mate 0",
        "go wtime 18446744073709551616 depth 2",
    ];
    match random.below(8) {
        0 => pick(random, &ODD).to_owned(),
        1 => "go infinite".to_owned(),
        2 => format!("go depth {}", 1 + random.below(6)),
        3 => format!("go nodes {}", 1 + random.below(20_000)),
        4 => format!("go movetime {}", random.below(20)),
        5 => {
            format!("go wtime {0} btime {0} winc {1} binc {1}", random.below(200), random.below(20))
        }
        6 => format!("go ponder wtime {0} btime {0}", random.below(100)),
        _ => format!("go mate {}", 1 + random.below(4)),
    }
}

/// Returns a command with any option of the engine or an unknown one, and a valid or invalid value.
fn option(random: &mut Random, names: &[String]) -> String {
    const VALUES: &str = "1 4 7 0 -1 99999999999999999999 abc ybw lazy true false axon full portable popcnt avx2 \
        avx512 auto asm matrix magic \0";
    let name = match random.below(8) {
        0 => pick(random, &["Nonsense", "", "name", "value"]),
        _ => &names[random.below(names.len() as u64) as usize],
    };
    let values: Vec<&str> = VALUES.split_whitespace().collect();
    match random.below(8) {
        0 => {
            format!("setoption name {name}{}", pick(random, &["", " value", " value value value"]))
        }
        _ => format!("setoption name {name} value {}", pick(random, &values)),
    }
}

fn option_names() -> Vec<String> {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.expect("uciok");
    let names = lines.iter().filter_map(|line| line.strip_prefix("option name "));
    names.filter_map(|rest| Some(rest.split_once(" type ")?.0.to_owned())).collect()
}

fn other(random: &mut Random) -> Vec<u8> {
    let lines: [&[u8]; 18] = [
        b"stop",
        b"ponderhit",
        b"ucinewgame",
        b"uci",
        b"d",
        b"eval",
        b"compiler",
        b"",
        b"    ",
        b"\r",
        b"bench 1",
        b"debug on",
        b"register later",
        b"\xff\xfe\x80 garbage",
        b"help\r",
        b"go perft 2",
        b"go perft 0",
        b"\0\0\0",
    ];
    match random.below(40) {
        0 => b"position startpos moves ".iter().copied().chain((0..80_000).map(|_| b'x')).collect(),
        1 => vec![b' '; 70_000],
        _ => lines[random.below(18) as usize].to_vec(),
    }
}

/// Runs a sequence and checks its answers; returns the longest wait, and a long one in words.
fn sequence(random: &mut Random, names: &[String]) -> (Duration, String) {
    let mut engine = Engine::start();
    let (mut requests, mut output) = (0, Output::default());
    for _ in 0..5 + random.below(20) {
        let line: Vec<u8> = match random.below(4) {
            0 => position(random).into_bytes(),
            1 => go(random).into_bytes(),
            2 => option(random, names).into_bytes(),
            _ => other(random),
        };
        let words = String::from_utf8_lossy(&line).into_owned();
        let words: Vec<&str> = words.split_whitespace().collect();
        requests += usize::from(matches!(words.first(), Some(&"go" | &"bench")));
        engine.send_bytes(&line);
        engine.send_bytes(pick(random, &["\n", "\n", "\n", "\r\n"]).as_bytes());
        if random.below(3) == 0 {
            output.read(&mut engine);
        }
    }
    // End the session in one of five ways.
    let end = random.below(5);
    if end == 0 {
        // `quit` may come during any activity.
        engine.quit();
        return (engine.longest, engine.meanwhile.clone());
    }
    engine.send("stop");
    output.read(&mut engine);
    if output.answers != requests {
        engine.fail(&format!("{} answers for {requests} searches and counts", output.answers));
    }
    match end {
        1 => engine.send_bytes(b"quit"),
        2 => engine.send_bytes(b"go depth 2"),
        3 => engine.send_bytes(b"go infinite\n"),
        _ => engine.send_bytes(b"quit\r\n"),
    }
    engine.close_input();
    let (status, _) = engine.wait();
    if !status.success() {
        engine.fail(&format!("ended with {status}"));
    }
    (engine.longest, engine.meanwhile.clone())
}

/// Beginnings of the last line of a perft, and of a bench.
const COUNTED: [&str; 4] = [
    "Nodes searched: ",
    "Nodes searched  : ",
    "info string perft stopped",
    "info string bench stopped",
];

/// The engine's output: every answer is the first move of the last variation before it, and a mate's
/// variation is as long as its score states.
#[derive(Default)]
struct Output {
    answers: usize,
    /// First move of the running search's last variation.
    first: Option<String>,
}

impl Output {
    fn read(&mut self, engine: &mut Engine) {
        for line in engine.ready() {
            if let Some(best) = uci::word_after(&line, "bestmove") {
                self.answers += 1;
                if self.first.take().is_some_and(|first| first != best) {
                    engine.fail(&format!("'{line}' is not the last variation's first move"));
                }
            } else if COUNTED.iter().any(|start| line.starts_with(start)) {
                self.answers += 1;
            } else if line.starts_with("info depth ") {
                let moves = uci::variation(&line);
                let plies = uci::mate(&line).map(|n| if n > 0 { 2 * n - 1 } else { -2 * n });
                if plies.is_some_and(|plies| plies as usize != moves.len()) {
                    engine.fail(&format!("a mate with {} plies: {line}", moves.len()));
                }
                if uci::word_after(&line, "multipv").is_none_or(|number| number == "1") {
                    self.first = moves.first().map(|&text| text.to_owned());
                }
            }
        }
    }
}

#[test]
fn random_sequences() {
    let seed = support::seed();
    // Under a sanitizer each sequence takes many times as long, and so do waits.
    let slow = std::env::var_os("NUCLEUS_EMULATED").is_some();
    let count = match (support::long(), slow) {
        (_, true) => 100,
        (true, _) => 10_000,
        _ => 500,
    };
    let names = option_names();
    // Repeats one sequence by its seed.
    if let Ok(text) = std::env::var("NUCLEUS_SEQUENCE") {
        let own = text.parse().expect("NUCLEUS_SEQUENCE is a number");
        println!("waits {:?}", sequence(&mut Random(own), &names));
        return;
    }
    let mut random = Random(seed);
    let mut longest = Duration::ZERO;
    for number in 0..count {
        // Each sequence has its own seed, so that it can be repeated alone.
        let own = random.next();
        let outcome = std::panic::catch_unwind(|| sequence(&mut Random(own), &names));
        match outcome {
            Ok((mut wait, meanwhile)) => {
                // A hang repeats; a delay by a busy machine does not.
                if wait > HANG && !slow {
                    let (again, _) = sequence(&mut Random(own), &names);
                    assert!(again <= HANG, "sequence {number}, {own}: {wait:?}, then {again:?}");
                    wait = again;
                }
                if !meanwhile.is_empty() {
                    println!("sequence {number}, its own seed {own}: waited {meanwhile}");
                }
                longest = longest.max(wait);
            }
            Err(_) => panic!("sequence {number} of seed {seed} failed (its own seed: {own})"),
        }
    }
    support::row(
        "random UCI sequences",
        &format!("{count}, longest wait {} ms", longest.as_millis()),
    );
}
