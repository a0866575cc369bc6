//! Measurement of the core clock by a chain of dependent one-cycle operations, without a counter.
//!
//! Each step adds a value that the compiler does not know, and then flips bits with another. The
//! compiler can therefore not fold the chain, and the processor cannot run two steps at once. Both
//! operations take one cycle on every processor of the last twenty years. Adding constants does not
//! work: recent cores eliminate such additions.

use std::hint::black_box;
use std::time::Instant;

use super::affinity;

/// The number of operations of a chain, about a millisecond.
const CHAIN: u64 = 4 << 20;
/// The number of chains timed; the fastest has the fewest interruptions.
const TRIES: u32 = 5;

/// Runs the chain; returns a value only so that it must be computed.
fn chain(start: u64, add: u64, flip: u64) -> u64 {
    let mut x = start;
    for _ in 0..CHAIN / 16 {
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
        x = x.wrapping_add(add) ^ flip;
    }
    x
}

/// Returns the clock of the current core in GHz.
fn here() -> f64 {
    let (add, flip) = (black_box(0x9e37_79b9_7f4a_7c15), black_box(0x5555_5555_5555_5555));
    let mut best = f64::INFINITY;
    for try_number in 0..TRIES {
        let start = Instant::now();
        black_box(chain(black_box(u64::from(try_number)), add, flip));
        best = best.min(start.elapsed().as_secs_f64());
    }
    CHAIN as f64 / best / 1e9
}

/// Returns the processor time of the calling thread in seconds; wall time if the system has none.
pub fn thread_seconds() -> f64 {
    cfg_select! {
        unix => {
            let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
            time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
        }
        _ => {
            static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}

/// Returns the current clock of a logical processor in GHz; of any one if pinning is impossible.
pub fn measure_ghz(core: Option<u32>) -> f64 {
    affinity::on_core(core, here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_is_computed_in_full() {
        let mut x = 1_u64;
        for _ in 0..CHAIN / 2 {
            x = x.wrapping_add(3) ^ 5;
        }
        assert_eq!(chain(1, 3, 5), x);
        assert!(measure_ghz(None) > 0.0);
    }
}
