//! Weights of the evaluation as a file.
//!
//! The file is TOML, with one line for each row of the engine's table of weights. Rows whose value
//! in that table is 0 may be omitted:
//!
//! ```toml
//! format = 1
//! material.pawn = 100
//! mobility.knight = [4, 5]
//! ```
//!
//! A tapered row has a value for the middlegame and one for the endgame; the others have one. A
//! file is accepted completely or refused, with the line and the expected content.

pub mod paper29;

use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use nucleus_base::files;
use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;
use nucleus_core::eval::weights::Row;

/// The version of the format.
const FORMAT: i64 = 1;
/// The name of the row with the version.
const FORMAT_ROW: &str = "format";
/// The row that names the evaluation of the weights, if it is not the engine's own.
const EVALUATION_ROW: &str = "evaluation";
/// The largest file that is read, in bytes: about forty times a file that has every row.
const LARGEST: u64 = 1 << 20;

/// An unusable file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}{}: {reason}", .line.map_or_else(String::new, |line| format!(", line {line}")))]
pub struct WeightsFileError {
    /// Path as the user gave it.
    pub file: String,
    /// Number of the line, from 1, if the error is in one.
    pub line: Option<usize>,
    /// Description of the error, and the expected form.
    pub reason: String,
}

/// Reads a file of weights of the engine's own evaluation.
///
/// # Errors
/// If the file cannot be read, is not TOML, or has an unknown, invalid or missing row.
pub fn read(path: &Path) -> Result<Values, WeightsFileError> {
    parse(&text_of(path)?, &path.display().to_string())
}

/// Returns the text of a file that is not too large.
fn text_of(path: &Path) -> Result<String, WeightsFileError> {
    let name = path.display().to_string();
    let fail = |reason: String| WeightsFileError { file: name.clone(), line: None, reason };
    let mut text = String::new();
    files::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text))
        .map_err(|error| fail(error.to_string()))?;
    if text.len() as u64 > LARGEST {
        return Err(fail(format!("too large: a file of weights has at most {LARGEST} bytes")));
    }
    Ok(text)
}

/// The weights of a file, of either evaluation.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyWeights {
    /// The engine's own evaluation.
    Additive(Box<Values>),
    /// The tuning paper's evaluation, see [`paper29`].
    Paper29(nucleus_core::eval::paper29::PaperWeights),
}

/// Reads a file of weights of either evaluation.
///
/// # Errors
/// As for [`read`].
pub fn read_any(path: &Path) -> Result<AnyWeights, WeightsFileError> {
    parse_any(&text_of(path)?, &path.display().to_string())
}

/// Parses a text of either evaluation; `name` is the file's name in errors.
///
/// # Errors
/// As for [`read`].
pub fn parse_any(text: &str, name: &str) -> Result<AnyWeights, WeightsFileError> {
    parsed(text, name, |table| match paper29::is_of(table) {
        true => paper29::weights(table).map(AnyWeights::Paper29),
        false => values(table).map(|values| AnyWeights::Additive(Box::new(values))),
    })
}

/// Parses a file's text; `name` is the file's name in errors.
///
/// # Errors
/// As for [`read`].
pub fn parse(text: &str, name: &str) -> Result<Values, WeightsFileError> {
    parsed(text, name, values)
}

/// Parses a text as TOML and passes the table to `read`; adds the line to errors.
fn parsed<T>(
    text: &str,
    name: &str,
    read: impl FnOnce(&DeTable<'_>) -> Result<T, LineFault>,
) -> Result<T, WeightsFileError> {
    let fail = |(at, reason): LineFault| WeightsFileError {
        file: name.to_owned(),
        line: at.map(|at| 1 + text.as_bytes().iter().take(at).filter(|&&b| b == b'\n').count()),
        reason,
    };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map(|span| span.start);
        fail((at, format!("{}; expected a row as 'mobility.knight = [4, 5]'", error.message())))
    })?;
    read(table.get_ref()).map_err(fail)
}

/// Byte offset of the error in the text, if known, and the description of the error.
type LineFault = (Option<usize>, String);

