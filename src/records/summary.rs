//! Figures from a record's raw samples: rows (one per engine and workload), ratios, and warnings.

mod clock;
mod costs;
mod overall;
mod sharing;

pub use clock::{PROCESSOR, SpeedBasis, WALL, is_by_processor, nodes_per_second, speed_basis};
pub use costs::{NodeCost, node_costs, peak_memory};
pub use overall::{BlockMeans, Overall, block_means, log_speeds, overall};
pub use sharing::{SharingCost, unlike as unlike_costs};

use clock::speed;

use overall::differences;

use super::estimate::Estimator;
use super::record::{
    CyclesFrom, EngineRecord, Pairing, Protocol, Ratio, RatioResult, Record, Sample, Spread,
    Summary, Workload,
};
use super::stats;
use super::workloads::{MATE_IN_7, START};
use nucleus_core::board::BoardType;

/// The relative spread of NPS above which a row gets a warning.
const WIDE: f64 = 0.05;
/// The relative change of the clock between samples above which a row gets a warning.
const CLOCK_MOVED: f64 = 0.03;
/// The load, beyond the engine's own, above which a row gets a warning.
const LOADED: f64 = 0.5;
/// The duration of a command in seconds below which its row gets a warning.
pub const LEAST_RUN: f64 = 0.005;
/// The share of a search's time after its last node count, above which a row gets a warning.
const STALE: f64 = 0.02;

/// The share of its core's time that an engine must have for a sample to be used in a headline.
const FULL_CORE: f64 = 0.95;
/// The duration of a sample in seconds below which its row is marked and not used in a headline:
/// cold caches, a cleared table and the pipe have too much effect.
const SHORT: f64 = 0.05;

/// The rebuilds per node on the paper's positions below which a row of ours gets a warning. Stale
/// cells, which are not rebuilt, would make the engine faster, but it would be a different engine.
const LIVE: [(&str, f64); 2] = [(START, 0.9), (MATE_IN_7, 0.75)];

/// Recomputes all rows and results from the samples.
pub fn summarize(record: &mut Record) {
    let mut summaries = Vec::new();
    for workload in &record.workloads {
        let speed = speed(record, &workload.name);
        for engine in &record.engines {
            let samples = samples_of(record, &engine.name, &workload.name);
            if !samples.is_empty() {
                summaries.push(row(record, workload, &engine.name, &samples, speed));
            }
        }
    }
    record.summaries = summaries;
    record.results = results(record);
}

/// Returns the ratio of every engine to the first, over all workloads.
fn results(record: &Record) -> Vec<RatioResult> {
    let Some((first, others)) = record.engines.split_first() else { return Vec::new() };
    if record.settings.pairing.is_none() {
        return Vec::new();
    }
    let result = |engine: &EngineRecord| {
        let Overall { ratio, workloads } = overall(record, &engine.name, &first.name)?;
        let verdict = match (ratio.low, ratio.high) {
            (Some(low), _) if low > 1.0 => "faster",
            (_, Some(high)) if high < 1.0 => "slower",
            (Some(_), Some(_)) => "no difference shown",
            _ => "no interval",
        };
        let (engine, verdict) = (engine.name.clone(), verdict.to_owned());
        Some(RatioResult { engine, workloads: workloads as u32, ratio, verdict })
    };
    others.iter().filter_map(result).collect()
}

/// Returns an engine's samples on a workload after the warm-up, with their indices in the record.
fn samples_of<'a>(record: &'a Record, engine: &str, workload: &str) -> Vec<(usize, &'a Sample)> {
    let mine = |s: &Sample| !s.warmup && s.engine == engine && s.workload == workload;
    record.samples.iter().enumerate().filter(|(_, s)| mine(s)).collect()
}

type Speed = fn(&Sample) -> Option<f64>;

