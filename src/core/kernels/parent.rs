use crate::matrix::{Matrix, Planes};
use crate::types::{Bitboard, Color};

/// A position whose children are made in registers, without boards of their own.
#[derive(Clone, Copy, Debug)]
pub struct Parent<'a> {
    /// The pieces.
    pub planes: &'a Planes,
    /// The cells.
    pub cells: &'a Matrix,
    /// The side that makes the moves.
    pub side: Color,
    /// The castlings that the other side has a right to, towards the king's side and the queen's.
    pub castlings: Option<[CastlingPath; 2]>,
}

/// Conditions of a castling of a king that is not in check.
#[derive(Clone, Copy, Debug)]
pub struct CastlingPath {
    /// Squares that have to be empty; all, where there is no right.
    pub empty: Bitboard,
    /// Squares that the enemy must not influence.
    pub safe: Bitboard,
    /// The rook, which must not be taken.
    pub rook: Bitboard,
}

impl CastlingPath {
    /// No right.
    pub const NONE: Self = Self { empty: !0, safe: 0, rook: 0 };
}
