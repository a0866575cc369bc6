//! Instruction counts against a baseline: what `ci/instructions` decides by.
//!
//! iai-callgrind leaves a `summary.json` for each bench; [`InstructionCounts::collect`] gathers them and
//! [`compare`] holds them against those of the baseline. Counts repeat exactly with one compiler
//! and one Valgrind, so that small limits are no false alarms; with other tools the baseline's
//! commit is built and counted anew, which is the script's business.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Error;
use super::format::{change, count};
use super::table::{Table, TableCell, left, right};

/// A bench may cost this much more than in the baseline.
pub const BENCH_LIMIT: f64 = 1.01;
/// All benches together may cost this much more.
pub const TOTAL_LIMIT: f64 = 1.003;
/// A bench that costs less has lost its body: stripped, or inlined away. Each of ours goes over
/// dozens of positions and costs tens of thousands.
pub const FLOOR: u64 = 1000;
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
    /// The same as the CPU counts them, `hardware::function.level`; empty where it shows no
    /// counter, and then not compared.
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

/// What came out for one bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchOutcome {
    /// Within the limit.
    Same,
    /// Cheaper by more than the limit: to be blessed, so that it is not lost again.
    Cheaper,
    /// Dearer by more than the limit.
    Dearer,
    /// In the baseline, and not run.
    Missing,
    /// Run, and not in the baseline.
    New,
    /// Below the floor: its body is gone.
    BelowFloor,
}

impl BenchOutcome {
    fn fails(self) -> bool {
        !matches!(self, Self::Same | Self::Cheaper)
    }

    fn words(self) -> &'static str {
        match self {
            Self::Same => "",
            Self::Cheaper => "cheaper",
            Self::Dearer => "dearer",
            Self::Missing => "missing",
            Self::New => "new",
            Self::BelowFloor => "below the floor",
        }
    }

    /// The words, bold where it fails.
    fn cell(self) -> TableCell {
        let words = self.words();
        if self.fails() {
            TableCell::marked(words, format!("**{words}**"))
        } else {
            TableCell::text(words)
        }
    }
}

/// A comparison.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Id, instructions before and now, outcome.
    pub rows: Vec<(String, Option<u64>, Option<u64>, BenchOutcome)>,
    /// Instructions before and now of the benches that both have.
    pub total: (u64, u64),
}

/// Holds counts against a baseline.
pub fn compare(baseline: &InstructionCounts, now: &InstructionCounts) -> Comparison {
    // Two machines of which one has no counter cannot be held against each other there.
    let hardware = !baseline.hardware.is_empty() && !now.hardware.is_empty();
    let all = |counts: &InstructionCounts| {
        let mut all = counts.instructions.clone();
        all.extend(counts.hardware.clone().into_iter().filter(|_| hardware));
        all
    };
    let (baseline, now) = (all(baseline), all(now));
    let mut ids: Vec<&String> = baseline.keys().collect();
    ids.extend(now.keys().filter(|id| !baseline.contains_key(*id)));
    let mut total = (0, 0);
    let mut rows = Vec::new();
    for id in ids {
        let before = baseline.get(id).copied();
        let after = now.get(id).copied();
        let outcome = match (before, after) {
            (_, None) => BenchOutcome::Missing,
            (_, Some(after)) if after < FLOOR => BenchOutcome::BelowFloor,
            (None, Some(_)) => BenchOutcome::New,
            (Some(before), Some(after)) => {
                total = (total.0 + before, total.1 + after);
                match after as f64 / before.max(1) as f64 {
                    r if r > BENCH_LIMIT => BenchOutcome::Dearer,
                    r if r < 1.0 / BENCH_LIMIT => BenchOutcome::Cheaper,
                    _ => BenchOutcome::Same,
                }
            }
        };
        rows.push((id.clone(), before, after, outcome));
    }
    Comparison { rows, total }
}

impl Comparison {
    /// All benches together, now over before.
    pub fn total_factor(&self) -> f64 {
        self.total.1 as f64 / self.total.0.max(1) as f64
    }

    /// What fails, one line each; empty when the counts pass.
    pub fn failures(&self) -> Vec<String> {
        let failing = self.rows.iter().filter(|r| r.3.fails());
        let mut lines: Vec<String> = failing
            .map(|(id, before, after, outcome)| match (before, after, outcome) {
                (_, _, BenchOutcome::Missing) => format!("{id}: in the baseline, and not run"),
                (_, _, BenchOutcome::New) => format!("{id}: not in the baseline"),
                (_, Some(after), BenchOutcome::BelowFloor) => {
                    format!("{id}: {after} instructions, below the floor of {FLOOR}")
                }
                (before, after, _) => {
                    let factor = after.unwrap_or(0) as f64 / before.unwrap_or(1).max(1) as f64;
                    format!("{id}: {}, more than {}", change(factor), change(BENCH_LIMIT))
                }
            })
            .collect();
        if self.total_factor() > TOTAL_LIMIT {
            let factor = change(self.total_factor());
            lines.push(format!("total: {factor}, more than {}", change(TOTAL_LIMIT)));
        }
        lines
    }

