//! A run and its plan. A run measures the workloads in blocks and writes the record as it proceeds.

mod blocks;
mod calibration;
mod depth;
mod duet;
mod gated;
mod sampling;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::contender::{Contender, EngineSetup};
use super::load;
use super::progress::RunProgress;
use nucleus_records::gate::RatioDemand;
use nucleus_records::output::RecordFile;
use nucleus_records::precision::{self, PrecisionStatus};
use nucleus_records::record::{FailureRecord, Pairing, Protocol, Record, Workload};
use nucleus_records::{summary, time};

/// The maximum number of blocks of a workload with a target precision or a gate.
pub const MOST_BLOCKS: u32 = 1000;

/// The plan of a run: numbers of blocks, times and stopping rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The number of measured blocks for which a workload may take twice its share of the time.
    pub fewest: u32,
    /// The maximum number of measured blocks of a workload.
    pub rounds: u32,
    /// The half-width of intervals, relative to the ratio, at which a workload ends (`--precision`).
    pub precision: Option<f64>,
    /// The maximum length in seconds of a sample that is extended because it is too short for an engine.
    pub longest: f64,
    /// The half-width at which a workload ends if there is no other target.
    pub good_enough: Option<f64>,
    /// The demand of a gate; no block follows once it is decided.
    pub gate: Option<RatioDemand>,
    /// The number of warm-up blocks of a workload. Outside of duets, each engine runs once in one.
    pub warmup: u32,
    /// `true` if fixed depths and perft, which may take long, are warmed up too.
    pub warm_fixed: bool,
    /// The length of a sustained or timed sample in seconds.
    pub seconds: f64,
    /// Seconds of a sustained or timed sample in warm-up, and for an engine with fewer blocks.
    pub short_seconds: f64,
    /// The time in seconds after which a search to a fixed depth is aborted.
    pub give_up: f64,
    /// The time limit of the run in seconds; workloads get fewer blocks to keep it.
    pub budget: Option<f64>,
    /// The lifetime of an engine's process.
    pub processes: Processes,
    /// The way that two programs share the machine.
    pub pairing: Pairing,
    /// The seed of the order of engines.
    pub seed: u64,
}

nucleus_base::named_enum! {
    /// The lifetime of an engine's process.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Processes {
        /// One process for all blocks of all workloads, unless it fails.
        Persistent = "persistent",
        /// A new process for every block, so that the interval includes effects of memory layout.
        PerBlock = "per-block",
    }
}

/// Returns the order of `engines` engines in a block, each twice, rotated by the seed `first`. A
/// block is a palindrome, A B C C B A: every engine has the same mean place, so a steady slowdown
/// of the machine affects all equally. The first engine rotates from block to block.
pub fn palindrome(engines: usize, block: u32, first: u64) -> Vec<usize> {
    if engines == 0 {
        return Vec::new();
    }
    let start = ((u64::from(block) + first % engines as u64) % engines as u64) as usize;
    let one_way: Vec<usize> = (0..engines).map(|i| (start + i) % engines).collect();
    one_way.iter().chain(one_way.iter().rev()).copied().collect()
}

/// A run in progress.
pub struct Campaign<'a> {
    /// The record with the measurements so far.
    pub record: Record,
    /// The engines, in the order of the record.
    pub contenders: Vec<Contender>,
    /// The settings that all engines share.
    pub setup: EngineSetup,
    /// The plan of the run.
    pub plan: Plan,
    /// The record file, rewritten after each workload or, with a gate, every few seconds.
    pub output: RecordFile,
    /// The start time of the run.
    pub begin: Instant,
    /// Receives the run's progress messages.
    pub progress: &'a mut dyn RunProgress,
}

