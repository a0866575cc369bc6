//! The test for check. It reads no influence bits, so influence need not be up to date.

use super::steps::{STEP, STEPS};
use crate::matrix::Matrix;
use crate::matrix::cell::{self, Cell};
use crate::types::{Color, PieceType};

/// Returns the square of the first piece on a ray.
#[inline(always)]
pub fn first_on_ray(cells: &Matrix, from: u32, ray: usize) -> Option<u32> {
    let mut square = from as i32;
    for _ in 0..STEPS.edges[(from & 63) as usize][ray & 7] {
        square += STEP[ray & 7];
        if cells.0[(square & 63) as usize] & cell::FIGURE != 0 {
            return Some(square as u32 & 63);
        }
    }
    None
}

/// Returns the bits of a colour's pieces that slide along a ray.
#[inline(always)]
pub const fn slider_mask(color: Color, ray: usize) -> Cell {
    let slider = if ray < 4 { PieceType::Rook } else { PieceType::Bishop };
    cell::piece_bit(color, PieceType::Queen) | cell::piece_bit(color, slider)
}

/// Returns true if a piece of the colour attacks the square.
#[inline(always)]
pub fn is_attacked(cells: &Matrix, square: u32, by: Color) -> bool {
    let knight = cell::piece_bit(by, PieceType::Knight);
    let mut leapers = STEPS.knights[(square & 63) as usize].squares();
    if leapers.any(|from| cells.0[(from & 63) as usize] & knight != 0) {
        return true;
    }
    for ray in 0..8 {
        let Some(from) = first_on_ray(cells, square, ray) else { continue };
        if cells.0[(from & 63) as usize] & slider_mask(by, ray) != 0 {
            return true;
        }
    }
    let pawn = cell::piece_bit(by, PieceType::Pawn);
    // A white pawn attacks from the rank below.
    let below = if by == Color::White { -8 } else { 8 };
    let before = square as i32 + below;
    if (0..64).contains(&before) {
        let west = square & 7 != 0 && cells.0[((before - 1) & 63) as usize] & pawn != 0;
        let east = square & 7 != 7 && cells.0[((before + 1) & 63) as usize] & pawn != 0;
        if west || east {
            return true;
        }
    }
    let king = cell::piece_bit(by, PieceType::King);
    STEPS.kings[(square & 63) as usize]
        .squares()
        .any(|from| cells.0[(from & 63) as usize] & king != 0)
}
