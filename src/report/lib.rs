//! Tables and charts, made from records (JSON) only.
//!
//! | module | content |
//! |---|---|
//! | [`load`], [`check`] | finding and reading records; `--check` |
//! | [`select`], [`speeds`], [`pairs`], [`commits`], [`diff`] | selections from records; speeds by CPU; pairs of boards; commits; two records compared |
//! | [`estimate`], [`gate`], [`warnings`] | a quantity with its interval; ratios compared with a limit; the worst warnings |
//! | [`table`], [`tables`] | a table as Markdown, CSV, JSON; the tables |
//! | [`draw`] | scenes of shapes and text, written as SVG; plotters draws into them |
//! | [`chart`] | the charts, as SVG |
//! | [`document`], [`screen`], [`sentence`], [`format`](mod@format) | the page; tables for a terminal; results and figures in words |
//! | [`export`] | short Markdown, CSV, JSON for other programs |
//! | [`site`] | a folder of static pages |
//! | [`papers`] | published figures compared with ours |
//! | `error` | the errors of a report |

pub mod chart;
pub mod check;
pub mod commits;
pub mod diff;
pub mod document;
pub mod draw;
mod error;
pub mod estimate;
pub mod export;
pub mod format;
pub mod gate;
pub mod load;
pub mod pairs;
#[cfg(feature = "site")]
pub mod papers;
pub mod screen;
pub mod select;
pub mod sentence;
#[cfg(feature = "site")]
pub mod site;
pub mod speeds;
pub mod table;
pub mod tables;
pub mod warnings;

pub use document::node;
pub use error::Error;
pub use gate::RowSelection;
pub use nucleus_records::gate::{REGRESSION, UNDECIDED};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use load::Loaded;
use nucleus_base::files;
use nucleus_base::text::escape;

/// The format in which tables are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// A Markdown document.
    #[default]
    Markdown,
    /// A document for a terminal.
    Terminal(screen::Screen),
    /// A table short enough for a comment on a pull request.
    Brief,
    /// A single table, unrounded, as CSV.
    Csv,
    /// Tables, unrounded, as JSON.
    Json,
}

/// The options of a report.
#[derive(Debug, Clone, Default)]
pub struct ReportOptions {
    /// The records, or directories that are searched recursively.
    pub paths: Vec<PathBuf>,
    /// Compare these two records instead of writing a report.
    pub diff: Option<[PathBuf; 2]>,
    /// Compare ratios with this limit, by their 95 % intervals.
    pub fail_below: Option<f64>,
    /// Compare every row with the limit instead of the geometric mean over the workloads.
    pub each: bool,
    /// The rows that `fail_below` applies to, and the reference for `diff`.
    pub which: RowSelection,
    /// Show all warnings instead of the worst five.
    pub all_warnings: bool,
    /// The format of the output.
    pub form: Form,
    /// Print only this table.
    pub table: Option<String>,
    /// Also write `report.md` and the charts into this directory.
    pub out: Option<PathBuf>,
    /// Also write these exports.
    pub exports: Vec<export::Export>,
}

/// Writes the report, or the comparison of two records, to `out`; warnings go to standard error.
/// Returns the exit code of the gate: 0, 1 if there is nothing to decide on, [`REGRESSION`], or
/// [`UNDECIDED`].
///
/// # Errors
/// If there is no record, a named record cannot be read, or a file cannot be written.
pub fn run(options: &ReportOptions, out: &mut impl io::Write) -> Result<u8, Error> {
    if let Some(pair) = &options.diff {
        let [a, b] = pair.each_ref().map(|path| load::read(path));
        let (a, b) = (a?, b?);
        let diff = diff::Diff::new(&a, &b, &options.which, options.all_warnings)?;
        print(out, &[diff.table()], &diff.node, options, |tables| {
            if let Form::Terminal(screen) = options.form {
                return format!("{}\n\n{}", diff.title(), screen::table(&tables[0], screen));
            }
            let title = escape::markdown(&diff.title());
            format!("# {title}\n\n{}", tables[0].markdown())
        })?;
        return Ok(held(options, diff.gated()));
    }

    let found = load::find(&options.paths)?;
    for warning in &found.warnings {
        nucleus_base::tell!("warning: {warning}");
    }
    if found.records.is_empty() {
        let names: Vec<_> = options.paths.iter().map(|p| p.display().to_string()).collect();
        return Err(Error::Nothing(names.join(", ")));
    }
    if options.form == Form::Brief {
        write!(out, "{}", export::text(export::ExportFormat::Markdown, &found.records)?)?;
    } else {
        let tables = tables::all(&found.records);
        print(out, &tables, &node(&found.records), options, |_| match options.form {
            Form::Terminal(screen) => screen::page(&found.records, screen, options.all_warnings),
            _ => document::page(&found.records, &[], options.all_warnings),
        })?;
    }
    export::write(&options.exports, &found.records)?;
    if let Some(dir) = &options.out {
        for path in write_as(&found.records, chart::all(&found.records), dir, "report")? {
            nucleus_base::tell!("wrote {}", path.display());
        }
    }
    if options.fail_below.is_none() {
        return Ok(0);
    }
    Ok(held(options, gate::rows(&found.records, &options.which)?))
}

