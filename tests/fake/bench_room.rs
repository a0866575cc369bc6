//! Engines as files in a temporary folder, and their comparisons.
#![allow(dead_code, reason = "each test uses its own part")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use nucleus_records::record::Record;

use super::fake::{self, command};
use super::program::Ended;

/// A temporary folder with engines and the records of their comparisons.
pub struct BenchRoom(tempfile::TempDir);

impl BenchRoom {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a script that runs the fake engine in these modes.
    pub fn engine(&self, file: &str, modes: &[&str]) {
        self.script(file, &format!("exec {}", command(modes)));
    }

    /// Writes an executable shell script.
    pub fn script(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Returns the command `nucleus compare` in the folder, with its records in `out`.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.current_dir(self.0.path()).args(["compare", "--out", "out"]).args(args);
        command
    }

    pub fn compare(&self, args: &[&str]) -> Ended {
        self.command(args).output().unwrap().into()
    }

    /// Returns the only record.
    pub fn record(&self) -> Record {
        fake::record(&self.path("out"))
    }
}
