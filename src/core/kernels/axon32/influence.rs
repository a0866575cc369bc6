//! Writes to the cells the influence of one piece, and the sensors and approaches of the kings.

use super::steps::{STEP, STEPS};
use crate::matrix::Matrix;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::entry_square;
use crate::types::Color;

/// Sets a bit along a ray, up to and including the first piece.
#[inline(always)]
fn mark_ray(cells: &mut Matrix, from: u32, ray: usize, bit: Cell) {
    let mut square = from as i32;
    for _ in 0..STEPS.edges[(from & 63) as usize][ray] {
        square += STEP[ray];
        let cell = &mut cells.0[(square & 63) as usize];
        *cell |= bit;
        if *cell & cell::FIGURE != 0 {
            break;
        }
    }
}

#[inline(always)]
fn mark_rays(cells: &mut Matrix, from: u32, rays: std::ops::Range<usize>, bit: Cell) {
    for ray in rays {
        mark_ray(cells, from, ray, bit);
    }
}

/// Sets the influence bits of the piece in a scanner's entry.
///
/// The cells must have the bits of all pieces; the influence of other pieces is kept.
#[inline(always)]
pub fn write_influence(cells: &mut Matrix, entry: Cell) {
    let from = entry_square(entry);
    let (bits, shift, up) = if entry & cell::pieces_mask(Color::White) != 0 {
        (entry >> cell::WHITE_PIECES_SHIFT, cell::WHITE_INFLUENCE_SHIFT, 8)
    } else {
        (entry >> cell::BLACK_PIECES_SHIFT, cell::BLACK_INFLUENCE_SHIFT, -8)
    };
    // In the order of the piece bits: king, queen, rook, bishop, knight, pawn.
    match (bits & 0x3f).trailing_zeros() {
        0 => {
            for square in STEPS.kings[from as usize].squares() {
                cells.0[(square & 63) as usize] |= 1 << shift;
            }
        }
        1 => mark_rays(cells, from, 0..8, 2 << shift),
        2 => {
            mark_ray(cells, from, 0, 4 << shift);
            mark_ray(cells, from, 1, 8 << shift);
            mark_ray(cells, from, 2, 8 << shift);
            mark_ray(cells, from, 3, 4 << shift);
        }
        3 => mark_rays(cells, from, 4..8, 16 << shift),
        4 => {
            for square in STEPS.knights[from as usize].squares() {
                cells.0[(square & 63) as usize] |= 32 << shift;
            }
        }
        _ => {
            let ahead = from as i32 + up;
            if from & 7 != 0 {
                cells.0[((ahead - 1) & 63) as usize] |= 64 << shift;
            }
            if from & 7 != 7 {
                cells.0[((ahead + 1) & 63) as usize] |= 64 << shift;
            }
        }
    }
}

/// Sets [`cell::SENSORS`] for the king of the side to move, [`cell::APPROACHES`] for the other.
#[inline(always)]
pub fn write_lines(cells: &mut Matrix, own_king: u32, enemy_king: u32) {
    mark_rays(cells, own_king, 0..4, cell::SENSOR_ORTHOGONAL);
    mark_rays(cells, own_king, 4..8, cell::SENSOR_DIAGONAL);
    mark_rays(cells, enemy_king, 0..4, cell::KING_ORTHOGONAL);
    mark_rays(cells, enemy_king, 4..8, cell::KING_DIAGONAL);
    for square in STEPS.knights[(enemy_king & 63) as usize].squares() {
        cells.0[(square & 63) as usize] |= cell::KING_KNIGHT;
    }
}
