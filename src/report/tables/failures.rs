//! The engines that failed: how, how they ended, and the last that they said.

use super::super::load::Loaded;
use super::super::table::{Table, TableCell as Cell};
use nucleus_base::text::clean;
use nucleus_records::record::FailureRecord;

/// Lines of each output that are shown, and characters of each; the record has more.
const LINES: usize = 4;
const CHARACTERS: usize = 100;

/// A failure with its record's name, where there are several.
type FailureRow<'a> = (Option<String>, &'a FailureRecord);

/// One row for each failure.
pub fn table<'a>(records: &'a [Loaded]) -> Table {
    let name = |loaded: &Loaded| (records.len() > 1).then(|| loaded.name());
    let of = |loaded: &'a Loaded| {
        loaded.record.failures.iter().map(|failure| (name(loaded), failure)).collect::<Vec<_>>()
    };
    Table::of("failures", "Engines that failed", records.iter().flat_map(of))
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

/// The last lines that are not empty, each as code, oldest first.
fn last(lines: &[String]) -> Cell {
    let said: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    if said.is_empty() {
        return Cell::Missing;
    }
    let shown: Vec<String> = said[said.len().saturating_sub(LINES)..]
        .iter()
        .map(|line| clean(&printable(line), CHARACTERS).text)
        .collect();
    // Within code a table's cell has no other escape than this one.
    let code = |line: &String| format!("`{}`", line.replace('|', "\\|"));
    Cell::marked(shown.join("; "), shown.iter().map(code).collect::<Vec<_>>().join(" "))
}

/// Escapes an engine's output for a table: nothing may end the code. A record that was read has no
/// control characters any more; here they are shown for one that was not.
fn printable(text: &str) -> String {
    let plain = |c: char| match c {
        '`' => '\'',
        c if c.is_control() => '·',
        c => c,
    };
    text.trim().chars().map(plain).collect()
}
