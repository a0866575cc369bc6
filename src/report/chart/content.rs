//! Bar charts, taken from records.

use super::super::document::node;
use super::super::format::{count, factor_with_interval, short};
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, chart_label, common_protocol, cpu_with_marks, one_per_cpu, ours, own_name,
    ratio as ratio_to, reference_name, references, threads, workload,
};
use super::super::speeds::{most_common, short_cpu, speeds};
use super::finding;
use super::rows::{BarRow, RowGroup, RowMark, Rows};
use super::sheet::colour;
use crate::draw::Rgb;
use nucleus_records::record::{
    CyclesFrom, EngineRecord, Protocol, Record, Sample, Summary, Workload,
};
use nucleus_records::summary::{block_ratios, nodes_per_second};

const GENERIC: &str = "Generic: a build of the reference below what the CPU can do; nothing \
    follows from it about a native build.";
const SAMPLES: &str =
    "Bars are medians, dots the samples, whiskers 95 % intervals; longer is faster.";

/// The colours of engines that have none of their own, by their place.
pub const OTHERS: [Rgb; 3] = [colour::VERMILLION, colour::GREEN, colour::PURPLE];

/// Returns the colour that an engine has in every chart; `place` decides that of unknown ones.
pub fn colour_of(engine: &EngineRecord, place: usize) -> Rgb {
    let name = own_name(engine).unwrap_or_else(|| reference_name(engine));
    colour_of_name(&name).unwrap_or(OTHERS[place % OTHERS.len()])
}

/// Returns the colour of an engine with this name, if it has one of its own.
pub fn colour_of_name(name: &str) -> Option<Rgb> {
    let first = name.split([' ', ',']).next().unwrap_or_default();
    Some(match first {
        "axon" | "perft" => colour::BLUE,
        "axon32" => colour::SKY,
        "full" => colour::GREEN,
        "umko" => colour::PURPLE,
        "Stockfish" if name.starts_with("Stockfish 18") => colour::VERMILLION,
        "Stockfish" => colour::ORANGE,
        _ => return None,
    })
}

