//! All data derived from the pieces: list, influence, sensors, approaches, pins.

use crate::kernels::Variant;
use crate::kernels::axon32::{CellKernel, DIRECTION, NO_DIRECTION, first_on_ray, slider_mask};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord};
use crate::types::Color;

/// The mask of the scanner: pieces of both sides.
const BOTH: Cell = cell::pieces_mask(Color::White) | cell::pieces_mask(Color::Black);

/// Tests for check with the piece bits alone, because after a move no other data is valid.
#[inline(always)]
pub fn test_check<K: CellKernel>(record: &mut CellRecord, kernel: K, variant: Variant) {
    let side = record.side();
    if kernel.is_attacked(variant, &record.nucleus.cells, record.king(side), !side) {
        record.flag_on_move |= record::IN_CHECK;
    }
}

/// Writes the piece list and all bits of the cells with the routines of a level and variant.
/// Returns false if they are valid already.
#[inline(always)]
pub fn complete<K: CellKernel>(record: &mut CellRecord, kernel: K, variant: Variant) -> bool {
    if record.flag_on_move & record::COMPLETE != 0 {
        return false;
    }
    record.pieces_num = kernel.list_pieces(variant, &record.nucleus, BOTH, &mut record.pieces);
    kernel.write_influence(variant, record);
    let side = record.side();
    record.flag_on_move |= record::COMPLETE;
    if record.cell(record.king(side)) & cell::influence_mask(!side) != 0 {
        record.flag_on_move |= record::IN_CHECK;
    }
    true
}

/// Returns the ray from the king of the side to move along which the piece on `square` is pinned;
/// `None` if it is not pinned.
///
/// Few pieces need the walk along the ray: those on a square with a sensor and a slider's influence.
#[inline(always)]
pub fn pinned_ray(record: &CellRecord, square: u32) -> Option<u32> {
    let cell = record.cell(square);
    if cell & cell::SENSORS == 0 {
        return None;
    }
    debug_assert!(record.flag_on_move & record::COMPLETE != 0, "sensors are written");
    let side = record.side();
    let king = record.king(side);
    let ray = DIRECTION[king as usize][(square & 63) as usize];
    if ray == NO_DIRECTION {
        return None;
    }
    let sliders = if ray < 4 { 0b000_1110 } else { 0b001_0010 };
    if cell & sliders << cell::influence_shift(!side) == 0 {
        return None;
    }
    let behind = first_on_ray(&record.nucleus.cells, square, ray as usize)?;
    (record.cell(behind) & slider_mask(!side, ray as usize) != 0).then_some(ray as u32)
}
