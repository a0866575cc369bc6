//! The routines of a variant.

use super::moves::{MoveWords, Walk};
use crate::matrix::cell::Cell;
use crate::matrix::record::PIECES_ROOM;
use crate::matrix::{Matrix, Nucleus};
use crate::types::Color;

/// The routines of a variant, as functions that are never inlined, so that the two variants are
/// comparable call by call.
#[derive(Clone, Copy, Debug)]
pub struct TwinRoutines {
    /// Lists the cells with a bit of a mask, as [`crate::kernels::reference::scan`] does (SCANNER_CORE in
    /// the paper).
    pub scan: fn(&Nucleus, Cell, &mut [Cell; PIECES_ROOM]) -> u32,
    /// Sets the influence of each piece of a list.
    pub influence: fn(&mut Matrix, &[Cell]),
    /// Sets the sensors of the first king's square, and the approaches to the second's.
    pub lines: fn(&mut Matrix, u32, u32),
    /// Returns true if a piece of the colour attacks the square.
    pub is_attacked: fn(&Matrix, u32, Color) -> bool,
    /// Appends the moves of a piece.
    pub moves: fn(&Matrix, Cell, Walk, &mut MoveWords),
}
