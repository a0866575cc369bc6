//! One sample of an engine on a workload: a search, repeated searches, a search of each position of
//! a set, or a perft.

use std::time::{Duration, Instant};

use super::engine::{Engine, Search};
use super::fault::{Fault, FaultKind};
use super::kept_limits::KeptLimits;
use super::uci_line::{UciScore, looks_like_move};
use super::{clock, load};
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen;
use nucleus_core::notation::uci_move;
use nucleus_records::record::{Protocol, Sample, SampleCounters, SamplePart, Workload};

/// The number of nodes per second and thread above which a count is implausible.
const IMPOSSIBLE_NPS: f64 = 1e10;
/// The number of rebuilds or evaluations per node above which a count is implausible.
const IMPOSSIBLE_COUNTS: u64 = 100;
/// The number of nodes added for [`IMPOSSIBLE_COUNTS`], so that a search of one or two nodes has
/// room for its root.
const COUNTS_SLACK: u64 = 10;
/// The maximum number of searches of a sustained sample.
const MAX_REPEATS: u32 = 10_000;

/// The options of a sample.
#[derive(Debug, Clone, Copy)]
pub struct SampleOptions {
    /// The minimum length of a sustained sample and the exact length of a timed one, in seconds.
    pub seconds: f64,
    /// The time in seconds after which a search to a fixed depth is aborted.
    pub give_up: f64,
    /// The processor that the engine is pinned to.
    pub core: Option<u32>,
    /// The number of search threads of the engine.
    pub threads: u32,
    /// The limits that the engine keeps.
    pub limits: KeptLimits,
    /// `true` if another program shares the processor, whose clock is then not measured.
    pub in_company: bool,
}

impl SampleOptions {
    /// Returns the processor's clock in GHz, unless another program runs on it.
    fn clock_ghz(&self) -> Option<f64> {
        (!self.in_company).then(|| clock::measure_ghz(self.core))
    }
}

/// The length of the warm-up search of a new process, in milliseconds.
const WARM_UP_MS: f64 = 100.0;
/// The time in seconds after which the warm-up search is stopped.
const WARM_UP_PATIENCE: f64 = 1.0;

/// Runs a short uncounted search, so that a new process has its code, network and table in memory when
/// it is measured. Perft needs only the code, and begins with a short perft, so it is not warmed up.
///
/// # Errors
/// If the engine fails in any way; having to be stopped is no failure.
pub fn warm_up(engine: &mut Engine, workload: &Workload, limits: KeptLimits) -> Result<(), Fault> {
    let timed = limits.time.map(|time| time.go(WARM_UP_MS));
    let Some(limit) = timed.or_else(|| limits.short(WARM_UP_MS)) else { return Ok(()) };
    if workload.protocol == Protocol::Perft {
        return Ok(());
    }
    engine.set_up(Some(&workload.fen))?;
    let timeouts = Duration::from_secs_f64(WARM_UP_PATIENCE);
    match engine.go(&limit, timeouts, |_, _| {}) {
        Err(error) if error.kind == FaultKind::TooSlow => Ok(()),
        other => other.map(drop),
    }
}

/// Measures one sample.
///
/// # Errors
/// If the engine fails in any way.
pub fn sample(
    engine: &mut Engine,
    workload: &Workload,
    options: &SampleOptions,
) -> Result<Sample, Fault> {
    let mut sample = Sample {
        load: load::average(),
        clock_ghz_before: options.clock_ghz(),
        ..Sample::default()
    };
    match workload.protocol {
        Protocol::Perft => perft(engine, workload, options, &mut sample)?,
        Protocol::Set => set(engine, workload, options, &mut sample)?,
        Protocol::Sustained => {
            let begin = Instant::now();
            // Clearing the state is not counted, but must not take forever either.
            let end = begin + Duration::from_secs_f64(options.seconds * 4.0 + 1.0);
            while sample.repeats == 0
                || (sample.seconds < options.seconds
                    && sample.repeats < MAX_REPEATS
                    && Instant::now() < end)
            {
                search(engine, workload, &workload.fen, options, &mut sample)?;
            }
        }
        _ => search(engine, workload, &workload.fen, options, &mut sample)?,
    }
    sample.clock_ghz_after = options.clock_ghz();
    sample.peak_memory_bytes = engine.peak_memory();
    Ok(sample)
}

