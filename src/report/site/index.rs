//! The first page: rows for CPUs, for comparisons of other engines and for runs over numbers of
//! threads; the main charts; the files left out.

use maud::{Markup, html};

use super::super::chart;
use super::super::document::{node, subject};
use super::super::format::{count, factor, factor_with_interval};
use super::super::load::Loaded;
use super::super::pairs::{BoardPair, pairs};
use super::super::select::{
    PaperPosition, best_row, boards_per_cpu, cpu, identity, mark_of_short, one_per_cpu, ours,
    ratio, ratio_cell, references, row as row_of, speed,
};
use super::super::table::{Table, TableCell as Cell};
use super::config::{SiteConfig, project_title};
use super::gather::{GatheredRecords, LeftOutFile, SiteRecord};
use super::grid::{FilterKeys, GridRow, filtered};
use super::page::{self, charts, day};
use super::threads;
use nucleus_records::record::{EngineRecord, Protocol, Record, Summary};
use nucleus_records::summary::{overall, speed_basis};

/// Renders the first page.
pub fn page(
    config: &SiteConfig,
    gathered: &GatheredRecords,
    pages: &[SiteRecord<'_>],
    has_papers: bool,
) -> Markup {
    let (cpus, of_cpus) = cpus(gathered, pages);
    let (compared, comparisons) = comparisons(config, pages);
    let (over_threads, runs) = threads::rows(pages);
    // The chart of boards comes before those of engines.
    let mut shown = chart::chosen(&gathered.records, |name| {
        ["nps", "ratio", "boards", "commits"].contains(&name)
    });
    shown.sort_by_key(|chart| chart.name != "boards");
    let content = html! {
        @if let Some(about) = &config.about { p { (about) } }
        @if has_papers {
            p { a href="papers.html" { "Published and ours" } ": every printed figure of the papers, with a verdict." }
        }
        @if !of_cpus.is_empty() {
            p { "What Nucleus measured on these machines: nodes per second on one thread, and how many times \
                those of a reference that ran in turn on the same processor core. Nodes per second are not \
                strength: " a href="reading.html" { "how to read it" } "." }
            (filtered(&cpus, &of_cpus))
            p.note { "One row for each CPU, profile, board and reference, from its newest complete record; the \
                others are in its history. Over magic, our own search on magic bitboards: what the \
                matrix is worth. Filters keep the CPUs of which a record has such a figure." }
        }
        h2 { "The board that is measured" }
        p { "Drag a piece, and the 64 cells of " a href="matrix.html" { "the matrix" } " follow. "
            a href="matrix.html#play" { "Play against the engine" } ", or take "
            a href="matrix.html#tour" { "a tour in five steps" } "." }
        iframe.board src="matrix.html" title="The board and its matrix" loading="lazy" {}
        @if !comparisons.is_empty() {
            h2 { "Comparisons" }
            (filtered(&compared, &comparisons))
            p.note { "One row a record, the newest first: the geometric mean over its workloads, from blocks of \
                runs in turn. " a href="reading.html" { "How to read it" } "." }
        }
        @if !runs.is_empty() {
            h2 { "Over threads" }
            (filtered(&over_threads, &runs))
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

/// Returns a row for each record without our engine, newest first. The row compares the engine that
/// `site.toml` names, or the last one, with the reference that it names, or the first engine.
fn comparisons<'a>(config: &SiteConfig, pages: &[SiteRecord<'a>]) -> (Table, Vec<GridRow>) {
    let row = |page: &SiteRecord<'a>| {
        let record = &page.loaded.record;
        let named = |name: &Option<String>| record.engine(name.as_deref()?);
        let reference = named(&config.reference).or(record.engines.first())?;
        let engine = named(&config.ours).or(record.engines.last())?;
        let is_of_others = ours(record).is_none() && !record.is_over_threads();
        is_of_others.then_some((*page, engine, reference))
    };
    let over = |(page, engine, reference): &(SiteRecord<'_>, &EngineRecord, &EngineRecord)| {
        overall(&page.loaded.record, &engine.name, &reference.name)
    };
    let rows: Vec<_> = pages.iter().rev().filter_map(row).collect();
    let grid = rows.iter().map(|(page, ..)| GridRow { keys: keys(&[page]), to: page.page() });
    let grid = grid.collect();
    let table = Table::with_items("comparisons", "Comparisons", rows)
        .left("measured", "measured", |(page, ..)| Cell::text(day(&page.loaded.record.started)))
        .left("engine", "engine", |(_, engine, _)| Cell::text(&engine.name))
        .left("over", "over", |(.., reference)| Cell::text(&reference.name))
        .right("ratio", "times as fast [95 %]", |r| ratio_cell(over(r).as_ref().map(|o| &o.ratio)))
        .left("by", "by", |(page, ..)| Cell::text(speed_basis(&page.loaded.record).to_string()))
        .right("blocks", "blocks", |r| {
            Cell::number(over(r).map(|over| f64::from(over.ratio.blocks)), count)
        })
        .right("workloads", "workloads", |r| {
            Cell::number(over(r).map(|over| over.workloads as f64), count)
        })
        .left("commit", "commit", |(_, engine, _)| {
            let hash = engine.commit.as_ref().map(|commit| commit.hash.chars().take(12));
            Cell::optional(hash.map(String::from_iter))
        })
        .left("cpu", "CPU", |(page, ..)| Cell::text(cpu(&page.loaded.record)))
        .table();
    (table, grid)
}

/// A CPU with our engine at its best level.
struct CpuRow<'a> {
    loaded: &'a Loaded,
    engine: &'a EngineRecord,
    start: Option<&'a Summary>,
}

