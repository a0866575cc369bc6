//! One sample of an engine: its process, its options, and its entry in the record.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::super::fault::{Fault, FaultKind};
use super::super::kept_limits::KeptLimits;
use super::super::process::Launch;
use super::super::protocol::{self, SampleOptions};
use super::super::{bench, clock, command, load};
use super::Campaign;
use nucleus_records::record::{Protocol, Sample, Workload};

/// The minimum time limit in seconds of an engine's own bench.
const BENCH_PATIENCE: f64 = 120.0;
pub(super) const HASH: &str = "Hash";
/// The number of last lines printed of each output of a failed program; the record has more.
const LAST_LINES: usize = 4;

/// The function that [`Campaign::whole_program`] returns.
type WholeRun<'a> = Box<dyn Fn(Option<&dyn Fn() -> bool>) -> Result<Sample, Fault> + Send + 'a>;

/// The place of a sample in its campaign.
#[derive(Clone, Copy)]
pub(super) struct SampleTurn {
    pub(super) block: u32,
    /// `true` for a sample that is not counted.
    pub(super) warmup: bool,
}

impl Campaign<'_> {
    /// Starts an engine's process if none runs; adds a failure to the record if that fails. Returns
    /// `true` if the engine has a process.
    pub(crate) fn start(&mut self, index: usize, workload: &Workload) -> bool {
        let contender = &mut self.contenders[index];
        match contender.start(&self.setup) {
            Ok(_) => true,
            // An interruption is no failure of the engine.
            Err(_) if self.setup.interrupt.load(Relaxed) => false,
            Err(mut failure) => {
                failure.workload = Some(workload.name.clone());
                self.add_failure(*failure);
                false
            }
        }
    }

    /// Returns the options of a sample of this length in seconds, unless the workload sets its own time.
    pub(super) fn options(
        &self,
        workload: &Workload,
        limits: KeptLimits,
        seconds: f64,
    ) -> SampleOptions {
        SampleOptions {
            seconds: protocol::own_seconds(workload, self.plan.seconds).unwrap_or(seconds),
            give_up: self.plan.give_up,
            core: self.setup.cores.first().copied(),
            threads: self.setup.threads,
            limits,
            in_company: false,
        }
    }

    /// Takes one sample; returns `false` if the engine takes no further part in this workload.
    pub(super) fn sample(&mut self, index: usize, workload: &Workload, turn: SampleTurn) -> bool {
        if matches!(workload.protocol, Protocol::Bench | Protocol::Command) {
            let result = self.whole_run(index, workload);
            return self.take(index, workload, result, turn);
        }
        let new = !self.contenders[index].runs();
        if !self.start(index, workload) {
            return false;
        }
        let contender = &mut self.contenders[index];
        let short = contender.spec.blocks.is_some();
        let seconds =
            if short || turn.warmup { self.plan.short_seconds } else { self.plan.seconds };
        let limits = contender.limits;
        let options = self.options(workload, limits, seconds);
        let hash_mib = self.table(index, workload, turn.block);
        let Some(engine) = self.contenders[index].engine() else { return false };
        let warm = if new { protocol::warm_up(engine, workload, limits) } else { Ok(()) };
        let sized = warm.and_then(|()| match hash_mib {
            Some(mib) => engine.set_option(HASH, Some(&mib.to_string())),
            None => Ok(()),
        });
        let result = sized.and_then(|()| protocol::sample(engine, workload, &options));
        let result = result.map(|sample| Sample { hash_mib, ..sample });
        self.contenders[index].pause();
        self.take(index, workload, result, turn)
    }

    /// Runs an engine's own bench, or a command, in a separate process.
    fn whole_run(&self, index: usize, workload: &Workload) -> Result<Sample, Fault> {
        let core = self.setup.cores.first().copied();
        let before = clock::measure_ghz(core);
        let sample = self.whole_program(index, workload)(None)?;
        Ok(Sample {
            clock_ghz_before: Some(before),
            clock_ghz_after: Some(clock::measure_ghz(core)),
            ..sample
        })
    }

    /// Returns a function that runs an engine's own bench or a command in a separate process. If it
    /// receives a function, the run is not counted, and ends when that function returns `true`.
    pub(crate) fn whole_program<'a>(
        &'a self,
        index: usize,
        workload: &'a Workload,
    ) -> WholeRun<'a> {
        let contender = &self.contenders[index];
        let (run, launch) = (contender.spec.run.as_ref(), contender.launch(&self.setup));
        // A bench takes seconds; one that takes much longer is an error.
        let limit = Duration::from_secs_f64(self.plan.give_up.max(BENCH_PATIENCE));
        Box::new(move |enough| {
            let launch = Launch { uncounted: enough.is_some(), ..launch.clone() };
            let enough = enough.unwrap_or(&|| false);
            let sample = match run {
                Some(run) => command::sample(run, &launch, enough),
                None => bench::sample(&launch, &workload.limit, limit, enough),
            };
            sample.map(|sample| Sample { load: load::average(), ..sample })
        })
    }

    /// Adds a sample, a failure or a warning to the record; returns `false` if the engine takes no
    /// further part in this workload.
    pub(super) fn take(
        &mut self,
        index: usize,
        workload: &Workload,
        result: Result<Sample, Fault>,
        turn: SampleTurn,
    ) -> bool {
        let contender = &mut self.contenders[index];
        match result {
            Ok(sample) => {
                let SampleTurn { block, warmup } = turn;
                let (engine, workload) = (contender.name().to_owned(), workload.name.clone());
                let mut samples = self.record.samples.iter().rev();
                let last = samples.find(|s| s.workload == workload && s.block == block);
                let position = last.map_or(0, |sample| sample.position + 1);
                let sample = Sample { engine, workload, block, position, warmup, ..sample };
                self.record.samples.push(sample);
                true
            }
            Err(error) if error.kind == FaultKind::Interrupted => false,
            Err(error)
                if error.kind == FaultKind::Unsupported
                    && !matches!(workload.protocol, Protocol::Bench | Protocol::Command) =>
            {
                let message = format!("{}, {}: {}", contender.name(), workload.name, error.message);
                self.warn(message);
                false
            }
            Err(error) => {
                let name = Some(workload.name.as_str());
                let failure = match workload.protocol {
                    Protocol::Bench | Protocol::Command => {
                        Some(error.record(contender.name(), name))
                    }
                    _ => contender.fail(name, &error),
                };
                // In a duet a program also runs alone, and would report its failure twice.
                let failure = failure.filter(|row| Some(row) != self.record.failures.last());
                if let Some(failure) = failure {
                    let lines = [failure.last_lines.clone(), failure.last_errors.clone()];
                    self.add_failure(failure);
                    for all in lines {
                        let last = &all[all.len().saturating_sub(LAST_LINES)..];
                        last.iter().for_each(|line| self.progress.say(&format!("  {line}")));
                    }
                }
                false
            }
        }
    }
}
