//! Tables that fit a page: where the columns of one are too wide together, names of a column have keys in its rows, and
//! stand whole below them. The widths are those of the font that the page brings with it.

use crate::draw::font::width;

use super::super::table::{Show, Table, TableCell};

/// The width of a table, in pixels, on a page of 1280: without the page's borders and a bar for scrolling.
const ROOM: f64 = 1280.0 - 2.0 * 24.0 - 16.0;
/// The size of words in a table, and the free space beside them in a cell, as `site.css` has them.
const SIZE: f64 = 13.0;
const BESIDE: f64 = 10.0;
/// Characters from which on words are cut off with dots where a page is wide: whole they are the
/// cell's title, and on the page of the record.
pub const LONG: usize = 26;
/// Widths of a digit to which such words are cut (`td.clip`).
const CLIPPED: f64 = 22.0;
/// Pixels that keys have to save to be worth the look below the table.
const WORTH: f64 = 40.0;

/// A column with keys in the place of its names.
pub struct KeyedColumn {
    /// The column's index in the table.
    pub column: usize,
    /// The names, each once and in the order of the rows.
    pub names: Vec<KeyedName>,
}

/// A name with its key.
pub struct KeyedName {
    /// A letter, or several.
    pub key: String,
    /// The name.
    pub name: String,
}

impl KeyedColumn {
    /// The key of a cell, if the cell has words.
    pub fn key(&self, cell: &TableCell) -> Option<&str> {
        let found = self.names.iter().find(|one| one.name == cell.words())?;
        Some(&found.key)
    }
}

/// A column that could have keys.
struct Candidate {
    column: usize,
    names: Vec<String>,
    /// The pixels that the table would be narrower by.
    saved: f64,
}

/// The columns of a table that need keys for the `shown` ones to fit a page: the one of the fewest names that is enough,
/// or the widest and then others. None where all fit.
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
        let names = names.into_iter().zip(&mut keys);
        let names = names.map(|(name, key)| KeyedName { key, name }).collect();
        columns.push(KeyedColumn { column, names });
    }
    columns
}

/// A column of words, if keys save enough of its width.
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

/// The key of this number: A to Z, then AA, AB and so on.
fn key(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    let before = if number < 26 { String::new() } else { key(number / 26 - 1) };
    format!("{before}{letter}")
}

fn column_width(table: &Table, column: usize) -> f64 {
    let cells = table.rows.iter().map(|row| cell_width(row[column].words()));
    cells.fold(head_width(table.columns[column].head), f64::max)
}

/// The width of a cell, which is one line; the page's digits are all as wide as a zero.
fn cell_width(words: &str) -> f64 {
    let with_even_digits: String =
        words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let whole = width(&with_even_digits, SIZE, false);
    let is_long = words.chars().count() > LONG;
    BESIDE + if is_long { whole.min(CLIPPED * width("0", SIZE, false)) } else { whole }
}

/// The width of a head, which breaks between words and behind slashes.
fn head_width(head: &str) -> f64 {
    let parts = head.split_whitespace().flat_map(|word| word.split_inclusive('/'));
    BESIDE + parts.map(|part| width(part, SIZE, true)).fold(0.0, f64::max)
}
