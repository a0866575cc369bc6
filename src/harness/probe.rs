//! The speed of the machine itself, measured just before a block.
//!
//! Virtual machines share physical cores. Another machine on the same core takes issue slots and
//! cache, which neither load average nor processor time shows. Two loops of fixed work reveal it: one
//! that fills the core's execution ports, and one that waits for memory.

use std::hint::black_box;

use super::affinity;
use super::clock::thread_seconds;
use nucleus_records::record::ProbeSample;

/// The steps of the throughput loop; each advances four chains, with a load and a store.
const STEPS: usize = 500_000;
/// The entries of the pointer chase: 16 MiB, more than a core's own caches.
const ENTRIES: usize = 16 << 20 >> 6;
/// The steps of the pointer chase.
const CHASE: usize = 40_000;
/// The number of runs of each loop; the fastest has the least disturbance.
const TRIES: usize = 3;

/// Times both loops before a block, on a logical processor; on any one if pinning is impossible.
pub fn measure(workload: &str, block: u32, core: Option<u32>) -> ProbeSample {
    affinity::on_core(core, || {
        let next = Chase::shared();
        ProbeSample {
            workload: workload.to_owned(),
            block,
            throughput_ms: fastest(|| throughput(black_box(3))),
            chase_ms: fastest(|| next.run(black_box(CHASE))),
        }
    })
}

fn fastest(run: impl Fn() -> u64) -> f64 {
    let time = |_| {
        let begin = thread_seconds();
        black_box(run());
        (thread_seconds() - begin) * 1e3
    };
    (0..TRIES).map(time).fold(f64::MAX, f64::min)
}

/// Runs four independent chains, with a table in the first-level cache.
fn throughput(seed: u64) -> u64 {
    let mut table = [seed; 512];
    let mut chains = [seed, seed ^ 1, seed ^ 2, seed ^ 3];
    for step in 0..STEPS {
        for (i, chain) in chains.iter_mut().enumerate() {
            *chain = chain.wrapping_add(seed) ^ (seed << i);
        }
        let place = step & 511;
        table[place] = table[place ^ 64].wrapping_add(chains[step & 3]);
    }
    chains.iter().chain(&table).fold(0, |sum, value| sum.wrapping_add(*value))
}

/// A 16 MiB table in which every 64-byte line names the next line of one cycle through all of them.
struct Chase(Vec<[u32; 16]>);

impl Chase {
    /// Returns the table, which is made once.
    fn shared() -> &'static Self {
        static TABLE: std::sync::OnceLock<Chase> = std::sync::OnceLock::new();
        TABLE.get_or_init(|| {
            // A full period requires a multiplier that is 1 modulo 4, and an odd addend.
            let follow = |i: usize| i.wrapping_mul(0x9e37_79b5).wrapping_add(0x7f4a_7c15) % ENTRIES;
            Self((0..ENTRIES).map(|i| [follow(i) as u32; 16]).collect())
        })
    }

    /// Follows this number of lines.
    fn run(&self, steps: usize) -> u64 {
        let mut at = 0;
        for _ in 0..steps {
            at = self.0[at][0] as usize;
        }
        at as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chase_visits_every_line_once() {
        let chase = Chase::shared();
        let mut seen = vec![false; ENTRIES];
        let mut at = 0;
        for _ in 0..ENTRIES {
            assert!(!std::mem::replace(&mut seen[at], true), "line {at} twice");
            at = chase.0[at][0] as usize;
        }
        assert_eq!((at, chase.run(ENTRIES)), (0, 0));
    }
}
