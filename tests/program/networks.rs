//! From games to a network in play: `nucleus tune games`, `nucleus tune net`, `EvalFile`.

use std::fs;

use crate::program::{Folder, nucleus};
use crate::support;
use crate::uci::{self, Engine};
use nucleus_core::board::START_FEN;

/// The command that plays the games of a short run.
const GAMES: [&str; 7] = ["tune", "games", "--out", "games", "--nodes", "60", "--games"];

fn with_games() -> Folder {
    let files = Folder::new();
    files.run(&[&GAMES[..], &["8"]].concat());
    files
}

/// Trains a network for three epochs; returns the output.
fn net(files: &Folder, out: &str, more: &[&str]) -> String {
    let usual = ["tune", "net", "games", "--out", out, "--held-out", "2", "--hidden", "32"];
    files.run(&[&usual[..], &["--epochs", "3", "--batch", "64"], more].concat())
}

#[test]
fn games_are_played_checked_and_gone_on_with() {
    let files = with_games();
    let shard = "games/1-00001.games";
    let first = files.read(shard);
    let more = [&GAMES[..], &["12"]].concat();
    files.fails(&more, 2, "already exists");
    // `--format` is an option of earlier versions.
    files.run(&[&more[..], &["--resume", "--threads", "2", "--format", "binary"]].concat());
    let longer = files.read(shard);
    assert!(longer.len() > first.len() && longer.starts_with(&first));
    let output = files.run(&["tune", "games", "--check", "games"]);
    assert!(output.starts_with("12 games in 1 files hold: "), "{output}");
    assert_eq!(files.run(&["tune", "games", "--check", "games/1-00001.games"]), output);
    let mut damaged = longer.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    for (contents, part) in
        [(&damaged[..], "1-00001.games, byte "), (b"no games", "expected a line that begins with")]
    {
        files.write(shard, contents);
        files.fails(&["tune", "games", "--check", "games"], 1, part);
        files.fails(&["tune", "net", "games", "--out", "a.net"], 1, part);
        files.fails(&["tune", "fit", "games", "--out", "a.toml"], 1, part);
    }
}

#[test]
fn a_training_is_gone_on_with() {
    let files = with_games();
    let output = net(&files, "a.net", &["--curve", "a.csv", "--chart", "a.svg"]);
    assert!(output.contains("32 hidden units") && output.contains("by hand"), "{output}");
    let curve = files.text("a.csv");
    assert!(curve.starts_with("pass,training,held_out,by_hand\n1,"), "{curve}");
    assert_eq!(curve.lines().count(), 4, "{curve}");
    assert!(files.text("a.svg").starts_with("<svg"));
    // A completed training has nothing left to do when resumed.
    net(&files, "b.net", &["--checkpoint", "b.training", "--threads", "1"]);
    net(&files, "c.net", &["--checkpoint", "b.training", "--resume"]);
    assert_eq!(files.read("b.net"), files.read("a.net"));
    assert_eq!(files.read("c.net"), files.read("a.net"));
    let again = ["tune", "net", "games", "--out", "d.net", "--checkpoint", "b.training"];
    files.fails(&again, 2, "already exists");
    files.fails(&[&again[..], &["--resume"]].concat(), 1, "no position remains");
    let again = [&again[..], &["--held-out", "2", "--resume"]].concat();
    files.fails(&again, 2, "belongs to another run");
    files.fails(&["tune", "net", "games", "--out", "a.net"], 2, "a.net already exists");
    files.fails(&["tune", "net", "a.csv", "--out", "d.net"], 1, "a.csv, byte 0: ");
    for wrong in
        [["--hidden", "48"], ["--inputs", "800"], ["--result-share", "1.5"], ["--rate", "0"]]
    {
        files.fails(&[&["tune", "net", "games", "--out", "d.net"], &wrong[..]].concat(), 2, "");
    }
}

