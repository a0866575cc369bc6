//! Trees of commits to build in, each gone when it is no longer needed.

use std::fs;
use std::path::{Path, PathBuf};

use super::git::Repository;

/// Prefix of the names of these trees; the number of the process follows.
const PREFIX: &str = "worktree-";

/// A tree of a commit; removed when it is dropped, also when a run is interrupted.
#[derive(Debug)]
pub struct Worktree<'a> {
    repository: &'a Repository,
    path: PathBuf,
}

impl<'a> Worktree<'a> {
    /// Checks a commit out into a tree of its own.
    ///
    /// # Errors
    /// Git's complaint.
    pub fn add(repository: &'a Repository, folder: &Path, hash: &str) -> Result<Self, String> {
        let path = folder.join(format!("{PREFIX}{}-{hash}", std::process::id()));
        // Made first: what git leaves behind when it fails is removed too.
        let tree = Self { repository, path };
        let place = tree.path.to_string_lossy().into_owned();
        repository.ask(&["worktree", "add", "--force", "--detach", "--quiet", &place, hash])?;
        Ok(tree)
    }

    /// Returns the path of the tree.
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

/// Removes the trees of runs that were ended by force.
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

/// Elsewhere nothing is known, and nothing removed.
#[cfg(not(unix))]
fn is_running(_id: i32) -> bool {
    true
}
