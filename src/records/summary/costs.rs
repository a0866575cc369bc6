//! Hardware counts per node, compared with those of another engine, and peak memory.

use super::super::record::{Ratio, Record, Sample, SampleCounters};
use super::{ratio, samples_of};

/// A hardware count per node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeCost {
    /// The name of the event.
    pub name: &'static str,
    /// The median over the engine's samples.
    pub value: f64,
    /// The ratio to the reference, from paired blocks; `None` for the reference itself.
    pub ratio: Option<Ratio>,
}

/// A function that returns a count per node; `None` if the sample has none or 0, and so no ratio.
type Cost = fn(&Sample) -> Option<f64>;

fn per_node(sample: &Sample, get: fn(&SampleCounters) -> Option<u64>) -> Option<f64> {
    let count = get(sample.counters.as_ref()?)? as f64;
    let nodes = sample.nodes.filter(|&nodes| nodes > 0)? as f64;
    (count > 0.0).then_some(count / nodes)
}

const COSTS: [(&str, Cost); 4] = [
    ("instructions", |s| per_node(s, |c| c.instructions)),
    ("cycles", |s| per_node(s, |c| c.cycles)),
    ("branch misses", |s| per_node(s, |c| c.branch_misses)),
    ("cache misses", |s| per_node(s, |c| c.cache_misses)),
];

/// Returns those costs of an engine on a workload that all of its samples have.
pub fn node_costs(record: &Record, workload: &str, engine: &str, reference: &str) -> Vec<NodeCost> {
    let samples = samples_of(record, engine, workload);
    let cost = |&(name, cost): &(&'static str, Cost)| {
        let values: Option<Vec<f64>> = samples.iter().map(|(_, sample)| cost(sample)).collect();
        let value = super::stats::median(&values?)?;
        let theirs = samples_of(record, reference, workload).iter().all(|(_, s)| cost(s).is_some());
        let ratio = (theirs && engine != reference)
            .then(|| ratio(record, workload, [engine, reference], cost))
            .flatten();
        Some(NodeCost { name, value, ratio })
    };
    COSTS.iter().filter_map(cost).collect()
}

/// Returns the peak memory of an engine on a workload, in bytes.
pub fn peak_memory(record: &Record, workload: &str, engine: &str) -> Option<u64> {
    samples_of(record, engine, workload).iter().filter_map(|(_, s)| s.peak_memory_bytes).max()
}
