//! The page of a record: machine, charts, tables, failures, and the raw data.

use maud::{Markup, html};

use super::super::document::{node, subject};
use super::super::select::{cpu_with_marks, identity, is_of_commands, label, threads};
use super::super::tables::commit;
use super::super::{chart, tables};
use super::gather::SiteRecord;
use super::grid;
use super::page::{self, charts};
use nucleus_base::text::grouped;
use nucleus_records::record::{EngineRecord, Record};

/// Renders the page of a record.
pub fn page(page: &SiteRecord<'_>) -> Markup {
    let one = std::slice::from_ref(page.loaded);
    let record = &page.loaded.record;
    let warnings = tables::warnings(one);
    let all: Vec<_> = tables::all(one).into_iter().filter(|t| t.name != "records").collect();
    let content = html! {
        (page::record_link(&page.data()))
        (facts(page))
        (charts(&chart::all(one)))
        @for table in &all { (grid::table(table)) }
        (engines(record))
        (page::warnings(&warnings))
    };
    let title = format!("{} on {}", subject(one), cpu_with_marks(record));
    page::page(&title, "../", "", &node(one), &content)
}

/// Renders the known facts about the machine and the run.
fn facts(page: &SiteRecord<'_>) -> Markup {
    let record = &page.loaded.record;
    let (machine, settings, source) = (&record.machine, &record.settings, &record.source);
    let searches = !is_of_commands(record);
    let known = |words: &str| (!words.is_empty()).then(|| words.to_owned());
    let all: Vec<(&str, Option<String>)> = vec![
        ("CPU", Some(identity(record).title())),
        ("levels", known(&machine.levels.join(" "))),
        ("core clock", machine.clock_ghz.map(|ghz| format!("{ghz:.2} GHz"))),
        ("hypervisor", machine.hypervisor.clone()),
        ("system", machine.os.clone()),
        ("pinning", machine.affinity.clone()),
        ("hardware counters", counters(record)),
        ("started", known(&record.started)),
        ("state", Some(if record.complete { "complete" } else { "cut short" }.to_owned())),
        ("run", known(&settings.mode)),
        ("blocks", Some(format!("{} and {} of warm-up", settings.rounds, settings.warmup))),
        ("threads", searches.then(|| threads(record).to_string())),
        ("table", searches.then(|| format!("{} MiB", settings.hash_mib))),
        ("program", known(&record.tool)),
        ("commit", commit(page.loaded)),
        ("compiler", source.rustc.clone()),
        ("record", Some(page.loaded.name())),
    ];
    grid::facts(
        all.into_iter().filter_map(|(name, value)| value.map(|value| (name, html! { (value) }))),
    )
}

fn counters(record: &Record) -> Option<String> {
    let counting = &record.machine.counting;
    if counting.present.is_empty() {
        counting.absence.clone()
    } else {
        Some(counting.present.join(" "))
    }
}

/// Renders the engines, with their own names and builds.
fn engines(record: &Record) -> Markup {
    let options = |engine: &EngineRecord| {
        let pairs = engine.options.iter().map(|(name, value)| format!("{name} {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let known = |engine: &EngineRecord| {
        let bytes = engine.file_bytes.map(|n| grouped(&n.to_string(), ','));
        let all = [
            ("build", engine.build.as_ref().map(|build| html! { (build) })),
            ("network", engine.network.as_ref().map(|network| html! { (network) })),
            ("options", (!engine.options.is_empty()).then(|| html! { (options(engine)) })),
            ("command", Some(html! { code { (engine.command) } })),
            ("bytes", bytes.map(|bytes| html! { (bytes) })),
            ("SHA-256", engine.file_sha256.as_ref().map(|hash| html! { code { (hash) } })),
        ];
        grid::facts(all.into_iter().filter_map(|(name, value)| value.map(|value| (name, value))))
    };
    html! {
        section {
            h2 { (if is_of_commands(record) { "Commands" } else { "Engines" }) }
            @for engine in &record.engines {
                h3 { (label(engine).words()) }
                (known(engine))
            }
        }
    }
}
