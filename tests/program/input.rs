//! Random input except FEN (`tests/search/fen.rs`): UCI, moves, EPD, PGN, workloads, JSON records,
//! command lines. Random text, and text that is nearly valid, is parsed or refused. Nothing panics.
//! Parsed games and records survive writing and parsing again.

use std::process::Command;

use crate::support::{self, Random};
use nucleus_core::board::{Board, MatrixBoard};
use nucleus_core::movegen::GenerateMoves;
use nucleus_core::notation::{epd, pgn, san, uci_move};
use nucleus_engine::uci;
use nucleus_harness::uci_line;
use nucleus_records::record::{EngineRecord, FailureRecord, Record, Sample, Workload};
use nucleus_records::workloads;
use nucleus_report::document;
use proptest::prelude::*;

/// Returns texts with some characters dropped, or replaced by up to three random ones.
fn nearly(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), ".{0,3}"), 0..6);
    (prop::sample::select(texts), changes).prop_map(|(text, changes)| {
        let mut letters: Vec<String> = text.chars().map(String::from).collect();
        for (at, new) in changes {
            let at = at.index(letters.len());
            letters[at] = new;
        }
        letters.concat()
    })
}

/// Returns words of a protocol in any order, with numbers and noise between them.
fn words(known: &str) -> impl Strategy<Value = String> + use<> {
    let known: Vec<String> = known.split_whitespace().map(str::to_owned).collect();
    let word = prop_oneof![
        4 => prop::sample::select(known),
        2 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "[0-9]{1,30}",
        1 => "[a-h][1-8][a-h][1-8][nbrq]?",
        1 => ".{0,4}",
    ];
    prop::collection::vec(word, 0..20).prop_map(|words| words.join(" "))
}

/// Returns random bytes, decoded as text.
fn noise(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..most).prop_map(pgn::decode)
}

const UCI: &str = "uci isready ucinewgame position startpos fen moves go depth nodes movetime wtime btime \
    winc binc movestogo mate infinite ponder searchmoves perft stop ponderhit setoption name value Hash d \
    eval bench compiler quit debug register 8/8/8/8/8/8/8/8 w -";

const ENGINE: &str = "id name author uciok readyok option type spin default min max combo var check button info \
    depth seldepth score cp mate lowerbound upperbound nodes nps time hashfull multipv pv string bestmove \
    ponder rebuilds evals time_us Nodes searched:";

const EPD: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 Nf3; id \"a; b\"; c0 \"x\";",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; hmvc 0; fmvn 1;",
    "8/8/4k3/8/8/4K3/8/8 w - - am Kd4; dm 3; acd 10; ce -100; pv Kd4 Kd6;",
];

const PGN: &[&str] = &[
    "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {[%clk 0:01]} Nc6 (2... d6 3. d4) $1 1-0\n\n",
    "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q Kg7 2. Qb8 ; rest\n*\n",
    "1. d4 d5 2. c4 dxc4 3. Nf3 Nf6 4. e3 e6 5. Bxc4 c5 6. O-O 1/2-1/2\n",
];

proptest! {
    #![proptest_config(support::properties(4_000))]

    #[test]
    fn any_line_from_a_gui(line in prop_oneof![noise(200), words(UCI)]) {
        if let uci::UciCommand::Go(go) = uci::UciCommand::parse(&line) {
            // Each error quotes a word of the line.
            prop_assert!(go.errors.iter().all(|error| error.contains('\'')), "{:?}", go.errors);
        }
    }

    #[test]
    fn any_line_from_an_engine(line in prop_oneof![noise(200), words(ENGINE)]) {
        let _ = uci_line::UciLine::parse(&line);
    }

    #[test]
    fn any_move(text in ".{0,8}", seed in any::<u64>()) {
        let at = support::game_positions(1 + (seed % 40) as usize, seed).pop().expect("one");
        let board = MatrixBoard::new(&at, nucleus_core::kernels::portable::Token);
        let read = [uci_move::parse(&board, &text), san::parse(&board, &text)];
        for found in read.into_iter().flatten() {
            prop_assert!(board.is_legal(found), "{text}");
        }
    }

    #[test]
    fn any_epd(text in prop_oneof![any::<String>(), nearly(EPD)]) {
        for line in epd::read(&text).flatten() {
            for opcode in ["bm", "am", "id", "dm", "ce", "pv"] {
                let _ = (line.moves(opcode), line.number(opcode), line.text(opcode));
            }
            let _ = line.fen();
        }
    }

    #[test]
    fn any_games(text in prop_oneof![noise(400), nearly(PGN)]) {
        for game in pgn::read(&text).flatten() {
            // The parsed game is written so that it parses as the same game.
            let written = game.to_string();
            let again = pgn::read(&written).next().expect("a game").expect("a valid one");
            prop_assert!(again.moves().eq(game.moves()), "{written}");
            prop_assert_eq!(again.to_string(), written);
        }
    }

    #[test]
    fn any_workload(text in words("start mate7 = @ startpos depth perft")) {
        let lengths = workloads::Lengths { seconds: 1.0, speed_seconds: 1.0, perft_depth: 5 };
        if let Err(message) = workloads::parse(&text, lengths) {
            prop_assert!(!message.is_empty());
        }
    }
}

