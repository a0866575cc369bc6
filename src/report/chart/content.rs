//! The charts' content, taken from records.

use std::collections::BTreeMap;

use super::super::document::node;
use super::super::format::{count, factor, factor_with_interval, short, tick};
use super::super::load::Loaded;
use super::super::paper::TABLE_I;
use super::super::select::{
    PaperPosition, best_row, chart_label, common_protocol, cpu_with_marks, identity, one_per_cpu,
    ours, ratio as ratio_to, references, row, threads,
};
use super::super::tables::{commit, several_of_one_cpu};
use super::finding;
use super::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use super::rows::{BarRow, RowGroup, RowMark, Rows};
use super::sheet::colour;
use super::whisker::Whisker;
use crate::draw::Rgb;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::record::{CyclesFrom, EngineRecord, Record, Sample, Summary};
use nucleus_records::summary::block_ratios;
use nucleus_records::summary::nodes_per_second;

const GENERIC: &str = "Generic: a build of the reference below what the CPU can do; nothing \
    follows from it about a native build.";

/// The colours of the references, the default one first.
const REFERENCES: [Rgb; 3] = [colour::VERMILLION, colour::GREEN, colour::PURPLE];

/// A value, its 95 % interval, and its figure.
pub type RowFigure = (f64, Option<(f64, f64)>, String);

/// Nodes per second by CPU and engine: ours at its best level, and the references.
pub fn nps(records: &[Loaded]) -> Rows {
    Rows {
        found: finding::over_reference(records),
        logarithmic: false,
        title: "Nodes per second".into(),
        subtitle: format!(
            "{} Bars are medians, dots the samples, whiskers 95 % intervals; longer is faster.",
            threads_and_cores(records)
        ),
        axis: "nodes per second".into(),
        tick,
        baseline: None,
        groups: groups(records, contestants, speed),
        footnote: footnote(records, &node(records)),
    }
}

/// Returns a sentence on the threads and cores of the engines.
fn threads_and_cores(records: &[Loaded]) -> String {
    let shown = one_per_cpu(records);
    let mut counts: Vec<u32> = shown.iter().map(|l| threads(&l.record)).collect();
    counts.sort_unstable();
    counts.dedup();
    let pinned = shown.iter().all(|l| l.record.settings.core.is_some());
    let place = |place: &str| if pinned { format!(" on {place}") } else { String::new() };
    match counts[..] {
        [] | [1] => format!("One thread, every engine in turn{}.", place("the same core")),
        [n] => format!(
            "{n} threads, every engine in turn{}.",
            place(&format!("the same {n} processors"))
        ),
        _ => format!(
            "One thread, or as many as stand beside the CPU; every engine in turn{}.",
            place("the same processors")
        ),
    }
}

/// Our speed over each reference's, and the paper's own ratios.
pub fn ratio(records: &[Loaded]) -> Rows {
    let mut groups = Vec::new();
    for loaded in one_per_cpu(records) {
        let record = &loaded.record;
        let Some(engine) = ours(record) else { continue };
        let Some(protocol) = common_protocol(record, &[engine]) else { continue };
        for position in PaperPosition::ALL {
            let row = row(record, engine, position, protocol);
            let rows = ratios(record, row);
            if !rows.is_empty() {
                let heading =
                    format!("{} · {}, {protocol}", cpu_with_marks(record), position.name());
                groups.push(RowGroup { heading, rows });
            }
        }
    }
    Rows {
        found: finding::over_reference(records),
        logarithmic: true,
        title: "Our nodes per second over the reference's".into(),
        subtitle: "Medians over blocks in which both engines ran within seconds of each other, \
            the dots, with 95 % intervals. Further right is faster; 1 is equal speed."
            .into(),
        axis: "times the reference's nodes per second".into(),
        tick,
        baseline: Some((1.0, "equal")),
        groups,
        footnote: footnote(records, &node(records)),
    }
}

/// Our ratio at the start, with the rows of the paper's Table I below.
pub fn quoted(records: &[Loaded]) -> Rows {
    let mut chart = ratio(records);
    chart.groups.retain(|group| group.heading.contains(PaperPosition::Start.name()));
    if !chart.groups.is_empty() {
        let quoted = TABLE_I.iter().map(|q| BarRow {
            label: q.cpu.into(),
            colour: colour::GREY,
            mark: RowMark::Ring,
            value: q.ratio(),
            interval: None,
            dots: Vec::new(),
            figure: factor(q.ratio()),
        });
        chart.groups.push(RowGroup {
            heading: "Quoted, not measured by us: Axon II over Stockfish 18, start position".into(),
            rows: quoted.collect(),
        });
    }
    Rows {
        found: None,
        title: "Our nodes per second over the reference's, beside the paper's".into(),
        ..chart
    }
}