/// Returns the mean log speed of an engine in each block, in block order.
fn block_logs(samples: &[(usize, &Sample)], speed: Speed) -> Vec<(u32, f64)> {
    let mut blocks: Vec<(u32, f64, u32)> = Vec::new();
    for (_, sample) in samples {
        let Some(nps) = speed(sample).filter(|&nps| nps > 0.0) else { continue };
        match blocks.iter_mut().find(|b| b.0 == sample.block) {
            Some(block) => {
                block.1 += nps.ln();
                block.2 += 1;
            }
            None => blocks.push((sample.block, nps.ln(), 1)),
        }
    }
    blocks.sort_by_key(|b| b.0);
    blocks.into_iter().map(|(block, sum, n)| (block, sum / f64::from(n))).collect()
}

/// Returns the log speeds of an engine in each block, from which ratios are taken, in block order.
/// In a duet they are relative to the first engine's speed in the same rounds, so that the ratio of
/// two other engines does not depend on when they ran; the first engine's own are 0.
fn paired_logs(record: &Record, workload: &str, engine: &str, speed: Speed) -> Vec<(u32, f64)> {
    let samples = samples_of(record, engine, workload);
    let logs = block_logs(&samples, speed);
    if samples.iter().all(|(_, sample)| sample.duet_with.is_none()) {
        return logs;
    }
    let first = record.engines.first().map_or("", |engine| engine.name.as_str());
    if engine == first {
        return logs.into_iter().map(|(block, _)| (block, 0.0)).collect();
    }
    let mut theirs = samples_of(record, first, workload);
    theirs.retain(|(_, sample)| sample.duet_with.as_deref() == Some(engine));
    differences(&logs, &block_logs(&theirs, speed))
}

/// Returns the name of the copy with which the first of several commits also runs in a duet.
pub fn copy_of(name: &str) -> String {
    format!("{name} (copy)")
}

/// Returns the log speeds of the first engine's copy relative to the first engine in each block;
/// `None` if it has no copy.
fn beside_a_copy(
    record: &Record,
    workload: &str,
    engine: &str,
    speed: Speed,
) -> Option<Vec<(u32, f64)>> {
    let samples = samples_of(record, engine, workload);
    let [copy, own] = [engine.to_owned(), copy_of(engine)].map(|other| {
        let mut samples = samples.clone();
        samples.retain(|(_, sample)| sample.duet_with.as_deref() == Some(&*other));
        block_logs(&samples, speed)
    });
    Some(differences(&copy, &own)).filter(|logs| !logs.is_empty())
}

fn row(
    record: &Record,
    workload: &Workload,
    engine: &str,
    samples: &[(usize, &Sample)],
    speed: Speed,
) -> Summary {
    let seed = record.settings.seed;
    let logs = block_logs(samples, speed);
    let means: Vec<f64> = logs.iter().map(|b| b.1.exp()).collect();
    let nps: Vec<f64> = values(samples, speed);
    let seconds = values(samples, |s| Some(s.seconds / f64::from(s.repeats.max(1))));
    let searches = values(samples, |s| Some(s.nodes? as f64 / f64::from(s.repeats.max(1))));
    let (cycles_per_node, cycles_from) = cycles(samples, busy_threads(record, workload, engine));
    let counter = |get: fn(&super::record::SampleCounters) -> Option<u64>| {
        per_node(samples, |s| s.counters.as_ref().and_then(get))
    };
    let instructions_per_node = counter(|c| c.instructions);
    let ipc = stats::median(&values(samples, |s| {
        let counters = s.counters.as_ref()?;
        Some(counters.instructions? as f64 / counters.cycles? as f64)
    }));
    let marked = stats::outliers(&values(samples, |s| speed(s).or(Some(0.0))));
    Summary {
        engine: engine.to_owned(),
        workload: workload.name.clone(),
        samples: samples.len() as u32,
        nps: stats::spread(&nps, &means, seed),
        seconds: stats::spread(&seconds, &[], seed),
        nodes: same_nodes(samples),
        nodes_median: stats::median(&searches),
        right: samples.iter().filter_map(|s| s.1.right).reduce(|a, b| a && b),
        ratios: ratios(record, &workload.name, engine, speed),
        cycles_per_node,
        cycles_from,
        instructions_per_node,
        branches_per_node: counter(|c| c.branches),
        branch_misses_per_node: counter(|c| c.branch_misses),
        cache_misses_per_node: counter(|c| c.cache_misses),
        ipc,
        clock_ghz: stats::median(&values(samples, Sample::clock_ghz)),
        rebuilds_per_node: per_node(samples, |s| s.rebuilds),
        evals_per_node: per_node(samples, |s| s.evals),
        nps_to_mate: stats::median(&values(samples, |s| {
            Some(s.nodes_to_mate? as f64 / s.seconds_to_mate.filter(|&t| t > 0.0)?)
        })),
        nodes_after_mate: stats::median(&values(samples, |s| {
            Some(s.nodes_after_mate()? as f64 / f64::from(s.repeats.max(1)))
        })),
        outliers: marked.into_iter().filter_map(|i| samples.get(i).map(|s| s.0)).collect(),
        warnings: {
            let mut warnings = warnings(record, workload, engine, samples, &nps);
            warnings.extend(stale_cells(record, workload, engine, samples));
            warnings
        },
    }
}

