//! The shape of the network: its inputs, and its largest size.

use crate::types::{Color, PieceType, Square};

/// Inputs: for each side, piece type and square.
pub const INPUTS: usize = 768;
/// The most hidden units.
pub const MOST_HIDDEN: usize = 256;
/// The output's weight of one (QB).
pub const OUTPUT_ONE: i32 = 64;

/// The number of the input that a piece sets, as one side sees it: its own pieces first, and its own
/// first rank lowest.
#[inline(always)]
pub const fn input(perspective: Color, color: Color, kind: PieceType, square: Square) -> usize {
    let other = color as usize ^ perspective as usize;
    other * 384 + kind.index() * 64 + square.relative(perspective).index()
}