impl Campaign<'_> {
    /// Returns `true` if the user pressed Ctrl-C.
    pub fn interrupted(&self) -> bool {
        self.setup.interrupt.load(Relaxed)
    }

    /// Runs every workload, closes the engines and writes the record, which is marked as complete
    /// unless the run was interrupted. The record is also written during the run.
    ///
    /// # Errors
    /// If the final record could not be written; `self.record` is kept.
    pub fn run(&mut self) -> Result<(), String> {
        if self.plan.pairing == Pairing::Duet {
            self.calibrate();
        }
        self.between_blocks();
        let workloads = self.record.workloads.clone();
        if let Some(gate) = self.plan.gate.clone() {
            self.run_to_decision(&workloads, &gate);
            return self.finish();
        }
        let mut left = workloads.len();
        for workload in &workloads {
            if self.interrupted() {
                break;
            }
            let share =
                self.plan.budget.map(|b| (b - self.begin.elapsed().as_secs_f64()) / left as f64);
            left -= 1;
            let least = self.plan.budget.filter(|_| self.plan.fewest > 1).map(|b| b / 6.0);
            let share = share.map(|share| share.max(least.unwrap_or(share)));
            if share.is_some_and(|s| s <= 0.0) {
                let message = format!("{}: skipped, the time limit was reached", workload.name);
                self.record.warnings.push(message);
                continue;
            }
            self.workload(workload, share);
            if let Err(message) = self.save() {
                self.progress.say(&message);
            }
        }
        self.finish()
    }

    /// Closes the engines and writes the record, marked as complete unless the run was interrupted.
    fn finish(&mut self) -> Result<(), String> {
        self.retire();
        for contender in &mut self.contenders {
            self.record.warnings.extend(contender.close());
        }
        self.record.machine.load_after = load::average();
        summary::summarize(&mut self.record);
        self.record.warnings.extend(summary::signatures_that_differ(&self.record));
        self.record.complete = !self.interrupted();
        self.save()
    }

    /// Updates the record's engines, summary and gate verdict, and writes the record.
    fn save(&mut self) -> Result<(), String> {
        for (engine, contender) in self.record.engines.iter_mut().zip(&self.contenders) {
            *engine = contender.spec.public_record();
        }
        summary::summarize(&mut self.record);
        self.record.gate = self.plan.gate.as_ref().map(|gate| gate.verdict(&self.record));
        self.record.written = time::now();
        self.output.write(&self.record)
    }

    /// Runs a workload, one group of engines after another.
    fn workload(&mut self, workload: &Workload, share: Option<f64>) {
        let begin = Instant::now();
        let groups = self.groups(workload);
        let (mut fewest, mut cut) = (None, false);
        for (index, group) in groups.iter().enumerate() {
            let left = (groups.len() - index) as f64;
            let share = share.map(|share| (share - begin.elapsed().as_secs_f64()) / left);
            let to_depth = match workload.protocol {
                Protocol::Depth => self.deepest(workload, group),
                _ => Some(workload.clone()),
            };
            let Some(workload) = to_depth else { continue };
            let Some((done, was_cut)) = self.blocks(&workload, group, share) else {
                return;
            };
            fewest = Some(fewest.map_or(done, |fewest: u32| fewest.min(done)));
            cut |= was_cut;
        }
        let fewest = fewest.unwrap_or(0);
        if let Some(target) = self.plan.precision {
            self.tell_imprecise(workload, target, cut);
        } else if cut && fewest < self.plan.rounds {
            self.record.warnings.push(format!(
                "{}: {fewest} of {} blocks, to keep to the time",
                workload.name, self.plan.rounds
            ));
        }
        self.progress.say(&format!(
            "{}: {fewest} blocks in {:.0} s",
            workload.name,
            begin.elapsed().as_secs_f64()
        ));
    }

    /// Returns the precision of the ratios of those engines that run in all blocks of a workload.
    fn precision_status(
        &self,
        workload: &Workload,
        group: impl Iterator<Item = usize>,
    ) -> PrecisionStatus {
        let complete = group.map(|i| &self.contenders[i]).filter(|c| c.spec.blocks.is_none());
        let names: Vec<&str> = complete.map(Contender::name).collect();
        PrecisionStatus::new(&self.record, &workload.name, &names)
    }

    /// Reports a workload whose intervals are wider than the target.
    fn tell_imprecise(&mut self, workload: &Workload, target: f64, by_time: bool) {
        let status = self.precision_status(workload, 0..self.contenders.len());
        if status.is_precise(target) {
            return;
        }
        let why = if by_time { "time" } else { "block" };
        let reached = match status.half_width() {
            Some(width) => format!("± {}", precision::percent(width)),
            None => "no interval".to_owned(),
        };
        let target = precision::percent(target);
        self.warn(format!("{}: {reached}, target ± {target}: {why} limit reached", workload.name));
    }

    /// Prints a warning and adds it to the record.
    fn warn(&mut self, message: String) {
        self.progress.say(&message);
        self.record.warnings.push(message);
    }

    /// Prints a failure and adds it to the record.
    fn add_failure(&mut self, failure: FailureRecord) {
        self.progress.say(&format!("{}: {}", failure.engine, failure.message));
        self.record.failures.push(failure);
    }

    /// Describes the ratio so far and the remaining time of a workload.
    fn outlook(
        &self,
        status: &PrecisionStatus,
        done: u32,
        seconds: f64,
        share: Option<f64>,
    ) -> String {
        let more = match self.plan.precision {
            Some(target) => status.blocks_left(target),
            None => Some(self.plan.rounds.saturating_sub(done)),
        };
        let left = more.map(|blocks| f64::from(blocks) * seconds / f64::from(done.max(1)));
        let most = share.map(|share| share - seconds);
        let left = left.into_iter().chain(most).reduce(f64::min);
        let left = left.map(|left| format!("  {} remaining", precision::clock(left)));
        format!("  {}{}", status.words(), left.unwrap_or_default())
    }

    /// Returns the indices of the engines that take part in a workload, by group.
    fn groups(&self, workload: &Workload) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, contender) in self.contenders.iter().enumerate() {
            let left_out = workload.protocol == Protocol::Perft && contender.spec.without_perft
                || contender.spec.run.is_none() && !contender.limits.allow(workload);
            if contender.alive() && !left_out {
                groups.entry(contender.spec.group).or_default().push(index);
            }
        }
        groups.into_values().collect()
    }

    /// Ends the processes of a block, or pauses them until the next block, so that nothing runs in
    /// between.
    pub fn between_blocks(&mut self) {
        match self.plan.processes {
            Processes::PerBlock => self.retire(),
            Processes::Persistent => self.contenders.iter_mut().for_each(Contender::pause),
        }
    }

    /// Ends all processes in parallel, and waits for those that do not exit at once.
    fn retire(&mut self) {
        std::thread::scope(|scope| {
            for contender in self.contenders.iter_mut().filter(|contender| contender.runs()) {
                scope.spawn(|| contender.retire());
            }
        });
    }
}