fn values(samples: &[(usize, &Sample)], get: impl Fn(&Sample) -> Option<f64>) -> Vec<f64> {
    samples.iter().filter_map(|(_, s)| get(s)).filter(|v| v.is_finite()).collect()
}

fn per_node(samples: &[(usize, &Sample)], get: impl Fn(&Sample) -> Option<u64>) -> Option<f64> {
    stats::median(&values(samples, |s| Some(get(s)? as f64 / s.nodes.filter(|&n| n > 0)? as f64)))
}

/// Returns `true` if two programs shared a processor in this run.
pub(crate) fn is_duet(record: &Record) -> bool {
    record.settings.pairing == Some(Pairing::Duet)
}

/// Returns the number of an engine's threads that run at the same time; perft has one.
fn busy_threads(record: &Record, workload: &Workload, engine: &str) -> u32 {
    let own = record.engine(engine).and_then(|engine| engine.threads);
    let threads = own.unwrap_or(record.settings.threads).max(1);
    let threads = threads.min(record.settings.processors.unwrap_or(threads));
    if workload.protocol == Protocol::Perft { 1 } else { threads }
}

/// Returns the cycles per node: the hardware's if every sample has them, otherwise all estimated.
fn cycles(samples: &[(usize, &Sample)], threads: u32) -> (Option<f64>, Option<CyclesFrom>) {
    let counted = per_node(samples, |s| s.counters.as_ref()?.cycles);
    let all = samples.iter().all(|(_, s)| s.counters.as_ref().is_some_and(|c| c.cycles.is_some()));
    if let (true, Some(counted)) = (all, counted) {
        return (Some(counted), Some(CyclesFrom::Counter));
    }
    let times = |s: &Sample| s.counters.as_ref().is_some_and(|c| c.task_nanoseconds.is_some());
    if threads > 1 && !samples.iter().all(|(_, s)| times(s)) {
        // Wall time does not measure the work of several threads.
        return (None, None);
    }
    let estimate = stats::median(&values(samples, |s| {
        let nodes = s.nodes.filter(|&n| n > 0)? as f64;
        Some(s.busy_seconds() * s.clock_ghz()? * 1e9 / nodes)
    }));
    (estimate, estimate.map(|_| CyclesFrom::Clock))
}

/// Returns the nodes per search, if every search had the same number.
fn same_nodes(samples: &[(usize, &Sample)]) -> Option<u64> {
    let mut all = samples.iter().map(|(_, s)| {
        let repeats = u64::from(s.repeats.max(1));
        s.nodes.filter(|n| !s.nodes_vary && n % repeats == 0).map(|n| n / repeats)
    });
    let first = all.next()??;
    all.all(|n| n == Some(first)).then_some(first)
}

