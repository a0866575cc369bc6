//! Comparison of engines with themselves over numbers of threads: nodes per second, time to depth and
//! nodes to depth relative to one thread.

use std::collections::HashSet;

use serde::Deserialize;

use super::machine_record::{Machine, Source};
use super::record::{
    CompareSettings, EngineRecord, FailureRecord, Record, SCHEMA, Sample, THREADS, Workload,
};
use super::stats::quantile;
use super::summary::{WALL, summarize};
use super::workloads::to_depth;
use nucleus_core::types::Random;

/// A geometric mean of ratios with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeometricMean {
    /// The geometric mean of the ratios.
    pub mean: f64,
    /// The 95 % interval; `None` for fewer than three ratios.
    pub interval: Option<(f64, f64)>,
    /// The lowest and the highest ratio.
    pub range: (f64, f64),
}

/// The number of resamples drawn for an interval.
const RESAMPLES: usize = 4_000;
/// The seed of the resampling.
const SEED: u64 = 1;

impl GeometricMean {
    /// Returns the mean of the ratios of several positions; `None` without positions, or if one has no ratio.
    /// The interval comes from resampling the positions with replacement: the 2.5 and 97.5 percent points,
    /// widened about the mean by √(n / (n − 1)).
    pub fn new(ratios: &[f64], seed: u64) -> Option<Self> {
        let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let n = logs.len();
        if n == 0 || logs.iter().any(|log| !log.is_finite()) {
            return None;
        }
        let mean = logs.iter().sum::<f64>() / n as f64;
        let mut random = Random::new(seed);
        let mut means: Vec<f64> = (0..RESAMPLES)
            .map(|_| (0..n).map(|_| logs[random.below(n)]).sum::<f64>() / n as f64)
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        let wider = (n as f64 / (n.max(2) - 1) as f64).sqrt();
        let end = |q| (mean + (quantile(&means, q) - mean) * wider).exp();
        let interval = (n >= 3).then(|| (end(0.025), end(0.975)));
        let lowest = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(Self { mean: mean.exp(), interval, range: (lowest.exp(), highest.exp()) })
    }
}

/// The figures of an engine with a number of threads relative to one thread, over all positions.
#[derive(Debug, Clone, PartialEq)]
pub struct ScalingRow {
    /// The engine's name with one thread.
    pub engine: String,
    /// The number of search threads.
    pub threads: u32,
    /// The number of positions measured with both one thread and this number.
    pub positions: usize,
    /// `true` if there are more threads than processors, so that nothing is timed.
    pub estimate: bool,
    /// Nodes per second, in millions: the geometric mean.
    pub speed: Option<GeometricMean>,
    /// Nodes per second relative to one thread.
    pub speed_ratio: Option<GeometricMean>,
    /// The speedup: one thread's time to depth divided by the time with this number.
    pub time_ratio: Option<GeometricMean>,
    /// Nodes to depth relative to one thread; 1 if no node is searched in vain.
    pub nodes_ratio: Option<GeometricMean>,
    /// Waits for a lock per million nodes, if they are counted.
    pub lock_waits: Option<f64>,
}

/// The geometric means of nodes and seconds over an engine's samples of a position, and the lock waits of all
/// samples.
struct PositionMean {
    nodes: f64,
    seconds: f64,
    lock_waits: Option<u64>,
}

fn position_mean(record: &Record, engine: &str, workload: &Workload) -> Option<PositionMean> {
    let is_meant = |s: &&Sample| {
        s.engine == engine && s.workload == workload.name && s.nodes > Some(0) && s.seconds > 0.0
    };
    let samples: Vec<&Sample> = record.samples.iter().filter(is_meant).collect();
    let mean = |value: fn(&Sample) -> f64| {
        (samples.iter().map(|s| value(s).ln()).sum::<f64>() / samples.len() as f64).exp()
    };
    (!samples.is_empty()).then(|| PositionMean {
        nodes: mean(|s| s.nodes.unwrap_or(0) as f64),
        seconds: mean(|s| s.seconds),
        lock_waits: samples.iter().map(|s| s.lock_waits).sum::<Option<u64>>(),
    })
}

/// Returns a row for every engine and number of threads with a sample; empty for other comparisons.
pub fn rows(record: &Record) -> Vec<ScalingRow> {
    record.engines.iter().filter_map(|engine| row(record, engine)).collect()
}

