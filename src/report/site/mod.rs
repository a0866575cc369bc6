//! The result pages: a folder of static pages that needs no server and loads nothing from other hosts.
//!
//! ```text
//! gather   the records, each with the name of its page     page     the frame of every page
//! config   site.toml: title, reference, the project's own engine
//! index    the first page                                  dots     the speed on each CPU
//! figures  every figure, with filters
//! machine  the page of a record                            history  our speed by commit
//! grid     tables as HTML
//! papers   published figures compared with ours            reading  an explanation of the numbers
//! folder   files written and removed
//! ```
//!
//! Records may come from strangers: templates escape all their text, and a record that is broken or
//! too large is listed and left out. No page has an inline script or style, so that its policy can
//! forbid both.

mod config;
mod dots;
mod figures;
mod folder;
mod gather;
mod grid;
mod history;
mod index;
mod machine;
mod page;
mod papers;
pub mod reading;

use std::path::{Path, PathBuf};

use super::Error;
use super::chart::sheet::colour;
use super::select::all_of_commands;
use crate::draw::{font, svg};
use folder::SiteFile;
pub use gather::LeftOutFile;

/// The result of writing a site.
#[derive(Debug)]
pub struct Site {
    /// The number of records with a page.
    pub records: usize,
    /// The number of files, including the pages.
    pub files: usize,
    /// The files without a page, with the reason.
    pub left_out: Vec<LeftOutFile>,
}

/// Files that are the same in every site. The licence accompanies the font.
const ASSETS: [(&str, &[u8]); 5] = [
    ("assets/site.css", include_bytes!("assets/site.css")),
    ("assets/site.js", include_bytes!("assets/site.js")),
    ("assets/theme.js", include_bytes!("assets/theme.js")),
    ("assets/icon.svg", include_bytes!("assets/icon.svg")),
    ("assets/OFL.txt", crate::draw::font::LICENCE),
];

/// Writes the site of these records and folders of records into a folder; `title` replaces the
/// default title, and `matrix` is the page of the matrix.
///
/// # Errors
/// If a path does not exist, no record can be read, the folder has other contents, or a file cannot
/// be written.
pub fn write(
    paths: &[PathBuf],
    dir: &Path,
    title: Option<String>,
    matrix: String,
) -> Result<Site, Error> {
    let mut config = config::read(paths)?;
    config.title = title.or(config.title);
    let gathered = gather::records(paths)?;
    if gathered.records.is_empty() {
        let names: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
        let mut message = names.join(", ");
        gathered.left_out.iter().for_each(|left| message += &format!("\n  {}", left.line()));
        return Err(Error::Nothing(message));
    }
    let papers = papers::gather(paths)?;
    let pages = gathered.pages();
    let node = super::node(&gathered.records);
    let mut files: Vec<SiteFile> =
        ASSETS.iter().map(|(name, bytes)| SiteFile::new(*name, bytes.to_vec())).collect();
    files.push(SiteFile::new("assets/chart.css", chart_style().into_bytes()));
    for (weight, bytes) in [400, font::SEMIBOLD].into_iter().zip(font::WOFF2) {
        files.push(SiteFile::new(format!("assets/inter-{weight}.woff2"), bytes.to_vec()));
    }
    let page =
        |name: &str, markup: maud::Markup| SiteFile::new(name, markup.into_string().into_bytes());
    let has_nodes = !all_of_commands(&gathered.records);
    files.push(page("reading.html", reading::page(&node, has_nodes)));
    files.push(SiteFile::new("matrix.html", matrix.into_bytes()));
    // The pages of all records together come first, then the page of each record.
    let mut makers: Vec<Box<dyn Fn() -> SiteFile + Sync>> = vec![
        Box::new(|| {
            page("index.html", index::page(&config, &gathered, &pages, !papers.is_empty()))
        }),
        Box::new(|| page("figures.html", figures::page(&gathered, &pages))),
        Box::new(|| page("history.html", history::page(&gathered.records, &pages))),
    ];
    if !papers.is_empty() {
        makers.push(Box::new(|| page("papers.html", papers::page(&papers, &node))));
        for paper in &papers {
            let node = &node;
            makers.push(Box::new(move || page(&papers::file(paper), papers::paper(paper, node))));
        }
    }
    for record in &pages {
        makers.push(Box::new(move || page(&record.page(), machine::page(record))));
    }
    files.extend(makers.iter().map(|make| make()));
    drop(makers);
    let copies: Vec<(&Path, String)> =
        pages.iter().map(|record| (record.loaded.path.as_path(), record.data())).collect();
    let count = folder::write(dir, &files, &copies)?;
    Ok(Site { records: gathered.records.len(), files: count, left_out: gathered.left_out })
}

/// Returns the rules for the dark colours of charts, selected by the reader's system or the switch
/// on the page.
fn chart_style() -> String {
    let system = svg::rules(":root:not([data-theme=light]) .chart ", &colour::DARK);
    let chosen = svg::rules(":root[data-theme=dark] .chart ", &colour::DARK);
    format!("@media (prefers-color-scheme:dark){{\n{system}}}\n{chosen}")
}
