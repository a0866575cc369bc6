//! Pinned pieces, the pieces that may capture on a square, and the targets of a piece type.

use super::check::{first_on_ray, slider_mask};
use super::squares::SquareWords;
use super::steps::{DIRECTION, NO_DIRECTION, STEPS};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord};
use crate::types::{Color, PieceType};

/// Returns the ray from the king of the side to move along which the piece on `square` is pinned;
/// `None` if it is not pinned.
///
/// The walk along the ray is rare: the cell needs a bit of [`cell::SENSORS`] and one of a slider.
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

/// Returns true if two squares are on the same ray from a third.
#[inline(always)]
pub fn on_one_ray(from: u32, one: u32, other: u32) -> bool {
    let rays = &DIRECTION[(from & 63) as usize];
    let ray = rays[(one & 63) as usize];
    ray != NO_DIRECTION && ray == rays[(other & 63) as usize]
}

/// Returns the squares of the pieces of a type that may capture on a square; a pinned piece only on
/// the line of its pin.
#[inline(always)]
pub fn find_takers(record: &CellRecord, target: u32, kind: PieceType) -> SquareWords {
    let side = record.side();
    let king = record.king(side);
    let bit = cell::piece_bit(side, kind);
    let mut sources = SquareWords::NONE;
    let mut add = |from: u32| {
        if record.cell(from) & bit != 0
            && (pinned_ray(record, from).is_none() || on_one_ray(king, from, target))
        {
            sources.add(from);
        }
    };
    match kind as u32 {
        0 => {
            let down = if side == Color::White { -8 } else { 8 };
            for (edge, step) in [(0, -1), (7, 1)] {
                let from = target as i32 + down + step;
                if target & 7 != edge && (0..64).contains(&from) {
                    add(from as u32);
                }
            }
        }
        1 => STEPS.knights[(target & 63) as usize].squares().for_each(add),
        5 => STEPS.kings[(target & 63) as usize].squares().for_each(add),
        slider => {
            let rays = match slider {
                2 => 4..8,
                3 => 0..4,
                _ => 0..8,
            };
            for ray in rays {
                if let Some(from) = first_on_ray(&record.nucleus.cells, target, ray) {
                    add(from);
                }
            }
        }
    }
    sources
}

/// Returns the squares of a set whose cell has a bit of `influence` and none of `without`.
#[inline(always)]
pub fn find_targets(
    record: &CellRecord,
    squares: SquareWords,
    influence: Cell,
    without: Cell,
) -> SquareWords {
    let (mut left, mut targets) = (squares, SquareWords::NONE);
    while let Some(square) = left.take_lowest() {
        let cell = record.cell(square);
        if cell & influence != 0 && cell & without == 0 {
            targets.add(square);
        }
    }
    targets
}
