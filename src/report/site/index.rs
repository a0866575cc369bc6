//! The first page: a row for each CPU and one for each comparison of others, the files left out,
//! charts over all.

use maud::{Markup, html};

use super::super::chart;
use super::super::document::{node, subject};
use super::super::format::{count, factor, factor_with_interval};
use super::super::load::Loaded;
use super::super::pairs::{BoardPair, pairs};
use super::super::select::{
    PaperPosition, best_row, boards_per_cpu, cpu, identity, mark_of_short, nps, one_per_cpu, ours,
    ratio, ratio_cell, references, row,
};
use super::super::table::TableCell;
use super::config::{SiteConfig, project_title};
use super::gather::{GatheredRecords, LeftOutFile, SiteRecord};
use super::grid::{FilterKeys, GridCell, GridRow, Head, filtered};
use super::page::{self, charts};
use super::threads;
use nucleus_records::record::{EngineRecord, Protocol, Record};
use nucleus_records::summary::{overall, speed_basis};

const COMPARISON_HEADS: [Head; 9] = [
    ("measured", false),
    ("engine", false),
    ("over", false),
    ("times as fast [95 %]", true),
    ("by", false),
    ("blocks", true),
    ("workloads", true),
    ("commit", false),
    ("CPU", false),
];

const HEADS: [Head; 10] = [
    ("CPU", false),
    ("profile", false),
    ("ours", false),
    ("times the reference, start [95 %]", true),
    ("reference", false),
    ("start, nodes/s", true),
    ("mate in 7, nodes/s", true),
    ("perft, nodes/s", true),
    ("rebuilds a node", true),
    ("measured", false),
];

/// Pages that not every site has.
#[derive(Clone, Copy)]
pub struct SiteExtras {
    /// Published figures beside ours.
    pub papers: bool,
    /// The matrix, to play on.
    pub matrix: bool,
}

