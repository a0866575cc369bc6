//! A run with a gate: every workload has a block in each round, and after each round the gate may
//! decide.

use std::time::Instant;

use super::Campaign;
use super::blocks::{BlockEnd, TurnGroup};
use nucleus_records::gate::{GateVerdict, HeldRatio, RatioDemand, verdict};
use nucleus_records::record::Workload;

/// The minimum interval in seconds between two writes of the record during the rounds.
const SAVE: f64 = 5.0;

impl Campaign<'_> {
    /// Runs rounds of all workloads until the gate is decided, every interval has the target
    /// precision, the maximum number of rounds is reached, or the time is over.
    pub(super) fn run_to_decision(&mut self, workloads: &[Workload], gate: &RatioDemand) {
        let begin = Instant::now();
        let members: Vec<Vec<usize>> =
            workloads.iter().map(|w| self.groups(w).into_iter().flatten().collect()).collect();
        let mut groups: Vec<TurnGroup<'_>> = (0..workloads.len())
            .map(|i| TurnGroup::new(self, &workloads[i], &members[i]))
            .collect();
        let warmup = groups.iter().map(|group| group.warmup).max().unwrap_or(0);
        let (mut saved, mut slowest, mut label) = (Instant::now(), 0.0_f64, String::new());
        for round in 0..warmup + self.plan.rounds {
            let round_begin = Instant::now();
            for group in &mut groups {
                // A workload without warm-up starts after the warm-up of the other workloads.
                let Some(block) = round.checked_sub(warmup - group.warmup) else { continue };
                if group.has_pair() && self.block(group, block, &label) == BlockEnd::Interrupted {
                    return;
                }
            }
            if !groups.iter().any(TurnGroup::has_pair) {
                break;
            }
            if round < warmup {
                continue;
            }
            let rows = gate.rows(&self.record);
            if verdict(gate.limit, &rows) != GateVerdict::Undecided || self.is_precise(workloads) {
                break;
            }
            label = gate_outlook(gate.limit, &rows);
            if saved.elapsed().as_secs_f64() > SAVE {
                if let Err(message) = self.save() {
                    self.progress.say(&message);
                }
                saved = Instant::now();
            }
            slowest = slowest.max(round_begin.elapsed().as_secs_f64());
            if self.plan.budget.is_some_and(|all| begin.elapsed().as_secs_f64() + slowest > all) {
                self.warn(format!("time limit reached after {} blocks", round + 1 - warmup));
                break;
            }
        }
    }

    /// Returns `true` if there is a target precision and every workload has reached it.
    fn is_precise(&self, workloads: &[Workload]) -> bool {
        self.plan.precision.is_some_and(|target| {
            let all = 0..self.contenders.len();
            workloads.iter().all(|w| self.precision_status(w, all.clone()).is_precise(target))
        })
    }
}

/// Returns the names and figures of the first two undecided ratios.
fn gate_outlook(limit: f64, rows: &[HeldRatio]) -> String {
    let open = rows.iter().filter(|row| row.verdict(limit) == GateVerdict::Undecided);
    let words: Vec<String> =
        open.take(2).map(|row| format!("{} {}", row.name, row.figure())).collect();
    format!("  {}", words.join(", "))
}