/// Our engine at every level and variant, assembly beside its twin.
pub fn levels(records: &[Loaded]) -> Rows {
    let all_ours = |record: &Record| {
        let engines = record.engines.iter().filter(|e| e.ours);
        let mut engines: Vec<_> = engines
            .map(|e| (e.clone(), if e.headline { colour::BLUE } else { colour::SKY }))
            .collect();
        // Stable: a level stands where its first variant does, and variants in their order.
        let levels: Vec<_> = engines.iter().map(|(e, _)| e.level.clone()).collect();
        engines.sort_by_key(|(e, _)| levels.iter().position(|level| *level == e.level));
        // One level is no ladder.
        if engines.len() > 1 { engines } else { Vec::new() }
    };
    Rows {
        found: finding::over_lowest_level(records),
        logarithmic: false,
        title: "The level ladder: our nodes per second by level".into(),
        subtitle: "The same search and the same tree at every level; only the kernels differ. \
            Dots are the samples, whiskers 95 % intervals; longer is faster."
            .into(),
        axis: "nodes per second".into(),
        tick,
        baseline: None,
        groups: groups(records, all_ours, speed),
        footnote: node(&[]),
    }
}

/// Core cycles per node: ours at every level, and the references.
pub fn cycles(records: &[Loaded]) -> Rows {
    let everyone = |record: &Record| {
        let others = references(record).into_iter().cloned();
        let ours = record.engines.iter().filter(|e| e.ours && !e.reference);
        let ours = ours.map(|e| (e.clone(), if e.headline { colour::BLUE } else { colour::SKY }));
        ours.chain(others.zip(REFERENCES.into_iter().cycle())).collect()
    };
    let groups = groups(records, everyone, |row| {
        let value = row.cycles_per_node?;
        let estimated = row.cycles_from != Some(CyclesFrom::Counter);
        let figure = format!("{}{}", if estimated { "~" } else { "" }, count(value));
        let figure = match row.instructions_per_node {
            Some(instructions) => format!("{figure} ({} instr.)", count(instructions)),
            None => figure,
        };
        Some((value, None, figure))
    });
    Rows {
        found: None,
        logarithmic: false,
        title: "Core cycles per node".into(),
        subtitle: "What a node costs, with the clock's speed taken out. Shorter is faster.".into(),
        axis: "core cycles per node".into(),
        tick,
        baseline: None,
        groups,
        footnote: footnote(
            records,
            &format!(
                "{} ~: estimated as seconds times the measured core clock, where the machine \
                 shows no hardware counter.",
                node(records)
            ),
        ),
    }
}

/// Our nodes per second over commits, a panel for each CPU with several, a line for each program: engine,
/// profile and protocol. Of several records of a program at one commit the newest counts.
pub fn history(records: &[Loaded]) -> LineChart {
    let mut panels: Vec<ChartPanel> = Vec::new();
    let several = several_of_one_cpu(records);
    let mut cpus: Vec<CpuIdentity> = several.iter().map(|l| identity(&l.record)).collect();
    cpus.dedup();
    for one in cpus {
        let mut commits: Vec<String> = Vec::new();
        let mut programs: BTreeMap<(usize, String), BTreeMap<usize, Point>> = BTreeMap::new();
        for loaded in several.iter().filter(|l| identity(&l.record) == one) {
            let record = &loaded.record;
            let Some(engine) = ours(record) else { continue };
            // Each record without a commit is of a commit of its own.
            let name = commit(loaded).unwrap_or_else(|| format!("?{}", commits.len()));
            let at = commits.iter().position(|known| *known == name).unwrap_or(commits.len());
            commits.extend((at == commits.len()).then_some(name));
            for (order, position) in PaperPosition::ALL.into_iter().enumerate() {
                let Some(row) = best_row(record, engine, position) else { continue };
                let Some((nps, workload)) = row.nps.zip(record.workload(&row.workload)) else {
                    continue;
                };
                let profile = engine.profile.as_deref().unwrap_or_default();
                let (at_position, protocol) = (position.name(), workload.protocol);
                let name = format!("{at_position}, {protocol}, {} {profile}", engine.name);
                let whisker = |interval| Whisker::within(interval, nps.median, [nps.min, nps.max]);
                let interval = nps.low.zip(nps.high).map(whisker);
                let points = programs.entry((order, name)).or_default();
                points.insert(at, Point { at, value: nps.median, interval });
            }
        }
        programs.retain(|_, points| points.len() > 1);
        let colours = [colour::BLUE].into_iter().chain(REFERENCES).cycle();
        let line = |(((order, name), points), colour): (((usize, String), BTreeMap<_, _>), Rgb)| {
            let points = points.into_values().collect();
            ChartLine { name, colour, hollow: order > 0, joined: true, points }
        };
        let lines: Vec<ChartLine> = programs.into_iter().zip(colours).map(line).collect();
        if lines.is_empty() {
            continue;
        }
        panels.push(ChartPanel {
            heading: one.title(),
            commits: commits.iter().map(|name| name.chars().take(7).collect()).collect(),
            lines,
            axis: PanelAxis::FromZero,
            marks: Vec::new(),
        });
    }
    LineChart {
        title: "Our nodes per second over commits".into(),
        subtitle:
            "A line for each engine and profile, oldest commit to the left. Whiskers are 95 % \
            intervals; higher is faster."
                .into(),
        panels,
        footnote: node(&[]),
    }
}

