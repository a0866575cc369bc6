//! The program, run once.

use std::process::{Command, Output, Stdio};

/// Runs the program with nothing on its standard input.
pub fn nucleus(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}
