//! The blocks of a workload. In a block the engines of a group run in turn, or as a duet.

use std::time::Instant;

use super::super::probe;
use super::sampling::SampleTurn;
use super::{Campaign, MOST_BLOCKS, palindrome};
use nucleus_records::record::{Pairing, Protocol, Workload};

/// The engines that run in turn on a workload, and their state.
pub(super) struct TurnGroup<'w> {
    pub workload: &'w Workload,
    /// The members' indices into the campaign's contenders.
    pub members: &'w [usize],
    /// `true` for each member that has not failed on this workload.
    pub present: Vec<bool>,
    /// The number of warm-up blocks.
    pub warmup: u32,
    /// The seconds that each member took in the last block; in a duet, the first has all of them.
    pub took: Vec<f64>,
}

impl<'w> TurnGroup<'w> {
    /// Creates a group before its first block.
    pub fn new(campaign: &Campaign<'_>, workload: &'w Workload, members: &'w [usize]) -> Self {
        let fixed = matches!(workload.protocol, Protocol::Paper | Protocol::Perft);
        let warmup = if fixed && !campaign.plan.warm_fixed { 0 } else { campaign.plan.warmup };
        Self {
            workload,
            members,
            present: vec![true; members.len()],
            warmup,
            took: vec![0.0; members.len()],
        }
    }

    /// Returns `true` if at least two engines have not failed, so that there is a ratio.
    pub fn has_pair(&self) -> bool {
        self.present.iter().filter(|present| **present).count() > 1
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockEnd {
    /// Every engine ran, or failed by itself.
    Done,
    /// No engine, or in a duet no pair, remains that runs in all blocks.
    NobodyLeft,
    /// The user pressed Ctrl-C.
    Interrupted,
}

impl Campaign<'_> {
    /// Runs one block of a group; `label` follows its number in the progress message.
    pub(super) fn block(&mut self, group: &mut TurnGroup<'_>, block: u32, label: &str) -> BlockEnd {
        if self.plan.pairing == Pairing::Duet {
            return self.duet_block(group, block, label);
        }
        let warm = block < group.warmup;
        let measured = block.saturating_sub(group.warmup);
        let short = |i: usize| self.contenders[group.members[i]].spec.blocks;
        let takes_part: Vec<usize> = (0..group.members.len())
            .filter(|&i| group.present[i])
            .filter(|&i| short(i).is_none_or(|n| !warm && measured < n))
            .collect();
        if !takes_part.iter().any(|&i| short(i).is_none()) {
            return BlockEnd::NobodyLeft;
        }
        if !warm {
            self.probe(&group.workload.name, block);
        }
        group.took = vec![0.0; group.members.len()];
        let mut order = palindrome(takes_part.len(), block, self.plan.seed);
        if warm {
            order.truncate(takes_part.len());
        }
        for place in order {
            let member = takes_part[place];
            if !group.present[member] {
                continue;
            }
            if self.interrupted() {
                return BlockEnd::Interrupted;
            }
            let index = group.members[member];
            let (name, at) = (self.contenders[index].name(), block + 1);
            let workload = &group.workload.name;
            self.progress.state(&format!("{workload}  block {at}{label}  {name}"));
            let begin = Instant::now();
            let turn = SampleTurn { block, warmup: warm };
            group.present[member] = self.sample(index, group.workload, turn);
            group.took[member] += begin.elapsed().as_secs_f64();
        }
        self.between_blocks();
        BlockEnd::Done
    }

    /// Times the two loops of the module `probe` before a block, for the record.
    pub(super) fn probe(&mut self, workload: &str, block: u32) {
        let core = self.setup.cores.first().copied();
        self.record.probes.push(probe::measure(workload, block, core));
    }

    /// Runs the blocks of a group. Returns the number of measured blocks, and `true` if the time
    /// limit ended them; `None` if the run was interrupted.
    pub(super) fn blocks(
        &mut self,
        workload: &Workload,
        members: &[usize],
        share: Option<f64>,
    ) -> Option<(u32, bool)> {
        let begin = Instant::now();
        let mut group = TurnGroup::new(self, workload, members);
        let blocks = group.warmup + self.plan.rounds;
        let of = if self.plan.rounds < MOST_BLOCKS { format!("/{blocks}") } else { String::new() };
        let (mut done, mut outlook) = (0, String::new());
        for block in 0..blocks {
            match self.block(&mut group, block, &format!("{of}{outlook}")) {
                BlockEnd::Interrupted => return None,
                BlockEnd::NobodyLeft => break,
                BlockEnd::Done => {}
            }
            let warm = block < group.warmup;
            if !warm {
                done += 1;
                let status = self.precision_status(workload, members.iter().copied());
                if self
                    .plan
                    .precision
                    .or(self.plan.good_enough)
                    .is_some_and(|target| status.is_precise(target))
                {
                    break;
                }
                outlook = self.outlook(&status, done, begin.elapsed().as_secs_f64(), share);
            }
            // Only engines with blocks left run in the next block. A measured block takes twice as
            // long as a warm-up block.
            let left = |i: &usize| {
                self.contenders[members[*i]].spec.blocks.is_none_or(|blocks| done < blocks)
            };
            let next: f64 = (0..members.len()).filter(left).map(|i| group.took[i]).sum();
            let next = next * if warm { 2.0 } else { 1.0 };
            let share = share.map(|s| if done < self.plan.fewest { 2.0 * s } else { s });
            if let Some(share) = share
                && done > 0
                && begin.elapsed().as_secs_f64() + next > share
            {
                return Some((done, true));
            }
        }
        Some((done, false))
    }
}
