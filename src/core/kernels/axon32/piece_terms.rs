//! Terms of pieces over registers of cells, for the avx2 and avx512 levels. On squares of black pieces the
//! colours of the influence are exchanged, so that every term is computed once, from the piece's view.

use super::terms::{CellWeights, TermFacts, trapping_files};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, piece_bit};
use crate::types::{Color, PieceType};

// Influence bits of a colour, king lowest; those of a piece's own side are seven bits higher.
pub(super) const KING: Cell = 1;
pub(super) const QUEEN: Cell = 2;
pub(super) const ROOK: Cell = 12;
pub(super) const BISHOP: Cell = 16;
pub(super) const KNIGHT: Cell = 32;
pub(super) const PAWN: Cell = 64;
pub(super) const OWN: u32 = 7;

/// Returns the bits of a colour's sliders.
pub(super) const fn sliders(color: Color) -> Cell {
    piece_bit(color, PieceType::Bishop)
        | piece_bit(color, PieceType::Rook)
        | piece_bit(color, PieceType::Queen)
}

/// Returns the terms of rooks trapped in the corner by their king, and of bishops trapped by pawns.
#[inline(always)]
pub(super) fn trapped(
    cells: &Matrix,
    color: Color,
    facts: &TermFacts,
    weights: &CellWeights,
) -> i32 {
    let flip = 56 * color as usize;
    let corner = trapping_files(facts.kings[color.index()] ^ flip as u32);
    let mut total = 0i32;
    if corner != 0 {
        let rook = piece_bit(color, PieceType::Rook);
        let first = corner.trailing_zeros() as usize;
        let stands = |file: usize| i32::from(cells.0[(file ^ flip) & 63] & rook != 0);
        total = weights.trapped_rook.wrapping_mul(stands(first) + stands(first + 1));
    }
    let bishop = piece_bit(color, PieceType::Bishop);
    let pawn = piece_bit(!color, PieceType::Pawn);
    for [from, guard] in [[48, 41], [55, 46]] {
        if cells.0[from ^ flip] & bishop != 0 && cells.0[guard ^ flip] & pawn != 0 {
            total = total.wrapping_add(weights.trapped_bishop);
        }
    }
    total
}

/// A register of cells and its surroundings.
#[derive(Clone, Copy)]
pub(super) struct Ranks<L> {
    pub(super) cells: L,
    pub(super) below: L,
    pub(super) above: L,
    /// Piece bits of the sliders, of both colours, that could step from here to a safe square.
    pub(super) free: L,
}

/// Registers shared by all ranks: White's, and Black's for the lanes of black pieces.
#[derive(Clone, Copy)]
pub(super) struct Sides<L> {
    /// The value of a rook on each file.
    pub(super) files: [L; 2],
    pub(super) diagonal: [L; 2],
    pub(super) orthogonal: [L; 2],
}
