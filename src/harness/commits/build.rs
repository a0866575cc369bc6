//! Building one commit.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::CommitsAsked;
use super::cache::EngineCache;
use super::git::Repository;
use super::log::LogReader;
use super::worktree::Worktree;
use crate::descendants::{Ended, MARK, Order, ProcessTracker};
use crate::process::shell_arguments;
use nucleus_base::text;

/// Interval at which a build is polled.
const GLANCE: Duration = Duration::from_millis(50);
/// Polls after which the processes of a build are looked for.
const LOOK: u32 = 10;
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

/// Checks that a path leads into the tree of a commit, by its form.
///
/// # Errors
/// A sentence, when it leads elsewhere.
pub fn check_place(program: &str) -> Result<(), String> {
    let inside = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    match Path::new(program).components().all(inside) {
        true => Ok(()),
        false => Err(format!(
            "--bin `{}` leads out of the commit's tree: give the engine's place from its top",
            text::excerpt(program)
        )),
    }
}

/// The engine that a build has made; no link leads to one elsewhere.
fn engine_of(tree: &Path, program: &str) -> Result<PathBuf, String> {
    let engine = tree.join(program);
    if !engine.is_file() {
        return Err(format!("it made no file `{program}`"));
    }
    let said = |e: std::io::Error| format!("cannot look at `{program}`: {e}");
    let place = fs::canonicalize(&engine).map_err(said)?;
    if !place.starts_with(fs::canonicalize(tree).map_err(said)?) {
        return Err(format!("`{program}` is a link that leads out of the commit's tree"));
    }
    Ok(place)
}

/// Builds a commit in a tree of its own, and keeps the engine; `notes` are told of the processes that
/// the build left behind.
///
/// # Errors
/// When the tree cannot be made, the build cannot be started, or the engine not be kept.
pub fn build(
    repository: &Repository,
    cache: &EngineCache,
    hash: &str,
    asked: &CommitsAsked,
    interrupt: &AtomicBool,
    notes: &mut Vec<String>,
) -> Result<Built, String> {
    let tree = Worktree::add(repository, cache.folder(), hash)?;
    if tree.path().join(".gitmodules").is_file()
        && let Err(why) = repository.fetch_submodules(tree.path())
    {
        return Ok(Built::Failed(format!("its submodules cannot be fetched: {why}")));
    }
    let log = cache.log(hash);
    let (status, ended) = run(&asked.build, tree.path(), &log, interrupt)?;
    notes.extend(said_of(&ended));
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
    let engine = match engine_of(tree.path(), &asked.program) {
        Ok(engine) => engine,
        Err(why) => return Ok(Built::Failed(why)),
    };
    let kept = cache.keep(hash, &engine)?;
    let _ = fs::remove_file(&log);
    Ok(Built::Engine(kept))
}

/// Sentences about the processes that a build left behind.
fn said_of(ended: &Ended) -> impl Iterator<Item = String> {
    let listed = |titles: &[String]| (!titles.is_empty()).then(|| titles.join(", "));
    let left: Vec<String> = ended.left.iter().chain(&ended.strays).cloned().collect();
    let killed = listed(&left)
        .map(|which| format!("its build left processes behind, which were ended: {which}"));
    let survivors = listed(&ended.survivors)
        .map(|which| format!("its build left processes behind that cannot be ended: {which}"));
    killed.into_iter().chain(survivors)
}

/// Runs the command, its output into the log, and ends whatever it left behind; no status when it was
/// interrupted.
fn run(
    build: &str,
    tree: &Path,
    log: &Path,
    interrupt: &AtomicBool,
) -> Result<(Option<ExitStatus>, Ended), String> {
    let said = |e: std::io::Error| format!("cannot run `{build}`: {e}");
    let (reader, output) = std::io::pipe().map_err(said)?;
    let errors = output.try_clone().map_err(said)?;
    let reader = LogReader::start(reader, log)
        .map_err(|e| format!("cannot write {}: {e}", log.display()))?;
    let mut tracker = ProcessTracker::new();
    let [shell, arguments @ ..] = &shell_arguments(build)[..] else {
        return Err(format!("there is no shell to run `{build}`"));
    };
    let mut command = Command::new(shell);
    command.args(arguments).current_dir(tree);
    command.stdin(Stdio::null()).stdout(output).stderr(errors);
    command.env(MARK, tracker.mark());
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    tracker.prepare(&mut command);
    let mut child = command.spawn().map_err(said)?;
    tracker.adopt(&mut child, &[]).map_err(said)?;
    // It holds the pipe's other end, which the log waits for.
    drop(command);
    let leader = child.id();
    let mut polls: u32 = 0;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(said)? {
            break Some(status);
        }
        if interrupt.load(Relaxed) {
            tracker.look(leader);
            tracker.order(leader, Order::Kill);
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        if polls.is_multiple_of(LOOK) {
            tracker.look(leader);
        }
        polls += 1;
        thread::sleep(GLANCE);
    };
    let killed = status.is_none();
    let ended = tracker.end(leader, killed).unwrap_or_else(|| {
        // Its group is what can be ended without seeing it.
        tracker.order(leader, Order::Kill);
        Ended::default()
    });
    reader.finish();
    Ok((status, ended))
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
