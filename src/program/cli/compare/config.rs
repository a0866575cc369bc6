//! `--config FILE`: reads engines, options, workloads and settings from a TOML file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use nucleus_base::text;
use nucleus_harness::compare_options::{self, CompareOptions};
use nucleus_harness::positions;
use nucleus_harness::progress::RunError;
use nucleus_harness::references::EngineSpec;
use serde::Deserialize;

use super::CompareArgs;
use super::args::{duration, per_cent, sample_time};
use crate::cli::command::CommandFailure;

/// The contents of the file. An unknown key is an error, reported with its line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ConfigFile {
    rounds: Option<u32>,
    warmup: Option<u32>,
    time: Option<ConfigValue>,
    precision: Option<String>,
    time_limit: Option<String>,
    gate: Option<String>,
    bench: Option<String>,
    hash: Option<u32>,
    seed: Option<u64>,
    out: Option<PathBuf>,
    #[serde(default)]
    engine: Vec<ConfigEngine>,
    #[serde(default)]
    workload: Vec<ConfigWorkload>,
}

/// An engine; the first one is the baseline.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigEngine {
    name: String,
    command: String,
    #[serde(default)]
    options: BTreeMap<String, ConfigValue>,
}

/// Value of a UCI option or of the key `time`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum ConfigValue {
    Text(String),
    Number(i64),
    Decimal(f64),
    Check(bool),
}

impl ConfigValue {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Decimal(number) => number.to_string(),
            Self::Check(check) => check.to_string(),
        }
    }
}

/// A workload: a built-in one, a position, or the positions of a file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigWorkload {
    name: Option<String>,
    fen: Option<String>,
    positions: Option<PathBuf>,
    sample: Option<u32>,
    limit: Option<String>,
}

/// The engines and workloads of the file, which the command line gives in other forms.
#[derive(Debug, Clone, Default)]
pub struct ConfigContents {
    folder: PathBuf,
    engine: Vec<ConfigEngine>,
    workload: Vec<ConfigWorkload>,
}

/// Shortens an error message, because the parser quotes the faulty line, which may be long.
fn short(error: &str) -> String {
    const LINES: usize = 12;
    // A plain line is kept, because a mark in the next line points at a column of it.
    let plain =
        |line: &str| line.len() <= text::LINE && line.chars().all(|c| c == ' ' || text::prints(c));
    let line = |line: &str| match plain(line) {
        true => line.to_owned(),
        false => text::clean(line, text::LINE).text,
    };
    error.trim_end().lines().take(LINES).map(line).collect::<Vec<_>>().join("\n")
}

/// Merges the command line with the configuration; the command line takes precedence. Also returns
/// the engines and workloads of the configuration.
pub fn merged(args: &CompareArgs) -> Result<(CompareArgs, ConfigContents), CommandFailure> {
    let mut args = args.clone();
    let Some(path) = args.config.clone() else { return Ok((args, ConfigContents::default())) };
    let wrong = |what: &str| CommandFailure::usage(format!("{}: {}", path.display(), short(what)));
    let text = nucleus_base::files::read_to_string(&path).map_err(|e| wrong(&e.to_string()))?;
    let file: ConfigFile = toml::from_str(&text).map_err(|e| wrong(e.to_string().trim_end()))?;
    within("rounds", file.rounds, 1, 1000).map_err(|e| wrong(&e))?;
    within("warmup", file.warmup, 0, 100).map_err(|e| wrong(&e))?;
    within("hash", file.hash, 1, 1_048_576).map_err(|e| wrong(&e))?;
    let read = |key: &str, value: &Option<String>, parse: fn(&str) -> Result<f64, String>| {
        let number = value.as_deref().map(parse).transpose();
        number.map_err(|message| wrong(&format!("{key}: {message}")))
    };
    let time = file.time.as_ref().map(ConfigValue::text);
    args.time = args.time.or(read("time", &time, sample_time)?);
    args.precision = args.precision.or(read("precision", &file.precision, per_cent)?);
    args.time_limit = args.time_limit.or(read("time-limit", &file.time_limit, duration)?);
    args.rounds = args.rounds.or(file.rounds);
    args.warmup = args.warmup.or(file.warmup);
    args.hash = args.hash.or(file.hash);
    args.seed = args.seed.or(file.seed);
    args.gate = args.gate.take().or(file.gate);
    args.bench = args.bench.take().or(file.bench);
    let folder = path.parent().unwrap_or_else(|| Path::new("")).to_owned();
    args.out = args.out.take().or(file.out.map(|out| folder.join(out)));
    let given = !args.commands.is_empty() || !args.engine.is_empty() || args.commits.is_some();
    if given && !file.engine.is_empty() {
        return Err(wrong("it has engines, and the command line too: give them in one place"));
    }
    if file.engine.len() == 1 {
        return Err(wrong(
            "only one [[engine]]: a comparison requires two; ratios refer to the first",
        ));
    }
    let contents = ConfigContents { folder, engine: file.engine, workload: file.workload };
    Ok((args, contents))
}