/// The page.
pub fn page(
    config: &SiteConfig,
    gathered: &GatheredRecords,
    pages: &[SiteRecord<'_>],
    beside: SiteExtras,
) -> Markup {
    let chosen =
        one_per_cpu(&gathered.records).into_iter().chain(boards_per_cpu(&gathered.records));
    let rows: Vec<GridRow> =
        chosen.filter(|l| ours(&l.record).is_some()).map(|l| row_of(l, pages)).collect();
    let compared: Vec<GridRow> =
        pages.iter().rev().filter_map(|page| comparison(config, page)).collect();
    let threads: Vec<GridRow> = pages.iter().rev().flat_map(threads::rows).collect();
    // What the board is worth comes before what its engine is worth.
    let mut shown = chart::chosen(&gathered.records, |name| {
        ["nps", "ratio", "boards", "commits"].contains(&name)
    });
    shown.sort_by_key(|chart| chart.name != "boards");
    let content = html! {
        @if let Some(about) = &config.about { p { (about) } }
        @if beside.matrix {
            p { a href="matrix.html" { "The matrix" } ": the board that is measured, bit by bit: drag a piece, and its cells follow." }
        }
        @if beside.papers {
            p { a href="papers.html" { "Published and ours" } ": every printed figure of the papers, with a verdict." }
        }
        @if !rows.is_empty() {
            p { "What Nucleus measured on these machines: nodes per second on one thread, and how many times \
                those of a reference that ran in turn on the same processor core. Nodes per second are not \
                strength: " a href="reading.html" { "how to read it" } "." }
            (filtered("cpus", &HEADS, &rows))
            p.note { "One row for each CPU, profile, board and reference, from its newest complete record; the \
                others are in its history. Over magic, our own search on magic bitboards: what the \
                matrix is worth. Filters keep the CPUs of which a record has such a figure." }
        }
        @if !compared.is_empty() {
            h2 { "Comparisons" }
            (filtered("comparisons", &COMPARISON_HEADS, &compared))
            p.note { "One row a record, the newest first: the geometric mean over its workloads, from blocks of \
                runs by turns. " a href="reading.html" { "How to read it" } "." }
        }
        @if !threads.is_empty() {
            h2 { "Over threads" }
            (filtered("threads", &threads::HEADS, &threads))
            p.note { "One row for each engine of a run, with its most threads: over one thread of the same \
                engine, as geometric means over the positions. The page of a run has all numbers of threads \
                and the intervals." }
        }
        (charts(&shown))
        (left_out(&gathered.left_out))
    };
    let title = config.title.clone().unwrap_or_else(|| match subject(&gathered.records) {
        "Nucleus" => "Nucleus: results".to_owned(),
        _ => project_title(),
    });
    page::page(&title, "", "index.html", &node(&gathered.records), &content)
}

/// The row of a comparison without an engine of ours: the engine that `site.toml` names, or the last,
/// over the reference that it names, or the first. None of other records.
fn comparison(config: &SiteConfig, page: &SiteRecord<'_>) -> Option<GridRow> {
    let record = &page.loaded.record;
    if ours(record).is_some() || record.is_over_threads() {
        return None;
    }
    let named = |name: &Option<String>| record.engine(name.as_deref()?);
    let reference = named(&config.reference).or(record.engines.first())?;
    let engine = named(&config.ours).or(record.engines.last())?;
    let over = overall(record, &engine.name, &reference.name);
    let commit = engine.commit.as_ref().map(|commit| commit.hash.chars().take(12).collect());
    let cells: Vec<GridCell> = vec![
        GridCell::Link(record.started.chars().take(10).collect(), page.page()),
        TableCell::text(engine.name.clone()).into(),
        TableCell::text(reference.name.clone()).into(),
        ratio_cell(over.as_ref().map(|over| &over.ratio)).into(),
        TableCell::text(speed_basis(record).to_string()).into(),
        TableCell::number(over.as_ref().map(|over| f64::from(over.ratio.blocks)), count).into(),
        TableCell::number(over.as_ref().map(|over| over.workloads as f64), count).into(),
        commit.map_or(TableCell::Missing, TableCell::Text).into(),
        TableCell::text(cpu(record)).into(),
    ];
    Some(GridRow { cells, keys: keys(&[page]) })
}

fn row_of(loaded: &Loaded, pages: &[SiteRecord<'_>]) -> GridRow {
    let record = &loaded.record;
    let of_cpu: Vec<&SiteRecord<'_>> =
        pages.iter().filter(|p| identity(&p.loaded.record) == identity(record)).collect();
    let own = pages.iter().find(|p| std::ptr::eq(p.loaded, loaded));
    let engine = ours(record);
    let profile = engine.and_then(|e| e.profile.clone());
    let start = engine.and_then(|e| best_row(record, e, PaperPosition::Start));
    let mate = engine.and_then(|e| best_row(record, e, PaperPosition::Mate7));
    let perft = engine.and_then(|e| row(record, e, PaperPosition::Start, Protocol::Perft));
    let reference = references(record).first().copied();
    let over = reference.and_then(|r| ratio(start, r));
    let [over, reference] = match engine.and_then(|engine| over_magic(record, engine)) {
        Some(over) => [over, TableCell::text("magic, all of bench")],
        None => [
            ratio_cell(over).followed_by(start.map_or("", |row| mark_of_short(record, row, over))),
            reference.map_or(TableCell::Missing, |engine| TableCell::text(called(engine))),
        ],
    };
    let cells: Vec<GridCell> = vec![
        GridCell::Link(short_cpu(&cpu(record)), own.map_or_else(String::new, SiteRecord::page)),
        profile.map_or(TableCell::Missing, TableCell::Text).into(),
        engine.map_or(TableCell::Missing, |e| TableCell::text(e.name.clone())).into(),
        over.into(),
        reference.into(),
        TableCell::number(nps(start), count).into(),
        TableCell::number(nps(mate), count).into(),
        TableCell::number(nps(perft), count).into(),
        TableCell::number(start.and_then(|s| s.rebuilds_per_node), factor).into(),
        TableCell::text(record.started.chars().take(10).collect::<String>()).into(),
    ];
    GridRow { cells, keys: keys(&of_cpu) }
}

/// Our speed on the matrix over that on the magic board, over the positions of `bench` together; none
/// of a record that does not compare the boards.
fn over_magic(record: &Record, engine: &EngineRecord) -> Option<TableCell> {
    let all = pairs(record);
    let of_bench = |pair: &&BoardPair<'_>| {
        pair.matrix.name == engine.name && pair.workload.protocol == Protocol::Set
    };
    let ratio = all.iter().find(of_bench)?.ratio()?;
    let (low, high) = ratio.interval.unzip();
    Some(TableCell::number(Some(ratio.value), |value| factor_with_interval(value, low, high)))
}

/// The name of the CPU in a row of one line: without marks that every CPU of its maker has.
pub fn short_cpu(cpu: &str) -> String {
    cpu.replace("(R)", "").replace("(TM)", "").replace(" Processor", "")
}

/// The name of a reference in a row of one line; its page has its options and flags.
fn called(engine: &EngineRecord) -> String {
    let name = engine.id_name.as_ref().unwrap_or(&engine.name);
    let mark = if engine.generic == Some(true) { " (generic)" } else { "" };
    format!("{name}{mark}")
}

/// Returns the filter values of a CPU: those of all its records.
fn keys(of_cpu: &[&SiteRecord<'_>]) -> FilterKeys {
    let mut keys = FilterKeys::default();
    for page in of_cpu {
        let record = &page.loaded.record;
        keys[0].insert(cpu(record));
        for summary in record.summaries.iter().filter(|s| s.nps.is_some()) {
            let Some(engine) = record.engine(&summary.engine) else { continue };
            insert(&mut keys, record, engine, &summary.workload);
        }
    }
    keys
}

/// Adds the filter values of a figure.
pub fn insert(keys: &mut FilterKeys, record: &Record, engine: &EngineRecord, workload: &str) {
    keys[1].extend(engine.level.clone());
    keys[2].extend(engine.board.clone());
    keys[3].insert(engine.name.clone());
    keys[4].extend(record.workload(workload).map(|w| w.protocol.to_string()));
}

fn left_out(all: &[LeftOutFile]) -> Markup {
    html! {
        @if !all.is_empty() {
            section {
                h2 { "Left out" }
                p { "These files could not be taken in." }
                ul.warnings { @for left in all { li { code { (left.name) } ": " (left.why) } } }
            }
        }
    }
}
