//! Two programs on one processor at the same time, each timed by its own processor clock.
//!
//! Disturbances of the machine affect both programs alike, so that their ratio varies several times
//! less than with runs one after the other (Bulej, Horký, Tůma, Farquet and Prokopec, Duet
//! benchmarking, ICPE 2020). By default a block starts new processes. In a round both begin
//! together, and the one that finishes first repeats its work, uncounted, until the other finishes.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use super::super::fault::{Fault, FaultKind};
use super::super::kept_limits::KeptLimits;
use super::super::protocol::{self, SampleOptions};
use super::blocks::{BlockEnd, TurnGroup};
use super::sampling::SampleTurn;
use super::{Campaign, Contender};
use nucleus_records::record::{Protocol, Sample, Workload};
use nucleus_records::summary::copy_of;

/// The number of rounds in a block of searches; benches and commands have one round per block.
const ROUNDS: usize = 2;
/// The period, in blocks, of an additional run of each program alone: for searches in the period's
/// first block, for benches and commands, which may be long, in its last.
const ALONE: u32 = 4;

impl Campaign<'_> {
    /// Runs one block of a group, in which every other program runs together with the first.
    pub(super) fn duet_block(
        &mut self,
        group: &mut TurnGroup<'_>,
        block: u32,
        label: &str,
    ) -> BlockEnd {
        let warmup = block < group.warmup;
        let begin = std::time::Instant::now();
        for other in 1..group.members.len() {
            if !(group.present[0] && group.present[other]) {
                continue;
            }
            let pair = [group.members[0], group.members[other]];
            let [old, new] = pair.map(|index| self.contenders[index].name().to_owned());
            let workload = group.workload;
            let at = block + 1;
            self.progress.state(&format!("{}  block {at}{label}  {old}, {new}", workload.name));
            let first = (block as usize + other) % 2;
            let complete = matches!(workload.protocol, Protocol::Bench | Protocol::Command);
            if !complete && !self.start_pair(pair, first, workload) {
                // A program that does not start again leaves this workload; the other one stays.
                for (place, member) in [0, other].into_iter().enumerate() {
                    group.present[member] = self.contenders[pair[place]].runs();
                }
                continue;
            }
            let (rounds, alone) = if complete { (1, ALONE - 1) } else { (ROUNDS, 0) };
            if block.saturating_sub(group.warmup) % ALONE == alone && !warmup {
                self.probe(&workload.name, block);
                self.alone(pair, first, workload, block);
            }
            for number in 0..rounds {
                if self.interrupted() {
                    return BlockEnd::Interrupted;
                }
                let stay = self.round(pair, (first + number) % 2, workload, block, warmup);
                group.present[0] &= stay[0];
                group.present[other] &= stay[1];
                if stay != [true, true] {
                    break;
                }
            }
            self.between_blocks();
        }
        group.took[0] = begin.elapsed().as_secs_f64();
        if group.has_pair() && group.present[0] { BlockEnd::Done } else { BlockEnd::NobodyLeft }
    }

    /// Lets the first of several commits also run with a copy of itself, so that its row in the
    /// table of speeds has the same noise as the other rows.
    pub(crate) fn copy_first(&mut self) {
        let is_commit = |contender: &Contender| contender.spec.record.commit.is_some();
        if self.contenders.len() > 2 && self.contenders.iter().all(is_commit) {
            self.contenders.push(self.contenders[0].copy());
        }
    }

    /// Starts both programs, `first` before the other, and warms up new processes; `true` if ready.
    fn start_pair(&mut self, pair: [usize; 2], first: usize, workload: &Workload) -> bool {
        let order = [pair[first], pair[1 - first]];
        let [old_runs, new_runs] = pair.map(|index| self.contenders[index].runs());
        if !order.into_iter().all(|index| self.start(index, workload)) {
            return false;
        }
        let Ok([old, new]) = self.contenders.get_disjoint_mut(pair) else { return false };
        let both = [(old, old_runs), (new, new_runs)];
        let results = in_order(both, first, |(contender, ran): (&mut Contender, bool)| {
            let limits = contender.limits;
            match contender.engine() {
                Some(engine) if !ran => protocol::warm_up(engine, workload, limits),
                _ => Ok(()),
            }
        });
        let mut ready = true;
        for (index, result) in pair.into_iter().zip(results) {
            if let Err(error) = result {
                ready = false;
                let turn = SampleTurn { block: 0, warmup: true };
                self.take(index, workload, Err(error), turn);
            }
        }
        ready
    }

    /// Takes an uncounted sample of each program alone, which shows the cost of sharing the processor.
    fn alone(&mut self, pair: [usize; 2], first: usize, workload: &Workload, block: u32) {
        for place in [first, 1 - first] {
            self.sample(pair[place], workload, SampleTurn { block, warmup: true });
        }
    }

    /// Runs both programs at once, `first` a moment earlier; returns `true` for each that stays in
    /// this workload.
    fn round(
        &mut self,
        pair: [usize; 2],
        first: usize,
        workload: &Workload,
        block: u32,
        warmup: bool,
    ) -> [bool; 2] {
        let names = pair.map(|index| match &self.contenders[index] {
            copy if copy.is_copy => copy_of(copy.name()),
            contender => contender.name().to_owned(),
        });
        let complete = matches!(workload.protocol, Protocol::Bench | Protocol::Command);
        let mut results = if complete {
            self.whole_runs(pair, first, workload)
        } else {
            self.searches(pair, first, workload)
        };
        let mut stay = [true; 2];
        for place in [first, 1 - first] {
            let result = std::mem::replace(&mut results[place], Ok(Sample::default()));
            let result =
                result.map(|sample| Sample { duet_with: Some(names[1 - place].clone()), ..sample });
            stay[place] = self.take(pair[place], workload, result, SampleTurn { block, warmup });
        }
        stay
    }

    /// Runs searches of two engines at once.
    fn searches(
        &mut self,
        pair: [usize; 2],
        first: usize,
        workload: &Workload,
    ) -> [Result<Sample, Fault>; 2] {
        let options = SampleOptions {
            in_company: true,
            ..self.options(workload, KeptLimits::ALL, self.plan.seconds)
        };
        let interrupt = &self.setup.interrupt;
        let Ok(contenders) = self.contenders.get_disjoint_mut(pair) else {
            return [gone(), gone()];
        };
        let done = AtomicU32::new(0);
        let run = |contender: &mut Contender| {
            let own = Done(&done);
            let options = SampleOptions { limits: contender.limits, ..options };
            let Some(engine) = contender.engine() else { return gone() };
            let result = protocol::sample(engine, workload, &options);
            drop(own);
            let other_is_done = || done.load(Relaxed) > 1 || interrupt.load(Relaxed);
            if result.is_ok() && protocol::fill(engine, workload, &options, &other_is_done).is_err()
            {
                // An error in this uncounted work does not matter; the next block has a new
                // process.
                contender.retire();
            }
            result
        };
        in_order(contenders, first, run)
    }

    /// Runs the benches of two engines, or two commands, at once to their end.
    pub(crate) fn whole_runs(
        &self,
        pair: [usize; 2],
        first: usize,
        workload: &Workload,
    ) -> [Result<Sample, Fault>; 2] {
        let done = AtomicU32::new(0);
        let interrupt = &self.setup.interrupt;
        let both = pair.map(|index| self.whole_program(index, workload));
        in_order(both, first, |run| {
            let own = Done(&done);
            let result = run(None);
            drop(own);
            let other_is_done = || done.load(Relaxed) > 1 || interrupt.load(Relaxed);
            while result.is_ok() && !other_is_done() {
                if run(Some(&other_is_done)).is_err() {
                    break;
                }
            }
            result
        })
    }
}

/// Counts one program as done when dropped, even by a panic, so that the other one can stop.
struct Done<'a>(&'a AtomicU32);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// Runs a function on two values in parallel, `first` a moment earlier; returns the results in the
/// order of the values.
fn in_order<T: Send, R: Send>(values: [T; 2], first: usize, run: impl Fn(T) -> R + Sync) -> [R; 2] {
    let [old, new] = values;
    let (early, late) = if first == 0 { (old, new) } else { (new, old) };
    let [early, late] = thread::scope(|scope| {
        let run = &run;
        let early = scope.spawn(move || run(early));
        let late = scope.spawn(move || run(late));
        [early, late].map(|run| run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    if first == 0 { [early, late] } else { [late, early] }
}

/// Returns the error of an engine without a process.
fn gone() -> Result<Sample, Fault> {
    Err(Fault::new(FaultKind::Interrupted, "it has no process"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_one_ends_the_other() {
        let done = AtomicU32::new(0);
        let run = |panics: bool| {
            let own = Done(&done);
            assert!(!panics, "a panic that the test wants");
            drop(own);
            while done.load(Relaxed) < 2 {
                thread::yield_now();
            }
        };
        assert!(std::panic::catch_unwind(|| in_order([false, true], 0, run)).is_err());
    }
}
