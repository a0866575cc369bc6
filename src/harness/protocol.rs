//! One sample: a search, or a search repeated, of one engine on one workload.

use std::time::{Duration, Instant};

use super::engine::{Engine, Search};
use super::fault::{Fault, FaultKind};
use super::record::{Protocol, Sample, SampleCounters, Workload};
use super::uci_line::{UciScore, looks_like_move};
use super::{clock, load};

/// Nodes a second and thread that no engine reaches; beyond it a count is absurd.
const IMPOSSIBLE_NPS: f64 = 1e10;
/// Rebuilds or evaluations a node that no search needs; beyond it a count is absurd.
const IMPOSSIBLE_COUNTS: u64 = 100;
/// Nodes added for that bound, so that a search of a node or two has room for its root.
const COUNTS_SLACK: u64 = 10;
/// Searches of a sustained sample, at most.
const MAX_REPEATS: u32 = 10_000;

/// What a sample needs to know besides engine and workload.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// Seconds that a sustained sample lasts at least, and a timed one exactly.
    pub seconds: f64,
    /// Seconds after which a search to a fixed depth is given up.
    pub give_up: f64,
    /// The processor that the engine is pinned to.
    pub core: Option<u32>,
    /// Search threads of the engine.
    pub threads: u32,
    /// The legal moves of the position, where they are known.
    pub legal: Option<&'a [String]>,
}

/// Milliseconds that a new process searches before it is measured.
const WARM_UP_MS: u64 = 100;
/// Seconds that it may take for that before it is told to stop.
const WARM_UP_PATIENCE: f64 = 1.0;

/// Searches shortly, for nothing: a new process has its code, its network and its table in memory
/// when it is measured. Perft needs none of these but the code, and asks for a short one itself.
///
/// # Errors
/// When the engine fails in any way; one that has to be stopped does not.
pub fn warm_up(engine: &mut Engine, workload: &Workload) -> Result<(), Fault> {
    if workload.protocol == Protocol::Perft {
        return Ok(());
    }
    engine.new_game()?;
    engine.position(Some(&workload.fen), &[])?;
    engine.ready()?;
    let timeouts = Duration::from_secs_f64(WARM_UP_PATIENCE);
    match engine.go(&format!("movetime {WARM_UP_MS}"), timeouts, |_, _| {}) {
        Err(fault) if fault.kind == FaultKind::TooSlow => Ok(()),
        other => other.map(drop),
    }
}

/// Measures one sample.
///
/// # Errors
/// When the engine fails in any way.
pub fn sample(engine: &mut Engine, workload: &Workload, terms: &Terms) -> Result<Sample, Fault> {
    let mut sample = Sample {
        engine: engine.name().to_owned(),
        workload: workload.name.clone(),
        load: load::average(),
        clock_ghz_before: Some(clock::measure_ghz(terms.core)),
        ..Sample::default()
    };
    match workload.protocol {
        Protocol::Perft => perft(engine, workload, terms, &mut sample)?,
        Protocol::Sustained => {
            let begin = Instant::now();
            // Clearing counts for nothing, but must not go on for ever either.
            let end = begin + Duration::from_secs_f64(terms.seconds * 4.0 + 1.0);
            while sample.repeats == 0
                || (sample.seconds < terms.seconds
                    && sample.repeats < MAX_REPEATS
                    && Instant::now() < end)
            {
                search(engine, workload, terms, &mut sample)?;
            }
        }
        _ => search(engine, workload, terms, &mut sample)?,
    }
    sample.clock_ghz_after = Some(clock::measure_ghz(terms.core));
    Ok(sample)
}