/// Searches each position of a set once.
fn set(
    engine: &mut Engine,
    workload: &Workload,
    options: &SampleOptions,
    sample: &mut Sample,
) -> Result<(), Fault> {
    if workload.fens.is_empty() {
        return Err(Fault::new(FaultKind::Unsupported, "a set without a position"));
    }
    let spent = |sample: &Sample| sample.counters.as_ref().and_then(|c| c.task_nanoseconds);
    for (index, fen) in workload.fens.iter().enumerate() {
        let before = (sample.nodes.unwrap_or(0), sample.seconds, spent(sample));
        search(engine, workload, fen, options, sample)?;
        let first = (index == 0).then_some(0);
        sample.parts.push(SamplePart {
            nodes: sample.nodes.unwrap_or(0).saturating_sub(before.0),
            seconds: sample.seconds - before.1,
            task_nanoseconds: spent(sample).zip(before.2.or(first)).map(|(now, then)| now - then),
        });
    }
    // A pass over the set is one repeat, and the positions have different node counts.
    (sample.repeats, sample.nodes_vary) = (1, false);
    Ok(())
}

/// Runs one search from a cleared state and adds it to the sample.
fn search(
    engine: &mut Engine,
    workload: &Workload,
    fen: &str,
    options: &SampleOptions,
    sample: &mut Sample,
) -> Result<(), Fault> {
    engine.set_up(Some(fen))?;
    let timed = workload.protocol == Protocol::Timed;
    let limit = limit(workload, options);
    let timeouts = if timed { options.seconds * 1.5 + 5.0 } else { options.give_up };
    let mut to_mate = None;
    let by_time = timed || workload.limit.starts_with("movetime");
    let mut search = engine.go(&limit, Duration::from_secs_f64(timeouts), |info, seconds| {
        if let (None, Some(mate), Some(nodes)) = (to_mate, workload.mate, info.nodes)
            && info.score == Some(UciScore::Mate(mate))
            && !info.is_bound
        {
            to_mate = Some((nodes, seconds));
        }
    })?;
    check(&search, fen, options.threads)?;
    if by_time || options.in_company {
        search.end_at_last_count();
    }
    add(sample, &search, to_mate)?;
    if let Some(right) = right(workload, &search) {
        sample.right = Some(sample.right.unwrap_or(true) && right);
    }
    Ok(())
}

/// Returns the arguments of `go`.
fn limit(workload: &Workload, options: &SampleOptions) -> String {
    let limit = if workload.protocol == Protocol::Timed {
        // Samples of a reduced run are shorter than the workload's limit.
        format!("movetime {}", (options.seconds * 1e3).round().max(1.0) as u64)
    } else {
        workload.limit.clone()
    };
    options.limits.go(&limit).unwrap_or(limit)
}

/// Returns the seconds of a workload's `movetime`; `None` without one, or if they are the plan's.
pub fn own_seconds(workload: &Workload, planned: f64) -> Option<f64> {
    let ms: f64 = workload.limit.strip_prefix("movetime ")?.trim().parse().ok()?;
    ((ms / 1e3 - planned).abs() > 0.001).then_some(ms / 1e3)
}

/// Repeats a workload's searches, uncounted, until `enough` returns `true`.
///
/// # Errors
/// If the engine fails, or does not end its search.
pub fn fill(
    engine: &mut Engine,
    workload: &Workload,
    options: &SampleOptions,
    enough: &dyn Fn() -> bool,
) -> Result<(), Fault> {
    let fens =
        if workload.fens.is_empty() { std::slice::from_ref(&workload.fen) } else { &workload.fens };
    for fen in fens.iter().cycle() {
        if enough() {
            break;
        }
        engine.set_up(Some(fen))?;
        engine.search_until(&limit(workload, options), enough)?;
    }
    Ok(())
}

/// Returns `true` if an engine can have searched this number of nodes in this time.
pub fn is_possible(nodes: u64, seconds: f64, threads: u32) -> bool {
    nodes as f64 <= seconds * IMPOSSIBLE_NPS * f64::from(threads.max(1))
}

/// Returns the legal moves of a position in UCI notation; `None` if the FEN is not valid.
pub fn legal_moves(fen: &str) -> Option<Vec<String>> {
    let board = MatrixBoard::new(&Setup::from_fen(fen).ok()?, portable::Token);
    let list = movegen::legal_moves(&board);
    Some(list.iter().map(|&chess_move| uci_move::format(&board, chess_move)).collect())
}

