//! A table: columns, rows of cells that keep both the figure and its printed form, notes.

use serde_json::{Map, Value, json};

use nucleus_base::text::escape;

/// Format of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// Words, to the left.
    Left,
    /// Figures, to the right.
    Right,
    /// Not in Markdown, only in CSV and JSON, where a program reads it.
    DataOnly,
}

/// A column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Name in CSV and JSON.
    pub key: &'static str,
    /// Head in Markdown.
    pub head: &'static str,
    /// Format of the values.
    pub show: Show,
}

/// Words, to the left.
pub const fn left(key: &'static str, head: &'static str) -> Column {
    Column { key, head, show: Show::Left }
}

/// Figures, to the right.
pub const fn right(key: &'static str, head: &'static str) -> Column {
    Column { key, head, show: Show::Right }
}

/// A column for programs alone.
pub const fn data(key: &'static str) -> Column {
    Column { key, head: "", show: Show::DataOnly }
}

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub enum TableCell {
    /// Not measured: a dash in Markdown, empty in CSV, null in JSON.
    Missing,
    /// Words of any origin, ours or a stranger's.
    Text(String),
    /// Words with marks in Markdown: `(plain, markdown)`. The code that makes one escapes foreign
    /// text in the second.
    Marked(String, String),
    /// Yes or no.
    Flag(bool),
    /// A figure and its printed form.
    Number(f64, String),
}

impl TableCell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Words, or a dash.
    pub fn optional(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::Missing, Self::text)
    }

    /// Words that Markdown prints with marks, which programs do not see.
    pub fn marked(plain: impl Into<String>, markdown: impl Into<String>) -> Self {
        Self::Marked(plain.into(), markdown.into())
    }

    /// A figure printed by `format`, or a dash.
    pub fn number(value: Option<f64>, format: impl Fn(f64) -> String) -> Self {
        match value {
            Some(v) if v.is_finite() => Self::Number(v, format(v)),
            _ => Self::Missing,
        }
    }

    /// The cell with these words behind its printed form.
    pub fn followed_by(self, words: &str) -> Self {
        match self {
            Self::Number(value, shown) => Self::Number(value, shown + words),
            other => other,
        }
    }

    /// Yes, no or a dash.
    pub fn flag(value: Option<bool>) -> Self {
        value.map_or(Self::Missing, Self::Flag)
    }

    /// The words of a reader: without marks, a dash for what was not measured.
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

/// A figure in JSON: whole where it is a whole number that a double holds exactly.
fn number(value: f64) -> Value {
    const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    if value.fract() == 0.0 && value.abs() <= EXACT { json!(value as i64) } else { json!(value) }
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Name for `--table` and in JSON.
    pub name: &'static str,
    /// Heading.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<TableCell>>,
    /// Notes for the reader, one paragraph each, below the table: words without marks.
    pub notes: Vec<String>,
}

impl Table {
    /// An empty table.
    pub fn new(name: &'static str, title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { name, title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// A table without columns so far, with a row for each of these items.
    pub fn of<T>(
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
    /// When the row is not as long as the table is wide.
    pub fn push(&mut self, row: Vec<TableCell>) {
        assert_eq!(row.len(), self.columns.len(), "a row of table {}", self.name);
        self.rows.push(row);
    }

    /// The columns for readers: those in which something was measured.
    pub fn shown(&self) -> Vec<usize> {
        let is_shown = |&at: &usize| {
            self.columns[at].show != Show::DataOnly
                && self.rows.iter().any(|row| row[at] != TableCell::Missing)
        };
        (0..self.columns.len()).filter(is_shown).collect()
    }

    /// The table under its heading as Markdown, its columns aligned for a terminal too.
    /// Columns in which nothing was measured are left out.
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

    /// The table as CSV with a head line, every column in it, figures unrounded.
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

    /// The rows as JSON objects, figures unrounded.
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

/// A table that gets its columns one by one, their cells made of the item of each row.
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

    /// Adds words, to the left.
    pub fn left(
        self,
        key: &'static str,
        head: &'static str,
        cell: impl Fn(&T) -> TableCell,
    ) -> Self {
        self.column(left(key, head), &cell)
    }

    /// Adds figures, to the right.
    pub fn right(
        self,
        key: &'static str,
        head: &'static str,
        cell: impl Fn(&T) -> TableCell,
    ) -> Self {
        self.column(right(key, head), &cell)
    }

    /// Adds a column for programs alone.
    pub fn data(self, key: &'static str, cell: impl Fn(&T) -> TableCell) -> Self {
        self.column(data(key), &cell)
    }

    /// Adds a note below the table.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.table.notes.push(note.into());
        self
    }

    /// The table.
    pub fn table(self) -> Table {
        self.table
    }
}
