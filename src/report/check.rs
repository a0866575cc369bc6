//! `--check`: verification of a record. Its figures are computed anew from its samples, and what it
//! says of itself is held against what can be (`plausible`). A run over numbers of threads has no
//! figures but its samples (`threads`); records of the layers above are checked by them.

mod plausible;
pub(crate) mod threads;

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::Error;
use super::kind::RecordKind;
use super::load;
use nucleus_base::text;
use nucleus_records::json::RawRecord;
use nucleus_records::machine_record::Machine;
use nucleus_records::papers::PaperRecord;
use nucleus_records::record::Record;
use nucleus_records::scaling::ScalingRecord;
use nucleus_records::summary::summarize;

/// Figures that differ by less than this share are the same: another compiler may round otherwise.
const SAME: f64 = 1e-9;
/// Lines of a kind that are shown.
const MOST_LINES: usize = 20;

/// Result of a check.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// Faults: a record with one is not accepted.
    pub faults: Vec<String>,
    /// Remarks for the reader that are no faults.
    pub remarks: Vec<String>,
    /// Words for a record without a fault.
    pub held: String,
}

impl CheckReport {
    /// Returns the printed lines of this record.
    pub fn lines(&self, name: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (word, all) in [("fault", &self.faults), ("remark", &self.remarks)] {
            let shown = all.iter().take(MOST_LINES);
            lines.extend(shown.map(|said| format!("{word}: {name}: {said}")));
            if all.len() > MOST_LINES {
                lines.push(format!("{word}: {name}: and {} more", all.len() - MOST_LINES));
            }
        }
        lines.push(match self.faults.len() {
            0 => format!("holds: {name}: {}", self.held),
            1 => format!("does not hold: {name}: 1 fault"),
            count => format!("does not hold: {name}: {count} faults"),
        });
        lines
    }
}

impl CheckReport {
    /// Fields that the schema does not have: a newer program's, or somebody's own.
    pub fn unknown_fields(&mut self, content: &str, record: &impl Serialize) {
        let found: Value = serde_json::from_str(content).unwrap_or_default();
        let known = serde_json::to_value(record).unwrap_or_default();
        let mut names = Vec::new();
        unknown("", &found, &known, &mut names);
        names.sort();
        names.dedup();
        let line = |place: &String| format!("the schema has no field {}", text::line(place));
        self.remarks.extend(names.iter().map(line));
    }
}

/// Checks the record in a file; one of a kind that only a layer above knows is an error.
///
/// # Errors
/// When the file cannot be read or is no record at all.
pub fn check(path: &Path) -> Result<CheckReport, Error> {
    let content = load::content(path)?;
    let mut report = CheckReport::default();
    report.faults.extend(RawRecord::parse(&content).ok().and_then(|raw| raw.loss));
    match RecordKind::of(&content) {
        Some(RecordKind::Threads) => {
            let record = ScalingRecord::from_json(&content).map_err(|e| load::refused(path, &e))?;
            report.unknown_fields(&content, &record);
            threads::check(&record, &mut report);
        }
        Some(RecordKind::Reproduce) => {
            let record = PaperRecord::from_json(&content).map_err(|e| load::refused(path, &e))?;
            report.unknown_fields(&content, &record);
            plausible::private(&content, &mut report.faults);
            report.faults.extend(record.faults());
            let samples: usize = record.series.iter().map(|series| series.samples.len()).sum();
            let series = record.series.len();
            let held = format!("{samples} samples in {series} series");
            report.held = of_kind(RecordKind::Reproduce, &held);
        }
        Some(RecordKind::Machine) => {
            let machine = machine_of(&content).map_err(|e| load::refused(path, &e))?;
            plausible::private(&content, &mut report.faults);
            plausible::named(&machine, &mut report.faults);
            report.held = of_kind(RecordKind::Machine, &machine.levels.join(" "));
        }
        _ => comparison(&load::parse(path, &content)?, &content, &mut report),
    }
    Ok(report)
}

