//! Everything that follows from the pieces: list, influence, sensors, approaches, pins.

use crate::kernels::axon32::{DIRECTION, NO_DIRECTION, TwinRoutines, first_on_ray, slider_mask};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, PIECES_ROOM, Record};
use crate::types::Color;

/// The mask of the scanner: pieces of both sides.
const BOTH: Cell = cell::pieces_mask(Color::White) | cell::pieces_mask(Color::Black);

/// Tests for check, from the pieces alone: a move has left nothing else.
#[inline(always)]
pub fn test_check(record: &mut Record, routines: &TwinRoutines) {
    let side = record.side();
    if (routines.is_attacked)(&record.nucleus.cells, record.king(side), !side) {
        record.flag_on_move |= record::IN_CHECK;
    }
}

/// Writes the list of pieces and all bits of the cells, by the routines of a variant; false when they
/// are written already.
#[inline(always)]
pub fn complete(record: &mut Record, routines: &TwinRoutines) -> bool {
    if record.flag_on_move & record::COMPLETE != 0 {
        return false;
    }
    record.pieces_num = (routines.scan)(&record.nucleus, BOTH, &mut record.pieces);
    let cells = &mut record.nucleus.cells;
    let count = (record.pieces_num as usize).min(PIECES_ROOM);
    (routines.influence)(cells, &record.pieces[..count]);
    let side = record.side();
    let (own, enemy) = (record.king(side), record.king(!side));
    (routines.lines)(&mut record.nucleus.cells, own, enemy);
    record.flag_on_move |= record::COMPLETE;
    if record.cell(own) & cell::influence_mask(!side) != 0 {
        record.flag_on_move |= record::IN_CHECK;
    }
    true
}

/// The ray from the king of the side to move on which a piece of its is pinned; none when it is not.
///
/// Few pieces come as far as the walk: a pinned one stands where a sensor and a slider's influence
/// meet.
#[inline(always)]
pub fn pinned_ray(record: &Record, square: u32) -> Option<u32> {
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