/// Ours at its best level and the references, each in its colour.
pub fn contestants(record: &Record) -> Vec<(EngineRecord, Rgb)> {
    let ours = ours(record).cloned().map(|e| (e, colour::BLUE));
    let others = references(record).into_iter().cloned().zip(REFERENCES.into_iter().cycle());
    ours.into_iter().chain(others).collect()
}

/// Nodes per second, its interval and its figure.
pub fn speed(row: &Summary) -> Option<RowFigure> {
    let nps = row.nps?;
    let interval = nps.low.zip(nps.high);
    Some((nps.median, interval, with_blocks(short(nps.median), interval)))
}

/// A figure, and that it is of a single block where that is so: nothing is known of its spread.
fn with_blocks(figure: String, interval: Option<(f64, f64)>) -> String {
    if interval.is_some() { figure } else { format!("{figure} (one block)") }
}

/// The samples of an engine on a workload, as nodes per second; of many the first.
pub fn dots(record: &Record, engine: &str, workload: &str) -> Vec<f64> {
    let mine = |s: &&Sample| !s.warmup && s.engine == engine && s.workload == workload;
    let nps = |sample: &Sample| nodes_per_second(record, sample);
    shown_dots(record.samples.iter().filter(mine).filter_map(nps))
}

/// Returns the values that fit on an axis; of many the first.
pub fn shown_dots(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    const MOST: usize = 200;
    let places = values.into_iter().filter(|value| value.is_finite() && *value > 0.0);
    places.take(MOST).collect()
}

/// A row for each reference that this row of ours has a ratio to.
fn ratios(record: &Record, ours: Option<&Summary>) -> Vec<BarRow> {
    let references = references(record).into_iter().zip(REFERENCES.into_iter().cycle());
    let row = |(reference, colour): (&EngineRecord, Rgb)| {
        let ours = ours?;
        let r = ratio_to(Some(ours), reference)?;
        let blocks = block_ratios(record, &ours.workload, &ours.engine, &reference.name);
        Some(BarRow {
            label: format!("over {}", chart_label(reference)),
            colour,
            mark: RowMark::Dot,
            value: r.ratio,
            interval: r.low.zip(r.high),
            dots: shown_dots(blocks),
            figure: with_blocks(factor_with_interval(r.ratio, r.low, r.high), r.low.zip(r.high)),
        })
    };
    references.filter_map(row).collect()
}

/// A group for each CPU and position, with a row for each engine that was measured on it, all
/// under one protocol.
fn groups(
    records: &[Loaded],
    engines: impl Fn(&Record) -> Vec<(EngineRecord, Rgb)>,
    value: impl Fn(&Summary) -> Option<RowFigure>,
) -> Vec<RowGroup> {
    let mut groups = Vec::new();
    for loaded in one_per_cpu(records) {
        let record = &loaded.record;
        let engines = engines(record);
        let names: Vec<&EngineRecord> = engines.iter().map(|(e, _)| e).collect();
        let Some(protocol) = common_protocol(record, &names) else { continue };
        for position in PaperPosition::ALL {
            let rows: Vec<BarRow> = engines
                .iter()
                .filter_map(|(engine, colour)| {
                    let row = row(record, engine, position, protocol)?;
                    let (value, interval, figure) = value(row)?;
                    let label = chart_label(engine);
                    // Of what is no speed there are no samples to show.
                    let is_speed = row.nps.is_some_and(|nps| nps.median == value);
                    let dots = if is_speed {
                        dots(record, &row.engine, &row.workload)
                    } else {
                        Vec::new()
                    };
                    Some(BarRow {
                        label,
                        colour: *colour,
                        mark: RowMark::Bar,
                        value,
                        interval,
                        dots,
                        figure,
                    })
                })
                .collect();
            if !rows.is_empty() {
                let heading =
                    format!("{} · {}, {protocol}", cpu_with_marks(record), position.name());
                groups.push(RowGroup { heading, rows });
            }
        }
    }
    groups
}

/// The footnote, with a word on generic builds where one of these records has one.
pub fn footnote(records: &[Loaded], text: &str) -> String {
    let generic = |l: &Loaded| references(&l.record).iter().any(|e| e.generic == Some(true));
    if records.iter().any(generic) { format!("{text} {GENERIC}") } else { text.into() }
}
