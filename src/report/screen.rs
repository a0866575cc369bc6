//! Tables for a terminal that fit its width: columns without room are left out and named.

use super::document::{node, title};
use super::load::Loaded;
use super::table::{Column, Show, Table, TableCell};
use super::{tables, warnings};
use nucleus_base::text::escape;

/// The properties of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// The width in characters.
    pub width: usize,
    /// `true` if the terminal shows colours.
    pub colour: bool,
}

/// Columns that are removed only if the table does not fit otherwise, even with cut text.
const KEPT: [&str; 6] = ["workload", "engine", "protocol", "nps", "ratio", "ours_start_nps"];
/// The width in characters below which a text column is not cut.
const LEAST: usize = 6;
/// The gap between two columns in characters.
const GAP: usize = 2;

impl Screen {
    fn bold(self, text: &str) -> String {
        self.styled("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.styled("2", text)
    }

    fn yellow(self, text: &str) -> String {
        self.styled("33", text)
    }

    fn styled(self, style: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Returns the report of these records for a terminal.
pub fn page(records: &[Loaded], screen: Screen, all_warnings: bool) -> String {
    let mut out = screen.bold(&clean(&title(records))) + "\n\n";
    out += &screen.dim(&wrapped(&node(records), screen.width));
    for shown in tables::all(records) {
        out += &format!("\n{}", table(&shown, screen));
    }
    let all = tables::warnings(records);
    let count = all.len();
    let (shown, besides) = warnings::shown(all, all_warnings);
    if count > 0 {
        out += &format!("\n{}\n", screen.bold(&format!("{count} warnings")));
    }
    for warning in &shown {
        out += &screen.yellow(&wrapped(&clean(warning), screen.width));
    }
    if besides > 0 {
        out += &format!("{besides} more: --all-warnings of nucleus report shows them\n");
    }
    out
}

/// Returns a table with its heading.
pub fn table(table: &Table, screen: Screen) -> String {
    let fitted = FittedTable::new(table, screen.width);
    let mut out = screen.bold(&clean(&table.title)) + "\n";
    for (head, value) in &fitted.same {
        out += &wrapped(&format!("{head}: {value}"), screen.width);
    }
    out += &screen.dim(&fitted.line(|column| column.head));
    for at in 0..table.rows.len() {
        out += &fitted.line(|column| &column.cells[at]);
    }
    if !fitted.left_out.is_empty() {
        let text = format!("only on the page: {}", fitted.left_out.join(", "));
        out += &screen.dim(&wrapped(&text, screen.width));
    }
    for note in &table.notes {
        out += &screen.dim(&wrapped(&clean(note), screen.width));
    }
    out
}

fn clean(text: &str) -> String {
    escape::terminal(&text.replace(['\n', '\t'], " "))
}

fn length(text: &str) -> usize {
    text.chars().count()
}

struct FittedColumn {
    key: &'static str,
    head: &'static str,
    cells: Vec<String>,
    is_right: bool,
    width: usize,
}

struct FittedTable {
    columns: Vec<FittedColumn>,
    /// The heads and values of columns whose cells are all equal.
    same: Vec<(&'static str, String)>,
    left_out: Vec<&'static str>,
}

/// Returns the total width of these columns.
fn width(columns: &[FittedColumn]) -> usize {
    let all: usize = columns.iter().map(|column| column.width).sum();
    all + GAP * columns.len().saturating_sub(1)
}

impl FittedTable {
    fn new(table: &Table, room: usize) -> Self {
        let column = |at: usize| {
            let cells: Vec<String> = table.rows.iter().map(|row| words(&row[at])).collect();
            let Column { key, head, show } = table.columns[at];
            let width = cells.iter().map(|cell| length(cell)).fold(length(head), usize::max);
            FittedColumn { key, head, cells, is_right: show == Show::Right, width }
        };
        let mut columns: Vec<FittedColumn> = table.shown().into_iter().map(column).collect();
        let (mut same, mut left_out) = (Vec::new(), Vec::new());
        if width(&columns) > room {
            // A value that all rows share is printed once.
            columns.retain(|FittedColumn { head, cells, is_right, .. }| {
                let is_same = !is_right && cells.len() > 1 && cells.iter().all(|c| *c == cells[0]);
                same.extend(is_same.then(|| (*head, cells[0].clone())));
                !is_same
            });
        }
        while width(&columns) > room {
            let Some(place) = least(&columns) else { break };
            left_out.insert(0, columns.remove(place).head);
        }
        // If even cut text does not fit, columns are removed.
        let narrowest = |columns: &[FittedColumn]| {
            let cut = |c: &FittedColumn| if c.is_right { c.width } else { c.width.min(LEAST) };
            columns.iter().map(cut).sum::<usize>() + GAP * columns.len().saturating_sub(1)
        };
        while narrowest(&columns) > room && columns.len() > 1 {
            left_out.extend(columns.pop().map(|column| column.head));
        }
        // If the remaining columns do not fit, text is cut, the widest column first.
        while let beyond @ 1.. = width(&columns).saturating_sub(room) {
            let words = columns.iter_mut().filter(|c| !c.is_right && c.width > LEAST);
            let Some(widest) = words.max_by_key(|column| column.width) else { break };
            widest.width -= beyond.min(widest.width - LEAST);
        }
        Self { columns, same, left_out }
    }

    /// Returns a line of one cell per column.
    fn line<'a>(&'a self, cell: impl Fn(&'a FittedColumn) -> &'a str) -> String {
        let shown = self.columns.iter().map(|column| {
            let (width, cell) = (column.width, cell(column));
            let cut: String = match length(cell) > width {
                true => cell.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
                false => cell.to_owned(),
            };
            if column.is_right { format!("{cut:>width$}") } else { format!("{cut:<width$}") }
        });
        let line = shown.collect::<Vec<_>>().join(&" ".repeat(GAP));
        format!("{}\n", line.trim_end())
    }
}

fn words(cell: &TableCell) -> String {
    match cell {
        TableCell::Flag(false) => "NO".into(),
        cell => clean(cell.words()),
    }
}

/// Returns the column to remove next: the last count per node, or else the last column. The first
/// column and those in [`KEPT`] stay.
fn least(columns: &[FittedColumn]) -> Option<usize> {
    let may_go = |place: &usize| *place > 0 && !KEPT.contains(&columns[*place].key);
    let by_node = |place: &usize| columns[*place].key.ends_with("_per_node");
    let mut places = (0..columns.len()).rev().filter(may_go);
    places.clone().find(by_node).or_else(|| places.next())
}

/// Wraps a text to lines of this width.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut room = 0;
    for word in text.split_whitespace() {
        let length = length(word);
        if room > length {
            out.push(' ');
            room -= length + 1;
        } else {
            if !out.is_empty() {
                out.push('\n');
            }
            room = width.saturating_sub(length);
        }
        out.push_str(word);
    }
    out + "\n"
}
