//! UCI sessions in one process: options, limits, a reader that leaves, searches that panic.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::board;
use nucleus_base::build_info::BuildInfo;
use nucleus_core::board::fen::START_FEN;
use nucleus_core::board::{RulesBoard, State};
use nucleus_core::eval::Values;
use nucleus_core::eval::weights::Weight;
use nucleus_core::matrix::Planes;
use nucleus_core::notation::uci_move;
use nucleus_core::types::Move;
use nucleus_engine::uci::converse;
use nucleus_engine::weights_file;
use nucleus_search::{EngineOptions, ProfileName, RootTableMove, TableValue, Tablebases};

fn build() -> BuildInfo {
    BuildInfo { version: env!("CARGO_PKG_VERSION"), ..BuildInfo::default() }
}

/// An output that can be read during the session.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn text(&self) -> String {
        let bytes = self.0.lock().expect("no writer panics").clone();
        String::from_utf8(bytes).expect("text")
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answers(commands: &str) -> String {
    let kept = Kept::default();
    converse(EngineOptions::default(), &build(), commands.as_bytes(), kept.clone())
        .expect("memory");
    kept.text()
}

#[test]
fn sessions_in_one_process_answer_each_its_own_reader() {
    const MATE: &str = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    let mate = "position fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1\nd\ngo depth 3\nisready\n";
    let start = "uci\nposition startpos\nd\ngo depth 3\n";
    let other = std::thread::spawn(move || answers(mate));
    let here = answers(start);
    let there = other.join().expect("a session does not panic");
    let count = |text: &str, word: &str| text.matches(word).count();
    let fen = |fen: &str| format!("Fen: {fen}\n");
    assert_eq!([count(&here, "bestmove "), count(&there, "bestmove ")], [1, 1], "{here}{there}");
    assert!(here.contains("uciok") && !there.contains("uciok"), "{here}{there}");
    assert!(there.contains("readyok") && !here.contains("readyok"), "{here}{there}");
    assert!(there.contains(&fen(MATE)) && !here.contains(&fen(MATE)), "{here}{there}");
    assert!(here.contains(&fen(START_FEN)) && !there.contains(&fen(START_FEN)), "{here}{there}");
}

/// The board is the profile's until the option `Board` sets one; the order of the options does not matter.
#[test]
fn a_profile_brings_its_board_and_a_chosen_one_stays() {
    for (options, board) in [
        (&[][..], "matrix"),
        (&["Profile value axon"], "matrix"),
        (&["Profile value umko"], "magic"),
        (&["Profile value umko", "Profile value full"], "matrix"),
        (&["Profile value umko", "Board value matrix"], "matrix"),
        (&["Board value matrix", "Profile value umko"], "matrix"),
        (&["Board value magic", "Profile value full"], "magic"),
        (&["Board value matrix", "Profile value umko", "Board value auto"], "magic"),
        (&["Board value matrix", "Board value AUTO", "Profile value umko"], "magic"),
    ] {
        let set: String =
            options.iter().map(|option| format!("setoption name {option}\n")).collect();
        let output = answers(&format!("{set}uci\nbench 1\n"));
        let name = output.lines().find(|line| line.starts_with("id name ")).expect("a name");
        assert_eq!(name.ends_with(" magic"), board == "magic", "{options:?}: {name}");
        let bench = output.lines().find(|line| line.starts_with("info string profile ")).unwrap();
        assert!(bench.contains(&format!(", {board} board, ")), "{options:?}: {bench}");
        assert!(
            output.contains("option name Research Board type combo default auto var auto"),
            "{output}"
        );
    }
    let printed = answers("setoption name Profile value umko\nsetoption name Profile value umko\n");
    assert_eq!(printed, "info string the magic board\n");
}

