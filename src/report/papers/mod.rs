//! Published figures compared with ours: every printed number of four papers, with a verdict.
//!
//! | file | what |
//! |---|---|
//! | `figures` | the lists of printed figures, `reports/papers/*.toml` |
//! | `ours` | our figure, from the committed records |
//! | `verdict` | the comparison of the printed figure with ours |
//! | `table` | the tables of each paper, with all columns or five, and the summary |
//! | `chart` | the chart of our figures divided by the printed ones, with intervals |
//! | `page` | the Markdown page |

mod chart;
mod figures;
mod ours;
mod page;
mod table;
mod verdict;

pub use chart::chart;
pub use figures::{FOLDER, OtherSource, OursSource, Paper, PaperName, PrintedFigure, SourceFigure};
pub use ours::{OurFigure, Records};
pub use page::markdown;
pub use table::{short_table, summary, table};
pub use verdict::{FigureVerdict, VerdictKind};

use std::path::Path;

use serde::Serialize;

use super::Error;

/// A printed figure compared with ours.
#[derive(Debug, Clone, Serialize)]
pub struct ComparedFigure {
    /// The printed figure.
    pub figure: PrintedFigure,
    /// Our figure, if it has been measured.
    pub ours: Option<OurFigure>,
    /// Our figures under other conditions, if measured.
    pub also: Vec<OtherFigure>,
    /// The verdict, with its reason.
    pub verdict: FigureVerdict,
}

/// Our figure under other conditions.
#[derive(Debug, Clone, Serialize)]
pub struct OtherFigure {
    /// Name of the profile, or of the other condition.
    pub name: String,
    /// True if the figure contradicts or qualifies the verdict.
    pub against: bool,
    /// Our figure under this condition.
    #[serde(flatten)]
    pub figure: OurFigure,
}

/// A paper with its printed figures and ours.
pub type ComparedPaper = Paper<ComparedFigure>;

impl ComparedPaper {
    /// Returns the number of figures with a verdict of this kind.
    pub fn count(&self, kind: VerdictKind) -> usize {
        self.figures.iter().filter(|figure| figure.verdict.kind == kind).count()
    }
}

/// Compares a paper with the records of a folder.
///
/// # Errors
/// If the list or one of its records cannot be read.
pub fn compare(reports: &Path, name: PaperName) -> Result<ComparedPaper, Error> {
    let paper = Paper::read(reports, name)?;
    let mut records = Records::new(reports);
    let mut figures = Vec::new();
    for figure in paper.figures {
        let of = figure.of.unwrap_or_default();
        let ours = figure.ours.as_ref().map(|source| records.resolve(source, of));
        let ours = ours.transpose()?.flatten();
        let mut verdict = FigureVerdict::new(&figure, ours.as_ref());
        if let (VerdictKind::NotRun, Some(OursSource::Unit(unit))) = (verdict.kind, &figure.ours)
            && records.unit(&unit.unit)?.is_some()
        {
            verdict.reason = format!("the record of {} has no such figure", unit.unit);
        }
        let mut also = Vec::new();
        for OtherSource { name, ours, against } in &figure.also {
            let (name, against) = (name.clone(), *against);
            let found = records.resolve(ours, of)?;
            also.extend(found.map(|figure| OtherFigure { name, against, figure }));
        }
        figures.push(ComparedFigure { figure, ours, also, verdict });
    }
    let Paper { title, authors, note, .. } = paper;
    Ok(ComparedPaper { name, title, authors, note, figures })
}

/// Returns true if a folder of reports has the list of every paper.
pub fn present(reports: &Path) -> bool {
    PaperName::ALL.iter().all(|name| Paper::path(reports, *name).is_file())
}