#[test]
fn a_network_plays_when_it_is_named() {
    let files = with_games();
    net(&files, "a.net", &[]);
    let path = files.path("a.net").display().to_string();
    let mut engine = Engine::start();
    let mut ask = |commands: &[&str]| {
        commands.iter().for_each(|command| engine.send(command));
        engine.ready().join("\n")
    };
    assert!(ask(&["uci"]).contains("option name EvalFile type string default built-in"));
    let output = ask(&["setoption name Evaluation value network"]);
    assert!(output.contains("network of 768 inputs, 128 hidden units"), "{output}");
    let named = format!("setoption name EvalFile value {path}");
    let output = ask(&[&named]);
    assert!(output.contains("network of 768 inputs, 32 hidden units"), "{output}");
    // A relative path starts at the engine's working directory.
    let output = ask(&["setoption name EvalFile value src/engine/networks/full.net"]);
    assert!(output.contains("network of 768 inputs, 128 hidden units"), "{output}");
    assert!(ask(&[&named]).contains("32 hidden units"));
    // An unreadable file is named, and the network stays.
    fs::write(&path, &fs::read(&path).expect("a network")[..5_000]).expect("written");
    for bad in [named.as_str(), "setoption name EvalFile value nowhere.net"] {
        let output = ask(&[bad]);
        assert!(output.contains("the network stays as it was"), "{output}");
    }
    let plays = |engine: &mut Engine| {
        engine.send("position startpos");
        let answer = engine.until("go nodes 5000", "bestmove");
        uci::check_answer(engine, &support::board(START_FEN), &answer);
    };
    plays(&mut engine);
    // The other input sets.
    for (inputs, file) in [("3072", "b.net"), ("1664", "c.net"), ("1664 mirrored", "d.net")] {
        let words = inputs.replace("mirrored", "--mirrored-king");
        let words = std::iter::once("--inputs").chain(words.split(' '));
        let text = net(&files, file, &words.collect::<Vec<_>>());
        assert!(text.contains(&format!("{inputs} inputs, 32 hidden units")), "{text}");
        let text = engine
            .ask(&format!("setoption name EvalFile value {}", files.path(file).display()))
            .join("\n");
        assert!(text.contains(&format!("network of {inputs} inputs, 32 hidden units")), "{text}");
        plays(&mut engine);
    }
    engine.quit();
}

/// `EvalFile` set during a search takes effect at the next `go`; the running search is not stopped.
#[test]
fn a_network_that_is_named_during_a_search_waits() {
    let files = with_games();
    net(&files, "a.net", &[]);
    let named = format!("setoption name EvalFile value {}", files.path("a.net").display());
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 c7c5");
    let searched = |engine: &mut Engine, options: &[&str]| {
        options.iter().for_each(|option| engine.send(option));
        let output = engine.until("eval", "Evaluation: ").pop().expect("a line");
        let lines = engine.until("go nodes 20000", "bestmove");
        let last = lines.iter().rev().find(|line| line.contains(" score cp ")).expect("a line");
        let score = uci::word_after(last, "cp").expect("a score").to_owned();
        (output, score, uci::word_after(last, "nodes").map(str::to_owned))
    };
    let built_in = searched(&mut engine, &["ucinewgame"]);
    let other = searched(&mut engine, &["ucinewgame", &named]);
    assert!(built_in.0 != other.0 && built_in.1 != other.1, "{built_in:?}, {other:?}");
    engine.send("setoption name EvalFile value built-in");
    engine.send("ucinewgame");
    engine.send("go infinite");
    let lines = engine.ask(&named);
    assert!(lines.iter().any(|line| line.contains("32 hidden units")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.until("stop", "bestmove");
    // The search uses the named network and a cleared table, as after a new game.
    assert_eq!(searched(&mut engine, &[]), other);
    engine.quit();
}

#[test]
fn each_piece_s_worth_is_printed() {
    let files = with_games();
    net(&files, "a.net", &[]);
    let path = files.path("a.net").display().to_string();
    let run = |arguments: &[&str]| nucleus(arguments).done();
    let board = run(&["eval", "--network", &path]).stdout;
    assert_eq!(board.lines().count(), 11, "{board}");
    assert!(board.contains("centipawns, White positive"), "{board}");
    let json = |fen| run(&["eval", "--network", &path, "--json", fen]).json();
    let printed = json("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let pieces = printed["pieces"].as_array().expect("pieces");
    assert_eq!(pieces.len(), 1, "{printed}");
    assert_eq!((&pieces[0]["square"], &pieces[0]["piece"]), (&"e2".into(), &"P".into()));
    let total = printed["value"].as_i64().expect("a value");
    let rest = json("4k3/8/8/8/8/8/8/4K3 w - - 0 1")["value"].as_i64().expect("a value");
    assert_eq!(pieces[0]["worth"].as_i64(), Some(total - rest));
}