/// `Weights File`: a valid file sets the weights; an invalid one gives an error with its line.
#[test]
fn weights_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let values = ProfileName::default().values();
    let table = weights_file::write(values);
    let mut rows = *values.rows();
    rows[Weight::KnightMaterial as usize] = [200; 2];
    let two = weights_file::write(&Values::new(rows));
    let files =
        [("same one.toml", &table), ("two.toml", &two), ("bad", &"format = 2\n".to_owned())];
    for (name, text) in files {
        std::fs::write(at(name), text).expect("it can be written");
    }
    // White has an extra knight.
    let position = "position fen rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\neval\n";
    let set = |file: &str| format!("setoption name Weights File value {file}\n{position}");
    let output = answers(&format!(
        "{position}{}{}{}{}{}go depth 2\n",
        set(&at("same one.toml")),
        set(&at("two.toml")),
        set(&at("bad")),
        set(&at("none")),
        set("<empty>"),
    ));
    let values: Vec<f64> = output
        .lines()
        .filter_map(|line| line.strip_prefix("Evaluation: ")?.split(' ').next()?.parse().ok())
        .collect();
    let [compiled, same, two, bad, none, again] = values[..] else { panic!("{output}") };
    assert!(compiled > two + 0.5, "{output}");
    assert_eq!([same, again], [compiled; 2], "{output}");
    assert_eq!([bad, none], [two; 2], "{output}");
    assert!(output.contains(&format!("{}, line 1: expected format = 1", at("bad"))), "{output}");
    assert_eq!(output.matches("; the weights stay as they were").count(), 2, "{output}");
    assert!(output.contains("bestmove "), "{output}");
}

#[test]
fn a_reader_that_has_left_ends_its_own_session_only() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // An endless input: only the end of the output can end this session.
    struct Endless;
    impl io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = b"isready\n";
            buffer[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }
    converse(EngineOptions::default(), &build(), Endless, Gone).expect("no error of ours");
    assert!(answers("isready\n").contains("readyok"));
}

/// An input that supplies its next commands once the output contains a word a number of times.
struct Cued<'a> {
    cues: std::slice::Iter<'a, (&'static str, usize, &'static str)>,
    kept: Kept,
}

impl Read for Cued<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(&(word, count, commands)) = self.cues.next() else { return Ok(0) };
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let output = self.kept.text();
            if output.matches(word).count() >= count {
                break;
            }
            assert!(Instant::now() < end, "no {word} before `{commands}`: {output}");
            std::thread::sleep(Duration::from_millis(1));
        }
        buffer[..commands.len()].copy_from_slice(commands.as_bytes());
        Ok(commands.len())
    }
}

/// Endgame tables without entries. They panic once, at the root or when the search probes them.
#[derive(Debug)]
struct Failing {
    at_root: AtomicBool,
    look_ups: AtomicU64,
}

impl Failing {
    fn at_root() -> Option<Self> {
        Some(Self { at_root: true.into(), look_ups: u64::MAX.into() })
    }

    fn after(look_ups: u64) -> Option<Self> {
        Some(Self { at_root: false.into(), look_ups: look_ups.into() })
    }
}

impl Tablebases for Failing {
    fn men(&self) -> u32 {
        32
    }
    fn probe_depth(&self) -> i32 {
        1
    }
    fn probe(&self, _: &Planes, _: &State) -> Option<TableValue> {
        let left = self.look_ups.fetch_sub(1, Ordering::Relaxed);
        assert!(left != 1, "a panic that the test wants");
        None
    }
    fn rank_moves(&self, _: &RulesBoard) -> Option<Vec<RootTableMove>> {
        let fails = self.at_root.swap(false, Ordering::Relaxed);
        assert!(!fails, "a panic that the test wants");
        None
    }
    fn line_to_mate(&self, _: &RulesBoard) -> Vec<Move> {
        Vec::new()
    }
    fn take_fault(&self) -> Option<String> {
        None
    }
}

/// Returns the output of a session with these tables, in which each command follows its cue.
fn cued(tables: Option<Failing>, cues: &[(&'static str, usize, &'static str)]) -> String {
    let kept = Kept::default();
    let tables = tables.map(|tables| Arc::new(tables) as Arc<dyn Tablebases>);
    let options = EngineOptions { tables, ..EngineOptions::default() };
    let input = Cued { cues: cues.iter(), kept: kept.clone() };
    converse(options, &build(), input, kept.clone()).expect("memory");
    kept.text()
}

/// Returns the texts after a word, up to the end of the line or the next space.
fn words_after<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let behind = text.split(word).skip(1);
    behind.map(|rest| rest.split([' ', '\n']).next().unwrap_or("")).collect()
}

