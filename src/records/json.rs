//! Writes records as JSON, and reads them with every string cleaned.

use serde::Serialize;
use serde_json::{Error, Value};

use nucleus_base::text::{Cleaned, NAME, clean};

/// The maximum length in bytes of an object or array on one line, below the fields of a record.
const LINE: usize = 2_500;

/// Returns a value as JSON for a record file: a line per field, sample and array of numbers.
///
/// # Panics
/// If a map in the value has keys that are not strings; no record has one.
pub fn to_json(value: &impl Serialize) -> String {
    let mut text = String::new();
    lay_out(&serde_json::to_string(value).expect("a record is plain data"), 0, &mut text);
    text + "\n"
}

/// Appends a value, given as compact text. A record, its fields and values above [`LINE`] get a
/// line per member, arrays of numbers or strings a single line. Members that are null are left out.
/// Numbers with a decimal point are rounded to thirteen significant digits.
fn lay_out(value: &str, depth: usize, text: &mut String) {
    let nested = |member: &str| member.starts_with(['{', '[']);
    if !nested(value) {
        let number = value.parse::<f64>().ok().filter(|_| value.contains('.'));
        let rounded = number.and_then(|number| format!("{number:.12e}").parse().ok());
        let number = rounded.and_then(serde_json::Number::from_f64);
        return text.push_str(&number.map_or_else(|| value.to_owned(), |n| n.to_string()));
    }
    let inner = &value[1..value.len() - 1];
    let named = |member| str::split_once(member, separates(':')).unwrap_or(("", member));
    let members: Vec<_> = inner.split(separates(',')).map(named).collect();
    let is_flat = value.starts_with('[') && !members.iter().any(|member| nested(member.1));
    let is_line = is_flat || depth > 1 && value.len() <= LINE || inner.is_empty();
    let line = |depth| if is_line { String::new() } else { format!("\n{}", "  ".repeat(depth)) };
    *text += &value[..1];
    let shown = |member: &&(&str, &str)| member.0.is_empty() || member.1 != "null";
    for (place, (name, value)) in members.iter().filter(shown).enumerate() {
        *text += if place == 0 { "" } else { "," };
        let colon = if name.is_empty() { "" } else { &": "[..2 - usize::from(is_line)] };
        *text += &(line(depth + 1) + name + colon);
        lay_out(value, depth + 1, text);
    }
    *text += &(line(depth) + &value[value.len() - 1..]);
}

/// Returns a pattern of a separator of JSON outside strings, arrays and objects.
fn separates(separator: char) -> impl FnMut(char) -> bool {
    let (mut depth, mut is_string, mut is_escaped) = (0, false, false);
    move |c| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_string = !is_string,
            '{' | '[' if !is_string => depth += 1,
            '}' | ']' if !is_string => depth -= 1,
            _ => return c == separator && depth == 0 && !is_string,
        }
        false
    }
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
        let (mut value, mut lost) = (serde_json::from_str(text)?, [0; 3]);
        clean_json(&mut value, FIELD, &mut lost);
        let [strings, removed, cut] = lost;
        let loss = format!(
            "{strings} of its strings had characters that do not print ({removed} were removed) or \
             were too long ({cut} were cut off)"
        );
        Ok(Self { value, loss: (strings > 0).then_some(loss) })
    }
}

/// Returns `true` if cleaning would certainly change no string of a text. The text is scanned, not
/// parsed, so the result may be `false` for a clean text.
pub fn all_clean(text: &str) -> bool {
    // Without escapes, strings alternate with the text between them.
    let pieces: Vec<&str> = text.split('"').collect();
    let mut most = FIELD;
    let is_clean = |piece: &[&str]| {
        // After an object, the name of the enclosing field is unknown, so the narrower limit applies.
        most = if piece[0].contains('}') { NAME } else { most };
        let is_name = piece[2].trim_start().starts_with(':');
        most = if is_name { most_of(piece[1]) } else { most };
        is_name || is_clean(piece[1], most)
    };
    !text.contains('\\') && pieces.len() % 2 == 1 && pieces.windows(3).step_by(2).all(is_clean)
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

/// Fields that contain names; the others contain sentences, lines and FENs.
const NAMES: [&str; 8] =
    ["name", "id_name", "id_author", "engine", "workload", "reference", "position", "opening"];

/// The maximum number of characters of a string that is not a name.
const FIELD: usize = 2_000;

/// Returns the maximum number of characters of a string in the field with this name.
fn most_of(field: &str) -> usize {
    if NAMES.contains(&field) { NAME } else { FIELD }
}

/// Cleans every string in a value, and adds the numbers of strings that lost characters, and of characters
/// removed and cut off.
fn clean_json(value: &mut Value, most: usize, lost: &mut [usize; 3]) {
    match value {
        Value::String(text) => {
            let Cleaned { text: kept, removed, cut } = clean(text, most);
            let more = [usize::from(removed + cut > 0), removed, cut];
            lost.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            *text = kept;
        }
        Value::Array(values) => values.iter_mut().for_each(|value| clean_json(value, most, lost)),
        Value::Object(map) => map.iter_mut().for_each(|(key, v)| clean_json(v, most_of(key), lost)),
        _ => {}
    }
}
