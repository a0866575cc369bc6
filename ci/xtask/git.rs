//! A git repository: its commits, and the history of files.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::root;

/// A folder that may be a clone.
#[derive(Debug, Clone)]
pub struct Repository(PathBuf);

/// Paths except pages and records. Measurements write those and do not depend on them.
const WRITTEN: [&str; 4] = [".", ":!reports", ":!docs", ":!*.md"];

impl Repository {
    /// Returns this program's repository.
    pub fn here() -> Self {
        Self(root())
    }

    /// Returns the repository of a folder.
    pub fn at(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// Returns the path of the repository's folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Runs git and returns its standard output; `None` if it fails.
    pub fn git(&self, arguments: &[&str]) -> Option<String> {
        let mut git = Command::new("git");
        git.current_dir(&self.0).args(arguments).stderr(Stdio::null());
        let ended = git.output().ok().filter(|ended| ended.status.success())?;
        Some(String::from_utf8_lossy(&ended.stdout).trim_end().to_owned())
    }

    /// Returns the current commit, with `+` if tracked files except pages and records have changes.
    pub fn commit(&self) -> String {
        let commit = self.git(&["rev-parse", "--short", "HEAD"]);
        let status =
            [&["status", "--porcelain", "--untracked-files=no", "--"], &WRITTEN[..]].concat();
        let changes = self.git(&status).unwrap_or_default();
        let mark = if changes.is_empty() { "" } else { "+" };
        commit.unwrap_or_else(|| "unknown".to_owned()) + mark
    }

    /// Returns the number of later commits that changed the paths; `None` if unknown.
    pub fn commits_since(&self, commit: &str, paths: &[&str]) -> Option<u32> {
        let range = format!("{commit}..HEAD");
        let words = [&["rev-list", "--count", "--no-merges", &range, "--"], paths].concat();
        self.git(&words)?.parse().ok()
    }
}
