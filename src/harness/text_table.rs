//! A plain table of a record, for the terminal.

use std::fmt::Write;

use super::record::{CyclesFrom, Record, Summary};

/// Every row of a record, then failures and warnings.
pub fn render(record: &Record) -> String {
    let mut text = String::new();
    for workload in &record.workloads {
        let rows: Vec<&Summary> =
            record.summaries.iter().filter(|s| s.workload == workload.name).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{}  ({})", workload.name, workload.limit);
        let _ = writeln!(
            text,
            "  {:<24} {:>10} {:>7} {:>12} {:>24} {:>9} {:>7}",
            "engine", "Mnps", "spread", "nodes", "ratio [95 %]", "cyc/node", "right"
        );
        for row in rows {
            let _ = writeln!(text, "{}", line(record, row));
        }
    }
    let clock = record.summaries.iter().any(|s| s.cycles_from == Some(CyclesFrom::Clock));
    if clock {
        let _ = writeln!(text, "\ncyc/node: {}", CyclesFrom::Clock.label());
    }
    for engine in record.engines.iter().filter(|e| e.generic == Some(true)) {
        let _ = writeln!(
            text,
            "{}: {}, a generic build ({}), below this processor's level",
            engine.name,
            engine.id_name.as_deref().unwrap_or("?"),
            engine.build_flags.as_deref().unwrap_or("?")
        );
    }
    for failure in &record.failures {
        let place = failure.workload.as_deref().unwrap_or("at its start");
        let _ = writeln!(
            text,
            "failed: {} ({place}): {}: {}",
            failure.engine, failure.kind, failure.message
        );
        let last: Vec<&String> = failure.last_lines.iter().chain(&failure.last_errors).collect();
        for last in &last[last.len().saturating_sub(3)..] {
            let _ = writeln!(text, "    | {last}");
        }
    }
    for warning in &record.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    for row in &record.summaries {
        for warning in &row.warnings {
            let _ = writeln!(text, "warning: {}, {}: {warning}", row.workload, row.engine);
        }
    }
    text
}

fn line(record: &Record, row: &Summary) -> String {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let ratio = row.ratios.first().map(|r| {
        let interval = match (r.low, r.high) {
            (Some(low), Some(high)) => format!(" [{low:.3}, {high:.3}]"),
            _ => String::new(),
        };
        format!("{:.3}{interval}", r.ratio)
    });
    let headline = record.engine(&row.engine).is_some_and(|e| e.headline);
    let nodes = row.nodes.map(|n| n.to_string());
    let nodes = nodes.or_else(|| row.nodes_median.map(|n| format!("~{n:.0}")));
    format!(
        "{} {:<24} {:>10} {:>7} {:>12} {:>24} {:>9} {:>7}",
        if headline { '*' } else { ' ' },
        row.engine,
        or_dash(row.nps.map(|n| format!("{:.3}", n.median / 1e6))),
        or_dash(row.nps.map(|n| format!("{:.1}%", n.spread * 100.0))),
        or_dash(nodes),
        or_dash(ratio),
        or_dash(row.cycles_per_node.map(|c| format!("{c:.0}"))),
        or_dash(row.right.map(|r| if r { "yes" } else { "NO" }.to_owned())),
    )
}
