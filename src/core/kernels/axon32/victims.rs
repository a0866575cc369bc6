//! Pieces of the enemy under attack. This scalar code defines the results of the levels' kernels.

use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{CellRecord, entry_square};

/// Enemy pieces of some types that the side to move attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Victims {
    /// Their squares on ranks 1 to 4, one bit each.
    pub low: u32,
    /// Their squares on ranks 5 to 8, one bit each.
    pub high: u32,
    /// Influence bits of their attackers, king lowest.
    pub attackers: u32,
    /// Influence bits of attackers of undefended victims, king lowest.
    pub of_undefended: u32,
}

/// Finds the pieces with one of the bits `victims` that the side to move attacks.
#[inline(always)]
pub fn find_victims(record: &CellRecord, victims: Cell) -> Victims {
    let own = cell::influence_shift(record.side());
    let enemy = cell::influence_mask(!record.side());
    let mut found = Victims::default();
    for &entry in record.pieces() {
        if entry & victims == 0 {
            continue;
        }
        let square = entry_square(entry);
        let cell = record.cell(square);
        let attackers = cell >> own & 0x7f;
        if attackers != 0 {
            let bit = 1 << (square & 31);
            if square & 32 == 0 {
                found.low |= bit;
            } else {
                found.high |= bit;
            }
            found.attackers |= attackers;
            if cell & enemy == 0 {
                found.of_undefended |= attackers;
            }
        }
    }
    found
}

/// Returns true if [`find_victims`] would find a piece.
#[inline(always)]
pub fn has_victims(record: &CellRecord, victims: Cell) -> bool {
    let own = cell::influence_mask(record.side());
    record
        .pieces()
        .iter()
        .any(|&entry| entry & victims != 0 && record.cell(entry_square(entry)) & own != 0)
}
