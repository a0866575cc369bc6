//! The speed that a program loses by sharing its processor, with its caches and clock, in a duet.

use super::super::normal::student_quantile;
use super::super::record::{Record, Sample};
use super::super::stats;
use super::clock::speed;
use super::overall::differences;
use super::{Speed, block_logs};

/// The significance level: the probability that equal costs seem to differ.
const LEVEL: f64 = 0.01;

/// The speed that each of two programs loses by sharing a processor, if the losses differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SharingCost {
    /// The share of its speed that the first program loses.
    pub reference: f64,
    /// The share of its speed that the engine loses by sharing.
    pub engine: f64,
}

/// Returns the costs of both programs if they differ significantly, and by more than `least`, a share of the speed.
pub fn unlike(record: &Record, engine: &str, reference: &str, least: f64) -> Option<SharingCost> {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for workload in &record.workloads {
        let speed = speed(record, &workload.name);
        let costs = [(engine, reference), (reference, engine)]
            .map(|(one, other)| losses(record, &workload.name, one, other, speed));
        let blocks = |costs: &[(u32, f64)]| costs.iter().map(|cost| cost.0).collect::<Vec<_>>();
        if blocks(&costs[0]) == blocks(&costs[1]) {
            mine.extend(costs[0].iter().map(|cost| cost.1));
            theirs.extend(costs[1].iter().map(|cost| cost.1));
        }
    }
    let apart: Vec<f64> = mine.iter().zip(&theirs).map(|(mine, theirs)| mine - theirs).collect();
    if apart.len() < 3 {
        return None;
    }
    let error = stats::standard_deviation(&apart) / (apart.len() as f64).sqrt();
    let half = error * student_quantile(1.0 - LEVEL / 2.0, apart.len() as u32 - 1);
    let share = |costs: &[f64]| 1.0 - (-stats::mean(costs)).exp();
    let cost = SharingCost { reference: share(&theirs), engine: share(&mine) };
    Some(cost).filter(|_| stats::mean(&apart).abs() > half.max(least))
}

/// Returns a program's log speed alone minus its log speed in the duet, in each block that has both.
fn losses(
    record: &Record,
    workload: &str,
    engine: &str,
    other: &str,
    speed: Speed,
) -> Vec<(u32, f64)> {
    let logs = |is_meant: &dyn Fn(&Sample) -> bool| {
        let mine = |s: &Sample| s.engine == engine && s.workload == workload && is_meant(s);
        let samples = record.samples.iter().enumerate().filter(|(_, sample)| mine(sample));
        block_logs(&samples.collect::<Vec<_>>(), speed)
    };
    let alone = logs(&|sample| sample.warmup && sample.duet_with.is_none());
    let beside = logs(&|sample| !sample.warmup && sample.duet_with.as_deref() == Some(other));
    differences(&alone, &beside)
}
