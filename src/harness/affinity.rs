//! Which logical processor to measure on, and staying there.

/// Moves the calling thread to a logical processor; what it starts inherits that.
///
/// # Errors
/// When the processor is not there, not ours to use, or the system cannot pin.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
pub fn pin_current_thread(core: u32) -> std::io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if core as usize >= CpuSet::MAX_CPU {
        return Err(std::io::Error::from(std::io::ErrorKind::InvalidInput));
    }
    let mut set = CpuSet::new();
    set.set(core as usize);
    Ok(sched_setaffinity(None, &set)?)
}

/// Without an affinity call in this system, nothing is pinned.
///
/// # Errors
/// Always.
#[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
pub fn pin_current_thread(_core: u32) -> std::io::Result<()> {
    Err(std::io::Error::from(std::io::ErrorKind::Unsupported))
}

/// The logical processors this process may use, ascending; empty where the system does not tell.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
pub fn allowed() -> Vec<u32> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&i| set.is_set(i)).map(|i| i as u32).collect()
}

/// The logical processors this process may use, ascending; empty where the system does not tell.
#[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
pub fn allowed() -> Vec<u32> {
    Vec::new()
}

/// Runs a function on a logical processor, in a thread of its own; where pinning fails, anywhere.
pub fn on_core<T: Send>(core: Option<u32>, f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let run = scope.spawn(move || {
            if let Some(core) = core {
                let _ = pin_current_thread(core);
            }
            f()
        });
        match run.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The processor chosen to measure on, and why, or why none was.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The logical processor, if the engines can be pinned.
    pub core: Option<u32>,
    /// A sentence for the record.
    pub why: String,
    /// Share of the time, 0 to 1, that others kept it busy just before.
    pub busy: f64,
}

/// How fast a processor is of its kind, and how busy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoreState {
    /// The logical processor.
    pub core: u32,
    /// Its kind's speed: capacity or highest frequency; only the order counts.
    pub speed: u64,
    /// Share of the time it was busy, 0 to 1.
    pub busy: f64,
}

/// The least loaded of the fastest kind; of equals the last, since the first processor serves
/// most of a system's interrupts.
pub fn choose(states: &[CoreState]) -> Option<u32> {
    let fastest = states.iter().map(|s| s.speed).max()?;
    states
        .iter()
        // Binned chips give their favoured cores some percent more; that is no other kind.
        .filter(|s| s.speed * 10 >= fastest * 8)
        .min_by(|a, b| {
            let (a_busy, b_busy) = ((a.busy * 20.0).round(), (b.busy * 20.0).round());
            a_busy.total_cmp(&b_busy).then(b.core.cmp(&a.core))
        })
        .map(|s| s.core)
}

/// Chooses a processor to measure on, or checks the one that was asked for.
///
/// # Errors
/// When the one asked for cannot be used.
pub fn select(asked: Option<u32>) -> Result<Choice, String> {
    if let Some(core) = asked {
        let tried = std::thread::scope(|scope| {
            scope.spawn(move || pin_current_thread(core)).join().unwrap_or(Ok(()))
        });
        return match tried {
            Ok(()) => Ok(Choice {
                core: Some(core),
                why: format!("every engine pinned to logical processor {core}, as asked"),
                busy: super::load::busy(&[core]).first().map_or(0.0, |b| b.1),
            }),
            Err(e) => Err(format!("cannot use logical processor {core}: {e}")),
        };
    }
    let states = super::load::core_states(&allowed());
    let Some(core) = choose(&states) else {
        return Ok(Choice {
            core: None,
            why: "no affinity: this system does not let a process choose its processor".into(),
            busy: 0.0,
        });
    };
    let busy = states.iter().find(|s| s.core == core).map_or(0.0, |s| s.busy);
    Ok(Choice {
        core: Some(core),
        why: format!(
            "every engine pinned to logical processor {core}, the least loaded of {} \
             ({:.0} % busy before)",
            states.len(),
            busy * 100.0
        ),
        busy,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(core: u32, speed: u64, busy: f64) -> CoreState {
        CoreState { core, speed, busy }
    }

    #[test]
    fn the_least_loaded_of_the_fastest_kind() {
        let states = [state(0, 1000, 0.5), state(1, 1000, 0.01), state(2, 400, 0.0)];
        assert_eq!(choose(&states), Some(1));
        assert_eq!(choose(&[state(0, 1000, 0.0), state(1, 1000, 0.0)]), Some(1));
        assert_eq!(choose(&[state(0, 1000, 0.0), state(1, 950, 0.0)]), Some(1));
        assert_eq!(choose(&[]), None);
    }

    #[cfg(all(target_os = "linux", not(nucleus_portable)))]
    #[test]
    fn a_thread_is_where_it_was_put() {
        for core in allowed() {
            let there = on_core(Some(core), allowed);
            assert_eq!(there, [core]);
        }
        assert!(select(Some(100_000)).is_err());
    }
}
