//! The complete report as a Markdown page.

use super::load::Loaded;
use super::select::{all_of_commands, by_name, cpu, ours};
use super::{tables, warnings};
use nucleus_base::text::escape;
use nucleus_records::record::EngineRecord;

/// The definition of a node in our search.
const NODE: &str = "A node is a legal move made inside a search whose position the search then \
    enters. Null moves do not count, nor does a move made and taken back unsearched.";

/// Returns the definition of a node for the engines of these records, or of a run for commands. The
/// definition accompanies all figures in nodes per second.
pub fn node<'a>(records: impl IntoIterator<Item = &'a Loaded>) -> String {
    let is_stockfish = |engine: &EngineRecord| {
        let name = engine.id_name.as_ref().unwrap_or(&engine.name);
        name.to_ascii_lowercase().starts_with("stockfish")
    };
    let records: Vec<&Loaded> = records.into_iter().collect();
    if all_of_commands(&records) {
        return "A run is a command from its start to its end.".to_owned();
    }
    let all: Vec<&EngineRecord> =
        records.iter().flat_map(|loaded| &loaded.record.engines).collect();
    let has_stockfish = all.iter().any(|engine| is_stockfish(engine));
    let has_others = all.iter().any(|engine| !engine.ours && !is_stockfish(engine));
    if has_others && !has_stockfish && !all.iter().any(|engine| engine.ours) {
        return "A node is what an engine counts as one, which need not be alike in two."
            .to_owned();
    }
    let stockfish = if has_stockfish { " This is also what Stockfish counts." } else { "" };
    let others = if has_others { " Other engines count in their own way." } else { "" };
    format!("{NODE}{stockfish}{others}")
}

/// Returns the page: the definition of a node, the charts (title and file), the tables, and all warnings
/// or the worst ones with the number of the others.
pub fn page(records: &[Loaded], images: &[(String, String)], all_warnings: bool) -> String {
    let mut out = format!("# {}\n\n{}\n", escape::markdown(&title(records)), node(records));
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

/// Returns a file name as an address: characters with a meaning in URLs or Markdown are
/// percent-encoded.
fn address(file: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'+');
    file.bytes()
        .map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// Returns the subject of these records: Nucleus, or a comparison of other programs.
pub fn subject(records: &[Loaded]) -> &'static str {
    let has_ours = records.iter().any(|loaded| ours(&loaded.record).is_some());
    if has_ours || records.is_empty() { "Nucleus" } else { "Comparison" }
}

/// Returns the title of a report on these records.
pub fn title(records: &[Loaded]) -> String {
    let subject = subject(records);
    if let [one] = records {
        return format!("{subject} on {}", cpu(&one.record));
    }
    let mut cpus: Vec<_> = records.iter().map(by_name).collect();
    cpus.sort();
    cpus.dedup();
    match &cpus[..] {
        [(one, _)] => format!("{subject} on {one}, {} records", records.len()),
        _ => format!("{subject} on {} CPUs, {} records", cpus.len(), records.len()),
    }
}
