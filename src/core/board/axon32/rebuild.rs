//! What follows from the pieces: list, influence, sensors, approaches, pins.

use crate::kernels::axon32::{
    DIRECTION, NO_DIRECTION, first_on_ray, slider_mask, write_influence, write_lines,
};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::Record;
use crate::types::Color;

/// The mask of the scanner: pieces of both sides.
const BOTH: Cell = cell::pieces_mask(Color::White) | cell::pieces_mask(Color::Black);

/// Brings the list of pieces and all bits of the cells up to date. A move has left the pieces alone.
#[inline(always)]
pub fn rebuild(record: &mut Record) {
    let mut count = 0;
    for (index, &cell) in record.nucleus.cells.0.iter().enumerate() {
        let masked = cell & BOTH;
        record.pieces[count & 63] = masked | (index as Cell) << 14;
        count += usize::from(masked != 0);
    }
    record.pieces_num = count as u32;
    for at in 0..count {
        write_influence(&mut record.nucleus.cells, record.pieces[at & 63]);
    }
    let side = record.side();
    let (own, enemy) = (record.king(side), record.king(!side));
    write_lines(&mut record.nucleus.cells, own, enemy);
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