/// One search from a cleared state, added to the sample.
fn search(
    engine: &mut Engine,
    workload: &Workload,
    terms: &Terms,
    sample: &mut Sample,
) -> Result<(), Fault> {
    engine.new_game()?;
    engine.position(Some(&workload.fen), &[])?;
    engine.ready()?;
    let timed = workload.protocol == Protocol::Timed;
    let (limit, timeouts) = if timed {
        // A short engine's samples are shorter than the workload's name says.
        (
            format!("movetime {}", (terms.seconds * 1e3).round().max(1.0) as u64),
            terms.seconds * 1.5 + 5.0,
        )
    } else {
        (workload.limit.clone(), terms.give_up)
    };
    let mut to_mate = None;
    let search = engine.go(&limit, Duration::from_secs_f64(timeouts), |info, seconds| {
        if let (None, Some(mate), Some(UciScore::Mate(found)), Some(nodes), None) =
            (to_mate, workload.mate, info.score, info.nodes, info.bound)
            && mate == found
        {
            to_mate = Some((nodes, seconds));
        }
    })?;
    check(&search, terms)?;
    add(sample, &search, to_mate)?;
    if let Some(right) = right(workload, &search) {
        sample.right = Some(sample.right.unwrap_or(true) && right);
    }
    Ok(())
}

/// Whether an engine can have searched so many nodes in this time.
pub fn is_possible(nodes: u64, seconds: f64, threads: u32) -> bool {
    nodes as f64 <= seconds * IMPOSSIBLE_NPS * f64::from(threads.max(1))
}

/// Whether the answer can be believed to be one.
fn check(search: &Search, terms: &Terms) -> Result<(), Fault> {
    let best = search.bestmove.as_str();
    let is_move = match terms.legal {
        Some([]) => matches!(best, "(none)" | "0000"),
        Some(legal) => legal.iter().any(|m| m == best),
        None => looks_like_move(best) && best != "0000",
    };
    if !is_move {
        let best: String = best.chars().take(40).collect();
        return Err(Fault::new(
            FaultKind::IllegalMove,
            format!("its best move `{best}` is not a legal move of the position"),
        ));
    }
    if let Some(fault) = &search.nodes_fault {
        return Err(Fault::new(FaultKind::AbsurdNodes, fault.clone()));
    }
    match search.nodes {
        None | Some(0) => Err(Fault::new(
            FaultKind::NoNodes,
            "it reported no node count, so it has no NPS".to_owned(),
        )),
        Some(nodes) if !is_possible(nodes, search.seconds, terms.threads) => Err(Fault::new(
            FaultKind::AbsurdNodes,
            format!("{nodes} nodes in {:.6} s cannot be", search.seconds),
        )),
        Some(nodes) => check_counts(search, nodes),
    }
}

/// Whether rebuilds and evaluations can be counts of a search of so many nodes.
fn check_counts(search: &Search, nodes: u64) -> Result<(), Fault> {
    let absurd = |message| Err(Fault::new(FaultKind::AbsurdCounts, message));
    if let Some(fault) = &search.counts_fault {
        return absurd(fault.clone());
    }
    let most = nodes.saturating_add(COUNTS_SLACK).saturating_mul(IMPOSSIBLE_COUNTS);
    for (what, count) in [("rebuilds", search.rebuilds), ("evals", search.evals)] {
        if let Some(count) = count.filter(|&count| count > most) {
            return absurd(format!("{what} {count} in {nodes} nodes cannot be"));
        }
    }
    Ok(())
}

/// Whether the answer is the one that the workload asks for; `None` where it asks for none, and
/// where time ran out before the mate was found: that answer is not wrong, it is not there.
fn right(workload: &Workload, search: &Search) -> Option<bool> {
    if workload.best.is_empty() && workload.mate.is_none() {
        return None;
    }
    let found = match (workload.mate, search.score) {
        (Some(mate), Some(UciScore::Mate(found))) => found <= mate,
        (Some(_), _) => false,
        (None, _) => true,
    };
    if workload.limit.starts_with("movetime") && !found {
        return None;
    }
    let best = workload.best.is_empty() || workload.best.contains(&search.bestmove);
    let mate = workload.mate.is_none_or(|mate| search.score == Some(UciScore::Mate(mate)));
    Some(best && mate)
}

/// Adds a search to the sample.
///
/// # Errors
/// When a sum has no room for the engine's counts.
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
    sum_counts(first, &mut sample.nodes, search.nodes).ok_or_else(nodes_fault)?;
    sum_counts(first, &mut sample.nodes_to_mate, to_mate.map(|m| m.0)).ok_or_else(nodes_fault)?;
    sum_counts(first, &mut sample.rebuilds, search.rebuilds).ok_or_else(counts_fault)?;
    sum_counts(first, &mut sample.evals, search.evals).ok_or_else(counts_fault)?;
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

