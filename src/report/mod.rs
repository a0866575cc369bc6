//! Tables and charts, made from records (JSON) alone.
//!
//! ```text
//! load    finds and reads records           select  what a record says about whom
//! table   a table as Markdown, CSV, JSON    tables/ the tables
//! chart/  the charts, SVG and PNG           diff    two records compared
//! gate    ratios against a limit            warnings  the worst first
//! instructions  instruction counts against a baseline, for `ci/instructions`
//! ```

pub mod chart;
pub mod diff;
pub mod document;
#[cfg(test)]
mod fixtures;
pub mod format;
pub mod gate;
pub mod instructions;
pub mod load;
pub mod paper;
pub mod select;
pub mod table;
pub mod tables;
#[cfg(test)]
mod tests;
mod warnings;

pub use gate::{REGRESSION, UNDECIDED};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::draw::DrawError;
use crate::lines::Output;
use crate::text::escape;
use load::Loaded;

/// What a node is, printed wherever nodes per second are.
pub const NODE: &str = "A node is a legal move made inside a search whose position the search then \
    enters. Null moves do not count, nor does a move made and taken back unsearched. This is also \
    what Stockfish counts.";

/// Tables and charts from the records of one or many machines.
///
/// Exit code 0 when done and, with --fail-below, every ratio passed; 3 when one is below; 4 when
/// none is below and one is undecided; 1 when there is no report; 2 for a wrong command line.
#[derive(Debug, Clone, clap::Args)]
pub struct ReportArgs {
    /// Records, or directories that are searched for them to the bottom
    #[arg(value_name = "DIR", default_value = "reports")]
    pub paths: Vec<PathBuf>,
    /// Compare two records: the change of every ratio to the same reference, with interval and
    /// verdict; of an engine that is the same in both, how much the machine changed
    #[arg(long, num_args = 2, value_names = ["A.json", "B.json"])]
    pub diff: Option<Vec<PathBuf>>,
    /// Hold ratios against this by their 95 % intervals (B to A with --diff): exit code 3 when one
    /// is below, 4 when one holds it or has no interval, and say which row decided
    #[arg(long, value_name = "RATIO", value_parser = positive)]
    pub fail_below: Option<f64>,
    /// The rows that are asked about.
    #[command(flatten)]
    pub which: gate::Which,
    /// Show all warnings, not the worst five
    #[arg(long)]
    pub all_warnings: bool,
    /// Print one table as CSV, unrounded (the table by workload, or the one named by --table)
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print the tables as JSON, unrounded
    #[arg(long)]
    pub json: bool,
    /// Print this table alone
    #[arg(long, value_name = "NAME", value_parser = tables::NAMES, conflicts_with = "diff")]
    pub table: Option<String>,
    /// Write report.md and the charts (SVG and PNG) into this directory too
    #[arg(long, value_name = "DIR", conflicts_with = "diff")]
    pub out: Option<PathBuf>,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(v) if v.is_finite() && v > 0.0 => Ok(v),
        _ => Err("not a positive number".into()),
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is no record, or a broken one.
    #[error("{}: {message}", path.display())]
    Record {
        /// Which.
        path: PathBuf,
        /// What is wrong, with line and column.
        message: String,
    },
    /// There is nothing to report.
    #[error("no record in {0}; `nucleus compare` makes one")]
    Nothing(String),
    /// A table that was asked for has no rows.
    #[error("table `{name}` has no row: {why}")]
    Empty {
        /// Which.
        name: String,
        /// Why.
        why: &'static str,
    },
    /// A name on the command line is none of the records'; exit code 2.
    #[error("{0}")]
    Name(String),
    /// Two records share nothing that could be compared.
    #[error("{0}")]
    Incomparable(String),
    /// A chart could not be drawn.
    #[error("cannot draw the chart {chart}: {source}")]
    Chart {
        /// Which.
        chart: &'static str,
        /// Why.
        source: DrawError,
    },
    /// Standard output is closed.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// Runs `nucleus report`: the report on standard output, warnings on standard error.
///
/// # Errors
/// When there is no record, a named one cannot be read, or a file cannot be written.
pub fn run(args: &ReportArgs) -> Result<ExitCode, Error> {
    let mut out = Output::lock();
    if let Some(pair) = &args.diff {
        let [a, b] = [load::read(&pair[0])?, load::read(&pair[1])?];
        let diff = diff::Diff::of(&a, &b, &args.which, args.all_warnings)?;
        print(&mut out, &[diff.table()], args, |tables| {
            let title = escape::markdown(&diff.title());
            format!("# {title}\n\n{}", tables[0].markdown())
        })?;
        return Ok(held(args.fail_below, &diff.gated()).into());
    }

    let found = load::find(&args.paths)?;
    for warning in &found.warnings {
        crate::tell!("warning: {warning}");
    }
    if found.records.is_empty() {
        let names: Vec<_> = args.paths.iter().map(|p| p.display().to_string()).collect();
        return Err(Error::Nothing(names.join(", ")));
    }
    let tables = tables::all(&found.records);
    print(&mut out, &tables, args, |_| document::page(&found.records, &[], args.all_warnings))?;
    if let Some(dir) = &args.out {
        for path in write_as(&found.records, dir, "report")? {
            crate::tell!("wrote {}", path.display());
        }
    }
    let rows = if args.fail_below.is_some() {
        gate::rows(&found.records, &args.which)?
    } else {
        Vec::new()
    };
    Ok(held(args.fail_below, &rows).into())
}

/// Prints tables in the form that was asked for; `document` makes the whole of the Markdown.
fn print(
    out: &mut impl io::Write,
    tables: &[table::Table],
    args: &ReportArgs,
    document: impl Fn(&[table::Table]) -> String,
) -> Result<(), Error> {
    let only = args.table.as_deref();
    let chosen = |default: Option<&str>| -> Vec<&table::Table> {
        let name = only.or(default);
        tables.iter().filter(|t| name.is_none_or(|n| n == t.name)).collect()
    };
    let wanted = only.or(args.csv.then_some("workloads")).filter(|_| args.diff.is_none());
    if let Some(name) = wanted.filter(|name| tables.iter().all(|t| t.name != *name)) {
        return Err(Error::Empty { name: name.to_owned(), why: tables::why_empty(name) });
    }
    if args.json {
        let tables: serde_json::Map<_, _> =
            chosen(None).iter().map(|t| (t.name.to_string(), t.json())).collect();
        let value = serde_json::json!({ "node": NODE, "tables": tables });
        writeln!(out, "{value:#}")?;
    } else if args.csv {
        let default = if args.diff.is_some() { "diff" } else { "workloads" };
        for table in chosen(Some(default)) {
            write!(out, "{}", table.csv())?;
        }
    } else if only.is_some() {
        for table in chosen(None) {
            write!(out, "{NODE}\n\n{}", table.markdown())?;
        }
    } else {
        write!(out, "{}", document(tables))?;
    }
    Ok(())
}

/// The exit code of the rows held against a limit, if there is one; what decided is told.
fn held(limit: Option<f64>, rows: &[gate::Row]) -> u8 {
    let Some(limit) = limit else { return 0 };
    let (code, lines) = gate::decide(limit, rows);
    lines.iter().for_each(|line| crate::tell!("{line}"));
    code
}

/// Writes the tables (Markdown) and charts (SVG and PNG) of these records into a directory and
/// returns the files. One record's files are named like the record, several records' `report`.
///
/// # Errors
/// When a record cannot be read, or a file cannot be written.
pub fn write(paths: &[PathBuf], out_dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let records = paths.iter().map(|p| load::read(p)).collect::<Result<Vec<_>, _>>()?;
    let stem = match &records[..] {
        [] => return Err(Error::Nothing("an empty list".into())),
        [one] => one.name(),
        _ => "report".into(),
    };
    write_as(&records, out_dir, &stem)
}

/// Writes `<stem>.md` and `<stem>-<chart>.svg` and `.png`.
fn write_as(records: &[Loaded], dir: &Path, stem: &str) -> Result<Vec<PathBuf>, Error> {
    let fail = |path: &Path| {
        let path = path.to_path_buf();
        move |source| Error::Write { path, source }
    };
    fs::create_dir_all(dir).map_err(fail(dir))?;
    let mut images = Vec::new();
    let mut written = Vec::new();
    for chart in chart::all(records) {
        let svg = dir.join(format!("{stem}-{}.svg", chart.name));
        fs::write(&svg, chart.svg()).map_err(fail(&svg))?;
        let png = svg.with_extension("png");
        let pixels = chart.png().map_err(|source| Error::Chart { chart: chart.name, source })?;
        fs::write(&png, pixels).map_err(fail(&png))?;
        images.push((chart.title(), format!("{stem}-{}.svg", chart.name)));
        written.extend([svg, png]);
    }
    let page = dir.join(format!("{stem}.md"));
    fs::write(&page, document::markdown(records, &images)).map_err(fail(&page))?;
    written.insert(0, page);
    Ok(written)
}