/// Returns the ratios of an engine: to its pair if it has one; otherwise of ours to every reference, and of a
/// reference to the first one.
fn ratios(record: &Record, workload: &str, engine: &str, speed: Speed) -> Vec<Ratio> {
    let mine = record.engine(engine);
    if let Some(other) = mine.and_then(|e| e.paired_with.as_ref()) {
        return ratio(record, workload, [engine, other], speed).into_iter().collect();
    }
    let references = record.engines.iter().filter(|e| e.reference);
    let all = mine.is_some_and(|e| e.ours);
    references
        .take(if all { usize::MAX } else { 1 })
        .filter(|reference| reference.name != engine)
        .filter_map(|reference| ratio(record, workload, [engine, &reference.name], speed))
        .collect()
}

/// Returns the ratio of an engine to another on a workload, computed from the record's samples.
pub fn between(record: &Record, workload: &str, engines: [&str; 2]) -> Option<Ratio> {
    ratio(record, workload, engines, speed(record, workload))
}

/// Returns the ratio by wall time, regardless of the record's clock.
pub fn between_walls(record: &Record, workload: &str, engines: [&str; 2]) -> Option<Ratio> {
    ratio(record, workload, engines, Sample::nps)
}

/// Returns the ratio by processor time, which other processes on the core do not affect; `None`
/// unless every sample has a processor time.
pub fn between_tasks(record: &Record, workload: &str, engines: [&str; 2]) -> Option<Ratio> {
    tells_tasks(record, workload, engines)
        .then(|| ratio(record, workload, engines, Sample::task_nps))?
}

/// Returns `true` if every sample of these engines has a processor time.
fn tells_tasks(record: &Record, workload: &str, engines: [&str; 2]) -> bool {
    let known =
        |name| samples_of(record, name, workload).iter().all(|(_, s)| s.task_nps().is_some());
    engines.into_iter().all(known)
}

/// Returns the ratio of one engine to another in each block that both completed, from which
/// [`between`] estimates it.
pub fn block_ratios(record: &Record, workload: &str, engines: [&str; 2]) -> Vec<f64> {
    ratios_by_block(record, workload, engines, speed(record, workload))
}

/// Returns the ratios of the blocks by processor time; `None` unless every sample has one.
pub fn block_task_ratios(record: &Record, workload: &str, engines: [&str; 2]) -> Option<Vec<f64>> {
    tells_tasks(record, workload, engines)
        .then(|| ratios_by_block(record, workload, engines, Sample::task_nps))
}

fn ratios_by_block(record: &Record, workload: &str, engines: [&str; 2], speed: Speed) -> Vec<f64> {
    let [mine, theirs] = engines.map(|name| paired_logs(record, workload, name, speed));
    differences(&mine, &theirs).into_iter().map(|(_, log)| log.exp()).collect()
}

fn ratio(record: &Record, workload: &str, engines: [&str; 2], speed: Speed) -> Option<Ratio> {
    let ratios = ratios_by_block(record, workload, engines, speed);
    let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    estimated(record, engines[1], &logs)
}

/// Returns the ratio to a reference from the blocks' log-ratios.
fn estimated(record: &Record, reference: &str, blocks: &[f64]) -> Option<Ratio> {
    let estimate = Estimator::from_record(record).estimate(blocks)?;
    Some(Ratio {
        reference: reference.to_owned(),
        ratio: estimate.ratio,
        low: estimate.interval.map(|i| i.0),
        high: estimate.interval.map(|i| i.1),
        faster: estimate.faster,
        blocks: blocks.len() as u32,
        generic: record.engine(reference).is_some_and(|e| e.generic == Some(true)),
    })
}

