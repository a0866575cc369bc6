//! Tables as HTML: their cells, and rows that can be filtered.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::super::table::{Show, Table, TableCell};

/// The length in characters above which the page cuts a cell's text; the cell's title has it whole.
const LONG: usize = 18;

/// The filters of rows, in display order.
pub const FILTERS: [&str; 5] = ["cpu", "level", "board", "engine", "protocol"];

/// A row's values for each of [`FILTERS`].
pub type FilterKeys = [BTreeSet<String>; FILTERS.len()];

/// A row of a table with filters.
pub struct GridRow {
    /// The values that the row is filtered by.
    pub keys: FilterKeys,
    /// The page that its first cell links to.
    pub to: String,
}

/// Renders a table with the filters that have values. Without scripts the filters are hidden and
/// all rows visible.
pub fn filtered(table: &Table, rows: &[GridRow]) -> Markup {
    let columns = || table.columns.iter().map(|column| (column.head, column.show == Show::Right));
    html! {
        form.filters data-table=(table.name) hidden {
            @for (at, filter) in FILTERS.iter().enumerate() {
                @let names: BTreeSet<&String> = rows.iter().flat_map(|row| &row.keys[at]).collect();
                @if !names.is_empty() {
                    label {
                        span { (filter) }
                        select name=(filter) {
                            option value="" { "all" }
                            @for name in names { option value=(name) { (name) } }
                        }
                    }
                }
            }
            button type="reset" { "Show all" }
            output {}
        }
        div.wide tabindex="0" role="region" aria-label=(table.name) {
            table.sortable #(table.name) {
                thead { tr { @for (words, figures) in columns() {
                    th scope="col" class=[figures.then_some("num")] { (head(words)) }
                } } }
                tbody {
                    @for (row, cells) in rows.iter().zip(&table.rows) {
                        tr data-cpu=[list(&row.keys[0])] data-level=[list(&row.keys[1])]
                            data-board=[list(&row.keys[2])] data-engine=[list(&row.keys[3])]
                            data-protocol=[list(&row.keys[4])] {
                            @for (at, (cell, column)) in cells.iter().zip(columns()).enumerate() {
                                @if at == 0 {
                                    td data-head=(column.0) { a href=(row.to) { (cell.words()) } }
                                } @else { (plain(cell, column)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders names and values as a description list.
pub fn facts<'a>(all: impl IntoIterator<Item = (&'a str, Markup)>) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in all { div { dt { (name) } dd { (value) } } }
        }
    }
}

/// Returns the names for the script, one per line; `None` if there are none.
fn list(names: &BTreeSet<String>) -> Option<String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| names.join("\n"))
}

/// Renders the head of a column, which may break after a slash.
fn head(words: &str) -> Markup {
    html! {
        @for (at, part) in words.split('/').enumerate() {
            @if at > 0 { "/" wbr; }
            (part)
        }
    }
}

/// Renders a report's table with the columns that Markdown has. Columns without a value are left out,
/// and text that is the same in all rows is above the table.
pub fn table(table: &Table) -> Markup {
    let figures = |at: usize| table.columns[at].show == Show::Right;
    let is_same = |at: usize| {
        let cells = || table.rows.iter().map(|row| &row[at]);
        !table.rows.is_empty() && !figures(at) && cells().all(|cell| *cell == table.rows[0][at])
    };
    let (same, shown): (Vec<usize>, Vec<usize>) =
        table.shown().into_iter().partition(|&at| is_same(at));
    html! {
        section {
            h2 { (table.title) }
            @if !same.is_empty() {
                (facts(same.iter().map(|&at| (table.columns[at].head, html! { (table.rows[0][at].words()) }))))
            }
            div.wide tabindex="0" role="region" aria-label=(table.title) {
                table.sortable {
                    thead { tr { @for &at in &shown {
                        th scope="col" class=[figures(at).then_some("num")] { (head(table.columns[at].head)) }
                    } } }
                    tbody { @for row in &table.rows {
                        tr { @for &at in &shown { (plain(&row[at], (table.columns[at].head, figures(at)))) } }
                    } }
                }
            }
            @for note in &table.notes { p.note { (note) } }
        }
    }
}

/// Renders a cell with the name of its column, which narrow pages show.
fn plain(cell: &TableCell, (head, figures): (&str, bool)) -> Markup {
    let class = figures.then_some("num");
    html! {
        @match cell {
            TableCell::Missing => td class=[class] data-head=(head) { "–" },
            TableCell::Text(text) | TableCell::Marked(text, _) => {
                @let long = text.chars().count() > LONG;
                td class=[if long { Some("clip") } else { class }] title=[long.then_some(text)] data-head=(head) { (text) }
            },
            TableCell::Flag(yes) => td data-head=(head) { @if *yes { "yes" } @else { strong { "no" } } },
            TableCell::Number(value, shown) => td class=[class] data-head=(head) data-value=[sorted_by(*value, shown)] {
                (shown)
            },
        }
    }
}

/// Returns the value of a cell, unless the script can read it from the text that is shown.
fn sorted_by(value: f64, shown: &str) -> Option<String> {
    let first = shown.split(' ').next().unwrap_or_default().replace(',', "");
    let is_near = |read: f64| (read - value).abs() <= 0.01 * value.abs();
    (!first.parse().is_ok_and(is_near)).then(|| format!("{value:.5e}"))
}
