//! The piece list and the bits of the cells that follow from the pieces (see [`cell`]).

use crate::kernels::Variant;
use crate::kernels::axon32::CellKernel;
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
    record.missing = 0;
    let side = record.side();
    record.flag_on_move |= record::COMPLETE;
    if record.cell(record.king(side)) & cell::influence_mask(!side) != 0 {
        record.flag_on_move |= record::IN_CHECK;
    }
    true
}