impl CpuRow<'_> {
    fn reference(&self) -> Option<&EngineRecord> {
        references(&self.loaded.record).first().copied()
    }

    /// Returns the ratio to the magic board, or to the reference.
    fn over(&self) -> Cell {
        let record = &self.loaded.record;
        over_magic(record, self.engine).unwrap_or_else(|| {
            let ratio = self.reference().and_then(|reference| ratio(self.start, reference));
            let mark = self.start.map_or("", |row| mark_of_short(record, row, ratio));
            ratio_cell(ratio).followed_by(mark)
        })
    }

    fn over_whom(&self) -> Cell {
        match over_magic(&self.loaded.record, self.engine) {
            Some(_) => Cell::text("magic, all of bench"),
            None => Cell::optional(self.reference().map(called)),
        }
    }
}

/// Returns a row for each CPU, profile, board and reference with our engine.
fn cpus<'a>(gathered: &'a GatheredRecords, pages: &[SiteRecord<'_>]) -> (Table, Vec<GridRow>) {
    let records = &gathered.records;
    let chosen = one_per_cpu(records).into_iter().chain(boards_per_cpu(records));
    let row = |loaded: &'a Loaded| {
        let record = &loaded.record;
        let engine = ours(record)?;
        Some(CpuRow { loaded, engine, start: best_row(record, engine, PaperPosition::Start) })
    };
    let grid_row = |r: &CpuRow<'_>| {
        let same = |p: &&SiteRecord<'_>| identity(&p.loaded.record) == identity(&r.loaded.record);
        let of_cpu: Vec<&SiteRecord<'_>> = pages.iter().filter(same).collect();
        let own = of_cpu.iter().find(|p| std::ptr::eq(p.loaded, r.loaded));
        GridRow { keys: keys(&of_cpu), to: own.map_or_else(String::new, |page| page.page()) }
    };
    let rows: Vec<CpuRow<'_>> = chosen.filter_map(row).collect();
    let grid = rows.iter().map(grid_row).collect();
    let table = Table::with_items("cpus", "CPUs", rows)
        .left("cpu", "CPU", |r| Cell::text(short_cpu(&cpu(&r.loaded.record))))
        .left("profile", "profile", |r| Cell::optional(r.engine.profile.as_ref()))
        .left("engine", "ours", |r| Cell::text(&r.engine.name))
        .right("over", "times the reference, start [95 %]", CpuRow::over)
        .left("reference", "reference", CpuRow::over_whom)
        .right("start", "start, nodes/s", |r| speed(r.start))
        .right("mate", "mate in 7, nodes/s", |r| {
            speed(best_row(&r.loaded.record, r.engine, PaperPosition::Mate7))
        })
        .right("perft", "perft, nodes/s", |r| {
            speed(row_of(&r.loaded.record, r.engine, PaperPosition::Start, Protocol::Perft))
        })
        .right("rebuilds", "rebuilds a node", |r| {
            Cell::number(r.start.and_then(|start| start.rebuilds_per_node), factor)
        })
        .left("measured", "measured", |r| Cell::text(day(&r.loaded.record.started)))
        .table();
    (table, grid)
}

/// Returns our speed on the matrix relative to the magic board, over the positions of `bench`
/// together; `None` for a record that does not compare the boards.
fn over_magic(record: &Record, engine: &EngineRecord) -> Option<Cell> {
    let all = pairs(record);
    let of_bench = |pair: &&BoardPair<'_>| {
        pair.matrix.name == engine.name && pair.workload.protocol == Protocol::Set
    };
    let ratio = all.iter().find(of_bench)?.ratio()?;
    let (low, high) = ratio.interval.unzip();
    Some(Cell::number(Some(ratio.value), |value| factor_with_interval(value, low, high)))
}

/// Returns a CPU's name for a row of one line, without trademarks.
pub fn short_cpu(cpu: &str) -> String {
    cpu.replace("(R)", "").replace("(TM)", "").replace(" Processor", "")
}

/// Returns a reference's name for a row of one line; the record's page has options and flags.
fn called(engine: &EngineRecord) -> String {
    let name = engine.id_name.as_ref().unwrap_or(&engine.name);
    let mark = if engine.generic == Some(true) { " (generic)" } else { "" };
    format!("{name}{mark}")
}

/// Returns the filter values of a CPU, from all its records.
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
                h2 { "Skipped" }
                p { "These files could not be taken in." }
                ul.warnings { @for left in all { li { code { (left.name) } ": " (left.why) } } }
            }
        }
    }
}
