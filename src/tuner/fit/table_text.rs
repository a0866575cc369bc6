//! Positions of any evaluation that is linear in its weights, as CSV.
//!
//! The first line names the columns. `result` is there always: White's score, from 0 to 1. These may
//! be: `game`, any text (each position is a game of its own without it); `phase`, the share of the
//! middlegame from 0 to 1 (weights are one number without it); `offset`, White's value that no weight
//! changes, in centipawns; `scale_white` and `scale_black`, what is left of the value where White is
//! better and where Black is; `bound`, how far from zero the tapered part may be. Every other column
//! is a feature: White's units less Black's, a whole number.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use csv::StringRecord;

use super::FitError;
use super::model::{LinearFeature, LinearModel};
use super::rows::{TraceEntry, TraceHead, TraceRows};
use nucleus_base::files;
use nucleus_base::text;

/// The columns that are no features.
const HEAD: [&str; 7] =
    ["result", "game", "phase", "offset", "scale_white", "scale_black", "bound"];

/// Writes positions.
///
/// # Errors
/// When the file cannot be written.
pub fn write_csv(path: &Path, rows: &TraceRows, model: &LinearModel) -> Result<(), FitError> {
    let system = |error| FitError::System { path: path.to_owned(), error };
    let mut file = BufWriter::new(File::create(path).map_err(system)?);
    let written = to_writer(&mut file, rows, model).and_then(|()| file.flush());
    written.map_err(system)
}

fn to_writer(file: &mut impl Write, rows: &TraceRows, model: &LinearModel) -> std::io::Result<()> {
    let names = model.features.iter().map(|feature| feature.name.as_str());
    let mut first = csv::Writer::from_writer(&mut *file);
    first.write_record(HEAD.into_iter().chain(names))?;
    first.flush()?;
    drop(first);
    let mut units = vec![0; model.features.len()];
    for row in rows.iter() {
        let TraceHead { game, result, phase, offset, scale: [white, black], bound } = row.head;
        let bound = if bound.is_finite() { bound.to_string() } else { String::new() };
        write!(file, "{result},{game},{phase},{offset},{white},{black},{bound}")?;
        units.fill(0);
        row.entries.iter().for_each(|entry| units[usize::from(entry.feature)] = entry.units);
        for units in &units {
            write!(file, ",{units}")?;
        }
        writeln!(file)?;
    }
    Ok(())
}

/// The columns, as the first line names them.
struct Columns {
    /// Column of each of [`HEAD`].
    head: [Option<usize>; HEAD.len()],
    /// Column of each feature.
    features: Vec<usize>,
}

impl Columns {
    fn read(record: &StringRecord) -> Result<(Self, Vec<String>), String> {
        let mut columns = Self { head: [None; HEAD.len()], features: Vec::new() };
        let (mut names, mut seen) = (Vec::new(), HashSet::new());
        for (index, name) in record.iter().enumerate() {
            let name = name.trim();
            if !seen.insert(name.to_owned()) {
                return Err(format!("a second column '{}'", text::excerpt(name)));
            }
            match HEAD.iter().position(|known| *known == name) {
                Some(known) => columns.head[known] = Some(index),
                None if !text::is_name(name) => {
                    return Err(format!("column {} has no name that prints", index + 1));
                }
                None => {
                    columns.features.push(index);
                    names.push(name.to_owned());
                }
            }
        }
        if columns.head[0].is_none() {
            return Err("expected a column 'result': White's score, from 0 to 1".to_owned());
        }
        if names.is_empty() || names.len() > usize::from(u16::MAX) {
            return Err("expected 1 to 65535 columns of features".to_owned());
        }
        Ok((columns, names))
    }

    /// A number of the head, if its column is there and not empty.
    fn number(&self, record: &StringRecord, column: usize) -> Result<Option<f32>, String> {
        let Some(index) = self.head[column] else { return Ok(None) };
        let text = record.get(index).unwrap_or("").trim();
        if text.is_empty() && column > 1 {
            return Ok(None);
        }
        let number = text.parse().map_err(|_| {
            format!("column {}: expected a number, not '{}'", HEAD[column], text::excerpt(text))
        })?;
        Ok(Some(number))
    }
}

/// Reads positions, at most `most`; the weights begin at zero and have no bounds. Tells whether
/// there are more.
///
/// # Errors
/// When the file cannot be read or is at fault; the error has the line.
pub fn read_csv(path: &Path, most: usize) -> Result<(TraceRows, LinearModel, bool), FitError> {
    let system = |error| FitError::System { path: path.to_owned(), error };
    let fault = |line: u64, fault: String| FitError::File {
        path: path.to_owned(),
        place: format!("line {line}"),
        fault,
    };
    let of_csv = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        fault(line, error.to_string())
    };
    let mut reader = csv::Reader::from_reader(files::open(path).map_err(system)?);
    let (columns, names) =
        Columns::read(reader.headers().map_err(of_csv)?).map_err(|what| fault(1, what))?;
    let mut games: HashMap<String, u32> = HashMap::new();
    let mut rows = TraceRows::default();
    let mut more = false;
    for record in reader.records() {
        let record = record.map_err(of_csv)?;
        if rows.len() >= most {
            more = true;
            break;
        }
        let line = record.position().map_or(0, csv::Position::line);
        let (head, entries) = position(&columns, &record, &mut games, rows.len())
            .map_err(|what| fault(line, what))?;
        rows.push(head, entries);
    }
    let tapered = columns.head[2].is_some();
    let range = [f64::NEG_INFINITY, f64::INFINITY];
    let features =
        names.into_iter().map(|name| LinearFeature { name, tapered, start: [0.0; 2], range });
    Ok((rows, LinearModel { features: features.collect() }, more))
}

/// A line's position.
fn position(
    columns: &Columns,
    record: &StringRecord,
    games: &mut HashMap<String, u32>,
    number: usize,
) -> Result<(TraceHead, Vec<TraceEntry>), String> {
    let none = TraceHead::default();
    let or = |column, default| Ok::<_, String>(columns.number(record, column)?.unwrap_or(default));
    let game = match columns.head[1] {
        Some(index) => {
            let next = games.len() as u32;
            *games.entry(record.get(index).unwrap_or("").to_owned()).or_insert(next)
        }
        None => number as u32,
    };
    let head = TraceHead {
        game,
        result: or(0, none.result)?,
        phase: or(2, none.phase)?,
        offset: or(3, none.offset)?,
        scale: [or(4, 1.0)?, or(5, 1.0)?],
        bound: or(6, none.bound)?,
    };
    head.check()?;
    let units = |(feature, &index): (usize, &usize)| {
        let text = record.get(index).unwrap_or("").trim();
        let units = if text.is_empty() { Some(0) } else { text.parse().ok() };
        let units = units.ok_or_else(|| {
            let text = text::excerpt(text);
            format!("column {}: expected whole units from -32768 to 32767, not '{text}'", index + 1)
        })?;
        Ok(TraceEntry { feature: feature as u16, units })
    };
    let entries: Result<Vec<_>, String> = columns.features.iter().enumerate().map(units).collect();
    Ok((head, entries?))
}
