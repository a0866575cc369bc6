//! Finds the blocks in which the machine itself was slow, by the record's probes.

use super::record::{ProbeSample, Record};

/// The slowdown of a loop, relative to the run's best block, above which a block is marked.
const SLOWER: f64 = 0.05;

/// Returns the probes of a record in which a loop was more than 5 % slower than in the best block,
/// presumably because another virtual machine shared the physical core or its caches.
pub fn marked_blocks(record: &Record) -> Vec<&ProbeSample> {
    let best = |by: fn(&ProbeSample) -> f64| record.probes.iter().map(by).fold(f64::MAX, f64::min);
    let best_throughput = best(|probe| probe.throughput_ms);
    let best_chase = best(|probe| probe.chase_ms);
    let is_slow = |probe: &&ProbeSample| {
        probe.throughput_ms > best_throughput * (1.0 + SLOWER)
            || probe.chase_ms > best_chase * (1.0 + SLOWER)
    };
    record.probes.iter().filter(is_slow).collect()
}
