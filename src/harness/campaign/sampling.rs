//! One sample of an engine, and its handling.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::super::command::CommandRun;
use super::super::fault::{Fault, FaultKind};
use super::super::kept_limits::KeptLimits;
use super::super::process::Launch;
use super::super::protocol::{self, SampleOptions};
use super::super::{bench, clock, command, load};
use super::{Campaign, WorkloadMoves};
use nucleus_records::record::{Protocol, Sample, Workload};

/// Seconds that an engine's own bench may take, at least.
const BENCH_PATIENCE: f64 = 120.0;
/// The option for the size of the transposition table.
pub(super) const HASH: &str = "Hash";
/// Last lines of each output that are shown of a program that fails; the record has more.
const LAST_LINES: usize = 4;

/// The place of a sample in its campaign.
#[derive(Clone, Copy)]
pub(super) struct SampleTurn {
    /// The block.
    pub(super) block: u32,
    /// The place of the engine in the block.
    pub(super) position: u32,
    /// True for a sample that is not counted.
    pub(super) warmup: bool,
}

impl Campaign<'_> {
    /// Makes sure that an engine has a process: a new one for the block, or instead of one that
    /// failed in an earlier workload. True when there is one.
    pub(crate) fn start(&mut self, index: usize, workload: &Workload) -> bool {
        let contender = &mut self.contenders[index];
        match contender.start(&self.setup) {
            Ok(_) => true,
            // Not its fault.
            Err(_) if self.setup.interrupt.load(Relaxed) => false,
            Err(mut failure) => {
                failure.workload = Some(workload.name.clone());
                self.progress.say(&format!("{}: {}", failure.engine, failure.message));
                self.record.failures.push(*failure);
                false
            }
        }
    }

    /// Returns the options of a sample of so many seconds; a workload that says its own time has it.
    pub(super) fn options<'l>(
        &self,
        workload: &Workload,
        legal: &'l WorkloadMoves,
        limits: KeptLimits,
        seconds: f64,
    ) -> SampleOptions<'l> {
        SampleOptions {
            seconds: protocol::own_seconds(workload, self.plan.seconds).unwrap_or(seconds),
            give_up: self.plan.give_up,
            core: self.setup.cores.first().copied(),
            threads: self.setup.threads,
            limits,
            legal: legal.at_fen.as_deref(),
            set: &legal.of_set,
            in_company: false,
        }
    }

    /// One sample; false when the engine is out for this workload.
    pub(super) fn sample(
        &mut self,
        index: usize,
        workload: &Workload,
        legal: &WorkloadMoves,
        turn: SampleTurn,
    ) -> bool {
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
        let options = self.options(workload, legal, limits, seconds);
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

    /// Runs an engine's own bench, or a command, in a process of its own.
    fn whole_run(&self, index: usize, workload: &Workload) -> Result<Sample, Fault> {
        let core = self.setup.cores.first().copied();
        let before = clock::measure_ghz(core);
        let sample = self.program(index).sample(workload, &|| false)?;
        Ok(Sample {
            clock_ghz_before: Some(before),
            clock_ghz_after: Some(clock::measure_ghz(core)),
            ..sample
        })
    }

    /// Returns what a whole run of an engine's own bench, or of a command, needs.
    pub(crate) fn program(&self, index: usize) -> WholeProgram<'_> {
        let contender = &self.contenders[index];
        WholeProgram {
            name: contender.name(),
            run: contender.spec.run.as_ref(),
            launch: contender.launch(&self.setup),
            // A bench is meant to take seconds; one that is as long as a game is none.
            bench_limit: Duration::from_secs_f64(self.plan.give_up.max(BENCH_PATIENCE)),
        }
    }

    /// Adds a sample or a failure to the record; false when the engine is out for this workload.
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
                let SampleTurn { block, position, warmup } = turn;
                self.record.samples.push(Sample { block, position, warmup, ..sample });
                true
            }
            Err(fault) if fault.kind == FaultKind::Interrupted => false,
            Err(fault)
                if fault.kind == FaultKind::Unsupported
                    && !matches!(workload.protocol, Protocol::Bench | Protocol::Command) =>
            {
                let note = format!("{}, {}: {}", contender.name(), workload.name, fault.message);
                self.progress.say(&note);
                self.record.warnings.push(note);
                false
            }
            Err(fault) => {
                let name = Some(workload.name.as_str());
                let failure = match workload.protocol {
                    Protocol::Bench | Protocol::Command => {
                        Some(fault.record(contender.name(), name))
                    }
                    _ => contender.fail(name, &fault),
                };
                // In a duet a program also runs alone, and fails twice.
                let failure = failure.filter(|row| Some(row) != self.record.failures.last());
                if let Some(failure) = failure {
                    self.progress.say(&format!("{}: {}", failure.engine, failure.message));
                    for all in [&failure.last_lines, &failure.last_errors] {
                        let last = &all[all.len().saturating_sub(LAST_LINES)..];
                        last.iter().for_each(|line| self.progress.say(&format!("  {line}")));
                    }
                    self.record.failures.push(failure);
                }
                false
            }
        }
    }
}

/// An engine with its own bench, or a command, to be run as a whole.
pub(crate) struct WholeProgram<'a> {
    name: &'a str,
    run: Option<&'a CommandRun>,
    launch: Launch,
    bench_limit: Duration,
}

impl WholeProgram<'_> {
    /// Runs it in a process of its own until it ends or `enough` is true.
    pub fn sample(&self, workload: &Workload, enough: &dyn Fn() -> bool) -> Result<Sample, Fault> {
        let (name, launch) = (self.name, &self.launch);
        let sample = match self.run {
            Some(run) => command::sample(name, run, launch, workload, command::PATIENCE, enough)?,
            None => bench::sample(name, launch, workload, self.bench_limit, enough)?,
        };
        Ok(Sample { load: load::average(), ..sample })
    }
}
