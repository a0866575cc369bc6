//! From games to a network that plays: `nucleus tune games --format binary`, `nucleus tune net`, `EvalFile`.

use crate::program;
use crate::uci;

use std::fs;
use std::path::PathBuf;

use nucleus_core::board::START_FEN;
use program::nucleus;
use tempfile::TempDir;
use uci::Engine;

/// A folder with the games of a short run, and what commands print there.
struct Folder(TempDir);

impl Folder {
    fn with_games() -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        folder.run(&[
            "games", "--format", "binary", "--out", "@games", "--nodes", "60", "--games", "8",
        ]);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `nucleus tune`; `@name` is a file here. Returns the exit code, the output, the messages.
    fn try_run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let named = arguments.iter().map(|argument| match argument.strip_prefix('@') {
            Some(name) => self.path(name).display().to_string(),
            None => (*argument).to_owned(),
        });
        let named: Vec<String> = std::iter::once("tune".to_owned()).chain(named).collect();
        let output = nucleus(&named.iter().map(String::as_str).collect::<Vec<_>>());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn run(&self, arguments: &[&str]) -> String {
        let (code, stdout, stderr) = self.try_run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
        stdout
    }

    fn fault(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let (code, _, stderr) = self.try_run(arguments);
        (code, stderr)
    }

    /// Trains for a moment.
    fn net(&self, out: &str, more: &[&str]) -> String {
        let usual = ["net", "@games", "--out", out, "--held-out", "2", "--hidden", "32"];
        self.run(&[&usual[..], &["--epochs", "3", "--batch", "64"], more].concat())
    }
}

#[test]
fn games_are_played_checked_and_gone_on_with() {
    let folder = Folder::with_games();
    let shard = folder.path("games/1-00001.games");
    let first = fs::read(&shard).expect("a shard");
    let games =
        ["games", "--format", "binary", "--out", "@games", "--nodes", "60", "--games", "12"];
    let (code, said) = folder.fault(&games);
    assert!(code == Some(2) && said.contains("is there already"), "{said}");
    folder.run(&[&games[..], &["--resume", "--threads", "2"]].concat());
    let longer = fs::read(&shard).expect("a shard");
    assert!(longer.len() > first.len() && longer.starts_with(&first));
    let said = folder.run(&["games", "--check", "@games"]);
    assert!(said.starts_with("12 games in 1 files hold: "), "{said}");
    assert_eq!(folder.run(&["games", "--check", "@games/1-00001.games"]), said);
    let mut damaged = longer.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&shard, &damaged).expect("written");
    let (code, said) = folder.fault(&["games", "--check", "@games"]);
    assert!(code == Some(1) && said.contains("1-00001.games, byte "), "{said}");
    fs::write(&shard, "no games").expect("written");
    let (code, said) = folder.fault(&["games", "--check", "@games"]);
    assert!(code == Some(1) && said.contains("expected a line that begins with"), "{said}");
    let (code, said) = folder.fault(&["games", "--games", "2"]);
    assert!(code == Some(2) && said.contains("--out FILE is missing"), "{said}");
}

