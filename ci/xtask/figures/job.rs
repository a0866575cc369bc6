//! The context of a unit (a row of ci/figures.csv): settings, working folder, program to measure.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use nucleus_matches::MatchRecord;
use nucleus_matches::suite::{SuiteRecord, Totals};
use nucleus_records::envelope::read_file;

use crate::run::{Fault, command, output, program};

/// Settings of units; each unit has its own defaults.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct Settings {
    /// Games of a match, or training games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub games: Option<u32>,
    /// Games or suites at a time, each on its own processor.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub concurrency: u32,
    /// Nodes per position.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Runs, rounds or pairs of runs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: Option<u32>,
    /// Seconds per run or sample.
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<f64>,
    /// Number of positions to take from the start of a set.
    #[arg(long, value_name = "N")]
    pub positions: Option<u32>,
    /// Program to measure instead of a release build.
    #[arg(long, value_name = "NUCLEUS")]
    pub program: Option<PathBuf>,
}

/// A unit in progress.
pub struct Job {
    pub settings: Settings,
    /// Folder of the unit's files, from which an interrupted run continues.
    pub folder: PathBuf,
    /// Path of the program to measure.
    pub program: PathBuf,
}

impl Job {
    /// Returns the command of the program with these arguments.
    pub fn nucleus(&self, arguments: &str) -> Command {
        let mut nucleus = program(&self.program);
        nucleus.args(arguments.split_whitespace());
        nucleus
    }

    /// Runs the program and parses the JSON object that it prints.
    pub fn json(&self, arguments: &str) -> Result<serde_json::Value, Fault> {
        Ok(serde_json::from_str(&output(&mut self.nucleus(&format!("{arguments} --json")))?)?)
    }

    /// Returns the path of a file in the data folder, which `NUCLEUS_DATA` names.
    pub fn data(&self, file: &str) -> Result<PathBuf, Fault> {
        let path = data_folder().join(file);
        if path.exists() {
            return Ok(path);
        }
        Err(format!("no {} (NUCLEUS_DATA names the folder of positions)", path.display()).into())
    }

    /// Returns the path of a file in the unit's folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Plays a match, or continues it, and returns its record.
    pub fn play(&self, name: &str, arguments: &[String]) -> Result<MatchRecord, Fault> {
        eprintln!("== {name}");
        let record = self.file(&format!("{name}.json"));
        let mut nucleus = self.nucleus("match --resume");
        nucleus.args(arguments).arg("--json").arg(&record);
        nucleus.arg("--concurrency").arg(self.settings.concurrency.to_string());
        nucleus.arg("--pgn").arg(self.file(&format!("{name}.pgn")));
        output(&mut nucleus).map_err(|error| format!("{name}: {error}"))?;
        let record: MatchRecord = read_file(&record)?;
        if record.complete { Ok(record) } else { Err(format!("{name} was cut short").into()) }
    }

    /// Searches a suite, or continues it, and returns its totals.
    pub fn solve(&self, name: &str, file: &str, arguments: &str) -> Result<Totals, Fault> {
        eprintln!("== {name}");
        let record = self.file(&format!("{name}.json"));
        let mut nucleus = self.nucleus("suite");
        nucleus.arg(self.data(file)?).args(arguments.split_whitespace());
        nucleus.arg("--json").arg(&record).arg("--markdown").arg(self.file(&format!("{name}.md")));
        output(&mut nucleus).map_err(|error| format!("{name}: {error}"))?;
        let record: SuiteRecord = read_file(&record)?;
        let suite = record.suites.first().ok_or("the record has no suite")?;
        Ok(Totals::new(suite, record.settings.limit))
    }
}

/// Returns the folder of positions, books and endgame tables.
pub fn data_folder() -> PathBuf {
    env::var_os("NUCLEUS_DATA").map_or_else(|| Path::new("../shared/data").into(), PathBuf::from)
}

/// Returns the name and the command of the reference engine that `NUCLEUS_REFERENCE` names.
pub fn reference() -> Option<(String, String)> {
    let text = env::var("NUCLEUS_REFERENCE").ok()?;
    let (name, command) = text.split_once('=')?;
    Some((name.to_owned(), command.to_owned()))
}

/// Returns the command of the installed Stockfish, or of the one that `STOCKFISH` names.
pub fn stockfish() -> String {
    env::var("STOCKFISH").unwrap_or_else(|_| path_of("stockfish"))
}

/// Returns the path of a program, or its name if it is not found.
pub fn path_of(program: &str) -> String {
    let path = output(command("sh -c").arg(format!("command -v {program}"))).unwrap_or_default();
    if path.is_empty() { program.to_owned() } else { path.trim().to_owned() }
}
