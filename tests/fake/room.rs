//! Matches between fake engines in a temporary folder.
#![allow(dead_code, reason = "each test uses its own part")]

use std::path::PathBuf;
use std::process::Command;

use nucleus_core::notation::pgn::{self, Game};
use nucleus_matches::MatchRecord;
use nucleus_records::envelope::read_file;

use super::fake::command;
pub use super::program::Ended;

/// A temporary folder for a match.
pub struct Room(tempfile::TempDir);

impl Room {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the command `nucleus match`, with its PGN file and its record in the folder.
    pub fn command(&self, engines: &[&str], args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.arg("match").args(engines).args(args);
        command.arg("--pgn").arg(self.path("games.pgn"));
        command.arg("--json").arg(self.path("record.json"));
        command
    }

    pub fn run(&self, engines: &[&str], args: &[&str]) -> Ended {
        self.command(engines, args).output().unwrap().into()
    }

    pub fn run_pair(&self, first: &str, second: &str, args: &[&str]) -> Ended {
        self.run(&[first, second], args)
    }

    pub fn record(&self) -> MatchRecord {
        read_file(&self.path("record.json")).unwrap()
    }

    /// Returns the games of the PGN file; parsing checks every move.
    pub fn games(&self) -> Vec<Game> {
        let text = std::fs::read_to_string(self.path("games.pgn")).unwrap();
        pgn::read(&text).map(|game| game.unwrap()).collect()
    }
}

/// Returns the argument `NAME=COMMAND` for a fake engine that plays in these modes.
pub fn player(name: &str, modes: &[&str]) -> String {
    format!("{name}={}", command(&[&["player"], modes].concat()))
}
