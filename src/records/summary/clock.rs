//! The time that speeds are by.

use super::super::record::{Record, Sample};
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
/// tells it, and every engine computes while it searches.
pub fn is_by_processor(record: &Record, workload: &str) -> bool {
    record.settings.clock == PROCESSOR
        && record.engines.iter().all(|engine| {
            let samples = of(record, &engine.name, workload);
            let shares: Option<Vec<f64>> =
                samples.iter().map(|(_, s)| s.task_nps().and(s.processor_share())).collect();
            shares.is_some_and(|shares| stats::median(&shares).is_none_or(|share| share >= BUSY))
        })
}

/// Returns what the speed of a sample on this workload is.
pub(super) fn speed(record: &Record, workload: &str) -> Speed {
    if is_by_processor(record, workload) { Sample::task_nps } else { Sample::nps }
}

/// Returns the nodes per second of a sample, by the time that the speeds on its workload are by.
pub fn nodes_per_second(record: &Record, sample: &Sample) -> Option<f64> {
    speed(record, &sample.workload)(sample)
}

/// Returns the time that all speeds of a record are by, in words.
pub fn time_in_words(record: &Record) -> &'static str {
    let measured = || {
        let of_workload = |name: &str| record.samples.iter().any(|s| s.workload == name);
        record.workloads.iter().filter(move |w| of_workload(&w.name))
    };
    if record.samples.iter().any(|sample| sample.metric.is_some()) {
        return "the number that it prints";
    }
    let by_processor = |name: &str| is_by_processor(record, name);
    match measured().filter(|w| by_processor(&w.name)).count() {
        0 => "wall time",
        n if n == measured().count() => "processor time",
        _ => "processor time where there is one, else wall time",
    }
}