fn row(record: &Record, engine: &EngineRecord) -> Option<ScalingRow> {
    let threads = engine.threads?;
    let alone = engine.paired_with.as_ref().unwrap_or(&engine.name);
    let both = |w: &Workload| {
        let mean_of = |name| position_mean(record, name, w);
        Some((mean_of(alone)?, mean_of(&engine.name)?))
    };
    let pairs: Vec<_> = record.workloads.iter().filter_map(both).collect();
    if pairs.is_empty() {
        return None;
    }
    let estimate = record.settings.processors.is_some_and(|there| threads > there);
    let mean = |ratio: fn(&PositionMean, &PositionMean) -> f64| {
        let ratios: Vec<f64> = pairs.iter().map(|(one, many)| ratio(one, many)).collect();
        GeometricMean::new(&ratios, SEED)
    };
    let timed = |ratio| if estimate { None } else { mean(ratio) };
    let waits = pairs.iter().map(|(_, many)| many.lock_waits).sum::<Option<u64>>();
    let own = record.samples.iter().filter(|s| s.engine == engine.name);
    let searched: f64 = own.filter_map(|s| s.nodes).map(|nodes| nodes as f64).sum();
    Some(ScalingRow {
        engine: alone.clone(),
        threads,
        positions: pairs.len(),
        estimate,
        speed: timed(|_, many| many.nodes / many.seconds / 1e6),
        speed_ratio: timed(|one, many| many.nodes / many.seconds * one.seconds / one.nodes),
        time_ratio: timed(|one, many| one.seconds / many.seconds),
        nodes_ratio: mean(|one, many| many.nodes / one.nodes),
        lock_waits: waits.map(|waits| waits as f64 / searched * 1e6),
    })
}

/// Returns an engine once for each of these numbers of threads; several threads are paired with one
/// thread of the same engine.
pub fn over(engine: &EngineRecord, threads: &[u32]) -> impl Iterator<Item = EngineRecord> {
    threads.iter().map(|&threads| EngineRecord {
        name: with_threads(&engine.name, threads),
        threads: Some(threads),
        paired_with: (threads > 1).then(|| engine.name.clone()),
        reference: false,
        ..engine.clone()
    })
}

fn with_threads(engine: &str, threads: u32) -> String {
    if threads == 1 { engine.to_owned() } else { format!("{engine}, {threads} threads") }
}

/// A run over numbers of threads as versions before 0.4 wrote it: a separate kind with the version field
/// `scaling`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct OldScaling {
    started: String,
    complete: bool,
    machine: Machine,
    source: Source,
    processors: u32,
    threads: Vec<u32>,
    seconds: f64,
    rounds: u32,
    hash_mib: u32,
    engines: Vec<EngineRecord>,
    positions: Vec<OldPosition>,
    samples: Vec<OldSample>,
    failures: Vec<FailureRecord>,
    warnings: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OldPosition {
    name: String,
    fen: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OldSample {
    engine: String,
    position: String,
    threads: u32,
    round: u32,
    depth: u32,
    hash_mib: Option<u32>,
    nodes: u64,
    seconds: f64,
    lock_waits: Option<u64>,
    splits: Option<u64>,
}

/// The maximum number of engines, threads and positions read from an old record.
const MOST: usize = 128;

impl From<OldScaling> for Record {
    fn from(old: OldScaling) -> Self {
        let samples = old.samples.iter().map(|s| (s.engine.clone(), s.threads));
        let measured: HashSet<(String, u32)> = samples.collect();
        let is_measured = |e: &EngineRecord, &n: &u32| measured.contains(&(e.name.clone(), n));
        let with_all = |engine: &EngineRecord| {
            let numbers = old.threads.iter().copied().filter(|n| is_measured(engine, n)).take(MOST);
            over(engine, &numbers.collect::<Vec<u32>>()).collect::<Vec<EngineRecord>>()
        };
        let workload = |name: &str, fen: &str| to_depth(name, fen, old.seconds);
        let sample = |(place, s): (usize, OldSample)| Sample {
            engine: with_threads(&s.engine, s.threads),
            workload: workload(&s.position, "").name,
            block: s.round,
            position: place as u32,
            repeats: 1,
            nodes: Some(s.nodes),
            seconds: s.seconds,
            depth: Some(s.depth),
            hash_mib: s.hash_mib,
            lock_waits: s.lock_waits,
            splits: s.splits,
            ..Sample::default()
        };
        let failure = |f: FailureRecord| FailureRecord {
            workload: f.workload.map(|name| workload(&name, "").name),
            ..f
        };
        let mut record = Self {
            schema: SCHEMA,
            started: old.started,
            complete: old.complete,
            settings: CompareSettings {
                mode: THREADS.to_owned(),
                rounds: old.rounds,
                seconds: old.seconds,
                hash_mib: old.hash_mib,
                threads: old.threads.iter().copied().max().unwrap_or(1),
                processors: Some(old.processors),
                clock: WALL.to_owned(),
                ..CompareSettings::default()
            },
            machine: old.machine,
            source: old.source,
            engines: old.engines.iter().flat_map(with_all).take(MOST).collect(),
            workloads: old.positions.iter().take(MOST).map(|p| workload(&p.name, &p.fen)).collect(),
            samples: old.samples.into_iter().enumerate().map(sample).collect(),
            failures: old.failures.into_iter().map(failure).collect(),
            warnings: old.warnings,
            ..Self::default()
        };
        summarize(&mut record);
        record
    }
}
