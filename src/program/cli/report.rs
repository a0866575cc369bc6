use std::path::{Path, PathBuf};
use std::process::ExitCode;

use nucleus_base::lines::Output;
use nucleus_report::export::Export;
use nucleus_report::{self, Error, Form, ReportOptions, RowSelection, tables};

use crate::cli::command::CommandFailure;

/// Print tables and draw charts from the records of one or many machines
///
/// Exit code 0 on success; 1 if there is no report; 2 for an invalid command line. With --fail-below, 0 if
/// every ratio passes; 3 if one is below the limit; 4 if none is below and one is undecided.
#[derive(clap::Args)]
pub struct ReportArgs {
    /// Records, or directories to search for them recursively
    #[arg(value_name = "DIR", default_value = "reports")]
    paths: Vec<PathBuf>,
    /// Compare two records: print the change of every ratio to the same reference, with interval and verdict;
    /// for an engine that is the same in both, the change of the machine
    #[arg(long, num_args = 2, value_names = ["A.json", "B.json"])]
    diff: Option<Vec<PathBuf>>,
    /// Test the 95 % intervals of ratios against RATIO (B to A with --diff): exit code 3 if one is below, 4 if
    /// one contains RATIO or is missing; prints the row that decided
    #[arg(long, value_name = "RATIO", value_parser = positive)]
    fail_below: Option<f64>,
    /// With --fail-below: test every workload, with intervals corrected for their number [default: their
    /// geometric mean]
    #[arg(long, requires = "fail_below")]
    each: bool,
    /// With --fail-below: the engine to test [default: ours at its best level, else all]
    #[arg(long, value_name = "NAME", requires = "fail_below")]
    contender: Option<String>,
    /// With --fail-below or --diff: the engine to compare with [default: the references that ran in full;
    /// with --diff, the first that both records have]
    #[arg(long, value_name = "NAME")]
    reference: Option<String>,
    /// With --fail-below: the workload to test [default: all]
    #[arg(long, value_name = "NAME", requires = "fail_below")]
    workload: Option<String>,
    /// Print all warnings instead of the five worst
    #[arg(long)]
    all_warnings: bool,
    /// Print a table as CSV, unrounded (the table by workload, or the one of --table)
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the tables as JSON, unrounded
    #[arg(long)]
    json: bool,
    /// Print a table short enough for a comment on a pull request
    #[arg(long, conflicts_with_all = ["csv", "json", "table", "diff"])]
    markdown: bool,
    /// Also write the figures in another form: csv, markdown (short), github-action-benchmark, bencher;
    /// repeat for several
    #[arg(long, value_name = "FORMAT=FILE", value_parser = str::parse::<Export>,
          conflicts_with_all = ["diff", "site", "check"])]
    export: Vec<Export>,
    /// Print only this table
    #[arg(long, value_name = "NAME", value_parser = tables::NAMES, conflicts_with = "diff")]
    table: Option<String>,
    /// Also write report.md and the charts (SVG) into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "diff")]
    out: Option<PathBuf>,
    /// Write a folder of static pages instead: an index of CPUs, a page for each record, charts, history, the
    /// raw records; needs no server. Names invalid records and leaves them out
    #[arg(long, value_name = "DIR",
          conflicts_with_all = ["diff", "out", "csv", "json", "markdown", "table", "fail_below", "all_warnings"])]
    site: Option<PathBuf>,
    /// With --site: its title [default: from site.toml, or the name of the project's folder]
    #[arg(long, value_name = "TEXT", requires = "site")]
    title: Option<String>,
    /// Check records of every kind instead: the schema, contradictions, and that every figure follows from
    /// the samples. Exit code 1 if one is invalid
    #[arg(long, conflicts_with_all =
          ["diff", "out", "csv", "json", "markdown", "table", "fail_below", "all_warnings",
           "site"])]
    check: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(v) if v.is_finite() && v > 0.0 => Ok(v),
        _ => Err("not a positive number".into()),
    }
}

impl ReportArgs {
    fn options(&self) -> ReportOptions {
        ReportOptions {
            paths: self.paths.clone(),
            // The parser accepts two values or none.
            diff: self.diff.clone().and_then(|pair| pair.try_into().ok()),
            fail_below: self.fail_below,
            each: self.each,
            which: RowSelection {
                contender: self.contender.clone(),
                reference: self.reference.clone(),
                workload: self.workload.clone(),
            },
            all_warnings: self.all_warnings,
            form: match (self.csv, self.json, self.markdown) {
                (true, ..) => Form::Csv,
                (_, true, _) => Form::Json,
                (.., true) => Form::Brief,
                _ => crate::cli::screen::screen().map_or(Form::Markdown, Form::Terminal),
            },
            table: self.table.clone(),
            out: self.out.clone(),
            exports: self.export.clone(),
        }
    }
}

impl From<Error> for CommandFailure {
    fn from(error: Error) -> Self {
        match error {
            Error::Name(text) => Self::usage(text),
            other => Self::failed(other),
        }
    }
}

/// Prints the report. With `--check` checks records, with `--site` writes pages instead.
///
/// # Errors
/// A failure with its exit code.
pub fn run(args: &ReportArgs) -> Result<ExitCode, CommandFailure> {
    if args.check {
        return crate::cli::check::run(&args.paths);
    }
    if let Some(dir) = &args.site {
        return site(args, dir);
    }
    Ok(nucleus_report::run(&args.options(), &mut Output::lock())?.into())
}

/// Writes the pages of results.
#[cfg(feature = "engine")]
fn site(args: &ReportArgs, dir: &Path) -> Result<ExitCode, CommandFailure> {
    let (title, matrix) = (args.title.clone(), nucleus_inspect::page::of_site());
    let site = nucleus_report::site::write(&args.paths, dir, title, matrix)?;
    site.left_out.iter().for_each(|left| nucleus_base::tell!("warning: {}", left.line()));
    let (files, records) = (site.files, site.records);
    nucleus_base::tell!(
        "wrote {files} files, pages of {records} records: {}",
        dir.join("index.html").display()
    );
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "engine"))]
fn site(_: &ReportArgs, _: &Path) -> Result<ExitCode, CommandFailure> {
    let message = "--site: this build makes none, one with the feature engine does it";
    Err(CommandFailure::usage(message))
}