/// Checks that the answer is plausible.
fn check(search: &Search, fen: &str, threads: u32) -> Result<(), Fault> {
    let best = search.bestmove.as_str();
    let is_move = match legal_moves(fen).as_deref() {
        Some([]) => matches!(best, "(none)" | "0000"),
        Some(legal) => legal.iter().any(|m| m == best),
        None => looks_like_move(best) && best != "0000",
    };
    if !is_move {
        let best: String = best.chars().take(40).collect();
        let message = format!("its best move `{best}` is not a legal move of the position");
        return Err(Fault::new(FaultKind::IllegalMove, message));
    }
    if let Some(message) = &search.nodes_fault {
        return Err(Fault::new(FaultKind::AbsurdNodes, message.clone()));
    }
    let seconds = search.seconds;
    let (kind, message) = match search.nodes {
        None => (FaultKind::NoNodes, "it reported no node count, so it has no NPS".to_owned()),
        // Some engines count in large steps, so that a short search has 0 nodes.
        Some(0) => {
            let message = format!("it reported 0 nodes of {seconds:.3} s, so it has no NPS");
            (FaultKind::NoNodes, message)
        }
        Some(nodes) if !is_possible(nodes, seconds, threads) => {
            (FaultKind::AbsurdNodes, format!("{nodes} nodes in {seconds:.6} s are impossible"))
        }
        Some(nodes) => return check_counts(search, nodes),
    };
    Err(Fault::new(kind, message))
}

/// Checks that the counts of rebuilds and evaluations are plausible for this number of nodes.
fn check_counts(search: &Search, nodes: u64) -> Result<(), Fault> {
    let absurd = |message| Err(Fault::new(FaultKind::AbsurdCounts, message));
    if let Some(message) = &search.counts_fault {
        return absurd(message.clone());
    }
    let most = nodes.saturating_add(COUNTS_SLACK).saturating_mul(IMPOSSIBLE_COUNTS);
    for (what, count) in [("rebuilds", search.rebuilds), ("evals", search.evals)] {
        if let Some(count) = count.filter(|&count| count > most) {
            return absurd(format!("{what} {count} in {nodes} nodes is impossible"));
        }
    }
    Ok(())
}

/// Returns `true` if the answer is the expected one. `None` if the workload expects none, or if
/// time ran out before the mate was found, which is a missing answer rather than a wrong one.
fn right(workload: &Workload, search: &Search) -> Option<bool> {
    if workload.best.is_empty() && workload.mate.is_none() {
        return None;
    }
    let found = match (workload.mate, search.score) {
        (Some(mate), Some(UciScore::Mate(found))) => found <= mate,
        (Some(_), _) => false,
        (None, _) => true,
    };
    if workload.limit.contains("movetime") && !found {
        return None;
    }
    let best = workload.best.is_empty() || workload.best.contains(&search.bestmove);
    let mate = workload.mate.is_none_or(|mate| search.score == Some(UciScore::Mate(mate)));
    Some(best && mate)
}

/// Adds a search to the sample.
///
/// # Errors
/// If a sum of the engine's counts overflows.
fn add(sample: &mut Sample, search: &Search, to_mate: Option<(u64, f64)>) -> Result<(), Fault> {
    let nodes = search.nodes.unwrap_or(0);
    if sample.repeats > 0 && sample.nodes != nodes.checked_mul(u64::from(sample.repeats)) {
        sample.nodes_vary = true;
    }
    let first = sample.repeats == 0;
    sample.repeats += 1;
    sample.seconds += search.seconds;
    let nodes_fault = || Fault::new(FaultKind::AbsurdNodes, "too many nodes to add up");
    let counts_fault =
        || Fault::new(FaultKind::AbsurdCounts, "too many rebuilds or evaluations to add up");
    let to_mate_nodes = to_mate.map(|(nodes, _)| nodes);
    let nodes = [(&mut sample.nodes, search.nodes), (&mut sample.nodes_to_mate, to_mate_nodes)];
    sum_counts(first, nodes).ok_or_else(nodes_fault)?;
    let counts = [
        (&mut sample.rebuilds, search.rebuilds),
        (&mut sample.evals, search.evals),
        (&mut sample.lock_waits, search.lock_waits),
        (&mut sample.splits, search.splits),
    ];
    sum_counts(first, counts).ok_or_else(counts_fault)?;
    sum(first, &mut sample.nodes_seconds, search.nodes_seconds);
    sum(first, &mut sample.seconds_to_mate, to_mate.map(|m| m.1));
    sum(first, &mut sample.engine_seconds, search.time_ms.map(|ms| ms as f64 / 1e3));
    add_counters(first, &mut sample.counters, search.counters.as_ref());
    sample.depth = search.depth;
    (sample.score_cp, sample.score_mate) = match search.score {
        Some(UciScore::Cp(cp)) => (Some(cp), None),
        Some(UciScore::Mate(mate)) => (None, Some(mate)),
        None => (None, None),
    };
    sample.bestmove = Some(search.bestmove.clone());
    sample.pv.clone_from(&search.pv);
    Ok(())
}

