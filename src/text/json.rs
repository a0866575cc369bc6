//! Records as JSON: written whole, and read with every string cleaned, whatever field it stands in.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

use super::{Cleaned, NAME, clean};

/// What is written to a file of records: indented, with a final newline.
///
/// # Panics
/// When a map in the value has keys that are no strings; no record has one.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("a record is plain data") + "\n"
}

/// A record that is JSON, and not yet of a type.
#[derive(Debug)]
pub struct RawRecord {
    value: Value,
    /// What was lost when the strings were cleaned, as a sentence.
    pub loss: Option<String>,
}

impl RawRecord {
    /// Reads it and cleans its strings: they may be anybody's.
    ///
    /// # Errors
    /// When it is not JSON.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut value = serde_json::from_str(text)?;
        let loss = clean_json(&mut value);
        Ok(Self { value, loss })
    }

    /// The number that this field is.
    pub fn number(&self, field: &str) -> Option<u64> {
        self.value.get(field).and_then(Value::as_u64)
    }

    /// The record as this type.
    ///
    /// # Errors
    /// When it has another shape.
    pub fn typed<T: DeserializeOwned>(self) -> Result<T, Error> {
        serde_json::from_value(self.value)
    }
}

/// Fields that hold names; the others hold sentences, lines and positions.
const NAMES: [&str; 8] =
    ["name", "id_name", "id_author", "engine", "workload", "reference", "position", "opening"];

/// Characters of a string that is no name.
const FIELD: usize = 2_000;

/// Cleans every string in a value. Returns a sentence when something was lost.
fn clean_json(value: &mut Value) -> Option<String> {
    let mut loss = Loss::default();
    loss.walk(value, FIELD);
    let (strings, removed, cut) = (loss.strings, loss.removed, loss.cut);
    (strings > 0).then(|| {
        format!(
            "{strings} of its strings had characters that do not print ({removed} were removed) or \
             were too long ({cut} were cut off)"
        )
    })
}

#[derive(Default)]
struct Loss {
    strings: usize,
    removed: usize,
    cut: usize,
}

impl Loss {
    fn walk(&mut self, value: &mut Value, most: usize) {
        match value {
            Value::String(text) => {
                let Cleaned { text: kept, removed, cut } = clean(text, most);
                self.strings += usize::from(removed + cut > 0);
                self.removed += removed;
                self.cut += cut;
                *text = kept;
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.walk(value, most)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    let most = if NAMES.contains(&key.as_str()) { NAME } else { FIELD };
                    self.walk(value, most);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_string_is_cleaned_and_the_loss_is_told_once() {
        let mut value = json!({
            "engines": [{ "name": "a\u{1b}[31mb", "options": [["x", "y\0"]] }],
            "warnings": ["w".repeat(3000)],
            "n": 1,
        });
        let said = clean_json(&mut value).unwrap();
        assert!(
            said.starts_with("3 of its strings") && said.contains("(6 were removed)"),
            "{said}"
        );
        assert_eq!(value["engines"][0]["name"], "ab");
        assert_eq!(value["engines"][0]["options"][0][1], "y");
        assert_eq!(value["warnings"][0].as_str().unwrap().chars().count(), FIELD);
        assert_eq!(clean_json(&mut value), None);
    }
}
