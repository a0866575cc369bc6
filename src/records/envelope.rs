//! The envelope of a record: what every kind has, by which it is told apart, read and checked.

use std::fmt::Display;
use std::path::Path;

use serde::de::{DeserializeOwned, Error as _, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Error, Value};

use super::json::{RawRecord, all_clean};
use nucleus_base::files;
use nucleus_base::text::line;

nucleus_base::named_enum! {
    /// Kind of a JSON record, by the command that wrote it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RecordKind {
        /// `nucleus compare`.
        Compare = "a comparison",
        /// `nucleus reproduce`.
        Reproduce = "published figures measured anew",
        /// `nucleus match`.
        Match = "a match",
        /// `nucleus suite`.
        Suite = "a run over test suites",
        /// `nucleus rate --json`.
        Ratings = "ratings",
        /// `nucleus cpu --json`.
        Machine = "a machine",
    }
}

impl RecordKind {
    /// Returns the kind of a text by the fields that no other kind has; `None` of what is no record.
    pub fn of(text: &str) -> Option<Self> {
        Some(Marks::read(text).ok()?.form()?.kind)
    }

    /// The name of its schema in docs/schemas, without the ending.
    pub const fn schema(self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::Reproduce => "reproduce",
            Self::Match => "match",
            Self::Suite => "suite",
            Self::Ratings => "rate",
            Self::Machine => "machine",
        }
    }
}

/// The fields that identify a kind and its version.
#[derive(Deserialize)]
struct Marks {
    scaling: Option<Value>,
    reproduce: Option<Value>,
    games_wanted: Option<IgnoredAny>,
    suites: Option<IgnoredAny>,
    white_advantage: Option<IgnoredAny>,
    schema: Option<Value>,
    version: Option<Value>,
    machine: Option<IgnoredAny>,
}

/// A kind, and the number that is its version: the field's name, the number, and the newest that is read.
struct Form<'a> {
    kind: RecordKind,
    field: &'static str,
    version: Option<&'a Value>,
    newest: u64,
}

impl Marks {
    fn read(text: &str) -> Result<Self, Error> {
        // A type with fields would be read from an array, too.
        let other = !text.trim_start().starts_with('{');
        if other && serde_json::from_str::<IgnoredAny>(text).is_ok() {
            return Err(Error::custom("it has no `schema` number"));
        }
        serde_json::from_str(text)
    }

    fn form(&self) -> Option<Form<'_>> {
        let (schema, version) = ((&self.schema, "schema"), (&self.version, "version"));
        let [scaling, reproduce] = [(&self.scaling, "scaling"), (&self.reproduce, "reproduce")];
        let found = [
            (self.scaling.is_some(), RecordKind::Compare, scaling, 1),
            (self.reproduce.is_some(), RecordKind::Reproduce, reproduce, 1),
            (self.games_wanted.is_some(), RecordKind::Match, schema, 1),
            (self.suites.is_some(), RecordKind::Suite, version, 1),
            (self.white_advantage.is_some(), RecordKind::Ratings, schema, 1),
            (self.schema.is_some(), RecordKind::Compare, schema, 2),
            (self.machine.is_some(), RecordKind::Machine, (&None, ""), 0),
        ];
        let (_, kind, (version, field), newest) = found.into_iter().find(|(is, ..)| *is)?;
        Some(Form { kind, field, version: version.as_ref(), newest })
    }
}

/// Reason that a record could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is not JSON, or JSON of another shape.
    #[error("no record of {kind}: {error}")]
    Json {
        /// The kind that was to be read.
        kind: RecordKind,
        /// The cause.
        error: Error,
    },
    /// It is a record of another kind.
    #[error("{found}, and no record of {kind}")]
    OtherKind {
        /// The kind that was to be read.
        kind: RecordKind,
        /// Its kind.
        found: RecordKind,
    },
    /// The record was written by a newer build.
    #[error("{field} {found} is newer than {newest}, which this build reads; update nucleus")]
    Newer {
        /// The field of the version.
        field: &'static str,
        /// The version that it has.
        found: u64,
        /// The newest that this build reads.
        newest: u64,
    },
}

