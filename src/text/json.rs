//! Strings of a record, whatever field they stand in.

use serde_json::Value;

use super::{Cleaned, NAME, clean};

/// Fields that hold names; the others hold sentences, lines and positions.
const NAMES: [&str; 8] =
    ["name", "id_name", "id_author", "engine", "workload", "reference", "position", "opening"];

/// Characters of a string that is no name.
const FIELD: usize = 2_000;

/// Cleans every string in a value. Returns a sentence when something was lost.
pub fn clean_json(value: &mut Value) -> Option<String> {
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
