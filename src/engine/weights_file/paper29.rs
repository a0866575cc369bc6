//! Weights of the tuning paper's evaluation as a file: as the engine's own, with a row that says
//! whose they are, and one number a row.
//!
//! ```toml
//! format = 1
//! evaluation = "paper29"
//! material.pawn = 100
//! ```

use std::fmt::Write as _;

use toml::de::{DeTable, DeValue};

use super::{
    EVALUATION_ROW, FORMAT, FORMAT_ROW, LineFault, WeightsFileError, flatten, integer, parsed,
};
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, PaperRow, PaperWeights};

/// Value of the row `evaluation`.
pub const PAPER29: &str = "paper29";

/// True when a file's text says that its weights are the paper's.
pub(super) fn is_of(table: &DeTable<'_>) -> bool {
    let row = table.get(EVALUATION_ROW).map(|value| value.get_ref());
    matches!(row, Some(DeValue::String(name)) if name == PAPER29)
}

/// Reads a file's text; `name` is the file's in errors.
///
/// # Errors
/// When it is no TOML, or does not have every row once with a value within the paper's bounds.
pub fn parse(text: &str, name: &str) -> Result<PaperWeights, WeightsFileError> {
    parsed(text, name, weights)
}

/// The weights of a table.
pub(super) fn weights(table: &DeTable<'_>) -> Result<PaperWeights, LineFault> {
    let mut leaves = Vec::new();
    flatten("", table, &mut leaves);
    leaves.sort_by_key(|&(_, value)| value.span().start);
    let mut found = [None; PAPER_COUNT];
    let (mut format, mut whose) = (false, false);
    for (name, value) in leaves {
        let fail = |fault: String| (Some(value.span().start), fault);
        if name == FORMAT_ROW {
            format = integer(value.get_ref()) == Some(FORMAT);
            if !format {
                return Err(fail(format!("expected {FORMAT_ROW} = {FORMAT}, the one there is")));
            }
            continue;
        }
        if name == EVALUATION_ROW {
            whose = matches!(value.get_ref(), DeValue::String(said) if said == PAPER29);
            if !whose {
                return Err(fail(format!("expected {EVALUATION_ROW} = \"{PAPER29}\"")));
            }
            continue;
        }
        let row = PAPER_ROWS.iter().position(|row| row.name == name).ok_or_else(|| {
            fail(format!(
                "unknown row '{name}'; expected one of those that `nucleus weights --preset ep` \
                 lists"
            ))
        })?;
        let PaperRow { range: [low, high], .. } = PAPER_ROWS[row];
        let number = integer(value.get_ref())
            .and_then(|number| i32::try_from(number).ok())
            .filter(|number| (low..=high).contains(number));
        let expected = || format!("{name}: expected a whole number from {low} to {high}");
        found[row] = Some(number.ok_or_else(|| fail(expected()))?);
    }
    for (there, row) in [
        (format, format!("{FORMAT_ROW} = {FORMAT}")),
        (whose, format!("{EVALUATION_ROW} = \"{PAPER29}\"")),
    ] {
        if !there {
            return Err((None, format!("expected a row {row}")));
        }
    }
    let missing: Vec<&str> = found
        .iter()
        .zip(&PAPER_ROWS)
        .filter(|(value, _)| value.is_none())
        .map(|(_, row)| row.name)
        .collect();
    if !missing.is_empty() {
        let names = missing.join(", ");
        return Err((None, format!("expected all {PAPER_COUNT} rows; missing: {names}")));
    }
    Ok(found.map(Option::unwrap_or_default))
}

/// Returns the weights as a file's text, with each one's description; `origin` says where they are
/// from.
pub fn write(weights: &PaperWeights, origin: &str) -> String {
    let mut text = format!(
        "# {}\n{FORMAT_ROW} = {FORMAT}\n{EVALUATION_ROW} = \"{PAPER29}\"\n",
        origin.replace(['\n', '\r'], " ")
    );
    let mut term = "";
    for (row, weight) in PAPER_ROWS.iter().zip(weights) {
        let PaperRow { name, what, range: [low, high], .. } = row;
        let family = name.split('.').next().unwrap_or(name);
        if family != term {
            text.push('\n');
            term = family;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<32} # {what}; {low} to {high}", format!("{name} = {weight}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{AnyWeights, parse_any};
    use super::*;
    use nucleus_core::eval::Values;
    use nucleus_core::eval::paper29::PaperPreset;

    fn text() -> String {
        write(&PaperPreset::Refined.weights(), "of a test")
    }

    fn fault(text: &str) -> String {
        parse(text, "some.toml").expect_err("a faulty file").to_string()
    }

    #[test]
    fn what_is_written_is_read_and_known_by_its_row() {
        for preset in PaperPreset::ALL {
            let weights = preset.weights();
            assert_eq!(parse(&write(&weights, "x"), "f"), Ok(weights));
            assert_eq!(parse_any(&write(&weights, "x"), "f"), Ok(AnyWeights::Paper29(weights)));
        }
        let additive = super::super::write(Values::compiled());
        assert!(matches!(parse_any(&additive, "f"), Ok(AnyWeights::Additive(_))));
        assert!(super::super::parse(&text(), "f").unwrap_err().fault.contains("paper29"));
        assert!(fault(&additive).contains("expected"));
    }

    #[test]
    fn faults_name_the_line_and_what_was_expected() {
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
            let found = fault(&with(row));
            assert!(found.starts_with(&format!("some.toml, line {line}: ")), "{row}: {found}");
            assert!(found.contains(expected), "{row}: {found}");
        }
        assert!(fault(&with("")).ends_with("missing: rook.mobility"));
        assert!(fault(&good.replace("format = 1\n", "")).ends_with("expected a row format = 1"));
        assert!(fault(&good.replace("format = 1", "format = 2")).contains("line 2: expected"));
        let other = good.replace("\"paper29\"", "\"axon\"");
        assert!(fault(&other).contains("line 3: expected evaluation = \"paper29\""));
    }
}