fn within(key: &str, value: Option<u32>, least: u32, most: u32) -> Result<(), String> {
    match value {
        Some(value) if !(least..=most).contains(&value) => {
            Err(format!("{key}: {value} is not in {least}..={most}"))
        }
        _ => Ok(()),
    }
}

impl ConfigContents {
    /// Adds the configuration's engines and workloads.
    ///
    /// # Errors
    /// If one of them is invalid.
    pub fn add(&self, options: &mut CompareOptions) -> Result<(), RunError> {
        for engine in &self.engine {
            compare_options::add(&mut options.given, self.engine(engine)?)?;
        }
        for workload in &self.workload {
            self.workload(workload, options)?;
        }
        Ok(())
    }

    /// Returns true if the file names workloads.
    pub fn has_workloads(&self) -> bool {
        !self.workload.is_empty()
    }

    /// Returns an engine; its program's path is relative to the folder of the file.
    fn engine(&self, engine: &ConfigEngine) -> Result<EngineSpec, RunError> {
        let mut spec = compare_options::engine(&engine.name, &engine.command)?;
        let program = &mut spec.launch.argv[0];
        if Path::new(program.as_str()).components().count() > 1 {
            *program = self.folder.join(program.as_str()).to_string_lossy().into_owned();
        }
        for (name, value) in &engine.options {
            if name.eq_ignore_ascii_case("Threads") {
                let message = "--threads N sets Threads, for all engines alike";
                return Err(RunError::Usage(format!("engine `{}`: {message}", engine.name)));
            }
            let value = value.text();
            if !(name.chars().chain(value.chars()).all(nucleus_base::text::prints)) {
                let message = "an option has characters that do not print";
                return Err(RunError::Usage(format!("engine `{}`: {message}", engine.name)));
            }
            spec.record.options.push((name.clone(), value));
        }
        Ok(spec)
    }

    fn workload(
        &self,
        workload: &ConfigWorkload,
        options: &mut CompareOptions,
    ) -> Result<(), RunError> {
        let ConfigWorkload { name, fen, positions, sample, limit } = workload;
        let shown = name.as_deref().unwrap_or("without a name");
        let wrong = |what: &str| RunError::Usage(format!("[[workload]] {shown}: {what}"));
        match (positions, fen, name, limit) {
            (Some(_), Some(_), ..) => Err(wrong("it has both fen and positions")),
            (Some(file), None, ..) => {
                let file = self.folder.join(file);
                let chosen = positions::read(&file, sample.map(|n| n as usize), options.seed)?;
                let seconds = options.plan().seconds;
                let mut set = positions::workload(&file, &chosen, limit.as_deref(), seconds)?;
                if let Some(name) = name {
                    (set.name, set.position) = (format!("{name}/set"), name.clone());
                }
                options.sets.push(set);
                Ok(())
            }
            _ if sample.is_some() => Err(wrong("sample requires positions")),
            (None, Some(fen), Some(name), Some(limit)) => {
                options.workload.push(format!("{name}={fen}@{limit}"));
                Ok(())
            }
            (None, Some(_), ..) => Err(wrong("a fen needs a name and a limit")),
            (None, None, Some(name), None) => {
                options.workload.push(name.clone());
                Ok(())
            }
            (None, None, ..) => {
                Err(wrong("it has neither fen, nor positions, nor a built-in name alone"))
            }
        }
    }
}