/// The content of a record of one kind.
pub trait Payload: Serialize + DeserializeOwned {
    /// The kind.
    const KIND: RecordKind;

    /// Makes it of JSON whose version is no newer than this build's. A kind that has had another form
    /// converts it where the text is of the `old` one.
    ///
    /// # Errors
    /// When it has another shape.
    fn from_json_text(text: &str, _old: bool) -> Result<Self, Error> {
        serde_json::from_str(text)
    }

    /// Takes in a sentence on the characters that its strings lost when they were cleaned.
    fn warn(&mut self, _loss: String) {}

    /// Takes in what lies beside the file of a record that was read, and refuses what no run can have
    /// written.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn settle(&mut self, _file: &Path) -> Result<(), String> {
        Ok(())
    }

    /// Returns the contradictions in it.
    fn faults(&self) -> Vec<String>;

    /// Returns remarks for the reader that are no faults.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Describes its content in a few words.
    fn content(&self) -> String;
}

/// Reads a record of this kind, with its strings cleaned. Three rules keep old and new records readable
/// together: the version is raised when a field changes its meaning or goes away, not when one is added;
/// unknown fields are ignored, and missing ones become `None`, empty or zero; an older form is converted.
///
/// # Errors
/// When it is none, or of a newer version.
pub fn read<P: Payload>(text: &str) -> Result<P, ReadError> {
    let kind = P::KIND;
    let no_record = |error| ReadError::Json { kind, error };
    let missing = |field: &str| no_record(Error::custom(format!("it has no `{field}` number")));
    let marks = Marks::read(text).map_err(no_record)?;
    let form = marks.form().ok_or_else(|| missing("schema"))?;
    if form.kind != kind {
        return Err(ReadError::OtherKind { kind, found: form.kind });
    }
    let (field, newest) = (form.field, form.newest);
    match form.version.map(Value::as_u64) {
        Some(Some(found)) if found > newest => {
            return Err(ReadError::Newer { field, found, newest });
        }
        Some(Some(_)) => {}
        None if newest == 0 => {}
        _ => return Err(missing(field)),
    }
    let old = marks.scaling.is_some();
    if all_clean(text) {
        return P::from_json_text(text, old).map_err(no_record);
    }
    let raw = RawRecord::parse(text).map_err(no_record)?;
    // The place of a field of the wrong shape is that in the text as it came.
    let placed = |error| P::from_json_text(text, old).err().unwrap_or(error);
    let clean = raw.value.to_string();
    let mut record = P::from_json_text(&clean, old).map_err(|error| no_record(placed(error)))?;
    if let Some(loss) = raw.loss {
        record.warn(loss);
    }
    Ok(record)
}

/// Reads the record in a file, and what lies beside it.
///
/// # Errors
/// A sentence that names the file, when it cannot be read or is no record of this kind.
pub fn read_file<P: Payload>(file: &Path) -> Result<P, String> {
    let said = |what: &dyn Display| line(&format!("{}: {what}", file.display()));
    let text = files::read_to_string(file).map_err(|error| said(&error))?;
    let mut record: P = read(&text).map_err(|error| said(&error))?;
    record.settle(file).map_err(|fault| said(&fault))?;
    Ok(record)
}

/// Returns the first difference between the settings of a record and those of a run that is to go on
/// with it; `None` when they agree.
pub fn difference(here: &impl Serialize, there: &impl Serialize) -> Option<String> {
    let (here, there) = (serde_json::to_value(here).ok()?, serde_json::to_value(there).ok()?);
    let differing = here.as_object()?.iter().find(|(key, value)| there.get(key) != Some(value));
    differing.map(|(key, value)| {
        format!("its {} was {value}, not {}", key.replace('_', " "), there[key])
    })
}

/// Adds a fault where something does not hold.
pub fn demand(faults: &mut Vec<String>, holds: bool, said: impl FnOnce() -> String) {
    if !holds {
        faults.push(said());
    }
}
