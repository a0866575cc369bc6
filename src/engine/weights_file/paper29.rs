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
    EVALUATION_ROW, FORMAT, FORMAT_ROW, LineFault, WeightsFileError, parsed, rows, value_of,
};
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, PaperRow, PaperWeights};

/// Value of the row `evaluation`.
pub const PAPER29: &str = "paper29";

/// Returns true if a file's text states that its weights are the paper's.
pub(super) fn is_of(table: &DeTable<'_>) -> bool {
    table.get(EVALUATION_ROW).and_then(|value| value.get_ref().as_str()) == Some(PAPER29)
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
    let names = PAPER_ROWS.each_ref().map(|row| row.name);
    let expected = format!("{EVALUATION_ROW} = \"{PAPER29}\"");
    let evaluation = |value: &DeValue<'_>| match value.as_str() {
        Some(PAPER29) => Ok(()),
        _ => Err(format!("expected {expected}")),
    };
    let value = |row: usize, value: &DeValue<'_>| {
        let PaperRow { name, range, .. } = PAPER_ROWS[row];
        value_of(name, range, false, value)
    };
    let found = rows(table, names, "nucleus weights --preset ep", evaluation, value)?;
    if !is_of(table) {
        return Err((None, format!("expected a row {expected}")));
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
    Ok(found.map(|value| value.map_or(0, |[weight, _]| weight)))
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
