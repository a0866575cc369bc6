//! Masked pieces (section III.A): those that shield their king or queen from a slider.

use crate::eval::masks::MOBILITY;
use crate::eval::tally::{Sum, Tally};
use crate::eval::weights::Weight;
use crate::kernels::Variant;
use crate::kernels::axon32::routines;
use crate::matrix::record::CellRecord;

/// Counts pieces that shield their king or queen, those that shield on two lines, and the mobility
/// that they lose: a piece has none outside the lines on which it shields.
#[inline(never)]
pub fn tally_masks(record: &CellRecord, variant: Variant, sum: &mut Sum<'_>) {
    let [white, black] = (routines(variant).masks)(record);
    sum.count(Weight::Masked, white.king, black.king);
    sum.count(Weight::MaskedQueen, white.queen, black.queen);
    sum.count(Weight::MaskedTwice, white.twice, black.twice);
    for (row, weight) in MOBILITY.into_iter().enumerate() {
        sum.count(weight, -white.lost[row], -black.lost[row]);
    }
}
