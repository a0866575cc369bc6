//! Messages for a person who starts the engine by hand: a greeting in a terminal, `help`, and the
//! options in a familiar order.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Returns a session's output for these lines on a pipe.
pub fn session(lines: &str) -> Output {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    engine.wait_with_output().unwrap()
}

#[test]
fn help_explains_itself() {
    let output = session("help\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    // The help text has every command that is useful by hand.
    let words = "position startpos moves e2e4 e7e5|go depth 12|movetime|stop|ponderhit|\
        setoption name Hash value 256|ucinewgame|isready|bench|compiler|quit|nucleus --help";
    for word in words.split('|') {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    // The commands in the help text work unchanged.
    let lines = "position startpos moves e2e4 e7e5\nsetoption name Hash value 256\nisready\nquit\n";
    assert_eq!(String::from_utf8_lossy(&session(lines).stdout), "readyok\n");
}

#[test]
fn options_begin_with_those_that_everyone_knows() {
    let output = session("uci\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("option name "))
        .filter_map(|rest| rest.split(" type ").next())
        .collect();
    let known = ["Hash", "Threads", "Clear Hash", "Ponder", "MultiPV", "Move Overhead"];
    assert_eq!(names[..known.len()], known);
    let page = include_str!("../../docs/PLAYING.md");
    let is_missing = |name: &&&str| !page.contains(&format!("`{name}`"));
    assert_eq!(names.iter().find(is_missing), None, "docs/PLAYING.md lists every option");
    let place = |name: &str| names.iter().position(|&other| other == name).unwrap();
    assert!(place("OwnBook") + 3 == place("Book Depth"), "the book's stand together: {names:?}");
    assert!(place("Book Depth") < place("Profile"));
    let research = names.iter().position(|name| name.starts_with("Research ")).unwrap();
    assert!(place("Profile") < research && place("EvalFile") < research, "{names:?}");
    assert!(names[research..].iter().all(|name| name.starts_with("Research ")), "{names:?}");
    for seed in ["Research Book Seed", "Research Strength Seed", "Research Axon Log"] {
        assert!(place(seed) >= research, "{seed}");
    }
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn a_terminal_is_greeted_by_one_line_and_a_pipe_is_not() {
    let quiet = session("quit\n");
    assert!(quiet.stderr.is_empty() && quiet.stdout.is_empty(), "{quiet:?}");

    let (master, slave) = crate::program::terminal();
    let engine = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .stdin(slave)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::fs::File::from(master.try_clone().unwrap()).write_all(b"isready\nquit\n").unwrap();
    let output = engine.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("Nucleus ") && stderr.contains("help"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert_eq!(output.stdout, b"readyok\n");
    assert!(output.status.success());
}