/// Adds a value; the sum is `None` unless every repeat has one.
fn sum(first: bool, total: &mut Option<f64>, value: Option<f64>) {
    let zero = first.then_some(0.0);
    *total = total.or(zero).zip(value).map(|(total, value)| total + value);
}

/// Adds counts; returns `None` if a sum overflows.
#[must_use]
fn sum_counts<const N: usize>(
    first: bool,
    counts: [(&mut Option<u64>, Option<u64>); N],
) -> Option<()> {
    for (total, value) in counts {
        let sum = total.or(first.then_some(0)).zip(value);
        *total = sum.map(|(total, value)| total.checked_add(value).ok_or(())).transpose().ok()?;
    }
    Some(())
}

fn add_counters(first: bool, total: &mut Option<SampleCounters>, value: Option<&SampleCounters>) {
    *total = match (total.take(), value.cloned()) {
        (None, Some(value)) if first => Some(value),
        (Some(mut total), Some(mut value)) => {
            for (total, value) in total.counts_mut().into_iter().zip(value.counts_mut()) {
                // A hardware count that overflows is dropped, since the engine is not to blame.
                *total = total.zip(*value).and_then(|(total, value)| total.checked_add(value));
            }
            Some(SampleCounters { running: total.running.min(value.running), ..total })
        }
        _ => None,
    };
}

fn perft(
    engine: &mut Engine,
    workload: &Workload,
    options: &SampleOptions,
    sample: &mut Sample,
) -> Result<(), Fault> {
    let depth = workload
        .limit
        .strip_prefix("perft ")
        .and_then(|n| n.trim().parse().ok())
        .ok_or_else(|| Fault::new(FaultKind::Unsupported, "the limit is not perft"))?;
    engine.set_up(Some(&workload.fen))?;
    // A short perft detects an engine without perft before the long wait.
    engine.perft(1, Duration::from_secs(2))?;
    engine.ready()?;
    let perft = engine.perft(depth, Duration::from_secs_f64(options.give_up))?;
    let nodes = perft.nodes.unwrap_or_default();
    if nodes as f64 > perft.seconds * IMPOSSIBLE_NPS * 100.0 {
        let message = format!("{nodes} move paths in {:.6} s are impossible", perft.seconds);
        return Err(Fault::new(FaultKind::AbsurdNodes, message));
    }
    (sample.repeats, sample.nodes, sample.seconds) = (1, perft.nodes, perft.seconds);
    (sample.counters, sample.depth) = (perft.counters, Some(depth));
    sample.right = workload.expected_nodes.map(|expected| expected == nodes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_without_room_for_the_counts_are_the_engines_fault() {
        let search = |nodes, rebuilds| Search {
            nodes: Some(nodes),
            rebuilds: Some(rebuilds),
            evals: Some(1),
            ..Search::default()
        };
        let mut sample = Sample::default();
        add(&mut sample, &search(u64::MAX - 1, 5), None).unwrap();
        let error = add(&mut sample, &search(2, 5), None).unwrap_err();
        assert_eq!(error.kind, FaultKind::AbsurdNodes);
        let mut sample = Sample::default();
        add(&mut sample, &search(1, u64::MAX), None).unwrap();
        let error = add(&mut sample, &search(1, 1), None).unwrap_err();
        assert_eq!(error.kind, FaultKind::AbsurdCounts);
    }
}
