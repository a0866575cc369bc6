//! Records as JSON: written completely, and read with every string cleaned.

use serde::Serialize;
use serde_json::{Error, Value};

use nucleus_base::text::{Cleaned, NAME, clean};

/// Returns a value as JSON for a record file: indented, with a final newline.
///
/// # Panics
/// If a map in the value has keys that are not strings; no record has one.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("a record is plain data") + "\n"
}

/// A record as untyped JSON.
#[derive(Debug)]
pub struct RawRecord {
    /// The record with its strings cleaned, since they may come from anywhere.
    pub value: Value,
    /// A sentence on the characters that cleaning removed, if any.
    pub loss: Option<String>,
}

impl RawRecord {
    /// Parses a text and cleans its strings.
    ///
    /// # Errors
    /// If the text is not JSON.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut value = serde_json::from_str(text)?;
        let loss = clean_json(&mut value);
        Ok(Self { value, loss })
    }
}

/// Returns `true` if cleaning would certainly change no string of a text. The text is scanned, not
/// parsed, so the result may be `false` for a clean text.
pub fn all_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut most) = (0, FIELD);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let Some(length) = bytes[at + 1..].iter().position(|b| matches!(b, b'"' | b'\\'))
                else {
                    return false;
                };
                let (string, end) = (&text[at + 1..at + 1 + length], at + 1 + length);
                if bytes[end] != b'"' {
                    return false;
                }
                at = end + 1;
                let next = bytes[at..].iter().find(|b| !b.is_ascii_whitespace());
                if next == Some(&b':') {
                    most = if NAMES.contains(&string) { NAME } else { FIELD };
                } else if !is_clean(string, most) {
                    return false;
                }
                continue;
            }
            // After an object, the name of the enclosing field is unknown, so the narrower limit applies.
            b'}' => most = NAME,
            _ => {}
        }
        at += 1;
    }
    true
}

fn is_clean(string: &str, most: usize) -> bool {
    let bytes = string.as_bytes();
    let ascii = bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    if ascii && bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ') {
        return bytes.len() <= most && bytes.windows(2).all(|pair| pair != b"  ");
    }
    let cleaned = clean(string, most);
    cleaned.removed + cleaned.cut == 0 && cleaned.text == string
}

/// Fields that contain names; the others contain sentences, lines and positions.
const NAMES: [&str; 8] =
    ["name", "id_name", "id_author", "engine", "workload", "reference", "position", "opening"];

/// The maximum number of characters of a string that is not a name.
const FIELD: usize = 2_000;

/// Cleans every string in a value. Returns a sentence if something was lost.
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
