//! Figures in formats for other programs: a short page for a pull request, CSV, and the JSON of
//! github-action-benchmark and of Bencher.

use std::path::PathBuf;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use super::Error;
use super::format::{count, factor_with_interval};
use super::load::Loaded;
use super::select::{
    PaperPosition, all_of_commands, boards_per_cpu, cpu_with_marks, is_of_commands, mark_of_short,
    milliseconds, one_per_cpu, ours, project_commit,
};
use super::tables;
use nucleus_base::text::escape;
use nucleus_core::board::BoardType;
use nucleus_records::json::to_json;
use nucleus_records::record::{EngineRecord, Record, Sample, Summary};
use nucleus_records::stats;
use nucleus_records::summary::{block_means, speed_basis};

/// The maximum number of rows of the short page. A pull request comment may have 65,536 characters,
/// more than a reader wants.
const MOST_ROWS: usize = 24;

nucleus_base::named_enum! {
    /// An export format.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExportFormat {
        /// The table by workload, or of commands, unrounded.
        Csv = "csv",
        /// A table short enough for a comment on a pull request.
        Markdown = "markdown",
        /// A list for github-action-benchmark: `customBiggerIsBetter` or `customSmallerIsBetter`.
        GithubActionBenchmark = "github-action-benchmark",
        /// Bencher Metric Format.
        Bencher = "bencher",
    }
}

/// A format and its output file, as in `markdown=comment.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The format to write.
    pub format: ExportFormat,
    /// The path of the output file.
    pub path: PathBuf,
}

impl FromStr for Export {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = ExportFormat::ALL.map(ExportFormat::name).join(", ");
        let (form, file) = text.split_once('=').ok_or("expected FORMAT=FILE")?;
        let found = ExportFormat::ALL.into_iter().find(|format| format.name() == form);
        let format = found.ok_or_else(|| format!("no format `{form}`; there are {names}"))?;
        if file.is_empty() {
            return Err("expected FORMAT=FILE, but the file has no name".to_owned());
        }
        Ok(Self { format, path: file.into() })
    }
}

/// Writes each export.
///
/// # Errors
/// If there are no figures, or a file cannot be written.
pub fn write(exports: &[Export], records: &[Loaded]) -> Result<(), Error> {
    for Export { format, path } in exports {
        let written = nucleus_base::files::write(path, text(*format, records)?);
        written.map_err(|source| Error::Write { path: path.clone(), source })?;
        nucleus_base::tell!("wrote {}", path.display());
    }
    Ok(())
}

/// Returns the records in a format.
///
/// # Errors
/// If there are no figures.
pub fn text(format: ExportFormat, records: &[Loaded]) -> Result<String, Error> {
    let mut rows = rows(records);
    if rows.is_empty() {
        let why = "no record has a figure";
        return Err(Error::Empty { name: "workloads".into(), why });
    }
    let of_commands = all_of_commands(records);
    Ok(match format {
        ExportFormat::Csv => {
            let name = if of_commands { "commands" } else { "workloads" };
            let table = tables::all(records).into_iter().find(|table| table.name == name);
            table.map(|table| table.csv()).unwrap_or_default()
        }
        ExportFormat::Markdown if of_commands => {
            let chart = rows.first().and_then(|row| mermaid(&row.loaded.record));
            tables::commands(records).markdown() + &chart.unwrap_or_default()
        }
        ExportFormat::Markdown => markdown(&rows),
        // Reduced runs are not suited for a series over time.
        ExportFormat::GithubActionBenchmark => {
            rows.retain(|row| !row.engine.short);
            let is_inverse = |row: &ExportRow<'_>| row.measure.inverse.is_some();
            if rows.windows(2).any(|two| is_inverse(&two[0]) != is_inverse(&two[1])) {
                let why = "of some records smaller figures are better: export them by themselves";
                return Err(Error::Incomparable(why.to_owned()));
            }
            to_json(&github(&rows))
        }
        ExportFormat::Bencher => {
            rows.retain(|row| !row.engine.short);
            to_json(&bencher(&rows))
        }
    })
}

