//! The context of a unit: settings, working folder, and the programs that are measured.

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
    /// Games of a match, or games to train on.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub games: Option<u32>,
    /// Games or suites at a time, each on a processor of its own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub concurrency: u32,
    /// Nodes of a position.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Runs, rounds or pairs of runs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: Option<u32>,
    /// Seconds of a run or sample.
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<f64>,
    /// Positions of a set, the first ones.
    #[arg(long, value_name = "N")]
    pub positions: Option<u32>,
    /// A program that is built already, in the place of a release build.
    #[arg(long, value_name = "NUCLEUS")]
    pub program: Option<PathBuf>,
}

/// A unit at work.
pub struct Job {
    /// The settings.
    pub settings: Settings,
    /// The folder of what it leaves, which a run that was cut short goes on with.
    pub folder: PathBuf,
    /// The program that is measured.
    pub program: PathBuf,
}

impl Job {
    /// The command of the program with these arguments.
    pub fn nucleus(&self, arguments: &str) -> Command {
        let mut nucleus = program(&self.program);
        nucleus.args(arguments.split_whitespace());
        nucleus
    }

    /// Runs the program and reads the JSON object that it prints.
    pub fn json(&self, arguments: &str) -> Result<serde_json::Value, Fault> {
        Ok(serde_json::from_str(&output(&mut self.nucleus(&format!("{arguments} --json")))?)?)
    }

    /// A file of the folder of positions, which `NUCLEUS_DATA` names.
    pub fn data(&self, file: &str) -> Result<PathBuf, Fault> {
        let path = data_folder().join(file);
        if path.exists() {
            return Ok(path);
        }
        Err(format!("no {} (NUCLEUS_DATA names the folder of positions)", path.display()).into())
    }

    /// A file of the unit's folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Plays a match, or goes on with it, and returns its record.
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

    /// Solves a suite, or goes on with it, and returns its sums.
    pub fn solve(&self, name: &str, file: &str, arguments: &str) -> Result<Totals, Fault> {
        eprintln!("== {name}");
        let record = self.file(&format!("{name}.json"));
        let mut nucleus = self.nucleus("suite");
        nucleus.arg(self.data(file)?).args(arguments.split_whitespace());
        nucleus.arg("--json").arg(&record).arg("--markdown").arg(self.file(&format!("{name}.md")));
        output(&mut nucleus).map_err(|error| format!("{name}: {error}"))?;
        let record: SuiteRecord = read_file(&record)?;
        let suite = record.suites.first().ok_or("the record has no suite")?;
        Ok(Totals::of(suite, record.settings.limit))
    }
}

/// Returns the folder of positions, books and endgame tables.
pub fn data_folder() -> PathBuf {
    env::var_os("NUCLEUS_DATA").map_or_else(|| Path::new("../shared/data").into(), PathBuf::from)
}

/// Returns the reference engine that `NUCLEUS_REFERENCE` names, its name and its command.
pub fn reference() -> Option<(String, String)> {
    let text = env::var("NUCLEUS_REFERENCE").ok()?;
    let (name, command) = text.split_once('=')?;
    Some((name.to_owned(), command.to_owned()))
}

/// Returns the command of the Stockfish that is installed, or that `STOCKFISH` names.
pub fn stockfish() -> String {
    env::var("STOCKFISH").unwrap_or_else(|_| path_of("stockfish"))
}

/// Returns the path of a program; its name where it is not found.
pub fn path_of(program: &str) -> String {
    let path = output(command("sh -c").arg(format!("command -v {program}"))).unwrap_or_default();
    if path.is_empty() { program.to_owned() } else { path.trim().to_owned() }
}
