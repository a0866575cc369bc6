//! Engines as files in a folder of their own, compared there.
#![allow(dead_code, reason = "each test uses its own part")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use nucleus_records::record::Record;

use super::fake::{self, command};
use super::program::Ended;

/// A folder with engines and the records of their comparisons.
pub struct BenchRoom(tempfile::TempDir);

impl BenchRoom {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A script that is the fake engine with these faults.
    pub fn engine(&self, file: &str, faults: &[&str]) {
        self.script(file, &format!("exec {}", command(faults)));
    }

    /// A shell script that may be executed.
    pub fn script(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// `nucleus compare` in the folder, its records in `out`.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.current_dir(self.0.path()).args(["compare", "--out", "out"]).args(args);
        command
    }

    pub fn compare(&self, args: &[&str]) -> Ended {
        self.command(args).output().unwrap().into()
    }

    /// The one record that there is.
    pub fn record(&self) -> Record {
        fake::record(&self.path("out"))
    }
}
