//! Building one commit.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::CommitsAsked;
use super::cache::EngineCache;
use super::git::{self, Repository};
use super::log::BuildLog;
use super::worktree::Worktree;
use crate::command;
use crate::connection::Connection;
use crate::descendants::Ended;
use crate::fault::Fault;
use crate::process::{Launch, ProcessConnection, StandardOutput, shell_arguments};
use nucleus_base::text;

/// The number of lines of a failed build that are reported.
const TOLD: usize = 3;

/// The result of building a commit.
#[derive(Debug)]
pub enum Built {
    /// The built engine in the cache.
    Engine(PathBuf),
    /// The reason that there is no engine.
    Failed(String),
}

/// Checks that a path stays within the tree of a commit.
///
/// # Errors
/// If the path leaves the tree.
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

/// Returns the engine that a build made, if it is a file within the tree.
fn engine_of(tree: &Path, program: &str) -> Result<PathBuf, String> {
    let engine = tree.join(program);
    if !engine.is_file() {
        return Err(format!("it made no file `{program}`"));
    }
    let failed = |e: std::io::Error| format!("cannot look at `{program}`: {e}");
    let place = fs::canonicalize(&engine).map_err(failed)?;
    if !place.starts_with(fs::canonicalize(tree).map_err(failed)?) {
        return Err(format!("`{program}` is a link that leads out of the commit's tree"));
    }
    Ok(place)
}

/// Builds a commit in its own worktree and stores the engine in the cache; `notes` receives the
/// processes that the build left behind.
///
/// # Errors
/// If the worktree cannot be made, the build cannot be started, or the engine cannot be stored.
pub fn build(
    repository: &Repository,
    cache: &EngineCache,
    hash: &str,
    plan: &CommitsAsked,
    interrupt: &AtomicBool,
    notes: &mut Vec<String>,
) -> Result<Built, String> {
    let tree = Worktree::add(repository, cache.folder(), hash)?;
    if tree.path().join(".gitmodules").is_file()
        && let Err(why) = repository.fetch_submodules(tree.path())
    {
        return Ok(Built::Failed(format!("its submodules cannot be fetched: {why}")));
    }
    let (done, log, ended) = run(&plan.build, tree.path(), interrupt)?;
    notes.extend(said_of(&ended));
    let place = cache.log(hash);
    let made = done.map_err(|error| error.to_string());
    match made.and_then(|()| engine_of(tree.path(), &plan.program)) {
        Ok(engine) => {
            let _ = fs::remove_file(place);
            cache.keep(hash, &engine).map(Built::Engine)
        }
        Err(why) => {
            let (lines, place) = (error_lines(&log), place.display());
            let kept = match fs::write(cache.log(hash), log.text()) {
                Ok(()) => format!("all of it: {place}"),
                Err(error) => format!("cannot write {place}: {error}"),
            };
            Ok(Built::Failed(format!("{why}; {lines}; {kept}")))
        }
    }
}

/// Describes the processes that a build left behind.
fn said_of(ended: &Ended) -> impl Iterator<Item = String> {
    let listed = |titles: &[String]| (!titles.is_empty()).then(|| titles.join(", "));
    let left: Vec<String> = ended.left.iter().chain(&ended.strays).cloned().collect();
    let killed = listed(&left)
        .map(|which| format!("its build left processes running, which were killed: {which}"));
    let survivors = listed(&ended.survivors)
        .map(|which| format!("its build left processes running that cannot be killed: {which}"));
    killed.into_iter().chain(survivors)
}

/// Runs the build command, and ends the processes it left behind.
fn run(
    build: &str,
    tree: &Path,
    interrupt: &AtomicBool,
) -> Result<(Result<(), Fault>, BuildLog, Ended), String> {
    let launch = Launch {
        argv: shell_arguments(build),
        folder: Some(tree.to_owned()),
        hidden: &git::VARIABLES,
        no_input: true,
        output: StandardOutput::ReadBoth,
        ..Launch::default()
    };
    let process = ProcessConnection::start(&launch);
    let mut process = process.map_err(|error| format!("cannot run `{build}`: {error}"))?;
    let mut log = BuildLog::default();
    let interrupted = || interrupt.load(Relaxed);
    let done = command::wait(&mut process, &mut |line| log.push(line), &interrupted, Duration::MAX);
    Ok((done.map(drop), log, process.close(Duration::ZERO).ended))
}

/// Prefixes of error messages of compilers, linkers and make.
const FAULTS: [&str; 6] =
    ["error:", "error[", "fatal", "undefined reference", "undefined symbol", "*** "];

/// Returns the first lines of a log that report errors, or its last lines if there are none. With
/// parallel jobs, warnings about other files may follow an error.
fn error_lines(log: &BuildLog) -> String {
    let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_fault = |line: &&str| {
        let line = line.to_lowercase();
        FAULTS.iter().any(|mark| line.contains(mark))
    };
    let mut shown: Vec<&str> = lines.iter().copied().filter(is_fault).take(TOLD).collect();
    if shown.is_empty() {
        shown = lines[lines.len().saturating_sub(TOLD)..].to_vec();
    }
    if shown.is_empty() {
        return "it printed nothing".to_owned();
    }
    shown.iter().map(|line| text::excerpt(line)).collect::<Vec<_>>().join(" | ")
}
