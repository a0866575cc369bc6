//! Parsing JSON with its text cleaned.

use nucleus_base::text::NAME;
use nucleus_records::json::{RawRecord, all_clean, to_json};
use serde_json::{Value, json};

/// The most characters of a string that is not a name.
const FIELD: usize = 2_000;

/// Returns a value after parsing, and a description of the text removed from it.
fn cleaned(value: &Value) -> (Value, Option<String>) {
    let raw = RawRecord::parse(&value.to_string()).unwrap();
    (raw.value, raw.loss)
}

#[test]
fn every_string_is_cleaned_and_the_loss_is_reported_once() {
    let dirty = json!({
        "engines": [{ "name": "a\u{1b}[31mb", "options": [["x", "y\0"]] }],
        "warnings": ["w".repeat(3000)],
        "n": 1,
    });
    let (value, note) = cleaned(&dirty);
    let note = note.unwrap();
    assert!(note.starts_with("3 of its strings") && note.contains("(6 were removed)"), "{note}");
    assert_eq!(value["engines"][0]["name"], "ab");
    assert_eq!(value["engines"][0]["options"][0][1], "y");
    assert_eq!(value["warnings"][0].as_str().unwrap().chars().count(), FIELD);
    assert_eq!(cleaned(&value), (value, None));
}

#[test]
fn what_is_read_in_one_step_is_what_cleaning_leaves() {
    let name = "n".repeat(NAME);
    let clean = [
        json!({"name": name, "list": ["a b", ["c", ""]], "word": "w".repeat(FIELD)}),
        json!({"name": "Gu\u{f0}mundur \u{d7} 2", "at": {"engine": "x"}, "n": [1, 2.5, null]}),
    ];
    for value in clean {
        for text in [value.to_string(), to_json(&value)] {
            assert!(all_clean(&text), "{text}");
            assert_eq!(RawRecord::parse(&text).unwrap().value, value);
        }
    }
    for text in [
        r#"{"name": " a"}"#,
        r#"{"name": "a  b"}"#,
        r#"{"a": ["b "]}"#,
        r#"{"a": "\u0041"}"#,
        "{\"a\": \"\u{202e}b\"}",
        "{\"a\": \"b\u{1b}[31m\"}",
        &json!({"name": format!("{name}n")}).to_string(),
        &json!({"name": [{"word": 1}, format!("{name}n")]}).to_string(),
        &json!({"list": ["w".repeat(FIELD + 1)]}).to_string(),
        r#"{"a": "b"#,
    ] {
        assert!(!all_clean(text), "{text}");
    }
}

#[test]
fn a_record_has_a_line_per_field_sample_and_array_of_numbers() {
    // A bar in the text ends a line.
    let text = r#"{|  "a": [1.5,2],|  "b": [|    {"c":"},\\\"{","d":[1,2]},|    {|      "e": [|        {"f":"LONG"},|        "LONG"|      ]|    }|  ],|  "g": []|}|"#;
    let text = text.replace('|', "\n").replace("LONG", &"w".repeat(FIELD));
    assert_eq!(to_json(&serde_json::from_str::<Value>(&text).unwrap()), text);
}
