//! A comparison of an engine's commits: their speeds along its history, and the changes.

use super::estimate::RatioEstimate;
use nucleus_records::changes::{self, SpeedChange};
use nucleus_records::record::{EngineCommit, EngineRecord, Record};
use nucleus_records::summary;

/// A commit that was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredCommit<'a> {
    /// The engine built from the commit.
    pub engine: &'a EngineRecord,
    /// The commit of the engine.
    pub commit: &'a EngineCommit,
    /// The speed relative to the first commit; 1 without an interval for the first.
    pub ratio: RatioEstimate,
    /// The change of speed that begins with this commit.
    pub change: Option<SpeedChange>,
}

impl MeasuredCommit<'_> {
    /// Returns the change that begins with this commit: the speed after it relative to that before.
    pub fn step(&self) -> Option<RatioEstimate> {
        let change = self.change.as_ref()?;
        Some(RatioEstimate { value: change.ratio, interval: change.interval })
    }
}

/// Returns the measured commits of a record in order; empty for other comparisons.
pub fn measured(record: &Record) -> Vec<MeasuredCommit<'_>> {
    let engines: Vec<(&EngineRecord, &EngineCommit)> =
        record.engines.iter().filter_map(|e| Some((e, e.commit.as_ref()?))).collect();
    let Some((first, _)) = engines.first() else { return Vec::new() };
    let mut all = Vec::new();
    for &(engine, commit) in &engines {
        let ratio = if engine.name == first.name {
            Some(RatioEstimate { value: 1.0, interval: None })
        } else {
            let overall = summary::overall(record, &engine.name, &first.name);
            overall.map(|o| RatioEstimate::new(o.ratio.ratio, o.ratio.low, o.ratio.high))
        };
        all.extend(ratio.map(|ratio| MeasuredCommit { engine, commit, ratio, change: None }));
    }
    let names: Vec<&str> = all.iter().map(|one| one.engine.name.as_str()).collect();
    let speeds = summary::log_speeds(record, &names);
    for change in changes::changes(&speeds, record.settings.seed) {
        let at = change.at;
        all[at].change = Some(change);
    }
    all
}