fn a_record() -> Record {
    Record {
        schema: 1,
        tool: "nucleus".into(),
        engines: vec![EngineRecord { name: "a".into(), ours: true, ..EngineRecord::default() }],
        workloads: vec![Workload { name: "w".into(), fen: "8".into(), ..Workload::default() }],
        samples: vec![Sample { nodes: Some(u64::MAX), seconds: 0.1, ..Sample::default() }],
        failures: vec![FailureRecord {
            engine: "a".into(),
            kind: "silent".into(),
            ..FailureRecord::default()
        }],
        ..Record::default()
    }
}

proptest! {
    #![proptest_config(support::properties(1_000))]

    #[test]
    fn any_record(text in any::<String>()) {
        let object = text.trim_start().starts_with('{');
        prop_assert!(object || Record::from_json(&text).is_err());
    }

    /// A record with changed bytes is refused, or shown without a panic.
    #[test]
    fn what_looks_like_a_record(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = a_record().to_json().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(record) = Record::from_json(&String::from_utf8_lossy(&bytes)) {
            let written = record.to_json();
            let again = Record::from_json(&written).expect("what we write we read");
            prop_assert_eq!(again.to_json(), written);
            let loaded = nucleus_report::load::Loaded { path: "x.json".into(), record };
            prop_assert!(document::page(&[loaded], &[], true).starts_with("# "));
        }
    }
}

/// Random command lines give an answer or a message, end with a documented exit code, and cause no panic.
#[test]
fn any_command_line() {
    const COMMANDS: &str = "perft bench eval cpu report compare inspect suite nonsense";
    // No valid number keeps a command busy for long; no command reads the terminal.
    const WORDS: &str = "1|2|0|-1|99999999999999999999|1e9|NaN|| |--|-|é|\u{1}|--fen|--json|--divide|--mode|\
        leaves|--engine|x|x=|=y|--rounds|--time|--hash|--core|--out|/dev/null/x|--diff|--fail-below|\
        --workload|8/8/8/8/8/8/8/8 w - - 0 1|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|\
        --option";
    let commands: Vec<&str> = COMMANDS.split(' ').collect();
    let words: Vec<&str> = WORDS.split('|').collect();
    let seed = support::seed();
    let count = if support::long() { 3_000 } else { 150 };
    let mut random = Random(seed);
    let mut codes = [0; 4];
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..count {
        let command = commands[random.below(commands.len() as u64) as usize];
        let mut arguments = vec![command];
        for _ in 0..random.below(5) {
            arguments.push(words[random.below(words.len() as u64) as usize]);
        }
        if command == "compare" {
            // Never a real comparison, which takes minutes.
            arguments.extend(["--without-ours", "--engine", "e=no-such-program", "--quick"]);
        }
        let output = Command::new(env!("CARGO_BIN_EXE_nucleus"))
            .args(&arguments)
            .current_dir(folder.path())
            .stdin(std::process::Stdio::null())
            .output()
            .expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().unwrap_or_else(|| panic!("{arguments:?}: {stderr}"));
        assert!((0..=3).contains(&code), "{arguments:?}: exit code {code}, {stderr}");
        assert!(code == 0 || !stderr.trim().is_empty(), "{arguments:?}: {code} without a word");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
        codes[code as usize] += 1;
    }
    support::row(
        "random command lines",
        &format!("{count}: {} done, {} refused", codes[0], codes[1] + codes[2] + codes[3]),
    );
    assert!(codes[0] > 0 && codes[2] > 0, "{codes:?}");
}
