//! `cargo xtask figures`: measures the tables of the pages, each by a unit of ci/figures.csv.

pub mod breakdown;
pub mod games;
pub mod gate;
pub mod job;
pub mod pages;
pub mod sheet;
pub mod speeds;
pub mod stale;
pub mod suites;
pub mod units;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::git::Repository;
use crate::run::{Ended, Fault, build_release, command, root};
use job::{Job, Settings, data_folder};
use sheet::cpu;
use units::{Method, Unit, units};

/// Units to measure, or another action.
#[derive(clap::Args)]
pub struct FiguresArguments {
    /// Names of units, `speed`, `games`, or the beginning of several names, such as `gate`; with --stale,
    /// names of pages. [default: the set of units that is measured together]
    units: Vec<String>,
    /// List the units, and those measured since the source changed.
    #[arg(long)]
    list: bool,
    /// Also measure units that were measured since the source changed.
    #[arg(long)]
    again: bool,
    /// Print how many commits have changed the measured code since each table was made; exit code 1
    /// if a commit or a path of a table is unknown.
    #[arg(long)]
    stale: bool,
    /// Rewrite the tables of all pages from their records.
    #[arg(long, conflicts_with = "stale")]
    write: bool,
    /// Folder of the tables; pages are written only for the repository's folder.
    #[arg(long, value_name = "DIR", default_value = TABLES)]
    tables: PathBuf,
    #[command(flatten)]
    settings: Settings,
}

const TABLES: &str = "reports/tables";

/// Measures units, lists them, writes pages, or prints stale tables.
pub fn run(arguments: &FiguresArguments) -> Ended {
    if arguments.stale {
        let named: Vec<PathBuf> = arguments.units.iter().map(PathBuf::from).collect();
        let report = stale::stale(&Repository::here(), &named)?;
        report.lines.iter().for_each(|line| println!("{line}"));
        return Ok(u8::from(report.is_wrong));
    }
    if arguments.write {
        pages::tables_of_pages(&root(), Some(""))?;
        return Ok(0);
    }
    let commit = Repository::here().commit();
    // Commits of pages and records between two calls change no figure.
    let source = ["log", "-1", "--format=%h", "--", "src", "asm", "Cargo.toml", "Cargo.lock"];
    let source = Repository::here().git(&source).unwrap_or_else(|| commit.clone());
    let folder = root().join("target/figures").join(&source);
    let all = units()?;
    if arguments.list {
        list(&all, &folder);
        return Ok(0);
    }
    let mut units = Vec::new();
    if arguments.units.is_empty() {
        units.extend(all.iter().filter(|unit| unit.set));
    }
    for word in &arguments.units {
        let found = chosen(&all, word);
        if found.is_empty() {
            eprintln!("error: no unit {word}; cargo xtask figures lists them");
            return Ok(2);
        }
        units.extend(found);
    }
    let program = match &arguments.settings.program {
        Some(program) => program.canonicalize()?,
        None if units.iter().any(|unit| unit.needs_program()) => build_release("")?,
        None => PathBuf::new(),
    };
    let mut failed = false;
    let done = |unit: &Unit| folder.join(format!("{}.done", unit.name));
    let is_done = |unit: &Unit| done(unit).exists() && !arguments.again;
    for (at, &unit) in units.iter().enumerate() {
        if is_done(unit) {
            println!("== {}: done already", unit.name);
            continue;
        }
        println!("== {}: {}", unit.name, unit.words);
        let left = units[at..].iter().filter(|one| !is_done(one)).filter_map(|one| one.minutes);
        println!("== about {} min left", left.sum::<u32>());
        let began = Instant::now();
        let (settings, program) = (arguments.settings.clone(), program.clone());
        let job = Job { settings, folder: folder.join(&unit.name), program };
        fs::create_dir_all(&job.folder)?;
        match measure(unit, &job, &commit, &arguments.tables) {
            Ok(()) => {
                let minutes = began.elapsed().as_secs().div_ceil(60);
                println!("== {}: {minutes} min", unit.name);
                fs::write(done(unit), minutes.to_string())?;
            }
            Err(error) => {
                eprintln!("== {} failed: {error}", unit.name);
                failed = true;
            }
        }
    }
    Ok(u8::from(failed))
}

/// Returns the units that a word names: one, a group, or those with this beginning.
fn chosen<'a>(units: &'a [Unit], word: &str) -> Vec<&'a Unit> {
    let all = |is_meant: &dyn Fn(&Unit) -> bool| -> Vec<&'a Unit> {
        units.iter().filter(|unit| is_meant(unit)).collect()
    };
    let exact = all(&|unit| unit.name == word || unit.group == word);
    let begins = || all(&|unit| unit.name.strip_prefix(word).is_some_and(|r| r.starts_with('-')));
    if exact.is_empty() { begins() } else { exact }
}

fn list(units: &[Unit], folder: &Path) {
    for Unit { name, group, minutes, words, .. } in units {
        let minutes = minutes.map_or(String::new(), |minutes| format!("{minutes} min"));
        let done = fs::read_to_string(folder.join(format!("{name}.done")));
        let done = done.map_or("-".to_owned(), |minutes| format!("done in {minutes} min"));
        println!("{name:<18} {group:<6} {minutes:>8}  {done:<16} {words}");
    }
}

/// Measures a unit; saves its table and writes the pages that show it.
fn measure(unit: &Unit, job: &Job, commit: &str, tables: &Path) -> Result<(), Fault> {
    match unit.method() {
        None => unit.command.split("; ").try_for_each(|line| run_line(line, job)),
        Some(Method::Run(function)) => function(job),
        Some(Method::Table(function)) => {
            let file = tables.join(format!("{}.csv", unit.name));
            function(job)?.write(&file, &cpu(), commit)?;
            println!("{} written", file.display());
            if tables == Path::new(TABLES) {
                pages::tables_of_pages(&root(), file.to_str())?;
            }
            Ok(())
        }
    }
}

/// Runs a command line of a unit.
fn run_line(line: &str, job: &Job) -> Result<(), Fault> {
    let line = line.replace("{out}", &job.folder.display().to_string());
    let line = line.replace("{data}", &data_folder().display().to_string());
    let mut run = match line.split_once(' ') {
        Some(("nucleus", arguments)) => job.nucleus(arguments),
        Some(("xtask", arguments)) => {
            let mut xtask = Command::new(std::env::current_exe()?);
            xtask.args(arguments.split_whitespace());
            xtask
        }
        _ => command(&line),
    };
    if run.status()?.success() { Ok(()) } else { Err(format!("{line} failed").into()) }
}
