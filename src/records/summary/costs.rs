//! Costs of a node by the hardware counters, beside another engine's.

use super::super::record::{Ratio, Record, Sample, SampleCounters};
use super::{between_speeds, of};

/// A count of the hardware, by node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeCost {
    /// Name of the event.
    pub name: &'static str,
    /// The median of the samples, of the engine.
    pub value: f64,
    /// Over the reference's, from paired blocks; none of the reference itself.
    pub ratio: Option<Ratio>,
}

/// A count by node; none where there is none, or it is nothing, and so has no ratio.
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

/// The costs of an engine on a workload that every sample of it has.
pub fn node_costs(record: &Record, workload: &str, engine: &str, reference: &str) -> Vec<NodeCost> {
    let samples = of(record, engine, workload);
    let cost = |&(name, cost): &(&'static str, Cost)| {
        let values: Option<Vec<f64>> = samples.iter().map(|(_, sample)| cost(sample)).collect();
        let value = super::stats::median(&values?)?;
        let theirs = of(record, reference, workload).iter().all(|(_, s)| cost(s).is_some());
        let ratio = (theirs && engine != reference)
            .then(|| between_speeds(record, workload, engine, reference, cost))
            .flatten();
        Some(NodeCost { name, value, ratio })
    };
    COSTS.iter().filter_map(cost).collect()
}

/// The most memory that an engine had on a workload, bytes.
pub fn peak_memory(record: &Record, workload: &str, engine: &str) -> Option<u64> {
    of(record, engine, workload).iter().filter_map(|(_, s)| s.peak_memory_bytes).max()
}