fn warnings(
    record: &Record,
    workload: &Workload,
    engine: &str,
    samples: &[(usize, &Sample)],
    nps: &[f64],
) -> Vec<String> {
    let mut warnings = Vec::new();
    let is_command = workload.protocol == Protocol::Command;
    let Spread { spread, median, .. } = stats::spread(nps, &[], 0).unwrap_or_default();
    // Searches to a depth alternate between two table sizes; only means over positions are reported.
    if spread > WIDE && workload.protocol != Protocol::Depth {
        let of = if is_command { "" } else { "NPS " };
        warnings.push(format!("{of}spread {:.1} %, above 5 %", spread * 100.0));
    }
    let by_time = is_command && samples.iter().all(|(_, s)| s.metric.is_none());
    if by_time && 1.0 / median < LEAST_RUN {
        let (ms, least) = (1e3 / median, LEAST_RUN * 1e3);
        warnings.push(format!("a run is too short: {ms:.2} ms, below {least:.0} ms"));
    }
    let clocks: Vec<f64> = samples
        .iter()
        .flat_map(|(_, s)| [s.clock_ghz_before, s.clock_ghz_after])
        .flatten()
        .collect();
    let (low, high) = clocks.iter().fold((f64::MAX, 0.0_f64), |(l, h), &c| (l.min(c), h.max(c)));
    if high > low * (1.0 + CLOCK_MOVED) {
        warnings.push(format!("the core clock moved, {low:.2} to {high:.2} GHz"));
    }
    let processors = f64::from(record.machine.threads.unwrap_or(1));
    let load = samples.iter().filter_map(|(_, s)| s.load).fold(0.0, f64::max);
    let own = record.settings.threads.max(1) + u32::from(is_duet(record));
    if load > f64::from(own) + LOADED * (processors - 1.0).max(1.0) {
        warnings.push(format!("the load was {load:.1} on {processors:.0} processors"));
    }
    let timed = workload.limit.contains("movetime");
    let fixed = ["depth", "perft", "bench"].iter().any(|word| workload.limit.starts_with(word));
    if fixed && !timed && same_nodes(samples).is_none() {
        warnings.push("the node count changes from run to run".to_owned());
    }
    if samples.iter().any(|(_, s)| s.right == Some(false)) {
        warnings.push("an answer was wrong".to_owned());
    }
    if samples.iter().any(|(_, s)| s.counters.as_ref().is_some_and(|c| c.running < 1.0)) {
        warnings.push("counters were multiplexed, and are scaled".to_owned());
    }
    let stale = |s: &Sample| Some(1.0 - s.nodes_seconds? / s.seconds);
    let oldest = values(samples, stale).into_iter().fold(0.0, f64::max);
    if oldest > STALE && timed {
        warnings.push(format!(
            "the last node count came {:.0} % of the time before the end: NPS is too low",
            oldest * 100.0
        ));
    }
    let threads = f64::from(busy_threads(record, workload, engine));
    let share = least_core_share(samples, threads).unwrap_or(1.0);
    // A command may wait for something else than a processor.
    if share < FULL_CORE && !is_duet(record) && !is_command {
        warnings.push(format!(
            "another process took the core: the engine had {:.0} % of it",
            share * 100.0
        ));
    }
    warnings
}

/// Returns a warning if an engine of ours may have searched with stale cells.
fn stale_cells(
    record: &Record,
    workload: &Workload,
    engine: &str,
    samples: &[(usize, &Sample)],
) -> Option<String> {
    // Under `--self-check` any engine may be marked as ours, but only ours has a level. The magic board has
    // no cells, and axon32 computes influence only on demand.
    let ours = record.engine(engine).is_some_and(|e| {
        let lazy = [BoardType::Magic, BoardType::Axon32].map(BoardType::name);
        e.ours && e.level.is_some() && !e.board.as_deref().is_some_and(|b| lazy.contains(&b))
    });
    if !ours || workload.protocol == Protocol::Perft {
        return None;
    }
    if samples.iter().any(|(_, s)| s.rebuilds.is_none() || s.evals.is_none()) {
        return Some("it did not report its rebuilds and evaluations in every search".to_owned());
    }
    let position = |fen: &str| fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    let (_, least) = LIVE.iter().find(|(fen, _)| position(fen) == position(&workload.fen))?;
    let rebuilds = per_node(samples, |s| s.rebuilds)?;
    (rebuilds < *least)
        .then(|| format!("{rebuilds:.3} rebuilds per node, below {least}: stale cells"))
}

