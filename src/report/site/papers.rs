//! The page of published figures beside ours.

use std::path::PathBuf;

use maud::{Markup, html};

use super::super::Error;
use super::super::papers::{ComparedPaper, PaperName, chart, compare, present, summary, table};
use super::grid;
use super::page::{self, charts};

/// The papers of the first folder that has their lists; none where no folder has.
///
/// # Errors
/// When a list or a record that it names cannot be read.
pub fn gather(paths: &[PathBuf]) -> Result<Vec<ComparedPaper>, Error> {
    let Some(reports) = paths.iter().find(|path| present(path)) else { return Ok(Vec::new()) };
    PaperName::ALL.into_iter().map(|name| compare(reports, name)).collect()
}

/// The page.
pub fn page(papers: &[ComparedPaper], node: &str) -> Markup {
    let content = html! {
        p {
            "Every printed figure of the four papers behind Nucleus beside ours. Reproduced: the printed value lies \
            in our 95 % interval, over draws, seeds and runs. "
            code { "nucleus reproduce --run" } " makes the records anew."
        }
        (grid::table(&summary(papers)))
        @for paper in papers {
            (charts(chart(paper).as_slice()))
            (grid::table(&table(paper)))
            p.note { (paper.authors) "." }
        }
    };
    page::page("Published and ours", "", "papers.html", node, &content)
}