fn values(table: &DeTable<'_>) -> Result<Values, LineFault> {
    let names = TABLE.each_ref().map(|row| row.name);
    let evaluation = |value: &DeValue<'_>| {
        let name = value.as_str().unwrap_or("something else");
        Err(format!(
            "weights of the evaluation {name:?}; expected those that `nucleus weights` lists"
        ))
    };
    let value = |row: usize, value: &DeValue<'_>| {
        let Row { name, range, tapered, .. } = TABLE[row];
        value_of(name, range, tapered, value)
    };
    let found = rows(table, names, "nucleus weights", evaluation, value)?;
    let missing: Vec<_> = found
        .iter()
        .zip(&TABLE)
        .filter(|(value, row)| value.is_none() && row.value != [0, 0])
        .map(|(_, row)| row.name)
        .collect();
    if let [first, rest @ ..] = &missing[..] {
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        return Err((None, format!("expected all rows that are not 0; missing: {first}{more}")));
    }
    Ok(Values::new(found.map(Option::unwrap_or_default)))
}

/// Reads the rows with these names, which the command `lists` prints; the table may omit rows, but
/// not the version of the format. `evaluation` checks the row that names the evaluation, `value`
/// parses the row with this number.
fn rows<const N: usize>(
    table: &DeTable<'_>,
    names: [&str; N],
    lists: &str,
    evaluation: impl Fn(&DeValue<'_>) -> Result<(), String>,
    value: impl Fn(usize, &DeValue<'_>) -> Result<[i32; 2], String>,
) -> Result<[Option<[i32; 2]>; N], LineFault> {
    let mut leaves = Vec::new();
    flatten("", table, &mut leaves);
    leaves.sort_by_key(|&(_, value)| value.span().start);
    let mut found = [None; N];
    let mut has_format = false;
    for (name, leaf) in leaves {
        let fail = |reason: String| (Some(leaf.span().start), reason);
        if name == FORMAT_ROW {
            has_format = integer(leaf.get_ref()) == Some(FORMAT);
            if !has_format {
                return Err(fail(format!("expected {FORMAT_ROW} = {FORMAT}, the one there is")));
            }
        } else if name == EVALUATION_ROW {
            evaluation(leaf.get_ref()).map_err(fail)?;
        } else {
            let row = names.iter().position(|&row| row == name).ok_or_else(|| {
                fail(format!("unknown row '{name}'; expected one of those that `{lists}` lists"))
            })?;
            found[row] = Some(value(row, leaf.get_ref()).map_err(fail)?);
        }
    }
    if !has_format {
        return Err((None, format!("expected a row {FORMAT_ROW} = {FORMAT}")));
    }
    Ok(found)
}

/// Appends all values that are not tables, with their full names.
fn flatten<'t>(
    prefix: &str,
    table: &'t DeTable<'_>,
    leaves: &mut Vec<(String, &'t Spanned<DeValue<'t>>)>,
) {
    for (key, value) in table {
        let name = format!("{prefix}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) => flatten(&format!("{name}."), inner, leaves),
            _ => leaves.push((name, value)),
        }
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// Parses a row's value: one number, or one each for the middlegame and the endgame.
fn value_of(
    name: &str,
    [low, high]: [i32; 2],
    tapered: bool,
    value: &DeValue<'_>,
) -> Result<[i32; 2], String> {
    let numbers = match value {
        DeValue::Array(pair) if tapered && pair.len() == 2 => {
            [integer(pair[0].get_ref()), integer(pair[1].get_ref())]
        }
        value if !tapered => [integer(value); 2],
        _ => [None; 2],
    };
    let number = |number: Option<i64>| {
        number
            .and_then(|number| i32::try_from(number).ok())
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| {
                let shape = if tapered { "[middlegame, endgame], each" } else { "a whole number" };
                format!("{name}: expected {shape} from {low} to {high}")
            })
    };
    Ok([number(numbers[0])?, number(numbers[1])?])
}

/// Returns the values as a file's text, with each row's description.
pub fn write(values: &Values) -> String {
    let mut text = format!(
        "# Weights of the evaluation, in centipawns a unit: one number, or [middlegame, endgame].\n\
         {FORMAT_ROW} = {FORMAT}\n"
    );
    let mut term = "";
    for (row, value) in TABLE.iter().zip(values.rows()) {
        let Row { name, what, range: [low, high], .. } = row;
        let family = name.rsplit_once('.').map_or(*name, |(family, _)| family);
        if family != term {
            text.push('\n');
            term = family;
        }
        let [first, second] = value;
        let value = if row.tapered { format!("[{first}, {second}]") } else { first.to_string() };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<40} # {what}; {low} to {high}", format!("{name} = {value}"));
    }
    text
}