/// An unusable limit becomes the smallest one, so that `go` is answered without `stop`.
#[test]
fn every_limit_ends_the_search() {
    for (limits, depth) in [
        ("go depth -1\n", 1),
        ("go depth 0\n", 1),
        ("go depth x\n", 1),
        ("go depth\n", 1),
        ("go depth 2.5\n", 3),
        ("go movetime -50\n", 1),
        ("go movetime x\n", 1),
        ("go movetime\n", 1),
        ("go mate 0\n", 1),
        ("go mate -1\n", 1),
        ("go mate x\n", 1),
        ("go wtime -1 btime 60000\n", 1),
        ("go wtime x btime x\n", 1),
        ("go btime 60000\n", 1),
        ("go wtime 0 winc -100 movestogo 0\n", 1),
        ("go wtime 0 winc x movestogo x\n", 1),
        ("go nodes -1\n", 0),
        ("go nodes x\n", 0),
        ("go nodes 18446744073709551615 depth 4\n", 4),
        ("go nodes 99999999999999999999999999 depth 4\n", 4),
        ("go movetime 18446744073709551616 depth 4\n", 4),
        ("go wtime 99999999999 winc 99999999999 movestogo 99999999999 depth 4\n", 4),
    ] {
        let output = cued(None, &[("", 0, limits), ("bestmove", 1, "")]);
        let reached = words_after(&output, "info depth ").pop().map_or(0, |n| n.parse().unwrap());
        assert_eq!(reached, depth, "{limits}{output}");
    }
}

#[test]
fn a_search_that_panics_answers_at_once_and_the_next_one_works() {
    const FAILED: &str = "info string the engine failed, a new one takes over: a panic that the";
    let legal = |text: &str| uci_move::parse(&board(START_FEN), text).is_ok();
    // The next command waits for the answer.
    let next = ("bestmove", 1, "go depth 3\n");
    // If a helper thread fails, the others continue. Positions with castling rights are not probed.
    const NO_CASTLING: &str =
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ngo depth 40\n";
    const SEVERAL: &str = "setoption name Threads value 3\n\
        position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ngo movetime 1000\n";
    for begin in [NO_CASTLING, SEVERAL] {
        let output = cued(Failing::after(50), &[("", 0, begin), next, ("bestmove", 2, "")]);
        assert_eq!(output.matches(FAILED).count(), 1, "{output}");
        let (failed, after) = output.split_once(FAILED).unwrap();
        let best = words_after(after, "bestmove ");
        assert!(best.len() == 2 && best.iter().all(|best| legal(best)), "{output}");
        assert!(!failed.contains("bestmove"), "{output}");
        let found = words_after(failed, " pv ");
        assert_eq!(found.last(), best.first(), "the best one found so far: {output}");
        assert!(after.contains("info depth 3 "), "{output}");
    }
    // If no move has been found, the answer is the first legal move, or the first of `searchmoves`.
    for (go, expected) in
        [("go depth 5\n", None), ("go depth 5 searchmoves h2h4 a2a3\n", Some("h2h4"))]
    {
        let output = cued(Failing::at_root(), &[("", 0, go), next, ("bestmove", 2, "")]);
        let best = words_after(&output, "bestmove ");
        assert!(output.contains(FAILED) && best.len() == 2 && legal(best[0]), "{output}");
        assert!(expected.is_none_or(|expected| expected == best[0]), "{output}");
    }
    // The protocol forbids an answer before `stop` or, if the engine ponders, before `ponderhit`.
    for (go, release) in [("go infinite\n", "stop\n"), ("go ponder depth 5\n", "ponderhit\n")] {
        let cues =
            [("", 0, go), (FAILED, 1, "isready\n"), ("readyok", 1, release), ("bestmove", 1, "")];
        let output = cued(Failing::at_root(), &cues);
        let (before, after) = output.split_once("readyok").unwrap();
        assert!(!before.contains("bestmove") && after.contains("bestmove "), "{output}");
    }
    // No move to play.
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 5\n";
    let output = cued(Failing::at_root(), &[("", 0, stalemate), ("bestmove", 1, "")]);
    assert!(output.contains(FAILED) && output.contains("bestmove (none)"), "{output}");
}
