//! Queries to git.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::descendants::set_apart;
use nucleus_base::text;

/// Variables set in git hooks, which would redirect commands for the worktrees to another repository.
pub const VARIABLES: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// A git repository.
#[derive(Debug, Clone)]
pub struct Repository {
    top: PathBuf,
}

impl Repository {
    /// Returns the repository that contains a folder.
    ///
    /// # Errors
    /// If there is none, or git is missing.
    pub fn discover(folder: &Path) -> Result<Self, String> {
        let here = Self { top: folder.to_owned() };
        let top = here.ask(&["rev-parse", "--show-toplevel"])?;
        Ok(Self { top: PathBuf::from(top) })
    }

    /// Runs git and returns its output.
    ///
    /// # Errors
    /// Git's error message.
    pub fn ask(&self, args: &[&str]) -> Result<String, String> {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.top).args(args).stdin(Stdio::null());
        // In its own process group, git would wait for a password forever.
        command.env("GIT_TERMINAL_PROMPT", "0");
        VARIABLES.iter().for_each(|variable| _ = command.env_remove(variable));
        // Ctrl-C must not reach git, which still has to remove a worktree.
        set_apart(&mut command);
        let output = command.output().map_err(|e| format!("cannot run git: {e}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        let line = stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
        Err(format!("git: {}", text::line(line)))
    }

    /// Fetches the submodules of a worktree, as its commit records them.
    ///
    /// # Errors
    /// Git's error message.
    pub fn fetch_submodules(&self, worktree: &Path) -> Result<(), String> {
        // The option replaces `git submodule init`, which would change the repository's configuration.
        // Local paths are allowed, since the commit's own build command is going to run anyway.
        let mut args = vec!["-c", "submodule.active=.", "-c", "protocol.file.allow=always"];
        // Relative URLs refer to the repository's remote, or to its folder if there is none.
        let origin = format!("remote.origin.url={}", self.top.display());
        if self.ask(&["remote"])?.is_empty() {
            args.extend(["-c", &origin]);
        }
        args.extend(["submodule", "--quiet", "update", "--recursive"]);
        Self { top: worktree.to_owned() }.ask(&args).map(drop)
    }

    /// Returns the hash of a commit, by any name that git accepts.
    ///
    /// # Errors
    /// If there is no such commit.
    pub fn hash(&self, name: &str) -> Result<String, String> {
        let none = || format!("no commit `{}`", text::excerpt(name));
        if name.is_empty() || name.starts_with('-') {
            return Err(none());
        }
        let commit = format!("{name}^{{commit}}");
        self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| none())
    }

    /// Returns the commits after `from` up to `to`, oldest first, along first parents.
    ///
    /// # Errors
    /// If `from` is not an ancestor of `to`.
    pub fn between(&self, from: &str, to: &str) -> Result<Vec<String>, String> {
        if self.ask(&["merge-base", "--is-ancestor", from, to]).is_err() {
            return Err("the first is not a forebear of the second".to_owned());
        }
        let range = format!("{from}..{to}");
        let list = self.ask(&["rev-list", "--reverse", "--first-parent", &range])?;
        Ok(list.lines().map(str::to_owned).collect())
    }

    /// Returns the first line of a commit's message, cleaned.
    ///
    /// # Errors
    /// If there is no such commit.
    pub fn subject(&self, hash: &str) -> Result<String, String> {
        let line = self.ask(&["show", "--no-patch", "--format=%s", hash])?;
        Ok(text::name(&line))
    }
}
