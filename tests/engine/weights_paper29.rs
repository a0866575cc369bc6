//! Files of weights of the tuning paper's evaluation (`paper29`).

use nucleus_core::eval::Values;
use nucleus_core::eval::paper29::PaperPreset;
use nucleus_engine::weights_file;
use nucleus_engine::weights_file::paper29::{parse, write};
use nucleus_engine::weights_file::{AnyWeights, parse_any};

fn text() -> String {
    write(&PaperPreset::Refined.weights(), "of a test")
}

fn error(text: &str) -> String {
    parse(text, "some.toml").expect_err("a faulty file").to_string()
}

#[test]
fn what_is_written_is_read_and_known_by_its_row() {
    for preset in PaperPreset::ALL {
        let weights = preset.weights();
        assert_eq!(parse(&write(&weights, "x"), "f"), Ok(weights));
        assert_eq!(parse_any(&write(&weights, "x"), "f"), Ok(AnyWeights::Paper29(weights)));
    }
    let additive = weights_file::write(Values::compiled());
    assert!(matches!(parse_any(&additive, "f"), Ok(AnyWeights::Additive(_))));
    assert!(weights_file::parse(&text(), "f").unwrap_err().reason.contains("paper29"));
    assert!(error(&additive).contains("expected"));
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let good = text();
    let line = 1 + good.lines().position(|l| l.starts_with("rook.mobility")).expect("a row");
    let with = |row: &str| good.replace(good.lines().nth(line - 1).expect("a line"), row);
    for (row, expected) in [
        ("rook.mobilty = 4", "unknown row 'rook.mobilty'"),
        ("rook.mobility = 101", "expected a whole number from 0 to 100"),
        ("rook.mobility = -1", "from 0 to 100"),
        ("rook.mobility = 4.5", "from 0 to 100"),
        ("rook.mobility = [4, 5]", "from 0 to 100"),
    ] {
        let found = error(&with(row));
        assert!(found.starts_with(&format!("some.toml, line {line}: ")), "{row}: {found}");
        assert!(found.contains(expected), "{row}: {found}");
    }
    assert!(error(&with("")).ends_with("missing: rook.mobility"));
    assert!(error(&good.replace("format = 1\n", "")).ends_with("expected a row format = 1"));
    assert!(error(&good.replace("format = 1", "format = 2")).contains("line 2: expected"));
    let other = good.replace("\"paper29\"", "\"axon\"");
    assert!(error(&other).contains("line 3: expected evaluation = \"paper29\""));
}
