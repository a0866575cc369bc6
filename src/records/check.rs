//! `report --check`: verifies a record. The envelope is checked for plausibility, the content for
//! consistency ([`Payload::errors`]).

mod comparison;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::envelope::{Payload, ReadError, RecordKind, read};
use super::json::RawRecord;
use super::machine_record::{Machine, Source};
use super::papers::PaperRecord;
use super::record::Record;
use super::time::seconds;
use nucleus_base::text;

/// The maximum number of errors, and of remarks, that are printed.
const MOST_LINES: usize = 20;
/// The time in seconds by which a record may be ahead of this machine's clock.
const AHEAD: i64 = 86_400;

/// The result of a check.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// The errors; a record with any of them is rejected.
    pub errors: Vec<String>,
    /// Remarks for the reader that are not errors.
    pub remarks: Vec<String>,
    /// A description of the record, printed if it has no error.
    pub held: String,
}

impl CheckReport {
    /// Returns the lines to print for this record.
    pub fn lines(&self, name: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (word, all) in [("fault", &self.errors), ("remark", &self.remarks)] {
            let shown = all.iter().take(MOST_LINES);
            lines.extend(shown.map(|message| format!("{word}: {name}: {message}")));
            if all.len() > MOST_LINES {
                lines.push(format!("{word}: {name}: and {} more", all.len() - MOST_LINES));
            }
        }
        lines.push(match self.errors.len() {
            0 => format!("holds: {name}: {}", self.held),
            1 => format!("invalid: {name}: 1 error"),
            count => format!("invalid: {name}: {count} errors"),
        });
        lines
    }
}

/// A check of a file of one kind, given the file's path and text.
pub type Checker = fn(&Path, &str) -> Result<CheckReport, String>;

/// The checks of the kinds that this crate knows.
pub const CHECKERS: [(RecordKind, Checker); 3] = [
    (RecordKind::Compare, check::<Record>),
    (RecordKind::Reproduce, check::<PaperRecord>),
    (RecordKind::Machine, check::<PrintedMachine>),
];

/// Checks the record in a file with this text.
///
/// # Errors
/// A sentence, if the text is not a record of this kind.
pub fn check<P: Payload>(file: &Path, content: &str) -> Result<CheckReport, String> {
    let failed = |error: ReadError| format!("{}: {error}", file.display());
    let mut record: P = read(content).map_err(failed)?;
    record.settle(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let raw = RawRecord::parse(content).map_err(|error| error.to_string())?;
    let mut report = CheckReport::default();
    report.errors.extend(raw.loss);
    let known = serde_json::to_value(&record).unwrap_or_default();
    // A record of an older form was converted, so its fields have other names.
    let is_old = raw.value.get("scaling").is_some();
    if !is_old {
        report.remarks = unknown_fields(&raw.value, &known);
    }
    let envelope: Envelope = serde_json::from_value(raw.value).unwrap_or_default();
    envelope.check(content, known.get("written").is_some() && !is_old, &mut report.errors);
    if envelope.complete == Some(false) {
        report.remarks.push("it was cut short".to_owned());
    }
    report.errors.extend(record.errors());
    report.remarks.extend(record.remarks());
    let (kind, content) = (P::KIND, record.content());
    report.held = format!("{kind}, as docs/schemas/{}.json has it: {content}", kind.schema());
    Ok(report)
}

/// The fields that kinds of records share, if they have them: times, completeness and machine.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Envelope {
    started: Option<String>,
    written: Option<String>,
    complete: Option<bool>,
    machine: Option<Machine>,
}

impl Envelope {
    /// Adds implausible values to `errors`; `is_timed` is `true` if records of this kind have both times.
    /// Records with a machine may be published and must contain nothing private.
    fn check(&self, content: &str, is_timed: bool, errors: &mut Vec<String>) {
        for (time, what) in [(&self.started, "started"), (&self.written, "written")] {
            let time = time.as_deref().unwrap_or("");
            match seconds(time) {
                None if is_timed => errors.push(format!("no time: {what} {time:?}")),
                None => {}
                Some(then) if then > now().saturating_add(AHEAD) => {
                    errors.push(format!("it was {what} at {time}, which is still to come"));
                }
                Some(_) => {}
            }
        }
        if let (Some(started), Some(written)) = (&self.started, &self.written)
            && seconds(written).zip(seconds(started)).is_some_and(|(end, begin)| end < begin)
        {
            errors.push(format!("it was written at {written}, before {started}"));
        }
        if let Some(machine) = &self.machine {
            if machine.cpu.is_none() && machine.vendor.is_none() {
                errors.push("it names no CPU".to_owned());
            }
            private(content, errors);
        }
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(i64::MAX, |d| d.as_secs() as i64)
}

/// Adds an error if a home directory occurs anywhere in a record's JSON.
fn private(text: &str, errors: &mut Vec<String>) {
    // The parents of home directories; a backslash is doubled in JSON.
    let unix = ["home", "Users", "root"].map(|folder| format!("/{folder}/"));
    for folder in unix.into_iter().chain([r":\\Users\\".to_owned()]) {
        if let Some(at) = text.find(&folder) {
            let around: String = text[at..].chars().take(30).collect();
            errors.push(format!("it names a folder, which is private: {}", text::line(&around)));
        }
    }
}

/// Returns a remark for each field that the schema does not have, for example of a newer version.
fn unknown_fields(found: &Value, known: &Value) -> Vec<String> {
    let mut names = Vec::new();
    unknown("", found, known, &mut names);
    names.sort();
    names.dedup();
    names.iter().map(|place| format!("the schema has no field {}", text::line(place))).collect()
}

/// Adds the names of the fields in the file that the parsed record does not have.
fn unknown(place: &str, found: &Value, known: &Value, names: &mut Vec<String>) {
    match (found, known) {
        (Value::Object(found), Value::Object(known)) => {
            for (key, value) in found {
                let place = format!("{place}.{key}");
                match known.get(key) {
                    Some(other) => unknown(&place, value, other, names),
                    // Not every program writes empty values.
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

/// The output of `nucleus cpu --json`, as far as it is checked.
#[derive(Debug, Serialize, Deserialize)]
pub struct PrintedMachine {
    machine: Machine,
    #[serde(default)]
    source: Source,
}

impl Payload for PrintedMachine {
    const KIND: RecordKind = RecordKind::Machine;

    fn errors(&self) -> Vec<String> {
        Vec::new()
    }

    fn content(&self) -> String {
        self.machine.levels.join(" ")
    }
}
