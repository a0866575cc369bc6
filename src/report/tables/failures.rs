//! The engines that failed: how, how they ended, and the last that they said.

use super::super::load::Loaded;
use super::super::table::{Table, TableCell, data, left};
use nucleus_base::text::clean;
use nucleus_records::record::FailureRecord;

/// Lines of each output that are shown, and characters of each; the record has more.
const LINES: usize = 4;
const CHARACTERS: usize = 100;

/// One row for each failure.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("record", "record"),
        left("engine", "engine"),
        left("workload", "workload"),
        left("kind", "kind"),
        left("message", "what happened"),
        left("end", "how it ended"),
        left("last_lines", "its last lines"),
        left("last_errors", "its last lines on standard error"),
        data("exit_code"),
        data("signal"),
    ];
    let mut table = Table::new("failures", "Engines that failed", columns);
    for loaded in records {
        // The column says something only where there are several.
        let name =
            if records.len() > 1 { TableCell::Text(loaded.name()) } else { TableCell::Missing };
        for failure in &loaded.record.failures {
            let number = |n: Option<i32>| TableCell::number(n.map(f64::from), |v| v.to_string());
            table.push(vec![
                name.clone(),
                TableCell::text(printable(&failure.engine)),
                failure.workload.as_ref().map_or(TableCell::Missing, TableCell::text),
                TableCell::text(failure.kind.clone()),
                TableCell::text(printable(&failure.message)),
                end(failure),
                last(&failure.last_lines),
                last(&failure.last_errors),
                number(failure.exit_code),
                number(failure.signal),
            ]);
        }
    }
    table
}

fn end(failure: &FailureRecord) -> TableCell {
    match (failure.exit_code, failure.signal) {
        (Some(code), _) => TableCell::Text(format!("exit code {code}")),
        (None, Some(signal)) => TableCell::Text(format!("signal {signal}")),
        (None, None) => TableCell::Missing,
    }
}

/// The last lines that are not empty, each as code, oldest first.
fn last(lines: &[String]) -> TableCell {
    let said: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    if said.is_empty() {
        return TableCell::Missing;
    }
    let shown: Vec<String> = said[said.len().saturating_sub(LINES)..]
        .iter()
        .map(|line| clean(&printable(line), CHARACTERS).text)
        .collect();
    // Within code a table's cell has no other escape than this one.
    let code = |line: &String| format!("`{}`", line.replace('|', "\\|"));
    TableCell::marked(shown.join("; "), shown.iter().map(code).collect::<Vec<_>>().join(" "))
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
