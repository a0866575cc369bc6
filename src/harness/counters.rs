//! Hardware counters over all threads of an engine.
//!
//! An event attached to a process id counts only that process's first thread, but an engine
//! searches in others. The thread that starts the engine therefore opens the events on itself, with
//! inheritance: the process inherits them before its first instruction, each of its threads
//! inherits them in turn, and a reading sums all of them. Inherited events cannot form a group, so
//! each is read separately, with the times that show multiplexing.

use std::io;

use nucleus_records::record::{Counting, SampleCounters};
/// The file descriptor of an open event.
#[cfg(all(target_os = "linux", target_pointer_width = "64", not(nucleus_portable)))]
type Counter = std::fs::File;

/// Systems without perf events have nothing to open.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64", not(nucleus_portable))))]
type Counter = std::convert::Infallible;

/// Returns the difference of two readings, scaled if the counter was multiplexed, and the share of
/// time that it was active. `None` if it was not active in between.
pub fn difference(before: &CounterReading, after: &CounterReading) -> Option<(u64, f64)> {
    let count = after.count.checked_sub(before.count)?;
    let enabled = after.enabled.checked_sub(before.enabled)?;
    let running = after.running.checked_sub(before.running)?;
    if running == 0 {
        return None;
    }
    let share = (running as f64 / enabled.max(running) as f64).min(1.0);
    // The times of the two readings differ by some microseconds, which is not multiplexing.
    if share > 0.999 { Some((count, 1.0)) } else { Some(((count as f64 / share) as u64, share)) }
}

/// A reading of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CounterReading {
    /// The number of events so far.
    pub count: u64,
    /// The time in nanoseconds that the counter was enabled.
    pub enabled: u64,
    /// The time in nanoseconds that it was active.
    pub running: u64,
}

/// The readings of all events at one time, in the order of [`FIELDS`]; missing events are `None`.
pub type Snapshot = [Option<CounterReading>; FIELDS.len()];

/// The events, named after the fields of [`SampleCounters`] that they fill.
pub const FIELDS: [&str; 6] =
    ["instructions", "cycles", "branches", "branch_misses", "cache_misses", "task_nanoseconds"];

/// The index of the processor time in [`FIELDS`].
pub const TASK_CLOCK: usize = 5;

/// Returns the difference of two snapshots; `None` if nothing was counted.
pub fn between(before: &Snapshot, after: &Snapshot) -> Option<SampleCounters> {
    let mut counters = SampleCounters::default();
    let (mut running, mut any): (f64, bool) = (1.0, false);
    for ((value, before), after) in counters.counts_mut().into_iter().zip(before).zip(after) {
        if let (Some(before), Some(after)) = (before, after)
            && let Some((count, share)) = difference(before, after)
        {
            *value = Some(count);
            (running, any) = (running.min(share), true);
        }
    }
    any.then_some(SampleCounters { running, ..counters })
}

/// The events open on an engine.
#[derive(Debug, Default)]
pub struct CounterSet {
    counters: [Option<Counter>; FIELDS.len()],
}

/// Opens the events of [`FIELDS`], as far as possible.
#[cfg(all(target_os = "linux", target_pointer_width = "64", not(nucleus_portable)))]
fn open_all() -> [io::Result<Counter>; FIELDS.len()] {
    use std::os::fd::{FromRawFd, IntoRawFd};

    use perf_event::Builder;
    use perf_event::events::{Event, Hardware, Software};
    let open = |event: Event| {
        let mut builder = Builder::new().kind(event);
        builder.inherit(true);
        let mut counter = builder.build()?;
        counter.enable()?;
        // SAFETY: the counter gives up its open descriptor, so that the new file is its only owner.
        Ok(unsafe { Counter::from_raw_fd(counter.into_raw_fd()) })
    };
    [
        open(Hardware::INSTRUCTIONS.into()),
        open(Hardware::CPU_CYCLES.into()),
        open(Hardware::BRANCH_INSTRUCTIONS.into()),
        open(Hardware::BRANCH_MISSES.into()),
        open(Hardware::CACHE_MISSES.into()),
        open(Software::TASK_CLOCK.into()),
    ]
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64", not(nucleus_portable))))]
fn open_all() -> [io::Result<Counter>; FIELDS.len()] {
    [(); FIELDS.len()].map(|()| Err(io::Error::other("they are read on Linux only")))
}

/// Reads the three numbers of an event. Unlike perf-event, this does not panic if an inherited
/// event was active longer than enabled, which the kernel sometimes reports.
#[cfg(all(target_os = "linux", target_pointer_width = "64", not(nucleus_portable)))]
fn reading(mut counter: &Counter) -> Option<CounterReading> {
    let mut bytes = [0; 24];
    io::Read::read_exact(&mut counter, &mut bytes).ok()?;
    let number = |at: usize| bytes[8 * at..].first_chunk().map(|&word| u64::from_ne_bytes(word));
    Some(CounterReading { count: number(0)?, enabled: number(1)?, running: number(2)? })
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64", not(nucleus_portable))))]
fn reading(counter: &Counter) -> Option<CounterReading> {
    match *counter {}
}

impl CounterSet {
    /// Opens the available counters on the calling thread; processes that it starts inherit them.
    pub fn open() -> Self {
        Self { counters: open_all().map(Result::ok) }
    }

    /// Reads all events; `None` if none is open.
    pub fn read(&mut self) -> Option<Snapshot> {
        let any = self.counters.iter().any(Option::is_some);
        any.then(|| self.counters.each_ref().map(|counter| counter.as_ref().and_then(reading)))
    }
}

/// Returns the available counters, and the reason and remedy for missing ones.
pub fn probe() -> Counting {
    let mut counting = Counting::default();
    for (opened, field) in open_all().into_iter().zip(FIELDS) {
        match opened {
            Ok(_) => counting.present.push(field.to_owned()),
            Err(e) => counting.absence = counting.absence.or_else(|| Some(explain(&e))),
        }
    }
    counting
}

fn explain(error: &io::Error) -> String {
    let paranoid = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid")
        .ok()
        .and_then(|text| text.trim().parse::<i32>().ok());
    let why = match (error.kind(), paranoid) {
        (io::ErrorKind::PermissionDenied, Some(level)) if level > 2 => &format!(
            "kernel.perf_event_paranoid is {level}; \
             cure: sudo sysctl kernel.perf_event_paranoid=2"
        ),
        (io::ErrorKind::PermissionDenied, _) => {
            "not permitted here, often by a container's seccomp profile; cure: run outside of the \
             container, or give it CAP_PERFMON and a profile that allows perf_event_open"
        }
        (io::ErrorKind::NotFound | io::ErrorKind::Unsupported, _) => {
            "this processor shows none, as in most virtual machines; cure: run on the bare \
             machine, or let the hypervisor expose the PMU; cycles are estimated from the clock"
        }
        (io::ErrorKind::Other, _) => &error.to_string(),
        _ => &format!("perf_event_open: {error}"),
    };
    format!("no hardware counters: {why}")
}
