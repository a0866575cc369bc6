//! A table: columns, rows of cells with a value and its printed form, and notes.

use serde_json::{Map, Value, json};

use nucleus_base::text::escape;

/// The display of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// Text, aligned to the left.
    Left,
    /// Figures, aligned to the right.
    Right,
    /// Only in CSV and JSON, for programs.
    DataOnly,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The name in CSV and JSON.
    pub key: &'static str,
    /// The head in Markdown.
    pub head: &'static str,
    /// The display of the column.
    pub show: Show,
}

/// Returns a column of text, aligned to the left.
pub const fn left(key: &'static str, head: &'static str) -> Column {
    Column { key, head, show: Show::Left }
}

/// Returns a column of figures, aligned to the right.
pub const fn right(key: &'static str, head: &'static str) -> Column {
    Column { key, head, show: Show::Right }
}

/// Returns a column for programs only.
pub const fn data(key: &'static str) -> Column {
    Column { key, head: "", show: Show::DataOnly }
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableCell {
    /// No value: a dash in Markdown, empty in CSV, null in JSON.
    Missing,
    /// Text of any origin, ours or a stranger's.
    Text(String),
    /// Text with Markdown formatting: `(plain, markdown)`. The creator of the cell must escape
    /// foreign text in the second.
    Marked(String, String),
    /// A truth value, printed as yes or no.
    Flag(bool),
    /// A figure and its printed form.
    Number(f64, String),
}

impl TableCell {
    /// Returns a cell with text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Returns a cell with text, or a missing one.
    pub fn optional(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::Missing, Self::text)
    }

    /// Returns a cell with text that has formatting in Markdown only.
    pub fn marked(plain: impl Into<String>, markdown: impl Into<String>) -> Self {
        Self::Marked(plain.into(), markdown.into())
    }

    /// Returns a cell with a figure printed by `format`, or a missing one.
    pub fn number(value: Option<f64>, format: impl Fn(f64) -> String) -> Self {
        match value {
            Some(v) if v.is_finite() => Self::Number(v, format(v)),
            _ => Self::Missing,
        }
    }

    /// Returns the cell with this text after its figure; a cell without a figure is unchanged.
    pub fn followed_by(self, words: &str) -> Self {
        match self {
            Self::Number(value, shown) => Self::Number(value, shown + words),
            other => other,
        }
    }

    /// Returns a cell with yes or no, or a missing one.
    pub fn flag(value: Option<bool>) -> Self {
        value.map_or(Self::Missing, Self::Flag)
    }

    /// Returns the text for readers: without formatting, and a dash for a missing value.
    pub fn words(&self) -> &str {
        match self {
            Self::Missing => "–",
            Self::Text(text) | Self::Marked(text, _) | Self::Number(_, text) => text,
            Self::Flag(true) => "yes",
            Self::Flag(false) => "no",
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Missing => "–".into(),
            Self::Text(text) => escape::markdown(text),
            Self::Marked(_, markdown) => markdown.clone(),
            Self::Flag(true) => "yes".into(),
            Self::Flag(false) => "**no**".into(),
            Self::Number(_, shown) => shown.clone(),
        }
    }

    fn csv(&self) -> String {
        match self {
            Self::Missing => String::new(),
            Self::Text(text) | Self::Marked(text, _) => escape::csv(text),
            Self::Flag(yes) => yes.to_string(),
            Self::Number(value, _) => value.to_string(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Missing => Value::Null,
            Self::Text(text) | Self::Marked(text, _) => json!(text),
            Self::Flag(yes) => json!(yes),
            Self::Number(value, _) => number(*value),
        }
    }
}

/// Returns a figure as JSON, as an integer if it is one that a double represents exactly.
fn number(value: f64) -> Value {
    const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    if value.fract() == 0.0 && value.abs() <= EXACT { json!(value as i64) } else { json!(value) }
}

/// A table with its texts.
#[derive(Debug, Clone)]
pub struct Table {
    /// The name for `--table` and in JSON.
    pub name: &'static str,
    /// The heading above the table.
    pub title: String,
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<TableCell>>,
    /// Notes below the table, one paragraph each, without formatting.
    pub notes: Vec<String>,
}

impl Table {
    /// Creates an empty table.
    pub fn new(name: &'static str, title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { name, title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Creates a table without columns, with a row for each of these items.
    pub fn with_items<T>(
        name: &'static str,
        title: impl Into<String>,
        items: impl IntoIterator<Item = T>,
    ) -> ItemTable<T> {
        let items: Vec<T> = items.into_iter().collect();
        let mut table = Self::new(name, title, Vec::new());
        table.rows = items.iter().map(|_| Vec::new()).collect();
        ItemTable { items, table }
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row does not have a cell for each column.
    pub fn push(&mut self, row: Vec<TableCell>) {
        assert_eq!(row.len(), self.columns.len(), "a row of table {}", self.name);
        self.rows.push(row);
    }

    /// Returns the indices of the columns that are for readers and have a value.
    pub fn shown(&self) -> Vec<usize> {
        let is_shown = |&at: &usize| {
            self.columns[at].show != Show::DataOnly
                && self.rows.iter().any(|row| row[at] != TableCell::Missing)
        };
        (0..self.columns.len()).filter(is_shown).collect()
    }

    /// Returns the table with its heading as Markdown, with columns aligned in the source text too.
    /// Columns without a value are left out.
    pub fn markdown(&self) -> String {
        let shown = self.shown();
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|r| shown.iter().map(|&c| r[c].markdown()).collect()).collect();
        let width = |i: usize| {
            let cells = rows.iter().map(|r| r[i].chars().count());
            cells.chain([self.columns[shown[i]].head.chars().count(), 3]).max().unwrap_or(3)
        };
        let widths: Vec<usize> = (0..shown.len()).map(width).collect();

        let mut out = format!("## {}\n\n", self.title);
        let line = |cells: &[String], out: &mut String| {
            for (i, cell) in cells.iter().enumerate() {
                let pad = " ".repeat(widths[i].saturating_sub(cell.chars().count()));
                match self.columns[shown[i]].show {
                    Show::Right => out.push_str(&format!("| {pad}{cell} ")),
                    _ => out.push_str(&format!("| {cell}{pad} ")),
                }
            }
            out.push_str("|\n");
        };
        let heads: Vec<String> = shown.iter().map(|&c| self.columns[c].head.to_string()).collect();
        line(&heads, &mut out);
        for (i, &c) in shown.iter().enumerate() {
            let dashes = "-".repeat(widths[i]);
            match self.columns[c].show {
                Show::Right => out.push_str(&format!("| {}: ", &dashes[1..])),
                _ => out.push_str(&format!("| {dashes} ")),
            }
        }
        out.push_str("|\n");
        for row in &rows {
            line(row, &mut out);
        }
        for note in &self.notes {
            out.push_str(&format!("\n{}\n", escape::markdown(note)));
        }
        out
    }

    /// Returns the table as CSV with a head line, all columns and unrounded figures.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let heads = self.columns.iter().map(|c| c.key.to_owned()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(TableCell::csv).collect());
        let written: Result<(), csv::Error> = std::iter::once(heads)
            .chain(rows)
            .try_for_each(|line: Vec<String>| writer.write_record(line));
        let bytes = written.ok().and_then(|()| writer.into_inner().ok());
        String::from_utf8(bytes.expect("memory takes what is written, and rows are equally long"))
            .expect("strings are UTF-8")
    }

    /// Returns the rows as JSON objects with unrounded figures.
    pub fn json(&self) -> Value {
        let object = |row: &Vec<TableCell>| {
            let fields = self.columns.iter().zip(row);
            Value::Object(
                fields.map(|(c, cell)| (c.key.to_string(), cell.json())).collect::<Map<_, _>>(),
            )
        };
        json!({
            "title": self.title,
            "rows": self.rows.iter().map(object).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

/// A table under construction, which gets its columns one by one; each cell is computed from its row's item.
pub struct ItemTable<T> {
    items: Vec<T>,
    table: Table,
}

impl<T> ItemTable<T> {
    fn column(mut self, column: Column, cell: &dyn Fn(&T) -> TableCell) -> Self {
        self.table.columns.push(column);
        self.table.rows.iter_mut().zip(&self.items).for_each(|(row, item)| row.push(cell(item)));
        self
    }

    /// Adds a column of text, aligned to the left.
    pub fn left(
        self,
        key: &'static str,
        head: &'static str,
        cell: impl Fn(&T) -> TableCell,
    ) -> Self {
        self.column(left(key, head), &cell)
    }

    /// Adds a column of figures, aligned to the right.
    pub fn right(
        self,
        key: &'static str,
        head: &'static str,
        cell: impl Fn(&T) -> TableCell,
    ) -> Self {
        self.column(right(key, head), &cell)
    }

    /// Adds a column for programs only.
    pub fn data(self, key: &'static str, cell: impl Fn(&T) -> TableCell) -> Self {
        self.column(data(key), &cell)
    }

    /// Adds a note below the table.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.table.notes.push(note.into());
        self
    }

    /// Returns the finished table.
    pub fn table(self) -> Table {
        self.table
    }
}