    /// The benches whose count changed, and the total.
    pub fn table(&self) -> Table {
        let columns = vec![
            left("bench", "bench"),
            right("before", "before"),
            right("now", "now"),
            right("change", "change"),
            left("outcome", ""),
        ];
        let mut table = Table::new("instructions", "Instructions against the baseline", columns);
        let figure = |n: Option<u64>| TableCell::number(n.map(|n| n as f64), count);
        for (id, before, now, outcome) in &self.rows {
            if before == now && !outcome.fails() {
                continue;
            }
            let factor = before.zip(*now).map(|(b, n)| n as f64 / b.max(1) as f64);
            table.push(vec![
                TableCell::marked(id.clone(), format!("`{id}`")),
                figure(*before),
                figure(*now),
                TableCell::number(factor, change),
                outcome.cell(),
            ]);
        }
        table.push(vec![
            TableCell::text("total of those in both"),
            figure(Some(self.total.0)),
            figure(Some(self.total.1)),
            TableCell::number(Some(self.total_factor()), change),
            if self.total_factor() > TOTAL_LIMIT {
                BenchOutcome::Dearer
            } else {
                BenchOutcome::Same
            }
            .cell(),
        ]);
        let same = self.rows.iter().filter(|(_, b, n, o)| b == n && !o.fails()).count();
        table.notes.push(format!(
            "{} benches, {same} of them unchanged to the instruction. Limits: {} a bench, {} in \
             total.",
            self.rows.len(),
            change(BENCH_LIMIT),
            change(TOTAL_LIMIT)
        ));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pairs: &[(&str, u64)]) -> InstructionCounts {
        let instructions = pairs.iter().map(|(id, n)| (id.to_string(), *n)).collect();
        InstructionCounts { instructions, ..InstructionCounts::default() }
    }

    fn baseline() -> InstructionCounts {
        counts(&[
            ("scan::list.avx2", 100_000),
            ("scan::list.portable", 500_000),
            ("search", 10_000_000),
        ])
    }

    fn with(id: &str, n: u64) -> InstructionCounts {
        let mut counts = baseline();
        counts.instructions.insert(id.into(), n);
        counts
    }

    #[test]
    fn equal_counts_pass_and_show_the_total_alone() {
        let comparison = compare(&baseline(), &baseline());
        assert!(comparison.failures().is_empty());
        assert_eq!(comparison.table().rows.len(), 1);
        assert!(comparison.table().notes[0].contains("3 of them unchanged"));
    }

    #[test]
    fn a_slowdown_of_two_per_cent_in_one_kernel_is_caught() {
        let comparison = compare(&baseline(), &with("scan::list.avx2", 102_000));
        let failures = comparison.failures();
        assert_eq!(failures, ["scan::list.avx2: +2.00 %, more than +1.00 %"]);
        let row = &comparison.table().rows[0];
        assert_eq!(
            row[3..],
            [TableCell::Number(1.02, "+2.00 %".into()), TableCell::marked("dearer", "**dearer**")]
        );
        assert!(compare(&baseline(), &with("scan::list.avx2", 101_000)).failures().is_empty());
    }

    #[test]
    fn small_slowdowns_of_many_are_caught_in_total() {
        let mut now = baseline();
        now.instructions.values_mut().for_each(|n| *n += *n / 200);
        let failures = compare(&baseline(), &now).failures();
        assert_eq!(failures, ["total: +0.50 %, more than +0.30 %"]);
    }

    #[test]
    fn a_broken_id_is_caught_as_missing_and_new() {
        let mut now = baseline();
        let n = now.instructions.remove("scan::list.avx2").expect("it was there");
        now.instructions.insert("scan::lst.avx2".into(), n);
        let failures = compare(&baseline(), &now).failures();
        assert_eq!(
            failures,
            [
                "scan::list.avx2: in the baseline, and not run",
                "scan::lst.avx2: not in the baseline"
            ]
        );
    }

    #[test]
    fn a_body_that_was_stripped_is_caught_even_when_the_baseline_is_as_low() {
        let stripped = with("scan::list.avx2", 0);
        let failures = compare(&stripped, &stripped).failures();
        assert_eq!(failures, ["scan::list.avx2: 0 instructions, below the floor of 1000"]);
    }

    #[test]
    fn cheaper_passes_and_is_shown() {
        let comparison = compare(&baseline(), &with("search", 9_000_000));
        assert!(comparison.failures().is_empty());
        assert!(comparison.table().markdown().contains("cheaper"));
    }

    #[test]
    fn hardware_counts_are_compared_where_both_have_them() {
        let with_hardware = |n: u64| {
            let hardware = BTreeMap::from([("hardware::scan.avx512".to_string(), n)]);
            InstructionCounts { hardware, ..baseline() }
        };
        let slower = compare(&with_hardware(50_000), &with_hardware(51_000)).failures();
        assert_eq!(slower, ["hardware::scan.avx512: +2.00 %, more than +1.00 %"]);
        assert!(compare(&with_hardware(50_000), &baseline()).failures().is_empty());
        assert!(compare(&baseline(), &with_hardware(50_000)).failures().is_empty());
    }

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
