use std::fs;
use std::path::Path;

use nucleus_records::record::Record;
use nucleus_report::papers::PaperName;

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// Levels of older processors first; each is held against a Stockfish that was built for it.
const LEVELS: [&str; 3] = ["popcnt", "avx2", "avx512"];
/// Builds of Stockfish: `popcnt=PATH,avx2=PATH,avx512=PATH`, by its Makefile's ARCH x86-64-sse41-popcnt,
/// x86-64-avx2 and x86-64-avx512.
const BUILDS: &str = "NUCLEUS_STOCKFISHES";
/// Runs of the comparison, so that the median has an interval.
const STEPS: u64 = 5;

/// Section VI: whether older processors have the larger factor, by levels on one machine.
pub fn unit() -> Unit {
    let step = |run| {
        Step::new(format!("run {run}"), 385.0, move |workshop: &Workshop| compare(workshop, run))
    };
    Unit {
        name: "axon-levels".to_owned(),
        paper: PaperName::AxonIi,
        what: "levels against builds of Stockfish for the same level".to_owned(),
        conditions: vec![
            "Levels of kernels on one processor stand for processors of several ages: the start position to \
             depth 10, repeated, profile axon."
                .to_owned(),
        ],
        timed: true,
        steps: (1..=STEPS).map(step).collect(),
    }
}

/// The builds that the environment names, with their levels.
fn builds() -> Result<Vec<(String, String)>, Fault> {
    let named = std::env::var(BUILDS).unwrap_or_default();
    let pairs = named.split(',').filter_map(|pair| pair.split_once('='));
    let all: Vec<(String, String)> =
        pairs.map(|(level, path)| (level.trim().to_owned(), path.trim().to_owned())).collect();
    if all.len() < 2 || all.iter().any(|(level, _)| !LEVELS.contains(&level.as_str())) {
        return Err(Fault::Failed(format!(
            "{BUILDS} has to name builds of Stockfish for two levels at least: popcnt=PATH,avx2=PATH,\
             avx512=PATH (ARCH x86-64-sse41-popcnt, x86-64-avx2, x86-64-avx512 of its Makefile)"
        )));
    }
    Ok(all)
}

fn compare(workshop: &Workshop, run: u64) -> Result<StepResult, Fault> {
    let builds = builds()?;
    let out = workshop.folder("axon-levels")?.join(run.to_string());
    let mut words: Vec<String> =
        ["compare", "--full", "--profile", "axon", "--workload", "start", "--rounds", "2"]
            .map(str::to_owned)
            .into();
    for (level, path) in &builds {
        words.extend(["--engine".to_owned(), format!("stockfish-{level}='{path}'")]);
    }
    words.extend(["--out".to_owned(), out.display().to_string()]);
    let arguments: Vec<_> = words.iter().map(std::ffi::OsStr::new).collect();
    let command = workshop.nucleus(&arguments)?;
    let record = newest(&out)?;
    let mut result = StepResult { command, ..StepResult::default() };
    for (place, (level, _)) in builds.iter().enumerate() {
        let row = record.summary(&format!("nucleus-{level}"), "start/sustained");
        let reference = format!("stockfish-{level}");
        let ratio =
            row.and_then(|row| row.ratios.iter().find(|ratio| ratio.reference == reference));
        let ratio = ratio.ok_or_else(|| format!("no ratio of level {level} to {reference}"))?;
        result.value(format!("{level} over its Stockfish"), ratio.ratio);
        if place == 0 {
            result.value("oldest level over its Stockfish", ratio.ratio);
        }
    }
    Ok(result)
}

/// The record that a comparison wrote into a folder.
fn newest(out: &Path) -> Result<Record, Fault> {
    let files = fs::read_dir(out).into_iter().flatten().flatten();
    let folders = files.filter_map(|cpu| fs::read_dir(cpu.path()).ok());
    let mut records: Vec<_> = folders
        .flatten()
        .flatten()
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    records.sort();
    let path = records.last().ok_or_else(|| format!("no record in {}", out.display()))?;
    let text = nucleus_base::files::read_to_string(path)
        .map_err(|fault| format!("{}: {fault}", path.display()))?;
    Record::from_json(&text).map_err(|fault| Fault::Failed(format!("{}: {fault}", path.display())))
}
