//! The whole report as one Markdown page.

use super::load::Loaded;
use super::select::{by_name, cpu};
use super::{tables, warnings};
use nucleus_core::text::escape;

/// Definition of a node, printed wherever nodes per second are.
pub const NODE: &str = "A node is a legal move made inside a search whose position the search then \
    enters. Null moves do not count, nor does a move made and taken back unsearched. This is also \
    what Stockfish counts.";

/// Returns the page: the definition of a node, the charts (title and file), the tables, the
/// failures.
pub fn markdown(records: &[Loaded], images: &[(String, String)]) -> String {
    page(records, images, true)
}

/// Returns the page with all warnings, or with the worst of them and the number of the rest.
pub fn page(records: &[Loaded], images: &[(String, String)], all_warnings: bool) -> String {
    let mut out = format!("# {}\n\n{NODE}\n", escape::markdown(&title(records)));
    for (title, file) in images {
        out.push_str(&format!("\n![{}]({})\n", escape::markdown(title), address(file)));
    }
    for table in tables::all(records) {
        out.push('\n');
        out.push_str(&table.markdown());
    }
    let all = tables::warnings(records);
    if !all.is_empty() {
        out.push_str("\n## Warnings\n\n");
        let count = all.len();
        let (shown, besides) = warnings::shown(all, all_warnings);
        if besides > 0 {
            let most = shown.len();
            out.push_str(&format!(
                "{count}, of which the worst {most}; --all-warnings shows all.\n\n"
            ));
        }
        for warning in shown {
            out.push_str(&format!("- {}\n", warnings::markdown(&warning)));
        }
    }
    out
}

/// Returns the name of a file as an address, with characters that have a meaning in one, or in
/// Markdown, as their bytes.
fn address(file: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'+');
    file.bytes()
        .map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// Returns the title of a report on these records.
pub fn title(records: &[Loaded]) -> String {
    if let [one] = records {
        return format!("Nucleus on {}", cpu(&one.record));
    }
    let mut cpus: Vec<_> = records.iter().map(by_name).collect();
    cpus.sort();
    cpus.dedup();
    match &cpus[..] {
        [(one, _)] => format!("Nucleus on {one}, {} records", records.len()),
        _ => format!("Nucleus on {} CPUs, {} records", cpus.len(), records.len()),
    }
}