/// The maximum number of engines whose signatures are listed.
const MOST_NAMED: usize = 4;

/// Returns the smallest share of its processors that an engine had in a sample longer than 0.1 s.
fn least_core_share(samples: &[(usize, &Sample)], threads: f64) -> Option<f64> {
    let long = |s: &Sample| (s.seconds > 0.1).then(|| s.processor_share()).flatten();
    values(samples, |s| Some(long(s)? / threads)).into_iter().reduce(f64::min)
}

/// Returns `true` in a duet, or if a workload's samples above 0.1 s had at least 95 % of a core.
pub fn had_the_core(record: &Record, workload: &Workload) -> bool {
    is_duet(record)
        || record.engines.iter().all(|engine| {
            let samples = samples_of(record, &engine.name, &workload.name);
            let threads = f64::from(busy_threads(record, workload, &engine.name));
            least_core_share(&samples, threads).is_none_or(|share| share >= FULL_CORE)
        })
}

/// Returns `true` if the median sample of one of these engines on a workload took less than 50 ms.
pub fn is_short<'a>(
    record: &Record,
    workload: &str,
    engines: impl IntoIterator<Item = &'a str>,
) -> bool {
    let seconds = |engine| {
        stats::median(&values(&samples_of(record, engine, workload), |sample| Some(sample.seconds)))
    };
    engines.into_iter().filter_map(seconds).any(|seconds| seconds < SHORT)
}

/// The effort of a search until it first reported the expected mate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeToMate {
    /// The median number of nodes.
    pub nodes: f64,
    /// The median wall time in seconds.
    pub seconds: f64,
}

/// Returns an engine's time to the mate of a workload; `None` if no search reported it.
pub fn time_to_mate(record: &Record, workload: &str, engine: &str) -> Option<TimeToMate> {
    let samples = samples_of(record, engine, workload);
    let of_a_search = |total: f64, sample: &Sample| total / f64::from(sample.repeats.max(1));
    let nodes = values(&samples, |s| Some(of_a_search(s.nodes_to_mate? as f64, s)));
    let seconds = values(&samples, |s| Some(of_a_search(s.seconds_to_mate?, s)));
    Some(TimeToMate { nodes: stats::median(&nodes)?, seconds: stats::median(&seconds)? })
}

/// Returns a warning if the engines' benches have different numbers of nodes: they search different
/// trees, so their times are not a question of speed alone.
pub fn signatures_that_differ(record: &Record) -> Option<String> {
    let benches = record.workloads.iter().filter(|w| w.protocol == Protocol::Bench);
    for workload in benches {
        let mut counts: Vec<(&str, u64)> = Vec::new();
        for engine in &record.engines {
            let row = record.summary(&engine.name, &workload.name);
            counts.extend(row.and_then(|row| row.nodes).map(|nodes| (engine.name.as_str(), nodes)));
        }
        if counts.windows(2).any(|pair| pair[0].1 != pair[1].1) {
            let all: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
            let mut different: Vec<u64> = counts.iter().map(|&(_, nodes)| nodes).collect();
            different.sort_unstable();
            different.dedup();
            let which = if all.len() <= MOST_NAMED {
                all.join(", ")
            } else {
                format!("{} of {} engines", different.len(), all.len())
            };
            return Some(format!("BENCH SIGNATURES DIFFER: {which}"));
        }
    }
    None
}