/// The quantity of a row, stored as a speed, so that larger is better.
#[derive(Clone)]
struct Measure {
    name: String,
    unit: String,
    /// The numerator of a quantity for which smaller is better: the value is this divided by the speed.
    inverse: Option<f64>,
}

impl Measure {
    /// Returns the measure of a record: nodes per second, or for commands their time or the number they print.
    fn from_record(record: &Record) -> Self {
        let limit = record.workloads.first().map_or("", |workload| &workload.limit);
        let (name, unit, inverse) = match limit.strip_prefix("metric ") {
            _ if !is_of_commands(record) => ("nodes per second".into(), "nodes/s".into(), None),
            None => (speed_basis(record).to_string(), "ms".into(), Some(1e3)),
            Some(pattern) => {
                // The words of the expression before and after the number.
                let words = |part: Option<&str>| {
                    let mut words = part.unwrap_or_default().replace(r"\s", " ");
                    words.retain(|c| c.is_alphanumeric() || " /%_-".contains(c));
                    words.trim().to_owned()
                };
                let name = Some(words(pattern.split('(').next())).filter(|name| !name.is_empty());
                // A value of 1 equals its inverse, so it does not show which direction is better.
                let larger = |s: &Sample| s.metric.is_some_and(|m| m != 1.0 && s.speed == Some(m));
                let inverse = (!record.samples.iter().any(larger)).then_some(1.0);
                let name = name.unwrap_or_else(|| "number printed".into());
                (name, words(pattern.rsplit(')').next()), inverse)
            }
        };
        Self { name, unit, inverse }
    }

    /// Returns the value of a speed, with its interval.
    fn of_speed(&self, speed: f64, ends: Option<(f64, f64)>) -> (f64, Option<(f64, f64)>) {
        match self.inverse {
            Some(one) => (one / speed, ends.map(|(low, high)| (one / high, one / low))),
            None => (speed, ends),
        }
    }
}

/// A figure of a record that represents its CPU.
struct ExportRow<'a> {
    loaded: &'a Loaded,
    engine: &'a EngineRecord,
    summary: &'a Summary,
    measure: Measure,
    /// The CPU's name if there are several, otherwise empty.
    of: String,
}

impl ExportRow<'_> {
    /// Returns the row's name in a series over time, which must not change between runs.
    fn name(&self) -> String {
        let (of, name) = (&self.of, &self.engine.name);
        match is_of_commands(&self.loaded.record) {
            true => format!("{of}{name}"),
            false => format!("{of}{name} on {}", self.summary.workload),
        }
    }
}

/// Returns `true` for our engine on the board axon32.
fn is_of_the_record(engine: &EngineRecord) -> bool {
    engine.ours && engine.board.as_deref() == Some(BoardType::Axon32.name())
}

/// Returns the rows in record order: of engines that ran every block, and of our engine on axon32.
fn rows(records: &[Loaded]) -> Vec<ExportRow<'_>> {
    let chosen: Vec<&Loaded> =
        one_per_cpu(records).into_iter().chain(boards_per_cpu(records)).collect();
    let mut rows = Vec::new();
    for loaded in &chosen {
        let record = &loaded.record;
        let of =
            if chosen.len() > 1 { format!("{}: ", cpu_with_marks(record)) } else { String::new() };
        for summary in record.summaries.iter().filter(|row| row.nps.is_some()) {
            let Some(engine) = record.engine(&summary.engine) else { continue };
            if !engine.short || is_of_the_record(engine) {
                let measure = Measure::from_record(record);
                rows.push(ExportRow { loaded, engine, summary, measure, of: of.clone() });
            }
        }
    }
    rows
}

/// Returns `true` if a row belongs on the short page: a row with a ratio of our best level, of
/// axon32 at that level on the start position, or of a comparison of boards or of other engines.
fn is_told(record: &Record, row: &ExportRow<'_>) -> bool {
    let included = match ours(record) {
        Some(best) if !record.settings.boards => {
            let start = record.workload(&row.summary.workload);
            best.name == row.engine.name
                || is_of_the_record(row.engine)
                    && row.engine.level == best.level
                    && start.is_some_and(|w| PaperPosition::Start.is_of(w))
        }
        _ => true,
    };
    included && !row.summary.ratios.is_empty()
}

