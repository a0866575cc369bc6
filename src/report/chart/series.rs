//! Line charts, taken from records: by commit, by block, and by number of threads.

use std::collections::{BTreeMap, BTreeSet};

use super::super::commits::{MeasuredCommit, measured};
use super::super::document::node;
use super::super::estimate::RatioEstimate;
use super::super::format::percent;
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, best_row, cpu, cpu_with_marks, identity, ours, own_name,
};
use super::super::sentence::as_fast;
use super::super::tables::{commit, several_of_one_cpu};
use super::content::{colour_of, colour_of_name};
use super::lines::{ChartLine, ChartMark, ChartPanel, LineChart, PanelAxis, Point};
use super::sheet::colour;
use super::whisker::Whisker;
use crate::draw::Rgb;
use nucleus_records::changes::LEVEL;
use nucleus_records::estimate::Estimator;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::record::Record;
use nucleus_records::scaling::{GeometricMean, ScalingRow, rows};
use nucleus_records::summary::{block_means, speed_basis};

/// The maximum number of engines of a record drawn block by block.
const MOST_DUELS: usize = 4;

fn line(name: impl Into<String>, colour: Rgb, hollow: bool, points: Vec<Point>) -> ChartLine {
    ChartLine { name: name.into(), colour, hollow, points }
}

/// Returns the first characters of a commit's name.
fn short(name: &str) -> String {
    name.chars().take(7).collect()
}

/// Returns our nodes per second by commit: a panel for each CPU with several records, a line for
/// each program (position, protocol, engine, profile). Its newest record at a commit counts.
pub fn history(records: &[Loaded]) -> LineChart {
    let several = several_of_one_cpu(records);
    let mut cpus: Vec<CpuIdentity> = several.iter().map(|l| identity(&l.record)).collect();
    cpus.dedup();
    let panel = |cpu: CpuIdentity| {
        let of_cpu = several.iter().filter(|l| identity(&l.record) == cpu);
        let (commits, programs) = programs(of_cpu.copied());
        let lines: Vec<ChartLine> = programs
            .into_iter()
            .filter(|(_, points)| points.len() > 1)
            .map(|((order, name), points)| {
                let colour = colour_of_name(&name).unwrap_or(colour::BLUE);
                line(name, colour, order > 0, points.into_values().collect())
            })
            .collect();
        (!lines.is_empty()).then(|| ChartPanel {
            heading: cpu.title(),
            commits: commits.iter().map(|name| short(name)).collect(),
            lines,
            axis: PanelAxis::FromZero,
            marks: Vec::new(),
        })
    };
    LineChart {
        title: "Our nodes per second over commits".into(),
        subtitle:
            "A line for each engine and profile, oldest commit to the left. Whiskers are 95 % \
            intervals; higher is faster."
                .into(),
        panels: cpus.into_iter().filter_map(panel).collect(),
        footnote: node(&[]),
    }
}

/// The points of each program by commit; programs are ordered by position and name.
type Programs = BTreeMap<(usize, String), BTreeMap<usize, Point>>;

/// Returns the commits of these records, and the programs measured at them.
fn programs<'a>(records: impl Iterator<Item = &'a Loaded>) -> (Vec<String>, Programs) {
    let (mut commits, mut programs) = (Vec::new(), Programs::new());
    for loaded in records {
        let record = &loaded.record;
        let Some(engine) = ours(record) else { continue };
        // Each record without a commit counts as a separate commit.
        let name = commit(loaded).unwrap_or_else(|| format!("?{}", commits.len()));
        let at = commits.iter().position(|known| *known == name).unwrap_or(commits.len());
        commits.extend((at == commits.len()).then_some(name));
        for (order, position) in PaperPosition::ALL.into_iter().enumerate() {
            let Some(row) = best_row(record, engine, position) else { continue };
            let measured = row.nps.zip(record.workload(&row.workload));
            let Some((nps, workload)) = measured else { continue };
            let own = own_name(engine).unwrap_or_else(|| engine.name.clone());
            let level = engine.level.as_deref().unwrap_or_default();
            let name = format!("{own} {level}: {}, {}", position.name(), workload.protocol);
            let whisker = |interval| Whisker::within(interval, nps.median, [nps.min, nps.max]);
            let interval = nps.low.zip(nps.high).map(whisker);
            let points = programs.entry((order, name)).or_default();
            points.insert(at, Point { at, value: nps.median, interval });
        }
    }
    (commits, programs)
}

