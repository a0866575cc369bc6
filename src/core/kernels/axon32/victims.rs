//! Pieces that may be captured. This scalar code is what the levels' kernels are defined by.

use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{Record, entry_square};

/// The pieces of a group that the side to move attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Victims {
    /// Their squares on ranks 1 to 4, a bit each.
    pub low: u32,
    /// Those on ranks 5 to 8.
    pub high: u32,
    /// The influence bits of their attackers, king lowest.
    pub attackers: u32,
    /// The influence bits of attackers of undefended ones, king lowest.
    pub of_undefended: u32,
}

/// Finds the pieces with one of the bits that the side to move attacks.
#[inline(always)]
pub fn find_victims(record: &Record, victims: Cell) -> Victims {
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

/// True when there is one.
#[inline(always)]
pub fn has_victims(record: &Record, victims: Cell) -> bool {
    let own = cell::influence_mask(record.side());
    record
        .pieces()
        .iter()
        .any(|&entry| entry & victims != 0 && record.cell(entry_square(entry)) & own != 0)
}
