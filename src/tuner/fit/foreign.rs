//! Weights of any evaluation as CSV: `name,middlegame,endgame,lowest,highest`.
//!
//! A weight of one number has no endgame; without lowest and highest it has no bounds.

use std::path::Path;

use super::FitError;
use super::model::{LinearModel, WeightPairs};
use nucleus_base::text;

/// The columns.
const COLUMNS: [&str; 5] = ["name", "middlegame", "endgame", "lowest", "highest"];

/// Reads the weights that a fit begins with, one for each of the model's.
///
/// # Errors
/// When the file cannot be read, is at fault, or does not have every weight once.
pub fn read_start(path: &Path, model: &mut LinearModel) -> Result<(), FitError> {
    let text = nucleus_base::files::read_to_string(path)
        .map_err(|error| FitError::System { path: path.to_owned(), error })?;
    let fault = |line: u64, fault: String| FitError::File {
        path: path.to_owned(),
        place: format!("line {line}"),
        fault,
    };
    let of_csv = |error: csv::Error| {
        fault(error.position().map_or(1, csv::Position::line), error.to_string())
    };
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    if reader.headers().map_err(of_csv)?.iter().ne(COLUMNS) {
        return Err(fault(1, format!("expected the columns {}", COLUMNS.join(","))));
    }
    let mut found = vec![false; model.features.len()];
    for record in reader.records() {
        let record = record.map_err(of_csv)?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |column: usize| record.get(column).unwrap_or("");
        let number = |column: usize, default: Option<f64>| {
            let parsed = match (cell(column), default) {
                ("", Some(default)) => Some(default),
                (text, _) => text.parse().ok().filter(|number: &f64| number.is_finite()),
            };
            parsed.ok_or_else(|| {
                let what = text::excerpt(cell(column));
                fault(line, format!("{}: expected a number, not '{what}'", COLUMNS[column]))
            })
        };
        let name = cell(0);
        let at =
            model.features.iter().position(|feature| feature.name == name).ok_or_else(|| {
                fault(line, format!("no feature is named '{}'", text::excerpt(name)))
            })?;
        if std::mem::replace(&mut found[at], true) {
            return Err(fault(line, format!("'{name}' is there twice")));
        }
        let middlegame = number(1, None)?;
        let start = [middlegame, number(2, Some(middlegame))?];
        let range = [number(3, Some(f64::NEG_INFINITY))?, number(4, Some(f64::INFINITY))?];
        let [low, high] = range;
        if start.iter().any(|value| !(low..=high).contains(value)) {
            return Err(fault(line, format!("{name}: expected values from {low} to {high}")));
        }
        let feature = &mut model.features[at];
        (feature.tapered, feature.start, feature.range) = (!cell(2).is_empty(), start, range);
    }
    if let Some(missing) = found.iter().position(|&found| !found) {
        let name = &model.features[missing].name;
        return Err(fault(1, format!("expected every feature; missing: {name}")));
    }
    Ok(())
}

/// Weights as the file's text, rounded to so many decimals.
pub fn write_weights(model: &LinearModel, weights: &WeightPairs, decimals: usize) -> String {
    // Zero has no sign.
    let number = |number: f64| format!("{:.decimals$}", rounded(number, decimals) + 0.0);
    let bound = |number: f64| if number.is_finite() { number.to_string() } else { String::new() };
    let mut text = csv::Writer::from_writer(Vec::new());
    let mut write = |cells: [&str; 5]| {
        // Writing to memory cannot fail.
        let _ = text.write_record(cells);
    };
    write(COLUMNS);
    for (feature, [first, second]) in model.features.iter().zip(weights) {
        let second = if feature.tapered { number(*second) } else { String::new() };
        let [low, high] = feature.range.map(bound);
        write([&feature.name, &number(*first), &second, &low, &high]);
    }
    let bytes = text.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A number to so many decimals.
pub fn rounded(number: f64, decimals: usize) -> f64 {
    let unit = 10_f64.powi(decimals as i32);
    (number * unit).round() / unit
}
