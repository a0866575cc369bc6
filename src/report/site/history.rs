//! The page of our engine's speed by commit on each CPU, with a list of all records by date.

use maud::{Markup, html};

use super::super::document::node;
use super::super::load::Loaded;
use super::super::select::cpu_with_marks;
use super::super::table::{Show, Table};
use super::super::{chart, tables};
use super::gather::SiteRecord;
use super::grid;
use super::page::{self, charts, day};

/// Returns the table of our figures by commit. Counts per node are left out for lack of room; the
/// record's page has them.
fn by_commits(records: &[Loaded]) -> Table {
    let mut table = tables::history(records);
    for column in &mut table.columns {
        if ["rebuilds/node", "evals/node"].contains(&column.head) {
            column.show = Show::DataOnly;
        }
    }
    table
}

/// Renders the page of the history of all CPUs.
pub fn page(records: &[Loaded], pages: &[SiteRecord<'_>]) -> Markup {
    let shown = chart::chosen(records, |name| ["history", "commits"].contains(&name));
    let table = Some(by_commits(records)).filter(|table| !table.rows.is_empty());
    let content = html! {
        @if shown.is_empty() {
            p { "No CPU has two records of one thread yet." }
        }
        (charts(&shown))
        @if let Some(table) = table { (grid::table(&table)) }
        section {
            h2 { "Every record" }
            ul {
                @for page in pages.iter().rev() {
                    li {
                        (day(&page.loaded.record.started)) ": "
                        a href=(page.page()) { (cpu_with_marks(&page.loaded.record)) ", " (page.loaded.name()) }
                    }
                }
            }
        }
    };
    page::page("History", "", "history.html", &node(records), &content)
}