fn markdown(rows: &[ExportRow<'_>]) -> String {
    let all: Vec<&ExportRow<'_>> =
        rows.iter().filter(|row| is_told(&row.loaded.record, row)).collect();
    let mut out =
        "| workload | profile | engine | nodes/s | ms | reference | its nodes/s | its ms | \
                   times the reference [95 %] |\n\
                   | --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: |\n"
            .to_owned();
    for row in all.iter().take(MOST_ROWS) {
        let nps = speed(Some(row.summary));
        let Some(ratio) = row.summary.ratios.first() else { continue };
        let engine = escape::markdown(&format!("{}{}", row.of, row.engine.name));
        let [workload, reference] =
            [&row.summary.workload, &ratio.reference].map(|name| escape::markdown(name));
        let profile = row.engine.profile.as_deref().map_or_else(|| "–".into(), escape::markdown);
        let profile = if is_of_the_record(row.engine) {
            let variant = row.engine.variant.as_deref().map_or_else(String::new, escape::markdown);
            format!("{profile}, board axon32, {variant}")
        } else {
            profile
        };
        let record = &row.loaded.record;
        let other = record.summary(&ratio.reference, &row.summary.workload);
        let [ms, other_ms] = [Some(row.summary), other].map(milliseconds);
        let (ms, other_ms, other) = (ms.words(), other_ms.words(), speed(other));
        let figure = factor_with_interval(ratio.ratio, ratio.low, ratio.high)
            + mark_of_short(record, row.summary, Some(ratio));
        let generic = if ratio.generic { " *generic*" } else { "" };
        out += &format!(
            "| {workload} | {profile} | {engine} | {nps} | {ms} | {reference}{generic} | {other} | \
             {other_ms} | {figure} |\n"
        );
    }
    if all.len() > MOST_ROWS {
        out += &format!("\nThe record has {} more rows.\n", all.len() - MOST_ROWS);
    }
    let mut cpus: Vec<String> = rows.iter().map(|row| cpu_with_marks(&row.loaded.record)).collect();
    cpus.dedup();
    let named: Vec<String> = cpus.iter().take(8).map(|cpu| escape::markdown(cpu)).collect();
    out += &format!("\nOn {}", named.join("; "));
    if cpus.len() > named.len() {
        out += &format!("; and {} more CPUs", cpus.len() - named.len());
    }
    let warnings: usize = count_warnings(rows);
    if warnings > 0 {
        out += &format!(". The record has {warnings} warnings");
    }
    out += ". Without brackets: a single block, whose spread is unknown.\n";
    if let [one, ..] = rows {
        out += &mermaid(&one.loaded.record).unwrap_or_default();
    }
    out
}

/// Returns a chart that GitHub renders in a comment: the ratio of the last engine to the first by
/// block, with its running mean. `None` with our engine or with fewer than two blocks.
fn mermaid(record: &Record) -> Option<String> {
    let [first, .., last] = &record.engines[..] else { return None };
    if record.engines.iter().any(|engine| engine.ours) {
        return None;
    }
    let blocks = block_means(record, &last.name, &first.name).means;
    if blocks.len() < 2 {
        return None;
    }
    let means = (1..=blocks.len()).map(|n| stats::mean(&blocks[..n]).exp());
    let list = |values: Vec<f64>| {
        values.iter().map(|value| format!("{value:.4}")).collect::<Vec<_>>().join(", ")
    };
    let ratios: Vec<f64> = blocks.iter().map(|log| log.exp()).collect();
    let low = ratios.iter().copied().fold(1.0, f64::min) * 0.99;
    let high = ratios.iter().copied().fold(1.0, f64::max) * 1.01;
    let name = |name: &str| escape::markdown(name).replace('"', "'");
    Some(format!(
        "\n```mermaid\nxychart-beta\n    title \"{} over {}, block by block and their mean so far\"\n    \
         x-axis \"block\" 1 --> {}\n    y-axis \"times as fast\" {low:.3} --> {high:.3}\n    \
         bar [{}]\n    line [{}]\n```\n",
        name(&last.name),
        name(&first.name),
        blocks.len(),
        list(ratios),
        list(means.collect()),
    ))
}

/// Formats the median of a row's nodes per second.
fn speed(row: Option<&Summary>) -> String {
    let median = row.and_then(|row| row.nps).map(|nps| count(nps.median));
    median.unwrap_or_else(|| "–".into())
}

fn count_warnings(rows: &[ExportRow<'_>]) -> usize {
    let mut records: Vec<&Loaded> = rows.iter().map(|row| row.loaded).collect();
    records.dedup_by(|a, b| std::ptr::eq(*a, *b));
    records.iter().map(|loaded| tables::warnings(std::slice::from_ref(*loaded)).len()).sum()
}

/// Returns the list for github-action-benchmark. In all rows larger is better, or in all smaller.
fn github(rows: &[ExportRow<'_>]) -> Value {
    let mut entries = Vec::new();
    for row in rows {
        let mut extra = cpu_with_marks(&row.loaded.record);
        let built = row.engine.commit.as_ref().map(|commit| commit.hash.as_str());
        let commit = built.or(project_commit(&row.loaded.record));
        extra += &commit.map_or_else(String::new, |commit| format!("\ncommit {commit}"));
        extra += row.measure.inverse.map_or("", |_| "\nsmaller is better");
        let mut entry = |name: String, unit: &str, value: f64, ends: Option<(f64, f64)>| {
            let mut entry = json!({ "name": name, "unit": unit, "value": value, "extra": extra });
            if let Some((low, high)) = ends {
                entry["range"] = json!(format!("{low} to {high}"));
            }
            entries.push(entry);
        };
        if let Some(nps) = row.summary.nps {
            let (value, ends) = row.measure.of_speed(nps.median, nps.low.zip(nps.high));
            let what = format!(": {}", row.measure.name);
            let what = if is_of_commands(&row.loaded.record) { &what } else { "" };
            entry(row.name() + what, &row.measure.unit, value, ends);
        }
        let times = Measure { inverse: row.measure.inverse.and(Some(1.0)), ..row.measure.clone() };
        for ratio in &row.summary.ratios {
            let name = format!("{} over {}", row.name(), ratio.reference);
            let (value, ends) = times.of_speed(ratio.ratio, ratio.low.zip(ratio.high));
            entry(name, "times", value, ends);
        }
    }
    Value::Array(entries)
}

fn bencher(rows: &[ExportRow<'_>]) -> Value {
    let metric = |(value, ends): (f64, Option<(f64, f64)>)| {
        let mut metric = json!({ "value": value });
        if let Some((low, high)) = ends {
            metric["lower_value"] = json!(low);
            metric["upper_value"] = json!(high);
        }
        metric
    };
    let mut all = Map::new();
    for row in rows {
        let mut measures = Map::new();
        let summary = row.summary;
        if let Some(nps) = summary.nps {
            let figure = row.measure.of_speed(nps.median, nps.low.zip(nps.high));
            let name = row.measure.name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-");
            measures.insert(name, metric(figure));
        }
        let per_node = [
            ("instructions-per-node", summary.instructions_per_node),
            ("cycles-per-node", summary.cycles_per_node),
        ];
        for (name, value) in per_node {
            if let Some(value) = value {
                measures.insert(name.into(), metric((value, None)));
            }
        }
        // A benchmark has one measure of each name, so a further reference gets its own benchmark.
        for (at, ratio) in summary.ratios.iter().enumerate() {
            let figure = metric((ratio.ratio, ratio.low.zip(ratio.high)));
            if at == 0 {
                measures.insert("ratio".into(), figure);
            } else {
                let name = format!("{} over {}", row.name(), ratio.reference);
                all.insert(name, json!({ "ratio": figure }));
            }
        }
        all.insert(row.name(), Value::Object(measures));
    }
    Value::Object(all)
}
