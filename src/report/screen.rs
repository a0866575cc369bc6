//! Tables for a terminal, as wide as it is: a column that has no room is left out and named.

use super::document::{node, title};
use super::load::Loaded;
use super::table::{Show, Table, TableCell};
use super::{tables, warnings};
use nucleus_base::text::escape;

/// A terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Characters of a line.
    pub width: usize,
    /// True if the terminal shows colours.
    pub colour: bool,
}

/// Columns that stay as long as there is room for two.
const KEPT: [&str; 6] = ["workload", "engine", "protocol", "nps", "ratio", "ours_start_nps"];
/// Characters below which a column of words is not cut.
const LEAST: usize = 6;
/// Between two columns.
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

/// The report of these records for a terminal.
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

/// A table under its heading.
pub fn table(table: &Table, screen: Screen) -> String {
    let grid = FittedTable::of(table, screen.width);
    let mut out = screen.bold(&clean(&table.title)) + "\n";
    for (head, value) in &grid.same {
        out += &wrapped(&format!("{head}: {value}"), screen.width);
    }
    out += &screen.dim(&grid.line(&grid.heads));
    for row in &grid.rows {
        out += &grid.line(row);
    }
    if !grid.left_out.is_empty() {
        let said = format!("left to the page: {}", grid.left_out.join(", "));
        out += &screen.dim(&wrapped(&said, screen.width));
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

/// A table that has been made to fit.
struct FittedTable {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    right: Vec<bool>,
    widths: Vec<usize>,
    /// Heads of columns whose cells are all equal, with that cell.
    same: Vec<(String, String)>,
    left_out: Vec<String>,
}

impl FittedTable {
    fn of(table: &Table, width: usize) -> Self {
        let mut shown = table.shown();
        let (mut same, mut left_out) = (Vec::new(), Vec::new());
        if !fits(table, &shown, width) {
            // What all rows share is said once.
            shown.retain(|&at| {
                let first = table.rows.first().map(|row| words(&row[at]));
                let alike = table.columns[at].show == Show::Left
                    && table.rows.len() > 1
                    && table.rows.iter().all(|row| Some(words(&row[at])) == first);
                if alike {
                    same.push((table.columns[at].head.to_owned(), first.unwrap_or_default()));
                }
                !alike
            });
        }
        while !fits(table, &shown, width) {
            let Some(place) = least(table, &shown) else { break };
            left_out.insert(0, table.columns[shown.remove(place)].head.to_owned());
        }
        // Where even short words have no room, the rest goes from the right.
        while narrowest(table, &shown) > width && shown.len() > 1 {
            left_out.extend(shown.pop().map(|at| table.columns[at].head.to_owned()));
        }
        let column = |&at: &usize| table.columns[at].head.to_owned();
        let mut fitted = Self {
            heads: shown.iter().map(column).collect(),
            rows: table
                .rows
                .iter()
                .map(|r| shown.iter().map(|&at| words(&r[at])).collect())
                .collect(),
            right: shown.iter().map(|&at| table.columns[at].show == Show::Right).collect(),
            widths: shown.iter().map(|&at| column_width(table, at)).collect(),
            same,
            left_out,
        };
        fitted.cut(width);
        fitted
    }

    /// Cuts words where even the remaining columns have no room, the widest column first.
    fn cut(&mut self, width: usize) {
        loop {
            let all: usize =
                self.widths.iter().sum::<usize>() + GAP * self.widths.len().saturating_sub(1);
            let words =
                (0..self.widths.len()).filter(|&at| !self.right[at] && self.widths[at] > LEAST);
            let Some(widest) = words.max_by_key(|&at| self.widths[at]).filter(|_| all > width)
            else {
                return;
            };
            self.widths[widest] -= (all - width).min(self.widths[widest] - LEAST).max(1);
        }
    }

    fn line(&self, cells: &[String]) -> String {
        let mut line = String::new();
        for (at, cell) in cells.iter().enumerate() {
            let width = self.widths[at];
            let cell = if length(cell) > width {
                cell.chars().take(width.saturating_sub(1)).chain(['…']).collect()
            } else {
                cell.clone()
            };
            let pad = " ".repeat(width - length(&cell).min(width));
            let gap = if at == 0 { "" } else { "  " };
            line += &if self.right[at] {
                format!("{gap}{pad}{cell}")
            } else {
                format!("{gap}{cell}{pad}")
            };
        }
        format!("{}\n", line.trim_end())
    }
}

fn words(cell: &TableCell) -> String {
    match cell {
        TableCell::Missing => "–".into(),
        TableCell::Text(text) | TableCell::Marked(text, _) => clean(text),
        TableCell::Flag(true) => "yes".into(),
        TableCell::Flag(false) => "NO".into(),
        TableCell::Number(_, shown) => shown.clone(),
    }
}

fn column_width(table: &Table, at: usize) -> usize {
    let cells = table.rows.iter().map(|row| length(&words(&row[at])));
    cells.chain([length(table.columns[at].head)]).max().unwrap_or(0)
}

/// The width when words are cut as short as they may be.
fn narrowest(table: &Table, shown: &[usize]) -> usize {
    let least = |&at: &usize| match table.columns[at].show {
        Show::Right => column_width(table, at),
        _ => column_width(table, at).min(LEAST),
    };
    shown.iter().map(least).sum::<usize>() + GAP * shown.len().saturating_sub(1)
}

fn fits(table: &Table, shown: &[usize], width: usize) -> bool {
    let all: usize = shown.iter().map(|&at| column_width(table, at)).sum();
    all + GAP * shown.len().saturating_sub(1) <= width
}

/// The column that is missed least: counts by the node from the right, then the others, never the
/// first, and none of those that the table is about.
fn least(table: &Table, shown: &[usize]) -> Option<usize> {
    let key = |place: usize| table.columns[shown[place]].key;
    let may_go = |place: &usize| *place > 0 && !KEPT.contains(&key(*place));
    let by_node =
        (0..shown.len()).rev().filter(may_go).find(|&place| key(place).ends_with("_per_node"));
    by_node.or_else(|| (0..shown.len()).rev().find(may_go))
}

/// A text in lines no longer than a width.
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
