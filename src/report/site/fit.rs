//! Tables that fit a page: if the columns are too wide, the names in some columns are replaced by
//! keys, and listed below the table. Widths are those of the page's own font.

use crate::draw::font::width;

use super::super::table::{Show, Table, TableCell};

/// The width available for a table on a page of 1280 pixels, without margins and scroll bar.
const ROOM: f64 = 1280.0 - 2.0 * 24.0 - 16.0;
/// The font size in a table, and the padding of a cell, as in `site.css`.
const SIZE: f64 = 13.0;
const BESIDE: f64 = 10.0;
/// The length in characters above which text is cut with an ellipsis on a wide page. The full text
/// is in the cell's title and on the record's page.
pub const LONG: usize = 26;
/// The width to which such text is cut, in digits (`td.clip`).
const CLIPPED: f64 = 22.0;
/// The minimum saving in pixels that makes keys worthwhile.
const WORTH: f64 = 40.0;

/// A column whose names are replaced by keys.
pub struct KeyedColumn {
    /// The column's index in the table.
    pub column: usize,
    /// The distinct names in the order of the rows, each with its key, one or more letters.
    pub names: Vec<(String, String)>,
}

impl KeyedColumn {
    /// Returns the key of a cell, if the cell has a name.
    pub fn key(&self, cell: &TableCell) -> Option<&str> {
        let (_, key) = self.names.iter().find(|(name, _)| name == cell.words())?;
        Some(key)
    }
}

/// A column that could have keys.
struct Candidate {
    column: usize,
    names: Vec<String>,
    /// The saving in pixels.
    saved: f64,
}

/// Returns the columns of a table that need keys for the `shown` ones to fit a page: the column with the
/// fewest names of those that suffice alone, or several that save most. Empty if all columns fit.
pub fn keyed(table: &Table, shown: &[usize]) -> Vec<KeyedColumn> {
    let mut beyond = shown.iter().map(|&at| column_width(table, at)).sum::<f64>() - ROOM;
    let mut left: Vec<Candidate> = shown.iter().filter_map(|&at| candidate(table, at)).collect();
    let (mut columns, mut keys) = (Vec::new(), (0..).map(key));
    while beyond > 0.0 {
        let enough = left.iter().enumerate().filter(|(_, one)| one.saved >= beyond);
        let fewest = enough.min_by_key(|(_, one)| one.names.len());
        let widest =
            || left.iter().enumerate().max_by(|(_, a), (_, b)| a.saved.total_cmp(&b.saved));
        let Some((place, _)) = fewest.or_else(widest) else { break };
        let Candidate { column, names, saved } = left.swap_remove(place);
        beyond -= saved;
        columns.push(KeyedColumn { column, names: names.into_iter().zip(&mut keys).collect() });
    }
    columns
}

/// Returns a column of text, if keys save enough of its width.
fn candidate(table: &Table, column: usize) -> Option<Candidate> {
    if table.columns[column].show != Show::Left {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for row in &table.rows {
        let (TableCell::Text(name) | TableCell::Marked(name, _)) = &row[column] else { continue };
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let keys = cell_width(&key(names.len())).max(head_width(table.columns[column].head));
    let saved = column_width(table, column) - keys;
    (saved >= WORTH).then_some(Candidate { column, names, saved })
}

/// Returns the key with this number: A to Z, then AA, AB and so on.
fn key(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    let before = if number < 26 { String::new() } else { key(number / 26 - 1) };
    format!("{before}{letter}")
}

fn column_width(table: &Table, column: usize) -> f64 {
    let cells = table.rows.iter().map(|row| cell_width(row[column].words()));
    cells.fold(head_width(table.columns[column].head), f64::max)
}

/// Returns the width of a cell on one line; the page's digits all have the width of a zero.
fn cell_width(words: &str) -> f64 {
    let with_even_digits: String =
        words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let full = width(&with_even_digits, SIZE, false);
    let is_long = words.chars().count() > LONG;
    BESIDE + if is_long { full.min(CLIPPED * width("0", SIZE, false)) } else { full }
}

/// Returns the width of a head, which may break between words and after slashes.
fn head_width(head: &str) -> f64 {
    let parts = head.split_whitespace().flat_map(|word| word.split_inclusive('/'));
    BESIDE + parts.map(|part| width(part, SIZE, true)).fold(0.0, f64::max)
}
