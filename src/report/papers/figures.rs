use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::Error;
use super::super::load::refused;
use nucleus_records::papers::Statistic;

/// The subfolder of the reports that contains lists and records.
pub const FOLDER: &str = "papers";

/// The printed value of an open question, which the paper names as future work without a number.
const NOT_PRINTED: &str = "not printed";

nucleus_base::named_enum! {
    /// A paper.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum PaperName {
        /// The engine Axon II and its benchmark.
        AxonIi = "axon-ii",
        /// Axon's evaluation function.
        AxonEvaluation = "axon-evaluation",
        /// The program Umko.
        Umko = "umko",
        /// Evolution and Hooke-Jeeves.
        EpHj = "ep-hj",
    }
}

/// A paper with its figures: as printed, or compared with ours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper<T = PrintedFigure> {
    /// The name on the command line.
    pub name: PaperName,
    /// Title and year.
    pub title: String,
    /// The authors.
    pub authors: String,
    /// Figures that are not in the list, with the reason.
    #[serde(default)]
    pub note: String,
    /// The figures, in the paper's order.
    #[serde(rename(deserialize = "figure"))]
    pub figures: Vec<T>,
}

/// A printed figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedFigure {
    /// Name of the figure, unique in its paper.
    pub id: String,
    /// Page or section, table or figure.
    pub place: String,
    /// Meaning of the figure.
    pub what: String,
    /// The figure as it is printed.
    pub printed: String,
    /// The printed number; the lower end of a range.
    pub value: Option<f64>,
    /// The upper end of a range.
    pub to: Option<f64>,
    /// The unit.
    #[serde(default)]
    pub unit: String,
    /// The number of trials, if the figure is a count.
    pub of: Option<f64>,
    /// True if the paper claims at least this value.
    #[serde(default)]
    pub least: bool,
    /// The least and the most that the quantity can be.
    pub range: Option<[f64; 2]>,
    /// Interpretation of our figure: conditions, positions, and what is counted.
    #[serde(default)]
    pub reading: String,
    /// The reason that the figure cannot be tested; our figure, if measured, decides nothing.
    pub cannot: Option<String>,
    /// The experiment that would decide but has not been run.
    #[serde(rename = "not-run")]
    pub not_run: Option<String>,
    /// Estimated hours of that experiment.
    pub hours: Option<f64>,
    /// The source of a constant that our engine takes from the paper.
    pub input: Option<String>,
    /// The reason that our figure, measured under other conditions, decides nothing.
    pub undecided: Option<String>,
    /// The cause of a difference, with the experiment that shows it.
    pub differs: Option<String>,
    /// Source of our figure.
    pub ours: Option<OursSource>,
    /// Our figures under other conditions, which the verdict does not use.
    #[serde(default)]
    pub also: Vec<OtherSource>,
}

impl PrintedFigure {
    /// Returns how much the quantity can vary: its range, the number of trials of a count, or 100
    /// for a percentage. A quantity without any of these is taken to vary by its printed value.
    pub fn extent(&self) -> f64 {
        match (self.range, self.of) {
            (Some([low, high]), _) => high - low,
            (None, Some(of)) => of,
            (None, None) if self.unit == "%" => 100.0,
            (None, None) => self.to.or(self.value).unwrap_or_default().abs(),
        }
    }
}

/// The source of our figure under other conditions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherSource {
    /// Name of the profile, or of the other condition.
    pub name: String,
    /// Source of the figure.
    pub ours: OursSource,
    /// True if the figure contradicts or qualifies the verdict; the page then shows it.
    #[serde(default)]
    pub against: bool,
}

/// Source of our figure: a series of a unit of `nucleus reproduce`, or the record of another command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OursSource {
    /// A series of a unit.
    Unit(UnitSource),
    /// Speeds of a record.
    Record(RecordSource),
}

/// A series of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSource {
    /// Name of the unit.
    pub unit: String,
    /// Name of the series.
    pub series: String,
    /// Reduction to a figure.
    pub by: Statistic,
    /// Unit and series to subtract, draw by draw.
    pub less: Option<[String; 2]>,
}

/// A figure from the record of a command other than `reproduce`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSource {
    /// Path of the record within the folder of the reports.
    pub record: PathBuf,
    /// The figure.
    pub figure: SourceFigure,
    /// The engine.
    pub engine: String,
    /// The workload, or the number of threads.
    pub workload: String,
    /// The denominator of a ratio by the record's pairs of blocks.
    pub reference: Option<String>,
    /// The denominator of a quotient of two speeds.
    pub over: Option<String>,
    /// The clock that a speed is scaled to, GHz.
    pub clock: Option<f64>,
}

nucleus_base::named_enum! {
    /// A figure of a record.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum SourceFigure {
        /// Nodes a second.
        Nps = "nps",
        /// A ratio of two engines that ran in turn.
        Ratio = "ratio",
        /// The quotient of two engines' nodes a second, with an interval from both intervals.
        Over = "over",
        /// Time to depth on one thread divided by that on several.
        Threads = "threads",
    }
}

impl Paper {
    /// Returns the path of a paper's list.
    pub fn path(reports: &Path, name: PaperName) -> PathBuf {
        reports.join(FOLDER).join(format!("{name}.toml"))
    }

    /// Reads the list of a paper.
    ///
    /// # Errors
    /// If the list cannot be read or a figure is invalid.
    pub fn read(reports: &Path, name: PaperName) -> Result<Self, Error> {
        let path = Self::path(reports, name);
        let text = nucleus_base::files::read_to_string(&path)
            .map_err(|source| Error::Read { path: path.clone(), source })?;
        let paper: Self = toml::from_str(&text).map_err(|e| refused(&path, &e.to_string()))?;
        match paper.errors().first() {
            Some(error) => Err(refused(&path, error)),
            None if paper.name != name => Err(refused(&path, "it belongs to another paper")),
            None => Ok(paper),
        }
    }

    /// Returns the errors of the list.
    pub fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        for (at, figure) in self.figures.iter().enumerate() {
            let id = &figure.id;
            let mut add = |what: &str| errors.push(format!("figure {id}: {what}"));
            if self.figures[..at].iter().any(|other| other.id == *id) {
                add("its id is that of another one");
            }
            let [input, undecided] = [&figure.input, &figure.undecided].map(Option::is_some);
            let [cannot, not_run] = [&figure.cannot, &figure.not_run].map(Option::is_some);
            let reasons = [input, undecided, cannot, not_run].into_iter().filter(|there| *there);
            match (reasons.count(), figure.ours.is_some()) {
                (0, false) => add("one of `ours`, `input`, `not-run` and `cannot` has to be there"),
                (2.., _) => add("one of `input`, `undecided`, `not-run` and `cannot` is enough"),
                (_, true) if not_run => add("either `ours` or `not-run`, and not both"),
                (_, false) if undecided => add("`undecided` is for an `ours` that was measured"),
                _ if not_run && figure.hours.is_none() => add("`not-run` needs its `hours`"),
                _ => {}
            }
            let is_asked = figure.printed == NOT_PRINTED;
            if figure.ours.is_some() && figure.value.is_none() && !is_asked {
                add("`ours` has nothing to be compared with: no `value`");
            }
            if figure.to.is_some_and(|to| figure.value.is_none_or(|value| value >= to)) {
                add("`to` is not above `value`");
            }
        }
        errors
    }
}
