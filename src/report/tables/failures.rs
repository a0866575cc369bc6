//! The table of engines that failed: the failure, the exit status, and the last output.

use super::super::load::Loaded;
use super::super::table::{Table, TableCell as Cell};
use nucleus_base::text::clean;
use nucleus_records::record::FailureRecord;

/// Limits of an output's excerpt: lines shown, and characters of each. The record has more.
const LINES: usize = 4;
const CHARACTERS: usize = 100;

/// A failure with its record's name, if there are several records.
type FailureRow<'a> = (Option<String>, &'a FailureRecord);

/// Returns a row for each failure.
pub fn table<'a>(records: &'a [Loaded]) -> Table {
    let name = |loaded: &Loaded| (records.len() > 1).then(|| loaded.name());
    let rows = |loaded: &'a Loaded| {
        loaded.record.failures.iter().map(|failure| (name(loaded), failure)).collect::<Vec<_>>()
    };
    Table::with_items("failures", "Engines that failed", records.iter().flat_map(rows))
        .left("record", "record", |(name, _): &FailureRow<'a>| Cell::optional(name.as_ref()))
        .left("engine", "engine", |(_, one)| Cell::text(printable(&one.engine)))
        .left("workload", "workload", |(_, one)| Cell::optional(one.workload.as_ref()))
        .left("kind", "kind", |(_, one)| Cell::text(&one.kind))
        .left("message", "what happened", |(_, one)| Cell::text(printable(&one.message)))
        .left("end", "how it ended", |(_, one)| end(one))
        .left("last_lines", "its last lines", |(_, one)| last(&one.last_lines))
        .left("last_errors", "its last lines on standard error", |(_, one)| last(&one.last_errors))
        .data("exit_code", |(_, one)| number(one.exit_code))
        .data("signal", |(_, one)| number(one.signal))
        .table()
}

fn number(number: Option<i32>) -> Cell {
    Cell::number(number.map(f64::from), |value| value.to_string())
}

fn end(failure: &FailureRecord) -> Cell {
    match (failure.exit_code, failure.signal) {
        (Some(code), _) => Cell::Text(format!("exit code {code}")),
        (None, Some(signal)) => Cell::Text(format!("signal {signal}")),
        (None, None) => Cell::Missing,
    }
}

/// Returns the last lines that are not empty, each as code, oldest first.
fn last(lines: &[String]) -> Cell {
    let written: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    if written.is_empty() {
        return Cell::Missing;
    }
    let shown: Vec<String> = written[written.len().saturating_sub(LINES)..]
        .iter()
        .map(|line| clean(&printable(line), CHARACTERS).text)
        .collect();
    // In code in a table cell, only the bar needs an escape.
    let code = |line: &String| format!("`{}`", line.replace('|', "\\|"));
    Cell::marked(shown.join("; "), shown.iter().map(code).collect::<Vec<_>>().join(" "))
}

/// Replaces backquotes, which would end the code, and control characters. Records on disk have no
/// control characters; a record that was not cleaned may have some.
fn printable(text: &str) -> String {
    let plain = |c: char| match c {
        '`' => '\'',
        c if c.is_control() => '·',
        c => c,
    };
    text.trim().chars().map(plain).collect()
}
