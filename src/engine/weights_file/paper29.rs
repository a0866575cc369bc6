//! Weights of the tuning paper's evaluation (`nucleus_core::eval::paper29`) as a file: the engine's
//! own format, with a row that names the evaluation, and one number per row.
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

/// Returns true if a file's text states that its weights are the paper's.
pub(super) fn is_of(table: &DeTable<'_>) -> bool {
    let row = table.get(EVALUATION_ROW).map(|value| value.get_ref());
    matches!(row, Some(DeValue::String(name)) if name == PAPER29)
}

/// Parses a file's text; `name` is the file's name in errors.
///
/// # Errors
/// If the text is not TOML, or does not have each row once with a value within the paper's bounds.
pub fn parse(text: &str, name: &str) -> Result<PaperWeights, WeightsFileError> {
    parsed(text, name, weights)
}

/// Reads the weights of a table.
pub(super) fn weights(table: &DeTable<'_>) -> Result<PaperWeights, LineFault> {
    let mut leaves = Vec::new();
    flatten("", table, &mut leaves);
    leaves.sort_by_key(|&(_, value)| value.span().start);
    let mut found = [None; PAPER_COUNT];
    let (mut format, mut whose) = (false, false);
    for (name, value) in leaves {
        let fail = |reason: String| (Some(value.span().start), reason);
        if name == FORMAT_ROW {
            format = integer(value.get_ref()) == Some(FORMAT);
            if !format {
                return Err(fail(format!("expected {FORMAT_ROW} = {FORMAT}, the one there is")));
            }
            continue;
        }
        if name == EVALUATION_ROW {
            whose = matches!(value.get_ref(), DeValue::String(evaluation) if evaluation == PAPER29);
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

/// Returns the weights as a file's text, each with its description; `origin` states their source.
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
