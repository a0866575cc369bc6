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

/// Renders the page of published figures: the counts of verdicts, and a link to the page of each paper.
pub fn page(papers: &[ComparedPaper], node: &str) -> Markup {
    let content = html! {
        p {
            "Every printed figure of the papers behind Nucleus next to ours. Reproduced: \
             the printed value lies in our 95 % interval, over draws, seeds and runs. "
            code { "nucleus reproduce --run" } " makes the records again."
        }
        (grid::table(&summary(papers)))
        ul { @for paper in papers { li { a href=(file(paper)) { (paper.title) } ", " (paper.authors) } } }
    };
    page::page("Published and ours", "", "papers.html", node, &content)
}

/// Returns the name of a paper's page.
pub fn file(paper: &ComparedPaper) -> String {
    format!("paper-{}.html", paper.name.name())
}

/// Renders the page of a paper: its chart, and a line for each figure that opens to all that is known.
pub fn paper(paper: &ComparedPaper, node: &str) -> Markup {
    let table = table(paper);
    let word = |row: &[TableCell], name: &str| {
        let at = table.columns.iter().position(|column| column.key == name);
        at.map_or_else(String::new, |at| row[at].words().to_owned())
    };
    let content = html! {
        p { (paper.authors) ". " a href="papers.html" { "All papers" } "." }
        (charts(chart(paper).as_slice()))
        section {
            h2 { "Figures" }
            @for (at, row) in table.rows.iter().enumerate() {
                @if at == 0 || row[0] != table.rows[at - 1][0] { h3 { (row[0].words()) } }
                details {
                    summary {
                        (word(row, "what")) ": " (word(row, "printed")) ", ours " (word(row, "ours")) " – "
                        strong { (word(row, "verdict")) }
                    }
                    (grid::facts(table.columns.iter().zip(row).filter_map(|(column, cell)| {
                        let is_new = !["place", "what", "printed", "ours", "verdict"].contains(&column.key)
                            && column.show != Show::DataOnly && *cell != TableCell::Missing;
                        is_new.then(|| (column.head, html! { (cell.words()) }))
                    })))
                }
            }
        }
    };
    page::page(&paper.title, "", "", node, &content)
}