/// Returns the speed of an engine along its commits, with a panel for each comparison of commits.
pub fn commits(records: &[Loaded]) -> LineChart {
    LineChart {
        title: "Speed over commits".into(),
        subtitle: "Each commit's speed over the first one's, in the same blocks, with 95 % \
                   intervals; a commit that does not build is a gap. Higher is faster."
            .into(),
        panels: records.iter().filter_map(|loaded| of_commits(&loaded.record)).collect(),
        footnote: format!(
            "Dashed: where the speed changes, by circular binary segmentation with a permutation test at a \
             level of {}; the figure is the speed from there on over that before.",
            percent(LEVEL)
        ),
    }
}

fn of_commits(record: &Record) -> Option<ChartPanel> {
    let all = measured(record);
    let [first, .., last] = &all[..] else { return None };
    let at = |one: &MeasuredCommit<'_>| one.commit.place as usize;
    let name = |place: usize| {
        let here = all.iter().find(|one| at(one) == place);
        here.map_or_else(String::new, |one| short(&one.engine.name))
    };
    let point = |one: &MeasuredCommit<'_>| {
        let (value, names) = (one.ratio.value, [&one.engine.name, &first.engine.name]);
        let blocks = || block_means(record, names[0], names[1]).means.into_iter().map(f64::exp);
        let interval = one.ratio.interval.map(|both| Whisker::within(both, value, blocks()));
        Point { at: at(one), value, interval }
    };
    let mark = |one: &MeasuredCommit<'_>| {
        let words = format!("×{:.3}", one.step()?.value);
        Some(ChartMark { at: at(one), words })
    };
    Some(ChartPanel {
        heading: cpu_with_marks(record),
        commits: (0..=at(last)).map(name).collect(),
        lines: vec![line("", colour::BLUE, false, all.iter().map(point).collect())],
        axis: PanelAxis::Around(1.0),
        marks: all.iter().filter_map(mark).collect(),
    })
}

/// Returns the ratio of engines or commands to the first one, block by block. A comparison without
/// our engine and without commits has a panel for each of its first four others.
pub fn blocks(records: &[Loaded]) -> LineChart {
    let of_others = |record: &&Record| {
        let others = record.engines.iter().all(|e| !e.ours && e.commit.is_none());
        others && record.engines.len() > 1 && !record.is_over_threads()
    };
    let found = records.iter().map(|l| &l.record).filter(of_others).flat_map(duels);
    let (mut verdicts, panels): (Vec<String>, Vec<ChartPanel>) = found.unzip();
    LineChart {
        title: match verdicts.len() {
            1 => verdicts.remove(0),
            _ => "Speed block by block".to_owned(),
        },
        subtitle:
            "Rings: the ratio in each block. Discs: the estimate so far, with its 95 % interval. \
                   Higher is faster."
                .into(),
        panels,
        footnote: "The last disc is the result. In a run that ends when its gate is decided, the \
                   interval holds at every block."
            .into(),
    }
}

