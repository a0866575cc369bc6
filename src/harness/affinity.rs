//! The logical processors to measure on, and pinning to them.

use super::load::CoreState;
use nucleus_base::processors::{allowed, pin_current_thread};

/// Runs a function in a new thread pinned to a logical processor; unpinned if pinning fails.
pub fn on_core<T: Send>(core: Option<u32>, f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let run = scope.spawn(move || {
            if let Some(core) = core {
                let _ = pin_current_thread(&[core]);
            }
            f()
        });
        match run.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The processors chosen to measure on, with the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct CoreChoice {
    /// The logical processors, one per thread; empty if engines cannot be pinned.
    pub cores: Vec<u32>,
    /// A sentence on the choice, for the record.
    pub why: String,
    /// The load of the busiest of these processors just before the choice, 0 to 1.
    pub busy: f64,
}

impl CoreChoice {
    /// Returns the first processor, whose clock and caches represent all of them.
    pub fn first(&self) -> Option<u32> {
        self.cores.first().copied()
    }
}

/// Chooses `count` processors, the best first, or fewer if there are fewer. Fast cores precede slow
/// ones, each physical core is used once before any is used twice, and less loaded cores come
/// first. Among equals the last is preferred, since the first processor serves most interrupts.
pub fn choose(states: &[CoreState], count: usize) -> Vec<u32> {
    let fastest = states.iter().map(|s| s.speed).max().unwrap_or(0);
    // Chips have favoured cores that are a few percent faster; these are not another core type.
    let slow = |s: &CoreState| s.speed * 10 < fastest * 8;
    let mut left = states.to_vec();
    let mut chosen: Vec<CoreState> = Vec::new();
    while chosen.len() < count {
        let shared = |s: &CoreState| chosen.iter().any(|c| c.physical == s.physical);
        let best = (0..left.len()).min_by(|&a, &b| {
            let (a, b) = (&left[a], &left[b]);
            let busy = |s: &CoreState| (s.busy * 20.0).round();
            (slow(a), shared(a))
                .cmp(&(slow(b), shared(b)))
                .then(busy(a).total_cmp(&busy(b)))
                .then(b.core.cmp(&a.core))
        });
        let Some(best) = best else { break };
        chosen.push(left.swap_remove(best));
    }
    chosen.iter().map(|s| s.core).collect()
}

/// Lists logical processors: `3`, or `0, 2, 3`.
fn listed(cores: &[u32]) -> String {
    cores.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns the number of processors that engines may use.
pub fn available() -> usize {
    // A container's CPU quota may be smaller than the number of processors it sees.
    let granted = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match allowed().len() {
        0 => granted,
        allowed => granted.min(allowed),
    }
}

/// Describes the processors that engines may use: their number, that of the machine, the reason for
/// a difference, and the number of slower ones.
pub fn usable() -> String {
    let places = allowed();
    let speeds: Vec<u64> = places.iter().map(|&core| super::load::speed(core)).collect();
    usable_words(available(), &speeds, super::machine::online())
}

/// The minimum relative speed of a processor that counts as the fastest type; cores of one type
/// differ a little in clock.
const ONE_KIND: f64 = 0.85;

fn usable_words(usable: usize, speeds: &[u64], online: Option<u32>) -> String {
    let there = online.map_or(usable, |online| online as usize).max(usable);
    let why = if usable < speeds.len() {
        " (a quota of their time)"
    } else if usable < there {
        " (the others are not for this process)"
    } else {
        ""
    };
    let fastest = speeds.iter().max().copied().unwrap_or_default();
    let slower = speeds.iter().filter(|&&speed| (speed as f64) < fastest as f64 * ONE_KIND).count();
    let kinds = if slower > 0 { format!("; {slower} are slower") } else { String::new() };
    format!("{usable} of {there}{why}{kinds}")
}

/// Chooses a processor for each thread, or checks the requested ones.
///
/// # Errors
/// If there are fewer processors than threads, or the requested ones cannot be used.
pub fn select(requested: &[u32], threads: u32) -> Result<CoreChoice, String> {
    let there = available();
    if threads as usize > there {
        let plural = if there == 1 { "" } else { "s" };
        return Err(format!(
            "{threads} threads need {threads} processors; there {} {there} processor{plural} here",
            if there == 1 { "is" } else { "are" }
        ));
    }
    let is_requested = !requested.is_empty();
    if is_requested {
        check(requested, threads)?;
    }
    let places = if is_requested { requested.to_vec() } else { allowed() };
    let states = super::load::core_states(&places);
    let cores = if is_requested { places } else { choose(&states, threads as usize) };
    let of_these = states.iter().filter(|s| cores.contains(&s.core));
    let busy = of_these.map(|s| s.busy).fold(0.0, f64::max);
    let plural = if cores.len() == 1 { "" } else { "s" };
    let pinned = format!("every engine pinned to logical processor{plural} {}", listed(&cores));
    let why = if cores.is_empty() {
        "no affinity: this system does not let a process choose its processor".into()
    } else if is_requested {
        format!("{pinned}, as requested")
    } else {
        let percent = busy * 100.0;
        format!("{pinned}, the least loaded of {} ({percent:.0} % busy before)", states.len())
    };
    Ok(CoreChoice { cores, why, busy })
}

/// Checks that the requested processors are one per thread and can be used.
fn check(requested: &[u32], threads: u32) -> Result<(), String> {
    for (i, core) in requested.iter().enumerate() {
        if requested[..i].contains(core) {
            return Err(format!("logical processor {core} is named twice"));
        }
        let tried = std::thread::scope(|scope| {
            scope.spawn(move || pin_current_thread(&[*core])).join().unwrap_or(Ok(()))
        });
        tried.map_err(|e| format!("cannot use logical processor {core}: {e}"))?;
    }
    if requested.len() == threads as usize {
        return Ok(());
    }
    let threads = if threads == 1 { "one thread".into() } else { format!("{threads} threads") };
    let listed = listed(requested);
    Err(format!("{threads} on the logical processors {listed}: name one for each thread"))
}

#[cfg(test)]
mod tests {
    use super::usable_words;

    #[test]
    fn processors_that_may_not_be_used_and_slower_ones_are_told() {
        let words = |usable, speeds: &[u64], online| usable_words(usable, speeds, Some(online));
        assert_eq!(words(4, &[5_700, 5_500, 5_700, 5_700], 4), "4 of 4");
        assert_eq!(words(2, &[1; 4], 4), "2 of 4 (a quota of their time)");
        assert_eq!(words(2, &[1; 2], 16), "2 of 16 (the others are not for this process)");
        assert_eq!(words(4, &[1_024, 1_024, 623, 623], 4), "4 of 4; 2 are slower");
    }
}
