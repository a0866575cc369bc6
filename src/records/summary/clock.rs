//! The clock that speeds are based on.

use super::super::record::{Pairing, Record, Sample};
use super::super::stats;
use super::{Speed, samples_of};

/// `settings.clock` of a run whose speeds use processor time.
pub const PROCESSOR: &str = "processor";
/// `settings.clock` of a run whose speeds use wall time.
pub const WALL: &str = "wall";

/// Speeds use processor time only if every engine's processor time divided by wall time has a
/// median of at least this. One of two programs on a core has 0.5; an engine that sleeps has less,
/// and its processor time does not measure its speed.
const BUSY: f64 = 0.2;

/// Returns `true` if the speeds on this workload use processor time: the run has one thread, every sample
/// has a processor time, and every engine is busy during its search. In a duet they always do.
pub fn is_by_processor(record: &Record, workload: &str) -> bool {
    record.settings.pairing == Some(Pairing::Duet)
        || record.settings.clock == PROCESSOR
            && record.engines.iter().all(|engine| {
                let samples = samples_of(record, &engine.name, workload);
                let shares: Option<Vec<f64>> =
                    samples.iter().map(|(_, s)| s.task_nps().and(s.processor_share())).collect();
                shares
                    .is_some_and(|shares| stats::median(&shares).is_none_or(|share| share >= BUSY))
            })
}

/// Returns the function that computes a sample's speed on this workload.
pub(super) fn speed(record: &Record, workload: &str) -> Speed {
    if is_by_processor(record, workload) { Sample::task_nps } else { Sample::nps }
}

/// Returns a sample's nodes per second, by the clock used on its workload.
pub fn nodes_per_second(record: &Record, sample: &Sample) -> Option<f64> {
    speed(record, &sample.workload)(sample)
}

nucleus_base::named_enum! {
    /// The clock that the speeds of a record are based on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SpeedBasis {
        /// Processor time on every workload.
        Processor = "processor time",
        /// Processor time on some workloads, wall time on the others.
        Mixed = "processor time where there is one, else wall time",
        /// Wall time on every workload.
        Wall = "wall time",
        /// No clock, but the number that a command prints (`--metric`).
        Metric = "the number that it prints",
    }
}

/// Returns the clock that the speeds of a record are based on.
pub fn speed_basis(record: &Record) -> SpeedBasis {
    if record.samples.iter().any(|sample| sample.metric.is_some()) {
        return SpeedBasis::Metric;
    }
    let is_measured = |name: &str| record.samples.iter().any(|s| s.workload == name);
    let names = record.workloads.iter().map(|w| w.name.as_str()).filter(|name| is_measured(name));
    let by_processor: Vec<bool> = names.map(|name| is_by_processor(record, name)).collect();
    match (by_processor.contains(&true), by_processor.contains(&false)) {
        (true, false) => SpeedBasis::Processor,
        (true, true) => SpeedBasis::Mixed,
        (false, _) => SpeedBasis::Wall,
    }
}
