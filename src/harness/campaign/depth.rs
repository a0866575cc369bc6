//! Searches to the depth that one thread reaches in a given time, to compare numbers of threads.

use std::time::Duration;

use super::Campaign;
use super::sampling::{HASH, SampleTurn};
use nucleus_records::record::{EngineRecord, Protocol, Sample, Workload};

/// The share of the time within which an iteration must have ended; a report at the very end may
/// belong to an unfinished iteration.
const IN_TIME: f64 = 0.97;
/// The share of the time below which a search (that found a mate) is not measured, since it would
/// mostly measure starting and stopping threads.
const TOO_SHORT: f64 = 0.1;

impl Campaign<'_> {
    /// Returns the workload to the deepest depth that the group's first engine completes in time on
    /// one thread. `None` if there is no such depth, no such engine or no other engine.
    pub(super) fn deepest(&mut self, workload: &Workload, group: &[usize]) -> Option<Workload> {
        let &[alone, _, ..] = group else { return None };
        let is_alone = self.contenders[alone].spec.record.threads == Some(1);
        if !is_alone || !self.start(alone, workload) {
            return None;
        }
        let (target, limits) = (self.plan.seconds, self.contenders[alone].limits);
        let place = format!("{}, {}", self.contenders[alone].name(), workload.name);
        self.progress.state(&place);
        let limit = limits.go(&workload.limit).unwrap_or_else(|| workload.limit.clone());
        let mut deepest = None;
        let engine = self.contenders[alone].engine()?;
        let search = engine.set_up(Some(&workload.fen)).and_then(|()| {
            engine.go(&limit, Duration::from_secs_f64(target * 2.0 + 5.0), |info, at| {
                if !info.is_bound && info.score.is_some() && at < IN_TIME * target {
                    deepest = info.depth.map(|depth| (depth, at)).or(deepest);
                }
            })
        });
        self.contenders[alone].pause();
        if let Err(error) = search {
            let turn = SampleTurn { block: 0, warmup: true };
            self.take(alone, workload, Err(error), turn);
            return None;
        }
        let why = match deepest {
            None => format!("{place}: no depth in {target} s"),
            Some((_, seconds)) if seconds < TOO_SHORT * target => {
                let last = format!("its last iteration of {target} s ended after {seconds:.2} s");
                format!("{place}: skipped, {last}")
            }
            Some((depth, _)) => {
                return Some(Workload { limit: format!("depth {depth}"), ..workload.clone() });
            }
        };
        self.record.warnings.push(why);
        None
    }

    /// Returns the table size in MiB for timing an engine to a depth: 1/16 less than the size with
    /// which the depth was chosen, and 1/16 more for the second sample of a block. With the same
    /// size, one thread would repeat the search that chose the depth, which is among the fastest.
    pub(super) fn table(&self, index: usize, workload: &Workload, block: u32) -> Option<u32> {
        if workload.protocol != Protocol::Depth {
            return None;
        }
        let EngineRecord { name, options, .. } = &self.contenders[index].spec.record;
        let (_, mib) = options.iter().find(|(name, _)| name.eq_ignore_ascii_case(HASH))?;
        let is_first =
            |s: &Sample| s.engine != *name || s.workload != workload.name || s.block != block;
        near(mib.parse().ok()?, self.record.samples.iter().all(is_first))
    }
}

/// Returns a table size changed by 1/16, at least by 1 MiB, but not below 1; `None` on overflow.
fn near(mib: u32, smaller: bool) -> Option<u32> {
    let by = (mib / 16).max(1);
    if smaller { Some(mib.saturating_sub(by).max(1)) } else { mib.checked_add(by) }
}
