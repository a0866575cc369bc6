//! The whole report as one Markdown page.

use super::load::Loaded;
use super::select::cpu;
use super::{NODE, tables};

/// The page: what a node is, the charts (title and file), the tables, what went wrong.
pub fn markdown(records: &[Loaded], images: &[(String, String)]) -> String {
    let mut out = format!("# {}\n\n{NODE}\n", title(records));
    for (title, file) in images {
        out.push_str(&format!("\n![{title}]({file})\n"));
    }
    for table in tables::all(records) {
        out.push('\n');
        out.push_str(&table.markdown());
    }
    let warnings = tables::warnings(records);
    if !warnings.is_empty() {
        out.push_str("\n## Warnings\n\n");
        for warning in warnings {
            out.push_str(&format!("- {}\n", warning.replace('\n', " ")));
        }
    }
    out
}

fn title(records: &[Loaded]) -> String {
    if let [one] = records {
        return format!("Nucleus on {}", cpu(&one.record));
    }
    let mut cpus: Vec<String> = records.iter().map(|l| cpu(&l.record)).collect();
    cpus.sort();
    cpus.dedup();
    match &cpus[..] {
        [one] => format!("Nucleus on {one}, {} records", records.len()),
        _ => format!("Nucleus on {} CPUs, {} records", cpus.len(), records.len()),
    }
}
