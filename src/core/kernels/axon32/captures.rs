//! The captures of a position, one at a time, from a [`CellRecord`].

use super::cell_kernel::CellKernel;
use super::routines::assembly;
use super::squares::SquareWords;
use super::takers::{find_takers, find_targets};
use super::victims::Victims;
use crate::kernels::Variant;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::CellRecord;
use crate::types::{Move, MoveKind, PieceType};

/// For each type of victim, the most valuable piece that captures it without loss when it is defended.
pub const MOST_VALUABLE_TAKER: [u32; 6] = [0, 2, 2, 3, 4, 4];
/// The piece types of each group of victims, as bits in the order of a colour's piece bits.
pub const VICTIMS: [Cell; 4] = [0b10_0000, 0b01_1000, 0b00_0100, 0b00_0010];
/// The last piece type of each group.
const LAST_VICTIM: [usize; 4] = [0, 2, 3, 4];
/// The influence bits of each piece type, king lowest.
const INFLUENCE: [Cell; 6] = [0x40, 0x20, 0x10, 0x0c, 0x02, 0x01];

/// The piece types of a set of influence bits, one bit each.
const KINDS: [u8; 128] = {
    let mut table = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut kind = 0;
        while kind < 6 {
            table[bits] |= ((bits as u32 & INFLUENCE[kind] != 0) as u8) << kind;
            kind += 1;
        }
        bits += 1;
    }
    table
};

/// The progress through the captures of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct CellCaptures {
    /// Group of the victims, 0 to 3; 4 before the first capture.
    pub victim: u32,
    /// The victims of this group that the side to move attacks.
    pub victims: SquareWords,
    /// Type of the attacking pieces.
    pub taker: u32,
    /// Piece types that may capture one of the victims and are not yet tried, one bit each.
    pub takers: u32,
    /// Victims that remain for this piece type.
    pub targets: SquareWords,
    /// Square of the current victim.
    pub target: u32,
    /// Attackers that remain for this victim.
    pub sources: SquareWords,
}

impl CellCaptures {
    /// The state before the first capture.
    pub const START: Self = Self {
        victim: 4,
        victims: SquareWords::NONE,
        taker: 0,
        takers: 0,
        targets: SquareWords::NONE,
        target: 0,
        sources: SquareWords::NONE,
    };

    /// Returns the next capture of a victim of group `least` or higher; `None` if none remains.
    #[inline(always)]
    pub fn next<K: CellKernel>(
        &mut self,
        kernel: K,
        variant: Variant,
        record: &CellRecord,
        least: u32,
    ) -> Option<Move> {
        if variant == Variant::Asm {
            return (assembly().next_capture)(self, record, least);
        }
        // The lowest group may have risen since the last call.
        if self.victim < least {
            return None;
        }
        loop {
            if let Some(from) = self.sources.take_lowest() {
                let promotes = self.taker == 0 && matches!(self.target >> 3, 0 | 7);
                let kind = if promotes { MoveKind::CaptureQueen } else { MoveKind::Capture };
                return Some(Move((from | self.target << 6 | (kind as u32) << 12) as u16));
            }
            if let Some(target) = self.targets.take_lowest() {
                self.target = target;
                let kind = PieceType::from_index((self.taker as usize).min(5));
                self.sources = find_takers(record, target, kind);
                continue;
            }
            if self.takers != 0 {
                self.taker = self.takers.trailing_zeros();
                self.takers &= self.takers - 1;
                self.targets = self.targets_of(record);
                continue;
            }
            if self.victim <= least {
                return None;
            }
            self.victim -= 1;
            self.find_victims(kernel, variant, record);
        }
    }

    /// Finds the victims of the group, and the piece types that may capture one.
    #[inline(always)]
    fn find_victims<K: CellKernel>(&mut self, kernel: K, variant: Variant, record: &CellRecord) {
        let side = record.side();
        let group = (self.victim & 3) as usize;
        let mask = VICTIMS[group] << cell::pieces_shift(!side);
        let limit = MOST_VALUABLE_TAKER[LAST_VICTIM[group]];
        let Victims { low, high, attackers, of_undefended } =
            kernel.find_victims(variant, record, mask);
        self.victims = SquareWords { low, high };
        let kinds = |influence: u32| u32::from(KINDS[(influence & 0x7f) as usize]);
        self.takers |= kinds(attackers) & ((2 << limit) - 1) | kinds(of_undefended);
    }

    /// Returns the victims that the current piece type may capture.
    #[inline(always)]
    fn targets_of(&self, record: &CellRecord) -> SquareWords {
        let side = record.side();
        let enemy = cell::influence_mask(!side);
        let influence = INFLUENCE[(self.taker as usize).min(5)] << cell::influence_shift(side);
        let any = self.taker <= MOST_VALUABLE_TAKER[LAST_VICTIM[(self.victim & 3) as usize]];
        let without = if any { 0 } else { enemy };
        find_targets(record, self.victims, influence, without)
    }
}