#[test]
fn the_same_network_for_any_number_of_threads_and_with_a_break() {
    let folder = Folder::with_games();
    let said = folder.net("@a.net", &["--threads", "1", "--curve", "@a.csv", "--chart", "@a.svg"]);
    assert!(said.contains("32 hidden units") && said.contains("by hand"), "{said}");
    folder.net("@b.net", &["--threads", "3"]);
    let read = |name: &str| fs::read(folder.path(name)).expect("a file");
    assert_eq!(read("a.net"), read("b.net"));
    folder.net("@c.net", &["--seed", "2"]);
    assert_ne!(read("a.net"), read("c.net"));
    let curve = String::from_utf8(read("a.csv")).expect("text");
    assert_eq!(curve.lines().count(), 4, "{curve}");
    assert!(String::from_utf8(read("a.svg")).expect("text").starts_with("<svg"));
    // A whole training that is taken up again has nothing left to do.
    folder.net("@d.net", &["--checkpoint", "@d.training"]);
    folder.net("@e.net", &["--checkpoint", "@d.training", "--resume"]);
    assert_eq!(read("e.net"), read("a.net"));
    let again =
        ["net", "@games", "--held-out", "2", "--out", "@f.net", "--checkpoint", "@d.training"];
    let (code, said) = folder.fault(&again);
    assert!(code == Some(2) && said.contains("is there already"), "{said}");
    let (code, said) = folder.fault(&[&again[..], &["--resume"]].concat());
    assert!(code == Some(2) && said.contains("another training"), "{said}");
    let (code, said) = folder.fault(&["net", "@games", "--out", "@a.net"]);
    assert!(code == Some(2) && said.contains("a.net is there already"), "{said}");
    let (code, said) = folder.fault(&[
        "net",
        "@games",
        "--out",
        "@g.net",
        "--score-below",
        "1",
        "--held-out",
        "100",
    ]);
    assert!(code == Some(1) && said.contains("no position is left"), "{said}");
    let (code, said) = folder.fault(&["net", "@a.csv", "--out", "@g.net"]);
    assert!(code == Some(1) && said.contains("a.csv, byte "), "{said}");
    for wrong in
        [["--hidden", "48"], ["--inputs", "800"], ["--result-share", "1.5"], ["--rate", "0"]]
    {
        let (code, _) = folder.fault(&[&["net", "@games", "--out", "@g.net"], &wrong[..]].concat());
        assert_eq!(code, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_network_plays_when_it_is_named() {
    let folder = Folder::with_games();
    folder.net("@a.net", &[]);
    let path = folder.path("a.net").display().to_string();
    let mut engine = Engine::start();
    let mut told = |commands: &[&str]| {
        commands.iter().for_each(|command| engine.send(command));
        engine.ready().join("\n")
    };
    assert!(told(&["uci"]).contains("option name EvalFile type string default built-in"));
    let said = told(&["setoption name Evaluation value network"]);
    assert!(said.contains("network of 768 inputs, 128 hidden units"), "{said}");
    let named = format!("setoption name EvalFile value {path}");
    let said = told(&[&named]);
    assert!(said.contains("network of 768 inputs, 32 hidden units"), "{said}");
    // A path that is not absolute begins where the engine was started.
    let said = told(&["setoption name EvalFile value src/engine/networks/full.net"]);
    assert!(said.contains("network of 768 inputs, 128 hidden units"), "{said}");
    assert!(told(&[&named]).contains("32 hidden units"));
    // A file that cannot be read is named, and the network stays.
    fs::write(&path, &fs::read(&path).expect("a network")[..5_000]).expect("written");
    for bad in [named.as_str(), "setoption name EvalFile value nowhere.net"] {
        let said = told(&[bad]);
        assert!(said.contains("the network stays as it was"), "{said}");
    }
    let plays = |engine: &mut Engine| {
        engine.send("position startpos");
        engine.send("go nodes 5000");
        let answer = engine.expect("bestmove");
        uci::check_answer(engine, &uci::board(START_FEN), &answer);
    };
    plays(&mut engine);
    // The other inputs.
    for (inputs, file) in [("3072", "b.net"), ("1664", "c.net"), ("1664 mirrored", "d.net")] {
        let words = inputs.replace("mirrored", "--mirrored-king");
        let words = std::iter::once("--inputs").chain(words.split(' '));
        let said = folder.net(&format!("@{file}"), &words.collect::<Vec<_>>());
        assert!(said.contains(&format!("{inputs} inputs, 32 hidden units")), "{said}");
        engine.send(&format!("setoption name EvalFile value {}", folder.path(file).display()));
        let said = engine.ready().join("\n");
        assert!(said.contains(&format!("network of {inputs} inputs, 32 hidden units")), "{said}");
        plays(&mut engine);
    }
    engine.quit();
}

/// `EvalFile` set during a search takes effect at the next `go`; the running search is not stopped.
#[test]
fn a_network_that_is_named_during_a_search_waits() {
    let folder = Folder::with_games();
    folder.net("@a.net", &[]);
    let named = format!("setoption name EvalFile value {}", folder.path("a.net").display());
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 c7c5");
    let searched = |engine: &mut Engine, options: &[&str]| {
        options.iter().for_each(|option| engine.send(option));
        engine.send("eval");
        let said = engine.expect("Evaluation: ").pop().expect("a line");
        engine.send("go nodes 20000");
        let told = engine.expect("bestmove");
        let last = told.iter().rev().find(|line| line.contains(" score cp ")).expect("a line");
        let score = uci::word_after(last, "cp").expect("a score").to_owned();
        (said, score, uci::word_after(last, "nodes").map(str::to_owned))
    };
    let built_in = searched(&mut engine, &["ucinewgame"]);
    let other = searched(&mut engine, &["ucinewgame", &named]);
    assert!(built_in.0 != other.0 && built_in.1 != other.1, "{built_in:?}, {other:?}");
    engine.send("setoption name EvalFile value built-in");
    engine.send("ucinewgame");
    engine.send("go infinite");
    engine.send(&named);
    let told = engine.ready();
    assert!(told.iter().any(|line| line.contains("32 hidden units")), "{told:?}");
    assert!(!told.iter().any(|line| line.starts_with("bestmove")), "{told:?}");
    engine.send("stop");
    engine.expect("bestmove");
    // With an empty table, too: as after a new game.
    assert_eq!(searched(&mut engine, &[]), other);
    engine.quit();
}

#[test]
fn each_piece_s_worth_is_told() {
    let folder = Folder::with_games();
    folder.net("@a.net", &[]);
    let path = folder.path("a.net").display().to_string();
    let told = |arguments: &[&str]| {
        let output = nucleus(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let board = told(&["eval", "--network", &path]);
    assert_eq!(board.lines().count(), 11, "{board}");
    assert!(board.contains("centipawns, White positive"), "{board}");
    let json = told(&["eval", "--network", &path, "--json", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    let printed: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let pieces = printed["pieces"].as_array().expect("pieces");
    assert_eq!(pieces.len(), 1, "{json}");
    assert_eq!((&pieces[0]["square"], &pieces[0]["piece"]), (&"e2".into(), &"P".into()));
    let whole = printed["value"].as_i64().expect("a value");
    let without = told(&["eval", "--network", &path, "--json", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    let without: serde_json::Value = serde_json::from_str(&without).expect("JSON");
    let rest = without["value"].as_i64().expect("a value");
    assert_eq!(pieces[0]["worth"].as_i64(), Some(whole - rest));
}