/// Prints tables in the requested form, with the definition of a node; `document` returns the Markdown page.
fn print(
    out: &mut impl io::Write,
    tables: &[table::Table],
    node: &str,
    options: &ReportOptions,
    document: impl Fn(&[table::Table]) -> String,
) -> Result<(), Error> {
    let only = options.table.as_deref();
    let chosen = |default: Option<&str>| -> Vec<&table::Table> {
        let name = only.or(default);
        tables.iter().filter(|t| name.is_none_or(|n| n == t.name)).collect()
    };
    let requested = only
        .or((options.form == Form::Csv).then_some("workloads"))
        .filter(|_| options.diff.is_none());
    if let Some(name) = requested.filter(|name| tables.iter().all(|t| t.name != *name)) {
        return Err(Error::Empty { name: name.to_owned(), why: tables::why_empty(name) });
    }
    if options.form == Form::Json {
        let tables: serde_json::Map<_, _> =
            chosen(None).iter().map(|t| (t.name.to_string(), t.json())).collect();
        let value = serde_json::json!({ "node": node, "tables": tables });
        writeln!(out, "{value:#}")?;
    } else if options.form == Form::Csv {
        let default = if options.diff.is_some() { "diff" } else { "workloads" };
        for table in chosen(Some(default)) {
            write!(out, "{}", table.csv())?;
        }
    } else if only.is_some() {
        for table in chosen(None) {
            match options.form {
                Form::Terminal(screen) => write!(out, "{}", screen::table(table, screen))?,
                _ => write!(out, "{node}\n\n{}", table.markdown())?,
            }
        }
    } else {
        write!(out, "{}", document(tables))?;
    }
    Ok(())
}

/// Prints the decision on the rows compared with the limit, if there is one, and returns its exit
/// code.
fn held(options: &ReportOptions, rows: Vec<gate::GateRow>) -> u8 {
    let Some(limit) = options.fail_below else { return 0 };
    let (code, lines) = gate::decide(limit, rows, options.each);
    lines.iter().for_each(|line| nucleus_base::tell!("{line}"));
    code
}

/// Writes the tables (Markdown) and charts (SVG) of these records into a directory and returns the
/// files. With a single record the files have its name, otherwise `report`.
///
/// # Errors
/// If a record cannot be read, or a file cannot be written.
pub fn write(paths: &[PathBuf], out_dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let records = paths.iter().map(|p| load::read(p)).collect::<Result<Vec<_>, _>>()?;
    let stem = match &records[..] {
        [] => return Err(Error::Nothing("an empty list".into())),
        [one] => one.name(),
        _ => "report".into(),
    };
    write_as(&records, chart::all(&records), out_dir, &stem)
}

/// Writes `<stem>.md` and `<stem>-<chart>.svg`.
fn write_as(
    records: &[Loaded],
    charts: Vec<chart::Chart>,
    dir: &Path,
    stem: &str,
) -> Result<Vec<PathBuf>, Error> {
    let fail = |path: &Path| {
        let path = path.to_path_buf();
        move |source| Error::Write { path, source }
    };
    fs::create_dir_all(dir).map_err(fail(dir))?;
    let mut images = Vec::new();
    let mut written = Vec::new();
    for chart in charts {
        let svg = dir.join(format!("{stem}-{}.svg", chart.name));
        files::write(&svg, chart.svg()).map_err(fail(&svg))?;
        written.push(svg);
        images.push((chart.title(), format!("{stem}-{}.svg", chart.name)));
    }
    let page = dir.join(format!("{stem}.md"));
    files::write(&page, document::page(records, &images, true)).map_err(fail(&page))?;
    written.insert(0, page);
    Ok(written)
}
