//! The page of results: a folder of static pages that needs no server and no other host.
//!
//! ```text
//! gather   the records, each with the name of its page     page     what all pages have around them
//! config   site.toml: title, reference, the project's own engine
//! index    one row a CPU, one a comparison                 figures  every figure, to be filtered
//! machine  the page of a record                            history  one CPU over commits
//! threads  rows of runs over numbers of threads            grid     tables as HTML
//! papers   published figures beside ours                   fit      wide tables, with keys for their names
//! reading  how the numbers are read                        folder   what is written and removed
//! ```
//!
//! Records come from strangers: whatever is theirs is escaped by the templates, and a record that
//! is broken or too large is named and left out. No page has a script or a style in it, so that
//! its policy can forbid both.

mod config;
mod figures;
mod fit;
mod folder;
mod gather;
mod grid;
mod history;
mod index;
mod machine;
mod page;
mod papers;
pub mod reading;
mod threads;

use std::path::{Path, PathBuf};

use super::Error;
use super::chart::sheet::colour;
use super::select::all_of_commands;
use crate::draw::{font, svg};
use folder::SiteFile;
pub use gather::LeftOutFile;

/// A site that was written.
#[derive(Debug)]
pub struct Site {
    /// Records that have a page.
    pub records: usize,
    /// Files, the pages among them.
    pub files: usize,
    /// Files without a page, with the reason.
    pub left_out: Vec<LeftOutFile>,
}

/// Files that are the same in every site. The licence stands beside the font.
const ASSETS: [(&str, &[u8]); 5] = [
    ("assets/site.css", include_bytes!("assets/site.css")),
    ("assets/site.js", include_bytes!("assets/site.js")),
    ("assets/theme.js", include_bytes!("assets/theme.js")),
    ("assets/icon.svg", include_bytes!("assets/icon.svg")),
    ("assets/OFL.txt", crate::draw::font::LICENCE),
];

/// Writes the site of these records and folders of records into a folder, under a title of its own if
/// there is one, with this page of the matrix.
///
/// # Errors
/// When a path does not exist, no record can be read, the folder holds something else, or a file
/// cannot be written.
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
        let mut said = names.join(", ");
        gathered.left_out.iter().for_each(|left| said += &format!("\n  {}", left.line()));
        return Err(Error::Nothing(said));
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
    // The pages over all records are the long ones, and are made beside the others.
    let mut makers: Vec<Box<dyn Fn() -> SiteFile + Sync>> = vec![
        Box::new(|| {
            page("index.html", index::page(&config, &gathered, &pages, !papers.is_empty()))
        }),
        Box::new(|| page("figures.html", figures::page(&gathered, &pages))),
        Box::new(|| page("history.html", history::page(&gathered.records, &pages))),
    ];
    if !papers.is_empty() {
        makers.push(Box::new(|| page("papers.html", papers::page(&papers, &node))));
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

/// The dark colours of the charts, where the reader's system asks for them and where the reader
/// does.
fn chart_style() -> String {
    let system = svg::rules(":root:not([data-theme=light]) .chart ", &colour::DARK);
    let chosen = svg::rules(":root[data-theme=dark] .chart ", &colour::DARK);
    format!("@media (prefers-color-scheme:dark){{\n{system}}}\n{chosen}")
}