/// Adds a value that every repeat must have for the sum to mean anything.
fn sum(first: bool, total: &mut Option<f64>, value: Option<f64>) {
    *total = match (*total, value) {
        (None, Some(value)) if first => Some(value),
        (Some(total), Some(value)) => Some(total + value),
        _ => None,
    };
}

/// The same for a count; `None` when the sum has no room for it.
#[must_use]
fn sum_counts(first: bool, total: &mut Option<u64>, value: Option<u64>) -> Option<()> {
    *total = match (*total, value) {
        (None, Some(value)) if first => Some(value),
        (Some(total), Some(value)) => Some(total.checked_add(value)?),
        _ => None,
    };
    Some(())
}

fn add_counters(first: bool, total: &mut Option<SampleCounters>, value: Option<&SampleCounters>) {
    let Some(value) = value else {
        *total = None;
        return;
    };
    if first {
        *total = Some(value.clone());
    } else if let Some(total) = total {
        // A counter without room for the sum has none: that is not the engine's fault.
        for (total, value) in [
            (&mut total.instructions, value.instructions),
            (&mut total.cycles, value.cycles),
            (&mut total.branches, value.branches),
            (&mut total.branch_misses, value.branch_misses),
            (&mut total.cache_misses, value.cache_misses),
            (&mut total.task_nanoseconds, value.task_nanoseconds),
        ] {
            if sum_counts(false, total, value).is_none() {
                *total = None;
            }
        }
        total.running = total.running.min(value.running);
    }
}