type Contestant<'a> = (&'a EngineRecord, Rgb);
/// A heading and its workload.
type NamedWorkload<'a> = (String, &'a Workload);
/// A function that selects the workloads for these engines.
type Workloads = for<'a> fn(&'a Record, &[Contestant<'a>]) -> Vec<NamedWorkload<'a>>;
/// A value, its 95 % interval, and its printed form.
type RowFigure = (f64, Option<(f64, f64)>, String);

/// Returns the chart of nodes per second by CPU and engine: ours at its best level, and references.
pub fn nps(records: &[Loaded]) -> Rows {
    Rows {
        found: finding::over_reference(records),
        title: "Nodes per second".into(),
        subtitle: format!("{} {SAMPLES}", threads_and_cores(records)),
        axis: "nodes per second".into(),
        groups: bars(records, contestants, of_paper, speed),
        footnote: footnote(records, &node(records)),
        ..Rows::default()
    }
}

/// Returns the chart of legal move paths per second in perft.
pub fn perft(records: &[Loaded]) -> Rows {
    let footer =
        "Perft counts legal move paths of a given length: the work is identical in every engine.";
    let of_perft: Workloads = |record, _| named(record, |w| w.protocol == Protocol::Perft);
    own(records, "Perft: legal move paths per second", footer, of_perft)
}

/// Returns the chart of other workloads than the paper's positions, perft and commands.
pub fn workloads(records: &[Loaded]) -> Rows {
    let others: Workloads = |record, _| {
        named(record, |workload| {
            !matches!(workload.protocol, Protocol::Perft | Protocol::Command)
                && !PaperPosition::ALL.iter().any(|position| position.is_of(workload))
        })
    };
    own(records, "Nodes per second on other workloads", &node(records), others)
}

fn own(records: &[Loaded], title: &str, footer: &str, workloads: Workloads) -> Rows {
    Rows {
        title: title.into(),
        subtitle: format!("Every engine in turn. {SAMPLES}"),
        axis: "per second".into(),
        groups: bars(records, contestants, workloads, speed),
        footnote: footnote(records, footer),
        ..Rows::default()
    }
}

/// Returns the chart of our engine at every level and variant, assembly next to intrinsics.
pub fn levels(records: &[Loaded]) -> Rows {
    Rows {
        found: finding::over_lowest_level(records),
        title: "The level ladder: our nodes per second by level".into(),
        subtitle: "The same search and the same tree at every level; only the kernels differ. \
            Dots are the samples, whiskers 95 % intervals; longer is faster."
            .into(),
        axis: "nodes per second".into(),
        groups: bars(records, ladder, of_paper, speed),
        footnote: node(&[]),
        ..Rows::default()
    }
}

/// Returns the chart of core cycles per node: ours at every level, and the references.
pub fn cycles(records: &[Loaded]) -> Rows {
    let cycles = |row: &Summary| {
        let value = row.cycles_per_node?;
        let tilde = if row.cycles_from == Some(CyclesFrom::Counter) { "" } else { "~" };
        let instructions = row.instructions_per_node.map(|n| format!(" ({} instr.)", count(n)));
        Some((value, None, format!("{tilde}{}{}", count(value), instructions.unwrap_or_default())))
    };
    let footer = format!(
        "{} ~: estimated as seconds times the measured core clock, where the machine shows no \
         hardware counter.",
        node(records)
    );
    Rows {
        title: "Core cycles per node".into(),
        subtitle: "What a node costs, with the clock's speed taken out. Shorter is faster.".into(),
        axis: "core cycles per node".into(),
        groups: bars(records, levels_and_rivals, of_paper, cycles),
        footnote: footnote(records, &footer),
        ..Rows::default()
    }
}

/// Returns the chart of our speed relative to each reference, on the paper's positions.
pub fn ratio(records: &[Loaded]) -> Rows {
    let of_record = |record| {
        let Some(engine) = ours(record) else { return Vec::new() };
        let places = of_paper(record, &[(engine, colour_of(engine, 0))]).into_iter();
        let rows =
            |workload: &Workload| ratios(record, record.summary(&engine.name, &workload.name));
        places.map(|(place, workload)| (place, rows(workload))).collect()
    };
    Rows {
        found: finding::over_reference(records),
        logarithmic: true,
        title: "Our nodes per second over the reference's".into(),
        subtitle: "Medians over blocks in which both engines ran within seconds of each other, \
            the dots, with 95 % intervals. Further right is faster; 1 is equal speed."
            .into(),
        axis: "times the reference's nodes per second".into(),
        baseline: Some((1.0, "equal")),
        groups: groups(one_per_cpu(records), of_record),
        footnote: footnote(records, &node(records)),
    }
}

/// Returns the chart of each CPU's ratios to the reference that most CPUs have, on the workload that most
/// have with it: how much faster, on which CPU.
pub fn cpus(records: &[Loaded]) -> Rows {
    let all = speeds(records);
    let Some([_, reference, workload]) = most_common(&all) else { return Rows::default() };
    let mut groups: Vec<RowGroup> = Vec::new();
    let shown = all.iter().filter(|one| one.key()[1..] == [reference, workload]);
    for one in shown {
        let heading = short_cpu(&one.loaded.record);
        let level = one.level().map_or_else(String::new, |level| format!(" ({level})"));
        let row = BarRow {
            label: one.name.clone() + &level,
            colour: colour_of(one.engine, 0),
            mark: RowMark::Dot,
            value: one.ratio.value,
            interval: one.ratio.interval,
            dots: Vec::new(),
            figure: one.ratio.factor(),
        };
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.push(row),
            None => groups.push(RowGroup { heading, rows: vec![row] }),
        }
    }
    Rows {
        title: format!("Nodes per second over {reference}'s, by CPU"),
        subtitle: format!(
            "Workload {workload}, one thread, all engines in turn on one core. Whiskers are 95 % intervals; \
             further right is faster."
        ),
        axis: format!("times {reference}'s nodes per second"),
        logarithmic: true,
        baseline: Some((1.0, "equal")),
        groups,
        footnote: node(&[]),
        ..Rows::default()
    }
}

