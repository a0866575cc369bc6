//! The first page: the speed on each CPU, then comparisons of other engines, and the files left out.

use maud::{Markup, html};

use super::super::chart;
use super::super::document::{node, subject};
use super::super::format::count;
use super::super::select::{cpu, ours, own_name, ratio_cell};
use super::super::speeds::{short_cpu, speeds};
use super::super::table::{Table, TableCell as Cell};
use super::config::{SiteConfig, project_title};
use super::dots::dots;
use super::gather::{GatheredRecords, LeftOutFile, SiteRecord};
use super::grid::{FilterKeys, GridRow, filtered};
use super::page::{self, charts, day};
use nucleus_records::record::{EngineRecord, Record};
use nucleus_records::summary::{overall, speed_basis};

/// Renders the first page.
pub fn page(
    config: &SiteConfig,
    gathered: &GatheredRecords,
    pages: &[SiteRecord<'_>],
    has_papers: bool,
) -> Markup {
    let speeds = speeds(&gathered.records);
    let (compared, comparisons) = comparisons(config, pages);
    // The table of our speeds is a chart itself.
    let shown = chart::chosen(&gathered.records, |name| {
        speeds.is_empty() && ["nps", "ratio", "commits"].contains(&name)
    });
    let content = html! {
        @if let Some(about) = &config.about { p { (about) } }
        (dots(&speeds, pages))
        @if !speeds.is_empty() {
            p { "Nodes per second are not strength: " a href="reading.html" { "how to read it" } "." }
        }
        @if has_papers {
            p { a href="papers.html" { "Published and ours" } ": every printed figure of the papers, with a verdict." }
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
        let is_own =
            ours(record).is_some() || own_name(engine).is_some() && own_name(reference).is_none();
        let is_of_others = !is_own && !record.is_over_threads();
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
        .left("cpu", "CPU", |(page, ..)| Cell::text(short_cpu(&page.loaded.record)))
        .table();
    (table, grid)
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
