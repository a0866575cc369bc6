//! The envelope of a record: the fields by which each kind is recognised, read and checked.

use std::fmt::Display;
use std::path::Path;

use serde::de::{DeserializeOwned, Error as _, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Error, Value};

use super::json::{RawRecord, all_clean};
use nucleus_base::files;
use nucleus_base::text::line;

nucleus_base::named_enum! {
    /// The kind of a JSON record, by the command that writes it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum RecordKind {
        /// Written by `nucleus compare`.
        Compare = "a comparison",
        /// Written by `nucleus reproduce`.
        Reproduce = "published figures, measured again",
        /// Written by `nucleus match`.
        Match = "a match",
        /// Written by `nucleus suite`.
        Suite = "a run over test suites",
        /// Written by `nucleus rate --json`.
        Ratings = "ratings",
        /// Written by `nucleus cpu --json`.
        Machine = "a machine",
    }
}

impl RecordKind {
    /// Returns the kind of a text, recognised by its fields; `None` for other text.
    pub fn from_text(text: &str) -> Option<Self> {
        Some(Marks::read(text).ok()?.form()?.kind)
    }

    /// Returns the name of the kind's schema in docs/schemas, without the extension.
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

/// A kind and its version field: the name, the value, and the newest version that this build reads.
struct Form<'a> {
    kind: RecordKind,
    field: &'static str,
    version: Option<&'a Value>,
    newest: u64,
}

impl Marks {
    fn read(text: &str) -> Result<Self, Error> {
        // Serde would also read a struct from an array.
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

/// The reason that a record could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not JSON, or its shape is wrong.
    #[error("no record of {kind}: {error}")]
    Json {
        /// The expected kind of record.
        kind: RecordKind,
        /// The cause, with line and column.
        error: Error,
    },
    /// The text is a record of another kind.
    #[error("{found}, and no record of {kind}")]
    OtherKind {
        /// The expected kind of record.
        kind: RecordKind,
        /// The kind of the record in the text.
        found: RecordKind,
    },
    /// The record was written by a newer build.
    #[error("{field} {found} is newer than {newest}, which this build reads; update nucleus")]
    Newer {
        /// The name of the version field.
        field: &'static str,
        /// The version of the record.
        found: u64,
        /// The newest version that this build reads.
        newest: u64,
    },
}

/// The content of a record of one kind.
pub trait Payload: Serialize + DeserializeOwned {
    /// The kind of the record.
    const KIND: RecordKind;

    /// Deserializes a record whose version is not newer than this build's. `old` is `true` for a text of the
    /// kind's earlier form, which is converted.
    ///
    /// # Errors
    /// If the text has another shape.
    fn from_json_text(text: &str, _old: bool) -> Result<Self, Error> {
        serde_json::from_str(text)
    }

    /// Adds a sentence on the characters that cleaning removed from the strings.
    fn warn(&mut self, _loss: String) {}

    /// Reads the items of the record's journal, if there is one, and rejects a record that no run can have
    /// written.
    ///
    /// # Errors
    /// A sentence with the reason.
    fn settle(&mut self, _file: &Path) -> Result<(), String> {
        Ok(())
    }

    /// Returns the contradictions in the record.
    fn errors(&self) -> Vec<String>;

    /// Returns remarks for the reader that are not errors.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Describes the content in a few words.
    fn content(&self) -> String;
}

/// Reads a record of this kind, and cleans its strings. Unknown fields are ignored, and missing ones become
/// `None`, empty or zero. An older form is converted. The version is raised when a field changes its meaning
/// or is removed, not when one is added.
///
/// # Errors
/// If the text is not such a record, or its version is newer.
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
    // An error gives the position in the original text, not in the cleaned one.
    let placed = |error| P::from_json_text(text, old).err().unwrap_or(error);
    let clean = raw.value.to_string();
    let mut record = P::from_json_text(&clean, old).map_err(|error| no_record(placed(error)))?;
    if let Some(loss) = raw.loss {
        record.warn(loss);
    }
    Ok(record)
}

/// Reads the record in a file, and its journal.
///
/// # Errors
/// A sentence that names the file, if it cannot be read or is not a record of this kind.
pub fn read_file<P: Payload>(file: &Path) -> Result<P, String> {
    let failed = |what: &dyn Display| line(&format!("{}: {what}", file.display()));
    let text = files::read_to_string(file).map_err(|error| failed(&error))?;
    let mut record: P = read(&text).map_err(|error| failed(&error))?;
    record.settle(file).map_err(|error| failed(&error))?;
    Ok(record)
}

/// Returns the first difference between the settings of a record and those of a run that resumes it;
/// `None` if they agree.
pub fn difference(here: &impl Serialize, there: &impl Serialize) -> Option<String> {
    let (here, there) = (serde_json::to_value(here).ok()?, serde_json::to_value(there).ok()?);
    let differing = here.as_object()?.iter().find(|(key, value)| there.get(key) != Some(value));
    differing.map(|(key, value)| {
        format!("its {} was {value}, not {}", key.replace('_', " "), there[key])
    })
}

/// Adds an error unless `holds` is `true`.
pub fn demand(errors: &mut Vec<String>, holds: bool, message: impl FnOnce() -> String) {
    if !holds {
        errors.push(message());
    }
}
