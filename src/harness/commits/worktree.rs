//! Worktrees to build commits in, removed when no longer needed.

use std::fs;
use std::path::{Path, PathBuf};

use super::git::Repository;

/// The prefix of the worktrees' names, followed by the process id.
const PREFIX: &str = "worktree-";

/// A worktree of a commit; removed when dropped, also if the run is interrupted.
#[derive(Debug)]
pub struct Worktree<'a> {
    repository: &'a Repository,
    path: PathBuf,
}

impl<'a> Worktree<'a> {
    /// Checks a commit out into a new worktree.
    ///
    /// # Errors
    /// Git's error message.
    pub fn add(repository: &'a Repository, folder: &Path, hash: &str) -> Result<Self, String> {
        let path = folder.join(format!("{PREFIX}{}-{hash}", std::process::id()));
        // The value exists before the command runs, so that the remains of a failed command are
        // removed too.
        let tree = Self { repository, path };
        let place = tree.path.to_string_lossy().into_owned();
        repository.ask(&["worktree", "add", "--force", "--detach", "--quiet", &place, hash])?;
        Ok(tree)
    }

    /// Returns the path of the worktree.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Worktree<'_> {
    fn drop(&mut self) {
        remove(self.repository, &self.path);
    }
}

fn remove(repository: &Repository, path: &Path) {
    let place = path.to_string_lossy().into_owned();
    if repository.ask(&["worktree", "remove", "--force", "--force", &place]).is_err() {
        let _ = fs::remove_dir_all(path);
        let _ = repository.ask(&["worktree", "prune"]);
    }
}

/// Removes the worktrees of runs that were killed.
pub fn sweep(repository: &Repository, folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse().ok());
        if owner.is_some_and(|id| !is_running(id)) {
            remove(repository, &entry.path());
        }
    }
}

#[cfg(unix)]
fn is_running(id: i32) -> bool {
    let process = rustix::process::Pid::from_raw(id);
    process.is_some_and(|id| rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH))
}

/// On other systems every process counts as running, so nothing is removed.
#[cfg(not(unix))]
fn is_running(_id: i32) -> bool {
    true
}
