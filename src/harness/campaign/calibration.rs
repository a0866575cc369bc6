//! Calibration of the node limits of a duet, so that both programs do the same work.

use super::super::fault::FaultKind;
use super::super::limits;
use super::super::protocol;
use super::Campaign;
use nucleus_records::record::{Protocol, SamplePart, Workload};
use nucleus_records::stats;

/// The factor by which a sample is lengthened if it is too short for an engine.
const LONGER: f64 = 5.0;

impl Campaign<'_> {
    /// Replaces the time limit of a set of positions by the number of nodes that the first engine
    /// searches in that time. If an engine does not know `go nodes`, all engines keep the time limit.
    pub(super) fn calibrate(&mut self) {
        for place in 0..self.record.workloads.len() {
            let mut workload = self.record.workloads[place].clone();
            if workload.protocol != Protocol::Set || !workload.limit.starts_with("movetime ") {
                continue;
            }
            let nodes = loop {
                let each = self.plan.seconds / workload.fens.len() as f64;
                workload.limit = format!("movetime {}", (each * 1e3).round().max(1.0));
                match self.nodes_in(&workload, each) {
                    Err(TooShort) if self.plan.seconds < self.plan.longest => {
                        self.plan.seconds = (self.plan.seconds * LONGER).min(self.plan.longest);
                        self.plan.short_seconds = self.plan.seconds;
                    }
                    nodes => break nodes.ok().flatten(),
                }
            };
            self.record.settings.seconds = self.plan.seconds;
            let mut clocked = Vec::new();
            for contender in self.contenders.iter_mut().filter(|contender| contender.alive()) {
                contender.limits.nodes = match limits::nodes(contender, &self.setup) {
                    Ok(knows) => knows,
                    Err(failure) if failure.kind == FaultKind::Interrupted.name() => return,
                    Err(failure) => {
                        self.progress.say(&format!("{}: {}", failure.engine, failure.message));
                        self.record.failures.push(*failure);
                        continue;
                    }
                };
                if !contender.limits.nodes || nodes.is_none() {
                    clocked.push(contender.name().to_owned());
                }
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

    /// Returns the mean number of nodes that the first engine searches per position in `each`
    /// seconds of processor time. Every engine searches the positions once.
    fn nodes_in(&mut self, workload: &Workload, each: f64) -> Result<Option<u64>, TooShort> {
        let mut first = None;
        for index in 0..self.contenders.len() {
            if !self.contenders[index].alive() || !self.start(index, workload) {
                continue;
            }
            let limits = self.contenders[index].limits;
            let options = self.options(workload, limits, self.plan.seconds);
            let Some(engine) = self.contenders[index].engine() else { continue };
            match protocol::sample(engine, workload, &options) {
                Ok(sample) => {
                    let nodes = |part: &SamplePart| {
                        let task = part.task_nanoseconds.map(|task| task as f64 / 1e9);
                        part.nodes as f64 * each / task.unwrap_or(part.seconds)
                    };
                    let all: Vec<f64> = sample.parts.iter().map(nodes).collect();
                    first = first.or(Some(stats::mean(&all) as u64).filter(|&nodes| nodes > 0));
                }
                Err(error) => {
                    self.contenders[index].retire();
                    let short = [FaultKind::NoNodes, FaultKind::IllegalMove].contains(&error.kind);
                    if short {
                        return Err(TooShort);
                    }
                }
            }
            self.contenders[index].pause();
        }
        Ok(first)
    }
}

/// The error of an engine that reports no nodes or no legal move after a search this short.
struct TooShort;
