//! Building one commit.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::CommitsAsked;
use super::cache::EngineCache;
use super::git::Repository;
use super::worktree::Worktree;
use crate::process::shell_arguments;
use nucleus_core::text;

/// Interval at which a build is polled.
const GLANCE: Duration = Duration::from_millis(50);
/// Lines of a build that failed that are told.
const TOLD: usize = 3;

/// Result of building a commit.
#[derive(Debug)]
pub enum Built {
    /// The engine, kept.
    Engine(PathBuf),
    /// Reason that there is no engine.
    Failed(String),
}

/// Builds a commit in a tree of its own, and keeps the engine.
///
/// # Errors
/// When the tree cannot be made, the build cannot be started, or the engine not be kept.
pub fn build(
    repository: &Repository,
    cache: &EngineCache,
    hash: &str,
    asked: &CommitsAsked,
    interrupt: &AtomicBool,
) -> Result<Built, String> {
    let tree = Worktree::add(repository, cache.folder(), hash)?;
    let log = cache.log(hash);
    let status = run(&asked.build, tree.path(), &log, interrupt)?;
    let Some(status) = status else {
        return Ok(Built::Failed("interrupted".to_owned()));
    };
    if !status.success() {
        return Ok(Built::Failed(format!(
            "{status}; {}; all of it: {}",
            told(&log),
            log.display()
        )));
    }
    let engine = tree.path().join(&asked.program);
    if !engine.is_file() {
        return Ok(Built::Failed(format!("it made no file `{}`", asked.program)));
    }
    let kept = cache.keep(hash, &engine)?;
    let _ = fs::remove_file(&log);
    Ok(Built::Engine(kept))
}

/// Runs the command, all its output into the log; none when it was interrupted.
fn run(
    build: &str,
    tree: &Path,
    log: &Path,
    interrupt: &AtomicBool,
) -> Result<Option<ExitStatus>, String> {
    let said = |e: std::io::Error| format!("cannot run `{build}`: {e}");
    let output = File::create(log).map_err(|e| format!("cannot write {}: {e}", log.display()))?;
    let errors = output.try_clone().map_err(said)?;
    let [shell, arguments @ ..] = &shell_arguments(build)[..] else {
        return Err(format!("there is no shell to run `{build}`"));
    };
    let mut command = Command::new(shell);
    command.args(arguments).current_dir(tree);
    command.stdin(Stdio::null()).stdout(output).stderr(errors);
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    // A group of its own, so that all of it can be ended.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(said)?;
    loop {
        if let Some(status) = child.try_wait().map_err(said)? {
            return Ok(Some(status));
        }
        if interrupt.load(Relaxed) {
            end(&mut child);
            return Ok(None);
        }
        thread::sleep(GLANCE);
    }
}

/// Ends a build and all that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Prefixes of error messages of compilers, linkers and make.
const FAULTS: [&str; 6] =
    ["error:", "error[", "fatal", "undefined reference", "undefined symbol", "*** "];

/// Returns the lines of a log that report the error, or its last ones: with several jobs warnings
/// of other files follow.
fn told(log: &Path) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let output = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_fault = |line: &&str| {
        let line = line.to_lowercase();
        FAULTS.iter().any(|mark| line.contains(mark))
    };
    let mut shown: Vec<&str> = lines.iter().copied().filter(is_fault).take(TOLD).collect();
    if shown.is_empty() {
        shown = lines[lines.len().saturating_sub(TOLD)..].to_vec();
    }
    if shown.is_empty() {
        return "it said nothing".to_owned();
    }
    shown.iter().map(|line| text::excerpt(line)).collect::<Vec<_>>().join(" | ")
}
