//! Commands whose output is not read. A closed pipe is no error, a full disk is one; neither causes a panic.
#![cfg(unix)]

use crate::support;

use std::process::{Command, Stdio};

/// Commands that write to standard output and end soon.
const COMMANDS: [&[&str]; 9] = [
    &["--help"],
    &["perft", "2"],
    &["perft", "--divide", "2"],
    &["bench", "1"],
    &["bench", "1", "--json"],
    &["cpu"],
    &["eval"],
    &["inspect"],
    &["inspect", "--svg", "-"],
];

/// Runs a command with these outputs; returns its exit code and its standard error.
fn run(arguments: &[&str], output: Stdio, messages: Stdio) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(messages)
        .output()
        .expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_reader_that_has_left_is_no_error() {
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let (code, stderr) = run(arguments, writer.into(), Stdio::piped());
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
    support::row("commands whose reader has left", &format!("{} commands", COMMANDS.len()));
}

/// Commands that write to standard error, with their exit codes.
#[cfg(target_os = "linux")]
const SPEAKERS: [(&[&str], i32); 6] = [
    (&["no-such-command"], 2),
    (&["eval", "8/8"], 1),
    (&["perft", "2", "--fen", "8/8"], 1),
    (&["bench", "1"], 0),
    (&["report", "/no/such/folder"], 1),
    (&["compare", "--quick", "--without-ours", "--engine", "x=/no/such/engine"], 2),
];

#[cfg(target_os = "linux")]
#[test]
fn messages_that_nobody_can_take_change_nothing() {
    for (arguments, expected) in SPEAKERS {
        let full = std::fs::File::create("/dev/full").expect("a device of the system");
        let code = run(arguments, Stdio::null(), full.into()).0;
        assert_eq!(code, Some(expected), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    // Without `--help`, which clap writes without reporting an error.
    for arguments in &COMMANDS[1..] {
        let full = std::fs::File::create("/dev/full").expect("a device of the system");
        let (code, stderr) = run(arguments, full.into(), Stdio::piped());
        assert_eq!(code, Some(1), "{arguments:?}: {stderr}");
        assert!(
            stderr.contains("error: ") && stderr.contains("No space left"),
            "{arguments:?}: {stderr}"
        );
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
    support::row(
        "commands with output to a full disk",
        &format!("{} commands", COMMANDS.len() - 1),
    );
}
