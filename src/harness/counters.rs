//! Hardware counters over all threads of an engine.
//!
//! An event that observes a process id counts that process's first thread alone, and an engine
//! searches in others. So the events are opened, with inheritance, by the thread that is about to
//! start the engine, on itself: the process inherits them before its first instruction, each of
//! its threads inherits them in turn, and reading an event adds up all of these. Inherited events
//! cannot be a group, so each is read alone, with the times that tell whether it was multiplexed.

use nucleus_records::record::{Counting, SampleCounters};

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
pub use linux::{CounterSet, probe};

/// Returns the difference of two readings, scaled where counters were multiplexed.
///
/// `None` when an event did not run at all in between.
pub fn difference(before: &CounterReading, after: &CounterReading) -> Option<(u64, f64)> {
    let count = after.count.checked_sub(before.count)?;
    let enabled = after.enabled.checked_sub(before.enabled)?;
    let running = after.running.checked_sub(before.running)?;
    if running == 0 {
        return None;
    }
    let share = (running as f64 / enabled.max(running) as f64).min(1.0);
    // Times of the two readings differ by some microseconds; that is not multiplexing.
    if share > 0.999 { Some((count, 1.0)) } else { Some(((count as f64 / share) as u64, share)) }
}

/// One event at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CounterReading {
    /// Events so far.
    pub count: u64,
    /// Nanoseconds that it was wanted.
    pub enabled: u64,
    /// Nanoseconds that it really counted.
    pub running: u64,
}

/// All events of a set at one moment, in the order of [`FIELDS`]; absent ones are `None`.
pub type Snapshot = [Option<CounterReading>; FIELDS.len()];

/// The events, by the field of [`SampleCounters`] that they fill.
pub const FIELDS: [&str; 6] =
    ["instructions", "cycles", "branches", "branch_misses", "cache_misses", "task_nanoseconds"];

/// The place of the processor time among [`FIELDS`].
pub const TASK_CLOCK: usize = 5;

/// Returns the difference of two snapshots; `None` when nothing was counted.
pub fn between(before: &Snapshot, after: &Snapshot) -> Option<SampleCounters> {
    let mut running: f64 = 1.0;
    let mut values = [None; FIELDS.len()];
    for ((value, before), after) in values.iter_mut().zip(before).zip(after) {
        if let (Some(before), Some(after)) = (before, after)
            && let Some((count, share)) = difference(before, after)
        {
            *value = Some(count);
            running = running.min(share);
        }
    }
    let [instructions, cycles, branches, branch_misses, cache_misses, task_nanoseconds] = values;
    values.iter().any(Option::is_some).then_some(SampleCounters {
        instructions,
        cycles,
        branches,
        branch_misses,
        cache_misses,
        task_nanoseconds,
        running,
    })
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
mod linux {
    use std::io;

    use perf_event::events::{Event, Hardware, Software};
    use perf_event::{Builder, Counter};

    use super::{CounterReading, Counting, FIELDS, Snapshot};

    /// Events open on an engine.
    #[derive(Debug, Default)]
    pub struct CounterSet {
        counters: [Option<Counter>; FIELDS.len()],
    }

    fn open(event: impl Event) -> io::Result<Counter> {
        let mut counter = Builder::new(event).inherit(true).build()?;
        counter.enable()?;
        Ok(counter)
    }

    /// The events of [`FIELDS`], as far as they can be opened.
    fn open_all() -> [io::Result<Counter>; FIELDS.len()] {
        [
            open(Hardware::INSTRUCTIONS),
            open(Hardware::CPU_CYCLES),
            open(Hardware::BRANCH_INSTRUCTIONS),
            open(Hardware::BRANCH_MISSES),
            open(Hardware::CACHE_MISSES),
            open(Software::TASK_CLOCK),
        ]
    }

    impl CounterSet {
        /// Opens the available counters on the calling thread, to be inherited by the processes
        /// that it starts.
        pub fn open() -> Self {
            Self { counters: open_all().map(Result::ok) }
        }

        /// All events now; `None` when none is open.
        pub fn read(&mut self) -> Option<Snapshot> {
            if self.counters.iter().all(Option::is_none) {
                return None;
            }
            let mut snapshot = Snapshot::default();
            for (slot, counter) in snapshot.iter_mut().zip(&mut self.counters) {
                *slot = counter.as_mut().and_then(|c| c.read_count_and_time().ok()).map(|r| {
                    CounterReading {
                        count: r.count,
                        enabled: r.time_enabled,
                        running: r.time_running,
                    }
                });
            }
            Some(snapshot)
        }
    }

    /// Returns the available counters, and the reason and cure for missing ones.
    pub fn probe() -> Counting {
        let mut counting = Counting::default();
        let mut refusal = None;
        for (opened, field) in open_all().into_iter().zip(FIELDS) {
            match opened {
                Ok(_) => counting.present.push(field.to_owned()),
                Err(e) => refusal = refusal.or(Some(e)),
            }
        }
        counting.absence = refusal.map(|e| explain(&e));
        counting
    }

    fn explain(error: &io::Error) -> String {
        let paranoid = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid")
            .ok()
            .and_then(|text| text.trim().parse::<i32>().ok());
        match (error.kind(), paranoid) {
            (io::ErrorKind::PermissionDenied, Some(level)) if level > 2 => format!(
                "no hardware counters: kernel.perf_event_paranoid is {level}; \
                 cure: sudo sysctl kernel.perf_event_paranoid=2"
            ),
            (io::ErrorKind::PermissionDenied, _) => "no hardware counters: not permitted here, \
                 often by a container's seccomp profile; cure: run outside of the container, or \
                 give it CAP_PERFMON and a profile that allows perf_event_open"
                .to_owned(),
            (io::ErrorKind::NotFound | io::ErrorKind::Unsupported, _) => {
                "no hardware counters: this processor shows none, as in most virtual machines; \
                 cure: run on the bare machine, or let the hypervisor expose the PMU; cycles are \
                 estimated from the clock"
                    .to_owned()
            }
            _ => format!("no hardware counters: perf_event_open says: {error}"),
        }
    }
}

/// Without perf events there is nothing to open.
#[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
#[derive(Debug, Default)]
pub struct CounterSet;

#[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
impl CounterSet {
    /// Opens nothing.
    pub fn open() -> Self {
        Self
    }

    /// Reads nothing.
    pub fn read(&mut self) -> Option<Snapshot> {
        None
    }
}

/// Returns the available counters: none.
#[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
pub fn probe() -> Counting {
    Counting {
        present: Vec::new(),
        absence: Some("no hardware counters: they are read on Linux only".into()),
    }
}
