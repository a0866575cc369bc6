//! `--check`: whether a record is what it says. Its figures are computed anew from its samples, and
//! what it says of itself is held against what can be (`plausible`).

mod plausible;

use std::path::Path;

use serde_json::Value;

use super::Error;
use super::load;
use crate::harness::record::Record;
use crate::harness::summary::summarize;
use crate::text::{self, RawRecord};

/// Figures that differ by less than this share are the same: another compiler may round otherwise.
const SAME: f64 = 1e-9;
/// Lines of a kind that are shown.
const MOST_LINES: usize = 20;

/// What a check found.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// What does not hold; a record with one is not taken.
    pub faults: Vec<String>,
    /// What a reader should know, and no fault.
    pub remarks: Vec<String>,
    /// Samples that were read.
    pub samples: usize,
    /// Rows that were computed anew.
    pub rows: usize,
}

impl CheckReport {
    /// What is printed of this record.
    pub fn lines(&self, name: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (word, all) in [("fault", &self.faults), ("remark", &self.remarks)] {
            let shown = all.iter().take(MOST_LINES);
            lines.extend(shown.map(|said| format!("{word}: {name}: {said}")));
            if all.len() > MOST_LINES {
                lines.push(format!("{word}: {name}: and {} more", all.len() - MOST_LINES));
            }
        }
        let (rows, samples) = (self.rows, self.samples);
        lines.push(match self.faults.len() {
            0 => format!("holds: {name}: {rows} rows follow from its {samples} samples"),
            count => format!("does not hold: {name}: {count} faults"),
        });
        lines
    }
}

/// Checks the record in a file.
///
/// # Errors
/// When the file cannot be read or is no record at all.
pub fn check(path: &Path) -> Result<CheckReport, Error> {
    let content = load::content(path)?;
    let record = load::parse(path, &content)?;
    let loss = RawRecord::parse(&content).ok().and_then(|raw| raw.loss);
    let mut report = CheckReport { samples: record.samples.len(), ..CheckReport::default() };
    report.faults.extend(loss);
    unknown_fields(&content, &record, &mut report);
    plausible::check(&record, &mut report);
    recomputed(&record, &mut report);
    Ok(report)
}

/// Every row computed anew from the samples must be the row of the record.
fn recomputed(record: &Record, report: &mut CheckReport) {
    if record.samples.is_empty() {
        report.faults.push("it has no samples, from which its figures could be computed".into());
        return;
    }
    let mut anew = record.clone();
    summarize(&mut anew);
    report.rows = anew.summaries.len();
    for row in &record.summaries {
        let name = format!("{} on {}", row.engine, row.workload);
        let Some(own) = anew.summary(&row.engine, &row.workload) else {
            report.faults.push(format!("{name}: the record has a row, and no sample of it"));
            continue;
        };
        let [said, found] = [row, own].map(|row| serde_json::to_value(row).unwrap_or_default());
        differences(&name, &said, &found, &mut report.faults);
    }
    for row in &anew.summaries {
        if record.summary(&row.engine, &row.workload).is_none() {
            let (engine, workload) = (&row.engine, &row.workload);
            report.faults.push(format!("{engine} on {workload}: it has samples, and no row"));
        }
    }
}

/// What the record says otherwise than its samples. What an older program did not compute is
/// missing in its records, and warnings are sentences that change.
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

/// Fields that the schema does not have: a newer program's, or somebody's own.
fn unknown_fields(content: &str, record: &Record, report: &mut CheckReport) {
    fn walk(place: &str, found: &Value, known: &Value, unknown: &mut Vec<String>) {
        match (found, known) {
            (Value::Object(found), Value::Object(known)) => {
                for (key, value) in found {
                    let place = format!("{place}.{key}");
                    match known.get(key) {
                        Some(other) => walk(&place, value, other, unknown),
                        // What is empty is not written by every program.
                        None if *value == Value::Array(Vec::new()) || value.is_null() => {}
                        None => unknown.push(place),
                    }
                }
            }
            (Value::Array(found), Value::Array(known)) => {
                let place = format!("{place}[]");
                found.iter().zip(known).for_each(|(a, b)| walk(&place, a, b, unknown));
            }
            _ => {}
        }
    }
    let found: Value = serde_json::from_str(content).unwrap_or_default();
    let known = serde_json::to_value(record).unwrap_or_default();
    let mut unknown = Vec::new();
    walk("", &found, &known, &mut unknown);
    unknown.sort();
    unknown.dedup();
    let line = |place: &String| format!("the schema has no field {}", text::line(place));
    report.remarks.extend(unknown.iter().map(line));
}

#[cfg(test)]
mod tests;
