//! The number of nodes of a sample, so that both programs of a duet do the same work.

use std::time::Duration;

use super::super::engine::{Engine, Search};
use super::super::fault::Fault;
use super::Campaign;
use nucleus_records::record::{Protocol, Workload};

/// The factor by which a search of a number of nodes may be off the time that it was calculated for;
/// an engine that is further off does not know `go nodes`.
const OFF: f64 = 4.0;
/// Seconds that the first search of a new process may take beyond its limit.
const SLACK: f64 = 1.0;

impl Campaign<'_> {
    /// Gives sets of positions that are searched for a time a number of nodes instead, which takes the
    /// first engine that time alone. Engines that do not know `go nodes` keep the clock.
    pub(super) fn calibrate(&mut self) {
        for place in 0..self.record.workloads.len() {
            let mut workload = self.record.workloads[place].clone();
            if workload.protocol != Protocol::Set || !workload.limit.starts_with("movetime ") {
                continue;
            }
            let each = self.plan.seconds / workload.fens.len() as f64;
            workload.limit = format!("movetime {}", (each * 1e3).round().max(1.0));
            let (mut nodes, mut clocked) = (None, Vec::new());
            for index in 0..self.contenders.len() {
                if !self.contenders[index].alive() || !self.start(index, &workload) {
                    continue;
                }
                let contender = &mut self.contenders[index];
                let name = contender.name().to_owned();
                let timed = contender.limits.go(&workload.limit);
                let Some(engine) = contender.engine() else { continue };
                // A fault here comes again when the engine is measured, and is told there.
                if let (None, Some(timed)) = (nodes, timed) {
                    nodes = nodes_in(engine, &workload, &timed, each).ok().flatten();
                }
                let knows = nodes.map(|nodes| knows_nodes(engine, &workload, nodes, each));
                let knows = knows.and_then(Result::ok).unwrap_or(false);
                if !knows {
                    clocked.push(name);
                }
                contender.limits.nodes = knows;
                contender.pause();
            }
            match nodes.filter(|_| clocked.is_empty()) {
                Some(nodes) => workload.limit = format!("nodes {nodes}"),
                None => self.record.warnings.push(format!(
                    "{}: by the clock, since `go nodes` is not known to {}",
                    workload.name,
                    clocked.join(", ")
                )),
            }
            self.record.workloads[place] = workload;
        }
    }
}

/// The nodes that a search of each position has in so many seconds of a processor, the mean; `None` where
/// the engine counts none.
fn nodes_in(
    engine: &mut Engine,
    workload: &Workload,
    timed: &str,
    each: f64,
) -> Result<Option<u64>, Fault> {
    let mut nodes = 0.0;
    for fen in &workload.fens {
        engine.set_up(Some(fen))?;
        let limit = Duration::from_secs_f64(each * OFF + SLACK);
        let search = engine.go(timed, limit, |_, _| {})?;
        nodes += search.nodes.unwrap_or(0) as f64 * each / task_seconds(&search);
    }
    Ok(Some((nodes / workload.fens.len() as f64) as u64).filter(|&nodes| nodes > 0))
}

/// True if an engine ends a search after about so many nodes, as far as its time tells.
fn knows_nodes(
    engine: &mut Engine,
    workload: &Workload,
    nodes: u64,
    each: f64,
) -> Result<bool, Fault> {
    engine.set_up(workload.fens.first().map(String::as_str))?;
    // The engines of a comparison may differ in speed.
    let most = Duration::from_secs_f64(each * OFF * OFF + SLACK);
    let search = engine.go(&format!("nodes {nodes}"), most, |_, _| {})?;
    Ok(task_seconds(&search) > each / OFF / OFF)
}

/// The processor time of a search, or its wall time where the system does not tell.
fn task_seconds(search: &Search) -> f64 {
    let task = search.counters.as_ref().and_then(|counters| counters.task_nanoseconds);
    task.map_or(search.seconds, |nanoseconds| nanoseconds as f64 / 1e9)
}
