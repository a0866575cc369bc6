//! The first table of a site: which CPU, which engine, how fast. A row for each CPU has a dot on a common
//! axis, for the engine, reference and workload that the reader chooses.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::super::chart::axis::Axis;
use super::super::chart::colour_of;
use super::super::chart::sheet::colour;
use super::super::format::{count, tick};
use super::super::select::project_commit;
use super::super::speeds::{CpuSpeed, MAGIC, most_common, short_cpu};
use super::gather::SiteRecord;
use super::page::day;
use nucleus_records::record::Protocol;

/// The size of a row's drawing.
const WIDTH: f64 = 436.0;
const HEIGHT: f64 = 22.0;
/// The room at both ends of the axis.
const MARGIN: f64 = 14.0;

/// Names of the form's fields, for the parts of [`CpuSpeed::key`].
const FIELDS: [&str; 3] = ["engine", "reference", "workload"];

/// Renders the form and the table. Without scripts, the rows of [`most_common`] are shown.
pub fn dots(speeds: &[CpuSpeed<'_>], pages: &[SiteRecord<'_>]) -> Markup {
    let Some(first) = most_common(speeds) else { return html! {} };
    let ends = speeds.iter().flat_map(|one| {
        let (low, high) = one.ratio.interval.unwrap_or((one.ratio.value, one.ratio.value));
        [low, high]
    });
    let (low, high) = ends.fold((1.0, 1.0), |(a, b): (f64, f64), end| (a.min(end), b.max(end)));
    let axis = Axis::factors(low, high);
    html! {
        form.filters data-table="cpus" data-one="CPUs" hidden {
            @for (at, name) in FIELDS.iter().enumerate() {
                label {
                    span { (name) }
                    select name=(name) {
                        @for value in speeds.iter().map(|one| one.key()[at]).collect::<BTreeSet<_>>() {
                            option value=(value) selected[value == first[at]] { (value) }
                        }
                    }
                }
            }
            output {}
        }
        noscript { p { (first[0]) " over " (first[1]) ", " (first[2]) ":" } }
        div.wide tabindex="0" role="region" aria-label="CPUs" {
            table.sortable.chart #cpus {
                thead { tr {
                    th scope="col" { "CPU" }
                    th scope="col" .num { "times the reference [95 %]" }
                    th scope="col" { (head(&axis)) }
                    th scope="col" .num { "nodes/s" }
                    th scope="col" { "level" }
                    th scope="col" { "measured" }
                    th scope="col" { "commit" }
                } }
                tbody { @for one in speeds { (row(one, &axis, pages, one.key() == first)) } }
            }
        }
        p.note { "Nodes per second on one thread, both engines in turn on the same core; dots with 95 % intervals, \
            from the newest record of each CPU, a complete one if there is one." }
        (worth(speeds))
    }
}

fn row(one: &CpuSpeed<'_>, axis: &Axis, pages: &[SiteRecord<'_>], is_shown: bool) -> Markup {
    let page = pages.iter().find(|page| std::ptr::eq(page.loaded, one.loaded));
    let page = page.map_or_else(String::new, SiteRecord::page);
    let record = &one.loaded.record;
    let [engine, reference, workload] = one.key();
    html! {
        tr data-engine=(engine) data-reference=(reference) data-workload=(workload) hidden[!is_shown] {
            td data-head="CPU" { a href=(page) { (short_cpu(record)) } }
            td.num data-head="times [95 %]" { (one.ratio.factor()) }
            td.dot data-head="" data-value={ (format!("{:.4}", one.ratio.value)) } { (drawing(one, axis)) }
            td.num data-head="nodes/s" { (count(one.nps)) }
            td data-head="level" { (one.level().unwrap_or("–")) }
            td data-head="measured" { (day(&record.started)) }
            td data-head="commit" { (commit(one)) }
        }
    }
}

/// Returns the commit, with the version if it is not this program's.
fn commit(one: &CpuSpeed<'_>) -> String {
    let record = &one.loaded.record;
    let commit = project_commit(record).or(record.source.commit.as_deref()).unwrap_or("–");
    let commit: String = commit.chars().take(7).collect();
    match one.version() {
        Some(version) if version != env!("CARGO_PKG_VERSION") => {
            format!("{commit}, older: {version}")
        }
        _ => commit,
    }
}

/// Returns the horizontal place of a ratio.
fn place(axis: &Axis, ratio: f64) -> f64 {
    let value = |ratio: f64| if axis.logarithmic { ratio.ln() } else { ratio };
    let [low, high, at] = [axis.range.start, axis.range.end, ratio].map(value);
    (MARGIN + (at - low) / (high - low) * (WIDTH - 2.0 * MARGIN)).clamp(0.0, WIDTH).round()
}

fn view() -> String {
    format!("0 0 {WIDTH} {HEIGHT}")
}

/// Draws the ticks of the axis with their values.
fn head(axis: &Axis) -> Markup {
    html! {
        svg viewBox=(view()) role="img" aria-label="times the reference, logarithmic" {
            @for &value in &axis.ticks {
                text x=(place(axis, value)) y="16" font-size="12" text-anchor="middle" fill=(colour::GREY.hex()) {
                    (tick(value))
                }
            }
        }
    }
}

/// Draws the interval and the dot of a row, and the line of equal speed.
fn drawing(one: &CpuSpeed<'_>, axis: &Axis) -> Markup {
    let color = colour_of(one.engine, 0).hex();
    let at = |ratio| place(axis, ratio);
    let y = HEIGHT / 2.0;
    html! {
        svg viewBox=(view()) aria-hidden="true" {
            path d={ "M" (at(1.0)) " 0V" (HEIGHT) } stroke=(colour::GREY.hex()) {}
            @if let Some((low, high)) = one.ratio.interval {
                path d={ "M" (at(low)) " " (y) "H" (at(high)) } stroke=(color) stroke-width="3" {}
            }
            circle cx=(at(one.ratio.value)) cy=(y) r="5.5" fill=(color) {}
        }
    }
}

/// Renders the speed on the matrix relative to magic bitboards on each CPU, over the positions of `bench`.
fn worth(speeds: &[CpuSpeed<'_>]) -> Markup {
    let is_worth = |one: &&CpuSpeed<'_>| {
        one.reference == MAGIC && one.name == "axon" && one.workload.protocol == Protocol::Set
    };
    let figure = |one: &CpuSpeed<'_>| {
        format!("{} times on {}", one.ratio.factor(), short_cpu(&one.loaded.record))
    };
    let all: Vec<String> = speeds.iter().filter(is_worth).map(figure).collect();
    html! {
        @if !all.is_empty() {
            p.worth { "What the matrix is worth: its nodes per second over those of the same search on magic \
                bitboards, " (all.join(", ")) "." }
        }
    }
}
