//! Pawn structure from a kernel's counts over the cells.

use crate::eval::fixed;
use crate::eval::tally::{Sum, Tally};
use crate::eval::values::Values;
use crate::eval::weights::{PackedScore, Weight};
use crate::kernels::Variant;
use crate::kernels::axon32::{CellKernel, PawnFiles, PawnValue};
use crate::matrix::Matrix;
use crate::types::Color;

/// The pawn structure's score, and the results that other terms read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellStructure {
    /// Value of the pawns alone.
    pawns: PackedScore,
    /// Value of the pawns and the kings together.
    kings: PackedScore,
    /// Files with pawns of a colour, bit 0 the a-file.
    pub files: [u32; 2],
    /// True if passers are strong enough to lift the bound of the positional part.
    pub lifts: bool,
    /// The rank of each colour's passed pawn on every file, from its side's view, four bits per
    /// file; 0 for none, 1 for the second rank.
    pub passed: [u32; 2],
}

/// A passed pawn: its file, and its rank from its side's view.
#[derive(Clone, Copy, Debug)]
pub struct Passer {
    /// File, 0 to 7.
    pub file: i32,
    /// Rank, 1 to 6.
    pub rank: i32,
}

impl Passer {
    /// Returns the index on the board of the square `ahead` ranks further.
    #[inline(always)]
    pub const fn square(self, color: Color, ahead: i32) -> u32 {
        let rank = self.rank + ahead;
        let rank = if matches!(color, Color::White) { rank } else { 7 - rank };
        (rank * 8 + self.file) as u32
    }
}

/// Returns the passed pawns of a word with four bits per file.
#[inline(always)]
pub fn passers(word: u32) -> impl Iterator<Item = Passer> {
    let mut left = word;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let file = left.trailing_zeros() / 4;
        let rank = left >> (4 * file) & 15;
        left &= !(15 << (4 * file));
        Some(Passer { file: file as i32, rank: rank as i32 })
    })
}

/// Returns true if a passed pawn has another on an adjacent file, at most one rank away.
#[inline(always)]
pub fn is_beside_another(word: u32, passer: Passer) -> bool {
    let near = |file: i32| {
        let rank = if (0..8).contains(&file) { (word >> (4 * file) & 15) as i32 } else { 0 };
        rank != 0 && (rank - passer.rank).abs() <= 1
    };
    near(passer.file - 1) || near(passer.file + 1)
}

/// Returns the king's steps between two squares.
#[inline(always)]
pub const fn distance(one: u32, other: u32) -> i32 {
    let files = ((one & 7) as i32 - (other & 7) as i32).abs();
    let ranks = ((one >> 3) as i32 - (other >> 3) as i32).abs();
    if files > ranks { files } else { ranks }
}

impl CellStructure {
    /// Computes the structure of the pieces on the cells.
    #[inline(always)]
    pub fn new<K: CellKernel>(
        kernel: K,
        variant: Variant,
        values: &Values,
        cells: &Matrix,
        kings: [u32; 2],
    ) -> Self {
        let files = kernel.pawn_files(variant, cells);
        let weights = values.consecutive(Weight::Doubled);
        let PawnValue { total, files: with_pawns, passed } =
            kernel.pawn_value(variant, &files, weights);
        let mut sum = Sum::from(values, total);
        let mut lifts = false;
        if passed[0] | passed[1] != 0 {
            lifts = tally_passers(passed, &mut sum);
        }
        let structure = Self { pawns: sum.total, kings: 0, files: with_pawns, lifts, passed };
        structure.tally_kings(kernel, variant, values, &files, kings)
    }

    /// Returns the structure after a king move, which changes only the part with the kings.
    #[inline(always)]
    pub fn with_kings<K: CellKernel>(
        self,
        kernel: K,
        variant: Variant,
        values: &Values,
        cells: &Matrix,
        kings: [u32; 2],
    ) -> Self {
        self.tally_kings(kernel, variant, values, &kernel.pawn_files(variant, cells), kings)
    }

    /// Counts shelter and storm, and the kings' distances to the squares before passers.
    #[inline(always)]
    fn tally_kings<K: CellKernel>(
        self,
        kernel: K,
        variant: Variant,
        values: &Values,
        files: &PawnFiles,
        kings: [u32; 2],
    ) -> Self {
        let mut sum = Sum::new(values);
        if self.passed[0] | self.passed[1] != 0 {
            let (mut own, mut enemy) = ([0; 2], [0; 2]);
            for color in Color::ALL {
                let at = color.index();
                for passer in passers(self.passed[at]) {
                    let stop = passer.square(color, 1);
                    let near = |king: u32| (fixed::KING_REACH - distance(king, stop)).max(0);
                    own[at] += near(kings[at]);
                    enemy[at] += near(kings[at ^ 1]);
                }
            }
            sum.count(Weight::OwnKingNear, own[0], own[1]);
            sum.count(Weight::EnemyKingNear, enemy[0], enemy[1]);
        }
        let weights = values.consecutive(Weight::ShieldNear);
        let shelter = kernel.shelter_value(variant, files, &kings, weights);
        Self { kings: sum.total.wrapping_add(shelter), ..self }
    }

    /// Returns the score of pawns and kings, White positive.
    #[inline(always)]
    pub fn score(&self) -> PackedScore {
        self.pawns.wrapping_add(self.kings)
    }
}

/// Counts passers by rank, and connected ones; returns true if they lift the bound.
fn tally_passers(passed: [u32; 2], sum: &mut Sum<'_>) -> bool {
    const BY_RANK: [Weight; 6] = [
        Weight::Passed2,
        Weight::Passed3,
        Weight::Passed4,
        Weight::Passed5,
        Weight::Passed6,
        Weight::Passed7,
    ];
    const CONNECTED: [Weight; 6] = [
        Weight::Connected,
        Weight::Connected,
        Weight::Connected,
        Weight::Connected5,
        Weight::Connected6,
        Weight::Connected7,
    ];
    let mut lifts = false;
    for at in [0, 1] {
        let units = if at == 0 { [1, 0] } else { [0, 1] };
        for passer in passers(passed[at]) {
            let row = (passer.rank - 1).clamp(0, 5) as usize;
            sum.count(BY_RANK[row], units[0], units[1]);
            // A passer lifts the bound from the sixth rank on, a connected one from the fifth.
            lifts |= passer.rank >= 5;
            if is_beside_another(passed[at], passer) {
                sum.count(CONNECTED[row], units[0], units[1]);
                lifts |= passer.rank >= 4;
            }
        }
    }
    lifts
}

// The kernels weigh units in this order.
const _: () = assert!(Weight::Candidate as usize == Weight::Doubled as usize + 6);
const _: () = assert!(Weight::OpenFile as usize == Weight::ShieldNear as usize + 4);
