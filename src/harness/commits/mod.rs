//! Engines built from the commits of a git repository, each commit once, cached by its hash.
//!
//! `git` queries the repository, `worktree` checks out a commit, `build` builds it, `log` keeps the
//! build's output, and `cache` stores the engine.

mod build;
mod cache;
mod git;
mod log;
mod worktree;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use cache::default_folder;

use super::compare_options;
use super::process::Launch;
use super::progress::{RunError, RunProgress};
use super::references::EngineSpec;
use build::Built;
use cache::EngineCache;
use git::Repository;
use nucleus_base::text;
use nucleus_records::record::EngineCommit;

/// The commits to compare, and the way to build them.
#[derive(Debug, Clone)]
pub struct CommitsAsked {
    /// The commit with which a bisection compares every step; it must build.
    pub baseline: Option<String>,
    /// A folder within the repository.
    pub folder: PathBuf,
    /// The commits: `A..B`, or `A,B,…`.
    pub commits: String,
    /// The step through a range: every Nth commit, and always both ends.
    pub every: u32,
    /// The shell command that builds a commit, run at the top of its worktree.
    pub build: String,
    /// The path of the built engine within the worktree.
    pub program: String,
    /// The folder of the cache.
    pub cache: PathBuf,
}

/// A commit to be measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCommit {
    /// The engine's name: as given on the command line, or in a range the start of the hash.
    pub name: String,
    /// The commit's hash, subject and index in the list.
    pub commit: EngineCommit,
}

/// The results of building the commits.
#[derive(Debug, Default)]
pub struct BuiltCommits {
    /// An engine for each commit that builds.
    pub engines: Vec<EngineSpec>,
    /// Notes on the other commits, and on processes that builds left behind.
    pub notes: Vec<String>,
}

/// Returns the commit of the repository in the current folder, with `-dirty` for uncommitted
/// changes; `None` outside of a repository.
pub fn project_commit() -> Option<String> {
    let read = "--no-optional-locks";
    let describe = [read, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    Repository::discover(".".as_ref()).ok()?.ask(&describe).ok()
}

/// Returns the requested commits, a range oldest first.
///
/// # Errors
/// If there is no repository, a commit is unknown or given twice, or there is only one.
pub fn list(plan: &CommitsAsked) -> Result<Vec<ListedCommit>, RunError> {
    let usage = RunError::Usage;
    build::check_place(&plan.program).map_err(usage)?;
    let repository = Repository::discover(&plan.folder).map_err(usage)?;
    let wrong = |reason: String| usage(format!("--commits `{}`: {reason}", plan.commits));
    let listed = match plan.commits.split_once("..") {
        Some((first, last)) => range(&repository, first, last, plan.every).map_err(wrong)?,
        None => {
            let one = |name: &str| Ok((text::excerpt(name), repository.hash(name)?));
            let names = plan.commits.split(',').map(str::trim);
            names.map(one).collect::<Result<Vec<_>, String>>().map_err(wrong)?
        }
    };
    if listed.len() < 2 {
        return Err(wrong("that is one commit, and a comparison needs two".to_owned()));
    }
    let mut all: Vec<ListedCommit> = Vec::new();
    for (name, hash) in listed {
        if all.iter().any(|other| other.name == name) {
            return Err(wrong(format!("`{name}` is given twice")));
        }
        let subject = repository.subject(&hash).map_err(wrong)?;
        let place = all.len() as u32;
        all.push(ListedCommit { name, commit: EngineCommit { hash, subject, place } });
    }
    Ok(all)
}

/// Returns the commits of a range along first parents, named by the start of their hashes.
fn range(
    repository: &Repository,
    first: &str,
    last: &str,
    every: u32,
) -> Result<Vec<(String, String)>, String> {
    if last.starts_with('.') {
        return Err("a range has two dots, not three".to_owned());
    }
    let end = if last.trim().is_empty() { "HEAD" } else { last.trim() };
    let (from, to) = (repository.hash(first.trim())?, repository.hash(end)?);
    let between = repository.between(&from, &to)?;
    let all: Vec<String> = std::iter::once(from).chain(between).collect();
    let step = every.max(1) as usize;
    let kept = |index: usize| index.is_multiple_of(step) || index + 1 == all.len();
    let shown = |hash: &String| (hash.chars().take(10).collect::<String>(), hash.clone());
    Ok((0..all.len()).filter(|&index| kept(index)).map(|index| shown(&all[index])).collect())
}

/// Builds each commit that is not in the cache. A commit that does not build is left out, with a
/// note, unless it is the baseline, which must build.
///
/// # Errors
/// If the system or git fails, the user interrupts, or fewer than two engines remain.
pub fn build(
    plan: &CommitsAsked,
    listed: &[ListedCommit],
    interrupt: &Arc<AtomicBool>,
    progress: &mut dyn RunProgress,
) -> Result<BuiltCommits, RunError> {
    let failed = RunError::Failed;
    let repository = Repository::discover(&plan.folder).map_err(failed)?;
    let cache = EngineCache::open(&plan.cache, &plan.build, &plan.program).map_err(failed)?;
    worktree::sweep(&repository, cache.folder());
    let mut built = BuiltCommits::default();
    for (index, one) in listed.iter().enumerate() {
        let (hash, subject) = (&one.commit.hash, &one.commit.subject);
        let mut state = |what: &str| {
            progress.state(&format!("{what} {} of {}: {}", index + 1, listed.len(), one.name));
        };
        let mut left = Vec::new();
        let program = match cache.kept(hash) {
            Some(program) => Built::Engine(program),
            None => {
                state("building");
                build::build(&repository, &cache, hash, plan, interrupt, &mut left)
                    .map_err(failed)?
            }
        };
        for note in left {
            let note = format!("{} ({subject}): {note}", one.name);
            progress.say(&note);
            built.notes.push(note);
        }
        if interrupt.load(Relaxed) {
            return Err(failed(
                "interrupted while engines were built; those built are kept".to_owned(),
            ));
        }
        match program {
            Built::Engine(path) => {
                let argv = vec![path.to_string_lossy().into_owned()];
                let launch = Launch { argv, ..Launch::default() };
                let mut spec = compare_options::named(&one.name, Ok(launch))?;
                spec.record.command = text::name(&format!("{} of {hash}", plan.program));
                spec.record.commit = Some(one.commit.clone());
                built.engines.push(spec);
            }
            Built::Failed(why) if plan.baseline.as_ref() == Some(&one.name) => {
                return Err(RunError::Usage(format!(
                    "{} ({subject}), which every step of the bisection is compared with, does not \
                     build: {why}",
                    one.name
                )));
            }
            Built::Failed(why) => {
                let note = format!("{} ({subject}) does not build and is skipped: {why}", one.name);
                progress.say(&note);
                built.notes.push(note);
            }
        }
    }
    if built.engines.len() < 2 {
        let left = built.engines.len();
        return Err(failed(format!(
            "nothing to compare: only {left} of {} commits can be built; {}",
            listed.len(),
            built.notes.join("; ")
        )));
    }
    Ok(built)
}