/// Returns the panels of a record, each with its verdict in words.
fn duels(record: &Record) -> Vec<(String, ChartPanel)> {
    let Some((first, others)) = record.engines.split_first() else { return Vec::new() };
    let panel = |name: &str| {
        let blocks = block_means(record, name, &first.name).means;
        if blocks.len() < 2 {
            return None;
        }
        let single = |(at, log): (usize, &f64)| Point { at, value: log.exp(), interval: None };
        let single = blocks.iter().enumerate().map(single).collect();
        let estimator = Estimator::from_record(record);
        let running = |at: usize| {
            let so_far = &blocks[..=at];
            let estimate = estimator.estimate(so_far)?;
            let ratios = so_far.iter().map(|log| log.exp());
            let whisker = Whisker::within(estimate.interval?, estimate.ratio, ratios);
            Some(Point { at, value: estimate.ratio, interval: Some(whisker) })
        };
        let running = (0..blocks.len()).filter_map(running).collect();
        let result = estimator.estimate(&blocks)?;
        let verdict = if result.interval.is_some() {
            let ratio = RatioEstimate { value: result.ratio, interval: result.interval };
            as_fast(name, ratio, &first.name)
        } else {
            format!("{name} over {}: too few blocks for an interval", first.name)
        };
        let panel = ChartPanel {
            heading: format!("{verdict}, by {}, {}", speed_basis(record), cpu_with_marks(record)),
            commits: (1..=blocks.len()).map(|block| block.to_string()).collect(),
            lines: vec![
                line("block", colour::GREY, true, single),
                line("estimate", colour::BLUE, false, running),
            ],
            axis: PanelAxis::Around(1.0),
            marks: Vec::new(),
        };
        Some((verdict, panel))
    };
    others.iter().take(MOST_DUELS).filter_map(|engine| panel(&engine.name)).collect()
}

/// A function that returns a figure for a number of threads.
type Figure = fn(&ScalingRow) -> Option<GeometricMean>;

/// Returns a chart with up to three panels for each run over numbers of threads: nodes per second, time to
/// depth, nodes to depth.
pub fn threads(records: &[Loaded]) -> LineChart {
    let figures: [(&str, Figure); 3] = [
        ("Nodes a second, over those of one thread (more is better)", |row| row.speed_ratio),
        ("Time to depth: how many times faster than one thread (more is better)", |row| {
            row.time_ratio
        }),
        ("Nodes to depth, over those of one thread (1 is nothing in vain)", |row| row.nodes_ratio),
    ];
    let mut panels = Vec::new();
    for loaded in records {
        let rows = rows(&loaded.record);
        let of =
            if records.len() > 1 { format!(", {}", cpu(&loaded.record)) } else { String::new() };
        let panel = |(heading, figure): (&str, Figure)| {
            of_threads(&loaded.record, &rows, format!("{heading}{of}"), figure)
        };
        panels.extend(figures.into_iter().filter_map(panel));
    }
    LineChart {
        title: "Over threads".into(),
        subtitle:
            "Geometric means over the positions with 95 % intervals, each engine over itself \
                   with one thread."
                .into(),
        panels,
        footnote: "With more threads than the processors that engines may use there, nothing is \
                   timed, and nodes to depth are an estimate."
            .into(),
    }
}

fn of_threads(
    record: &Record,
    rows: &[ScalingRow],
    heading: String,
    figure: Figure,
) -> Option<ChartPanel> {
    // Only numbers of threads for which the figure is known are shown.
    let known: BTreeSet<u32> =
        rows.iter().filter(|row| figure(row).is_some()).map(|row| row.threads).collect();
    let point = |row: &ScalingRow| {
        let at = known.iter().position(|&threads| threads == row.threads)?;
        let GeometricMean { mean, interval, range } = figure(row)?;
        let whisker = |interval| Whisker::within(interval, mean, [range.0, range.1]);
        Some(Point { at, value: mean, interval: interval.map(whisker) })
    };
    let of_engine = |(index, engine): (usize, &String)| {
        let colour = record.engine(engine).map_or(colour::BLUE, |engine| colour_of(engine, index));
        let points = rows.iter().filter(|row| row.engine == *engine).filter_map(point).collect();
        line(engine, colour, index % 2 == 1, points)
    };
    let mut engines: Vec<&String> = rows.iter().map(|row| &row.engine).collect();
    engines.dedup();
    let mut lines: Vec<ChartLine> = engines.into_iter().enumerate().map(of_engine).collect();
    lines.retain(|line| !line.points.is_empty());
    (!lines.is_empty()).then(|| ChartPanel {
        heading,
        commits: known.iter().map(u32::to_string).collect(),
        lines,
        axis: PanelAxis::FromZero,
        marks: Vec::new(),
    })
}