/// Describes the threads and cores of the engines in a sentence.
fn threads_and_cores(records: &[Loaded]) -> String {
    let shown = one_per_cpu(records);
    let mut counts: Vec<u32> = shown.iter().map(|l| threads(&l.record)).collect();
    counts.sort_unstable();
    counts.dedup();
    let (count, place) = match counts[..] {
        [] | [1] => ("One thread".to_owned(), "the same core".to_owned()),
        [n] => (format!("{n} threads"), format!("the same {n} processors")),
        _ => (
            "One thread, or the number next to the CPU;".to_owned(),
            "the same processors".to_owned(),
        ),
    };
    let comma = if count.ends_with(';') { "" } else { "," };
    let pinned = shown.iter().all(|l| l.record.settings.core.is_some());
    let place = if pinned { format!(" on {place}") } else { String::new() };
    format!("{count}{comma} every engine in turn{place}.")
}

/// Returns our engine at its best level and the references, each with its colour.
fn contestants(record: &Record) -> Vec<Contestant<'_>> {
    let own = ours(record).map(|engine| (engine, colour_of(engine, 0)));
    own.into_iter().chain(rivals(record)).collect()
}

/// Returns the references, each with its colour.
fn rivals(record: &Record) -> impl Iterator<Item = Contestant<'_>> {
    references(record).into_iter().enumerate().map(|(place, e)| (e, colour_of(e, place)))
}

/// Returns our engine at every level.
fn every_level(record: &Record) -> Vec<Contestant<'_>> {
    let ours = record.engines.iter().filter(|engine| engine.ours);
    ours.map(|engine| (engine, colour_of(engine, 0))).collect()
}

/// Returns our engine at every level and the references.
fn levels_and_rivals(record: &Record) -> Vec<Contestant<'_>> {
    let ours = every_level(record).into_iter().filter(|(engine, _)| !engine.reference);
    ours.chain(rivals(record)).collect()
}

/// Returns our engine at every level. Levels come in the order of their first variants in the record.
fn ladder(record: &Record) -> Vec<Contestant<'_>> {
    let mut engines = every_level(record);
    let levels: Vec<&Option<String>> = engines.iter().map(|(engine, _)| &engine.level).collect();
    engines.sort_by_key(|(engine, _)| levels.iter().position(|level| **level == engine.level));
    // A single level makes no chart.
    if engines.len() > 1 { engines } else { Vec::new() }
}

/// Returns the paper's positions, under the protocol that most of these engines share.
fn of_paper<'a>(record: &'a Record, engines: &[Contestant<'a>]) -> Vec<NamedWorkload<'a>> {
    let engines: Vec<&EngineRecord> = engines.iter().map(|(engine, _)| *engine).collect();
    let Some(protocol) = common_protocol(record, &engines) else { return Vec::new() };
    let named = |position: PaperPosition| {
        let name = format!("{}, {protocol}", position.name());
        Some((name, workload(record, position, protocol)?))
    };
    PaperPosition::ALL.into_iter().filter_map(named).collect()
}

/// Returns the selected workloads with their names as headings.
fn named<'a>(record: &'a Record, keep: impl Fn(&Workload) -> bool) -> Vec<NamedWorkload<'a>> {
    let named = |w: &'a Workload| (format!("{}, {}", w.name, w.limit), w);
    record.workloads.iter().filter(|w: &&Workload| keep(w)).map(named).collect()
}

