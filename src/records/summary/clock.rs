//! The time that speeds are by.

use super::super::record::{Pairing, Record, Sample};
use super::super::stats;
use super::{Speed, of};

/// `settings.clock` of a run whose speeds are by processor time.
pub const PROCESSOR: &str = "processor";
/// `settings.clock` of a run whose speeds are by wall time.
pub const WALL: &str = "wall";

/// Median share of the time that an engine must have had the processor for its speed to be by
/// processor time. One of two programs on a core has half of it; an engine that sleeps has less, and
/// its processor time says nothing about its speed.
const BUSY: f64 = 0.2;

/// True if the speeds on this workload are by processor time: the run is of one thread, every sample
/// tells it, and every engine computes while it searches. In a duet they always are.
pub fn is_by_processor(record: &Record, workload: &str) -> bool {
    record.settings.pairing == Some(Pairing::Duet)
        || record.settings.clock == PROCESSOR
            && record.engines.iter().all(|engine| {
                let samples = of(record, &engine.name, workload);
                let shares: Option<Vec<f64>> =
                    samples.iter().map(|(_, s)| s.task_nps().and(s.processor_share())).collect();
                shares
                    .is_some_and(|shares| stats::median(&shares).is_none_or(|share| share >= BUSY))
            })
}

/// Returns the speed of a sample on this workload, as a function.
pub(super) fn speed(record: &Record, workload: &str) -> Speed {
    if is_by_processor(record, workload) { Sample::task_nps } else { Sample::nps }
}

/// Returns the nodes per second of a sample, by the time that the speeds on its workload are by.
pub fn nodes_per_second(record: &Record, sample: &Sample) -> Option<f64> {
    speed(record, &sample.workload)(sample)
}

nucleus_base::named_enum! {
    /// The time that the speeds of a record are by.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SpeedBasis {
        /// Processor time on every workload.
        Processor = "processor time",
        /// Processor time on some workloads, wall time on the others.
        Mixed = "processor time where there is one, else wall time",
        /// Wall time.
        Wall = "wall time",
        /// No time: a number that a command prints (`--metric`).
        Metric = "the number that it prints",
    }
}

/// Returns the time that all speeds of a record are by.
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
