//! The page of published figures compared with ours.

use std::path::PathBuf;

use maud::{Markup, html};

use super::super::Error;
use super::super::papers::{ComparedPaper, PaperName, chart, compare, present, summary, table};
use super::super::table::{Show, TableCell};
use super::grid;
use super::page::{self, charts};

/// Returns the papers from the first folder that has all lists of printed figures, or no papers.
///
/// # Errors
/// If a list or a record that it names cannot be read.
pub fn gather(paths: &[PathBuf]) -> Result<Vec<ComparedPaper>, Error> {
    let Some(reports) = paths.iter().find(|path| present(path)) else { return Ok(Vec::new()) };
    PaperName::ALL.into_iter().map(|name| compare(reports, name)).collect()
}

/// Renders the page of published figures.
pub fn page(papers: &[ComparedPaper], node: &str) -> Markup {
    let content = html! {
        p {
            "Every printed figure of the four papers behind Nucleus next to ours. Reproduced: \
             the printed value lies in our 95 % interval, over draws, seeds and runs. "
            code { "nucleus reproduce --run" } " makes the records again."
        }
        (grid::table(&summary(papers)))
        @for paper in papers {
            (charts(chart(paper).as_slice()))
            (figures(paper))
            p.note { (paper.authors) "." }
        }
    };
    page::page("Published and ours", "", "papers.html", node, &content)
}

/// Renders the figures of a paper one below the other, since their reasons are too long for a table.
fn figures(paper: &ComparedPaper) -> Markup {
    let table = table(paper);
    html! {
        section {
            h2 { (table.title) }
            @for row in &table.rows {
                (grid::facts(table.columns.iter().zip(row).filter_map(|(column, cell)| {
                    let is_known = column.show != Show::DataOnly && *cell != TableCell::Missing;
                    is_known.then(|| (column.head, html! { (cell.words()) }))
                })))
            }
        }
    }
}