/// Returns nodes per second with interval and printed form.
fn speed(row: &Summary) -> Option<RowFigure> {
    let nps = row.nps?;
    let interval = nps.low.zip(nps.high);
    Some((nps.median, interval, with_blocks(short(nps.median), interval)))
}

/// Adds a remark to a figure from a single block, which has no interval.
fn with_blocks(figure: String, interval: Option<(f64, f64)>) -> String {
    if interval.is_some() { figure } else { format!("{figure} (one block)") }
}

/// Returns the first samples of a row as nodes per second; none if its bar shows another quantity.
fn dots(record: &Record, row: &Summary, value: f64) -> Vec<f64> {
    let is_speed = row.nps.is_some_and(|nps| nps.median == value);
    let own =
        |s: &&Sample| is_speed && !s.warmup && s.engine == row.engine && s.workload == row.workload;
    shown_dots(record.samples.iter().filter(own).filter_map(|s| nodes_per_second(record, s)))
}

/// Returns the values that can be drawn on an axis, up to a maximum number.
pub fn shown_dots(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    const MOST: usize = 200;
    let places = values.into_iter().filter(|value| value.is_finite() && *value > 0.0);
    places.take(MOST).collect()
}

/// Returns a row for each reference that this row of ours has a ratio to.
fn ratios(record: &Record, ours: Option<&Summary>) -> Vec<BarRow> {
    let row = |(reference, colour): Contestant<'_>| {
        let (ours, r) = (ours?, ratio_to(ours, reference)?);
        let interval = r.low.zip(r.high);
        let blocks = block_ratios(record, &ours.workload, [&ours.engine, &reference.name]);
        Some(BarRow {
            label: format!("over {}", chart_label(reference)),
            colour,
            mark: RowMark::Dot,
            value: r.ratio,
            interval,
            dots: shown_dots(blocks),
            figure: with_blocks(factor_with_interval(r.ratio, r.low, r.high), interval),
        })
    };
    rivals(record).filter_map(row).collect()
}

/// Returns a group for each CPU and workload, with a bar for each engine measured on it.
fn bars(
    records: &[Loaded],
    engines: fn(&Record) -> Vec<Contestant<'_>>,
    workloads: Workloads,
    figure: fn(&Summary) -> Option<RowFigure>,
) -> Vec<RowGroup> {
    groups(one_per_cpu(records), |record| {
        let engines = engines(record);
        let row = |workload: &Workload, &(engine, colour): &Contestant<'_>| {
            let row = record.summary(&engine.name, &workload.name)?;
            let (value, interval, figure) = figure(row)?;
            let (label, dots) = (chart_label(engine), dots(record, row, value));
            Some(BarRow { label, colour, mark: RowMark::Bar, value, interval, dots, figure })
        };
        let rows = |workload| engines.iter().filter_map(|engine| row(workload, engine)).collect();
        workloads(record, &engines).into_iter().map(|(name, w)| (name, rows(w))).collect()
    })
}

/// Returns the groups of these records that have a row, headed by the CPU.
pub fn groups<'a>(
    records: Vec<&'a Loaded>,
    of_record: impl Fn(&'a Record) -> Vec<(String, Vec<BarRow>)>,
) -> Vec<RowGroup> {
    let of_cpu = |loaded: &'a Loaded| {
        let group = |(name, rows)| RowGroup {
            heading: format!("{} · {name}", cpu_with_marks(&loaded.record)),
            rows,
        };
        of_record(&loaded.record).into_iter().map(group).collect::<Vec<_>>()
    };
    records.into_iter().flat_map(of_cpu).filter(|group| !group.rows.is_empty()).collect()
}

/// Returns the footnote, with a remark on generic builds if a record has one.
fn footnote(records: &[Loaded], text: &str) -> String {
    let generic = |l: &Loaded| references(&l.record).iter().any(|e| e.generic == Some(true));
    if records.iter().any(generic) { format!("{text} {GENERIC}") } else { text.into() }
}