/// A record of `nucleus compare`.
fn comparison(record: &Record, content: &str, report: &mut CheckReport) {
    report.unknown_fields(content, record);
    plausible::check(record, report);
    let rows = recomputed(record, report);
    report.held = format!("{rows} rows follow from its {} samples", record.samples.len());
}

/// Describes a record of another kind than `nucleus compare` writes: the kind, its schema, and its
/// content.
pub fn of_kind(kind: RecordKind, content: &str) -> String {
    format!("{kind}, as docs/schemas/{}.json has it: {content}", kind.schema())
}

/// The machine that `nucleus cpu --json` printed.
fn machine_of(content: &str) -> Result<Machine, String> {
    /// The machine as it is printed, without the fields that are not checked.
    #[derive(serde::Deserialize)]
    struct PrintedMachine {
        machine: Machine,
    }
    serde_json::from_str(content)
        .map(|printed: PrintedMachine| printed.machine)
        .map_err(|error| format!("not a record of a machine: {error}"))
}

/// Every row computed anew from the samples must be the row of the record. Returns their number.
fn recomputed(record: &Record, report: &mut CheckReport) -> usize {
    if record.samples.is_empty() {
        report.faults.push("it has no samples, from which its figures could be computed".into());
        return 0;
    }
    let mut anew = record.clone();
    summarize(&mut anew);
    for row in &record.summaries {
        let name = format!("{} on {}", row.engine, row.workload);
        let Some(own) = anew.summary(&row.engine, &row.workload) else {
            report.faults.push(format!("{name}: the record has a row, and no sample of it"));
            continue;
        };
        let [said, found] = [row, own].map(|row| serde_json::to_value(row).unwrap_or_default());
        differences(&name, &said, &found, &mut report.faults);
    }
    let [said, found] =
        [record, &anew].map(|r| serde_json::to_value(&r.results).unwrap_or_default());
    if !record.results.is_empty() {
        differences("results", &said, &found, &mut report.faults);
    }
    for row in &anew.summaries {
        if record.summary(&row.engine, &row.workload).is_none() {
            let (engine, workload) = (&row.engine, &row.workload);
            report.faults.push(format!("{engine} on {workload}: it has samples, and no row"));
        }
    }
    anew.summaries.len()
}

/// Adds the differences between the record's figures and those computed from its samples. What an
/// older program did not compute is missing in its records, and warnings are sentences that change.
fn differences(place: &str, said: &Value, found: &Value, faults: &mut Vec<String>) {
    match (said, found) {
        (Value::Null, _) => {}
        (Value::Object(said), Value::Object(found)) => {
            for (key, value) in said.iter().filter(|(key, _)| *key != "warnings") {
                let other = found.get(key).unwrap_or(&Value::Null);
                differences(&format!("{place}: {key}"), value, other, faults);
            }
        }
        (Value::Array(said), Value::Array(found)) if said.len() == found.len() => {
            for (at, (value, other)) in said.iter().zip(found).enumerate() {
                differences(&format!("{place} {at}"), value, other, faults);
            }
        }
        _ if same(said, found) => {}
        _ => faults.push(text::line(&format!("{place}: it says {said}, its samples say {found}"))),
    }
}

fn same(said: &Value, found: &Value) -> bool {
    match (said.as_f64(), found.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= SAME * a.abs().max(b.abs()),
        _ => said == found,
    }
}

/// Adds the names of fields in the file that the record, as it was read, does not have.
fn unknown(place: &str, found: &Value, known: &Value, names: &mut Vec<String>) {
    match (found, known) {
        (Value::Object(found), Value::Object(known)) => {
            for (key, value) in found {
                let place = format!("{place}.{key}");
                match known.get(key) {
                    Some(other) => unknown(&place, value, other, names),
                    // What is empty is not written by every program.
                    None if *value == Value::Array(Vec::new()) || value.is_null() => {}
                    None => names.push(place),
                }
            }
        }
        (Value::Array(found), Value::Array(known)) => {
            let place = format!("{place}[]");
            found.iter().zip(known).for_each(|(a, b)| unknown(&place, a, b, names));
        }
        _ => {}
    }
}