fn perft(
    engine: &mut Engine,
    workload: &Workload,
    terms: &Terms,
    sample: &mut Sample,
) -> Result<(), Fault> {
    let depth = workload
        .limit
        .strip_prefix("perft ")
        .and_then(|n| n.trim().parse().ok())
        .ok_or_else(|| Fault::new(FaultKind::Unsupported, "the limit is no perft"))?;
    engine.new_game()?;
    engine.position(Some(&workload.fen), &[])?;
    engine.ready()?;
    // An engine without perft is found out by a short one, before a long one is waited for.
    engine.perft(1, Duration::from_secs(2))?;
    engine.ready()?;
    let perft = engine.perft(depth, Duration::from_secs_f64(terms.give_up))?;
    if perft.nodes as f64 > perft.seconds * IMPOSSIBLE_NPS * 100.0 {
        return Err(Fault::new(
            FaultKind::AbsurdNodes,
            format!("{} move paths in {:.6} s cannot be", perft.nodes, perft.seconds),
        ));
    }
    sample.repeats = 1;
    sample.nodes = Some(perft.nodes);
    sample.seconds = perft.seconds;
    sample.counters = perft.counters;
    sample.depth = Some(depth);
    sample.right = workload.expected_nodes.map(|nodes| nodes == perft.nodes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::engine::Timeouts;
    use super::super::mock::Mock;
    use super::super::workloads::{MATE_IN_7, START};
    use super::*;

    fn run(lines: &[&str], workload: &Workload, legal: Option<&[String]>) -> Result<Sample, Fault> {
        let moment = Duration::from_millis(1);
        let timeouts = Timeouts { uciok: moment, readyok: moment, stop: moment, quit: moment };
        let mock = Box::new(Mock::answering(lines));
        let mut engine = Engine::over("mock", mock, timeouts).unwrap();
        let terms = Terms { seconds: 0.0, give_up: 0.01, core: None, threads: 1, legal };
        sample(&mut engine, workload, &terms)
    }

    fn mate_in_7() -> Workload {
        Workload {
            fen: MATE_IN_7.into(),
            limit: "depth 13".into(),
            best: vec!["g5f6".into()],
            mate: Some(7),
            ..Workload::default()
        }
    }

    #[test]
    fn what_came_after_the_proof_is_apart() {
        let lines = [
            "info depth 11 score cp 900 nodes 10 pv g5f6",
            "info depth 12 score mate 7 nodes 15 pv g5f6",
            "info depth 13 score mate 7 nodes 20 pv g5f6",
            "bestmove g5f6",
        ];
        let sample = run(&lines, &mate_in_7(), None).unwrap();
        assert_eq!(sample.right, Some(true));
        assert_eq!((sample.nodes_to_mate, sample.nodes_after_mate()), (Some(15), Some(5)));
        let longer = ["info depth 13 score mate 8 nodes 20 pv g5f6", "bestmove g5f6"];
        assert_eq!(run(&longer, &mate_in_7(), None).unwrap().right, Some(false));
        let other = ["info depth 13 score mate 7 nodes 20 pv f5f2", "bestmove f5f2"];
        assert_eq!(run(&other, &mate_in_7(), None).unwrap().right, Some(false));
        // Time ran out before the mate was found: no answer, which is not a wrong one.
        let timed = Workload { limit: "movetime 1".into(), ..mate_in_7() };
        let cut_short = ["info depth 11 score cp 900 nodes 10 pv g5f6", "bestmove g5f6"];
        assert_eq!(run(&cut_short, &timed, None).unwrap().right, None);
        assert_eq!(run(&cut_short, &mate_in_7(), None).unwrap().right, Some(false));
        assert_eq!(run(&longer, &timed, None).unwrap().right, None);
        assert_eq!(run(&other, &timed, None).unwrap().right, Some(false));
        let impossible = ["info depth 13 score mate 6 nodes 20 pv g5f6", "bestmove g5f6"];
        assert_eq!(run(&impossible, &timed, None).unwrap().right, Some(false));
    }

    #[test]
    fn answers_that_are_none() {
        let start = Workload { fen: START.into(), limit: "depth 1".into(), ..Workload::default() };
        let kind =
            |lines: &[&str], legal: Option<&[String]>| run(lines, &start, legal).unwrap_err().kind;
        let nodes = "info depth 1 score cp 0 nodes 20";
        let legal = ["e2e4".to_owned()];
        assert_eq!(kind(&[nodes, "bestmove e2e5"], Some(&legal)), FaultKind::IllegalMove);
        assert_eq!(kind(&[nodes, "bestmove hello"], None), FaultKind::IllegalMove);
        assert_eq!(kind(&[nodes, "bestmove"], None), FaultKind::IllegalMove);
        assert_eq!(kind(&[nodes, "bestmove (none)"], Some(&legal)), FaultKind::IllegalMove);
        assert!(run(&[nodes, "bestmove (none)"], &start, Some(&[])).is_ok());
        assert!(run(&[nodes, "bestmove e2e4"], &start, Some(&legal)).is_ok());
        assert_eq!(kind(&["bestmove e2e4"], None), FaultKind::NoNodes);
        let absurd = format!("info nodes {}", u64::MAX);
        assert_eq!(kind(&[&absurd, "bestmove e2e4"], None), FaultKind::AbsurdNodes);
        for counts in ["18446744073709551615", "18446744073709551616", "3001", "-1"] {
            for line in [format!("rebuilds {counts} evals 7"), format!("rebuilds 7 evals {counts}")]
            {
                let line = format!("info string {line} qnodes 3");
                assert_eq!(kind(&[nodes, &line, "bestmove e2e4"], None), FaultKind::AbsurdCounts);
            }
        }
        let possible = "info string rebuilds 21 evals 19 qnodes 3 nodes 20";
        let sample = run(&[nodes, possible, "bestmove e2e4"], &start, None).unwrap();
        assert_eq!((sample.rebuilds, sample.evals), (Some(21), Some(19)));
    }

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
        let fault = add(&mut sample, &search(2, 5), None).unwrap_err();
        assert_eq!(fault.kind, FaultKind::AbsurdNodes);
        let mut sample = Sample::default();
        add(&mut sample, &search(1, u64::MAX), None).unwrap();
        let fault = add(&mut sample, &search(1, 1), None).unwrap_err();
        assert_eq!(fault.kind, FaultKind::AbsurdCounts);
    }
}
