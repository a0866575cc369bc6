//! Two sessions in one process, each with an input and an output of its own.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use nucleus::board::fen::START_FEN;
use nucleus::eval::Values;
use nucleus::eval::weights::Weight;
use nucleus::search::{EngineOptions, ProfileName};
use nucleus::uci::converse;
use nucleus::weights_file;

/// An output that can be read while the session has it.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a session answers to these commands.
fn answers(commands: &str) -> String {
    let kept = Kept::default();
    converse(EngineOptions::default(), commands.as_bytes(), kept.clone()).expect("memory");
    let bytes = kept.0.lock().expect("no writer panics").clone();
    String::from_utf8(bytes).expect("text")
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

/// The board is the profile's until one is chosen, in whatever order the options come.
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
        let said = answers(&format!("{set}uci\nbench 1\n"));
        let name = said.lines().find(|line| line.starts_with("id name ")).expect("a name");
        assert_eq!(name.ends_with(" magic"), board == "magic", "{options:?}: {name}");
        let bench = said.lines().find(|line| line.starts_with("info string profile ")).unwrap();
        assert!(bench.contains(&format!(", {board} board, ")), "{options:?}: {bench}");
        assert!(said.contains("option name Board type combo default auto var auto"), "{said}");
    }
    let told = answers("setoption name Profile value umko\nsetoption name Profile value umko\n");
    assert_eq!(told, "info string the magic board\n");
}

/// `Weights File`: what a good file says is played with; a faulty one changes nothing, and the
/// engine says which line it stumbled over.
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
    // A knight more for White.
    let position = "position fen rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\neval\n";
    let set = |file: &str| format!("setoption name Weights File value {file}\n{position}");
    let said = answers(&format!(
        "{position}{}{}{}{}{}go depth 2\n",
        set(&at("same one.toml")),
        set(&at("two.toml")),
        set(&at("bad")),
        set(&at("none")),
        set("<empty>"),
    ));
    let values: Vec<f64> = said
        .lines()
        .filter_map(|line| line.strip_prefix("Evaluation: ")?.split(' ').next()?.parse().ok())
        .collect();
    let [compiled, same, two, bad, none, again] = values[..] else { panic!("{said}") };
    assert!(compiled > two + 0.5, "{said}");
    assert_eq!([same, again], [compiled; 2], "{said}");
    assert_eq!([bad, none], [two; 2], "{said}");
    assert!(said.contains(&format!("{}, line 1: expected format = 1", at("bad"))), "{said}");
    assert_eq!(said.matches("; the weights stay as they were").count(), 2, "{said}");
    assert!(said.contains("bestmove "), "{said}");
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
    // An input without end: only the output's end can end this session.
    struct Endless;
    impl io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = b"isready\n";
            buffer[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }
    converse(EngineOptions::default(), Endless, Gone).expect("no fault of ours");
    assert!(answers("isready\n").contains("readyok"));
}
