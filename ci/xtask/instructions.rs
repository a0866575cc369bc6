//! Instruction counts against a baseline: the decisions of `ci/instructions`.
//!
//! iai-callgrind leaves a `summary.json` for each bench; [`InstructionCounts::collect`] gathers them and
//! [`compare`] holds them against those of the baseline. Counts repeat exactly with one compiler
//! and one Valgrind, so that small limits are no false alarms; with other tools the baseline's
//! commit is built and counted anew, which is the script's business.

mod comparison;

pub use comparison::{BENCH_LIMIT, BenchOutcome, Comparison, FLOOR, TOTAL_LIMIT, compare};

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use nucleus_report::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of iai-callgrind's summaries that is understood.
const SUMMARY_VERSION: &str = "6";

/// The tools that counts depend on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tools {
    /// As `rustc --version` prints it.
    pub rustc: String,
    /// As `valgrind --version` prints it.
    pub valgrind: String,
    /// Target triple.
    pub target: String,
}

/// Instructions of each bench, and the tools that counted them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstructionCounts {
    /// The tools.
    pub tools: Tools,
    /// Bench id, `group::function.id`, to instructions, as Callgrind counts them.
    pub instructions: BTreeMap<String, u64>,
    /// Counts by the CPU, `hardware::function.level`; empty where it shows no counter, and then not
    /// compared.
    #[serde(default)]
    pub hardware: BTreeMap<String, u64>,
}

impl InstructionCounts {
    /// Gathers the counts of every `summary.json` under a directory, and those that the bench
    /// printed as counted by hardware: lines of an id and a count, others ignored.
    ///
    /// # Errors
    /// When one cannot be read or understood, or there is none.
    pub fn collect(dir: &Path, hardware: &str, tools: Tools) -> Result<Self, Error> {
        let mut instructions = BTreeMap::new();
        gather(dir, &mut instructions)?;
        if instructions.is_empty() {
            return Err(Error::Record {
                path: dir.to_path_buf(),
                message: "no bench left a summary.json below it".into(),
            });
        }
        let line = |line: &str| {
            let (id, count) = line.strip_prefix("hardware::")?.split_once(' ')?;
            Some((format!("hardware::{id}"), count.trim().parse().ok()?))
        };
        Ok(Self { tools, instructions, hardware: hardware.lines().filter_map(line).collect() })
    }

    /// Reads counts that [`InstructionCounts::to_json`] made.
    ///
    /// # Errors
    /// When the file cannot be read or understood.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path)
            .map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
        serde_json::from_str(&text)
            .map_err(|e| Error::Record { path: path.to_path_buf(), message: e.to_string() })
    }

    /// The counts as JSON, an id a line, so that a commit's diff can be read.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("counts are plain data") + "\n"
    }
}

fn gather(dir: &Path, into: &mut BTreeMap<String, u64>) -> Result<(), Error> {
    let fail = |source| Error::Read { path: dir.to_path_buf(), source };
    for entry in fs::read_dir(dir).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.is_dir() {
            gather(&path, into)?;
        } else if path.file_name().is_some_and(|n| n == "summary.json") {
            let text = fs::read_to_string(&path)
                .map_err(|source| Error::Read { path: path.clone(), source })?;
            let wrong = |message| Error::Record { path: path.clone(), message };
            let (id, instructions) = parse(&text).map_err(wrong)?;
            if into.insert(id.clone(), instructions).is_some() {
                return Err(wrong(format!("a second bench with the id {id}")));
            }
        }
    }
    Ok(())
}

/// The id and the instructions of one of iai-callgrind's summaries.
fn parse(text: &str) -> Result<(String, u64), String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let version = value["version"].as_str().unwrap_or("none");
    if version != SUMMARY_VERSION {
        return Err(format!("summary version {version}, not {SUMMARY_VERSION}"));
    }
    let module = value["module_path"].as_str().ok_or("no module_path")?;
    // The last two parts are group and function; those before are the bench's files.
    let parts: Vec<&str> = module.split("::").collect();
    let name = parts[parts.len().saturating_sub(2)..].join("::");
    let id = value["id"].as_str().map_or(name.clone(), |id| format!("{name}.{id}"));
    let profiles = value["profiles"].as_array().ok_or("no profiles")?;
    let callgrind = profiles
        .iter()
        .find(|p| p["tool"] == "Callgrind")
        .ok_or_else(|| format!("{id} was not run under Callgrind"))?;
    let metric = &callgrind["summaries"]["total"]["summary"]["Callgrind"]["Ir"]["metrics"];
    // The new value stands alone, or first of a pair with an earlier run's.
    let new = metric.get("Left").or_else(|| metric.get("Both").and_then(|pair| pair.get(0)));
    let instructions = new.and_then(|m| m["Int"].as_u64());
    Ok((id.clone(), instructions.ok_or_else(|| format!("{id} has no instruction count"))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_gathered_by_id() {
        let dir = tempfile::tempdir().expect("a directory");
        let summary = |id: &str, metrics: &str| {
            format!(
                r#"{{"version":"6","module_path":"instructions::counted::scan::list","id":"{id}",
                "profiles":[{{"tool":"Callgrind","summaries":{{"parts":[],"total":{{"regressions":[],
                "summary":{{"Callgrind":{{"Ir":{{"diffs":null,"metrics":{metrics}}}}}}}}}}}}}]}}"#
            )
        };
        for (id, metrics) in [
            ("avx2", r#"{"Left":{"Int":1234}}"#),
            ("portable", r#"{"Both":[{"Int":5},{"Int":6}]}"#),
        ] {
            let deep = dir.path().join("nucleus/instructions").join(id);
            fs::create_dir_all(&deep).expect("directories");
            fs::write(deep.join("summary.json"), summary(id, metrics)).expect("a file");
        }
        let counts = InstructionCounts::collect(
            dir.path(),
            "skipped: something\nhardware::scan.avx512 4321\n",
            Tools::default(),
        )
        .expect("two summaries");
        assert_eq!(counts.hardware.get("hardware::scan.avx512"), Some(&4321));
        let found: Vec<_> = counts.instructions.iter().map(|(id, n)| (id.as_str(), *n)).collect();
        assert_eq!(found, [("scan::list.avx2", 1234), ("scan::list.portable", 5)]);

        let path = dir.path().join("counts.json");
        fs::write(&path, counts.to_json()).expect("a file");
        assert_eq!(InstructionCounts::read(&path).expect("what was written"), counts);

        let broken = dir.path().join("nucleus/summary.json");
        fs::write(&broken, summary("x", "{}")).expect("a file");
        let error = InstructionCounts::collect(dir.path(), "", Tools::default())
            .expect_err("no count")
            .to_string();
        assert!(error.contains("scan::list.x has no instruction count"), "{error}");
        fs::write(&broken, "{\"version\":\"7\"}").expect("a file");
        let error = InstructionCounts::collect(dir.path(), "", Tools::default())
            .expect_err("newer")
            .to_string();
        assert!(error.contains("summary version 7, not 6"), "{error}");
    }

    #[test]
    fn no_summaries_at_all_is_an_error() {
        let dir = tempfile::tempdir().expect("a directory");
        assert!(InstructionCounts::collect(dir.path(), "", Tools::default()).is_err());
    }
}
