//! Searches to the depth that one thread reaches in a time, by engines that differ in their threads alone.

use std::time::Duration;

use super::Campaign;
use super::sampling::{HASH, SampleTurn};
use nucleus_records::record::{EngineRecord, Protocol, Sample, Workload};

/// The share of a time in which an iteration must have ended; what is said at the very end may be of one
/// that did not.
const IN_TIME: f64 = 0.97;
/// A search that ends within this share of the time (a mate is found) is not measured: starting and ending
/// threads would be most of it.
const TOO_SHORT: f64 = 0.1;

impl Campaign<'_> {
    /// Returns the workload with the deepest depth that the first of a group, which has one thread, ends in
    /// the time of its limit; `None`, with the reason among the warnings, where there is none.
    pub(super) fn deepest(&mut self, workload: &Workload, group: &[usize]) -> Option<Workload> {
        let &[alone, _, ..] = group else { return None };
        let is_alone = self.contenders[alone].spec.record.threads == Some(1);
        if !is_alone || !self.start(alone, workload) {
            return None;
        }
        let (asked, limits) = (self.plan.seconds, self.contenders[alone].limits);
        let place = format!("{}, {}", self.contenders[alone].name(), workload.name);
        self.progress.state(&place);
        let limit = limits.go(&workload.limit).unwrap_or_else(|| workload.limit.clone());
        let mut deepest = None;
        let engine = self.contenders[alone].engine()?;
        let search = engine.set_up(Some(&workload.fen)).and_then(|()| {
            engine.go(&limit, Duration::from_secs_f64(asked * 2.0 + 5.0), |info, at| {
                if !info.is_bound && info.score.is_some() && at < IN_TIME * asked {
                    deepest = info.depth.map(|depth| (depth, at)).or(deepest);
                }
            })
        });
        self.contenders[alone].pause();
        if let Err(fault) = search {
            let turn = SampleTurn { block: 0, warmup: true };
            self.take(alone, workload, Err(fault), turn);
            return None;
        }
        let why = match deepest {
            None => format!("{place}: no depth in {asked} s"),
            Some((_, seconds)) if seconds < TOO_SHORT * asked => {
                let last = format!("its last iteration of {asked} s ended after {seconds:.2} s");
                format!("{place}: left out, {last}")
            }
            Some((depth, _)) => {
                return Some(Workload { limit: format!("depth {depth}"), ..workload.clone() });
            }
        };
        self.record.warnings.push(why);
        None
    }

    /// Returns MiB of the table with which an engine is timed to a depth: a sixteenth less than that with
    /// which the depth was chosen, and the second time in a block as much more. One thread makes the same
    /// search every time, so that the one that chose the depth is among the fastest to it.
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

/// A table a sixteenth smaller or larger, of a MiB at least.
fn near(mib: u32, smaller: bool) -> Option<u32> {
    let by = (mib / 16).max(1);
    if smaller { Some(mib.saturating_sub(by).max(1)) } else { mib.checked_add(by) }
}
