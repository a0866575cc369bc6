use crate::matrix::{Matrix, Planes};
use crate::types::{Bitboard, Color};

/// A position whose children are made in registers, without boards of their own.
#[derive(Clone, Copy, Debug)]
pub struct Parent<'a> {
    /// Pieces before the move.
    pub planes: &'a Planes,
    /// Cells before the move.
    pub cells: &'a Matrix,
    /// The side that makes the moves.
    pub side: Color,
    /// The castling rights of the other side, king's side first; `None` without any right.
    pub castlings: Option<[CastlingPath; 2]>,
}

/// Conditions of castling for a king that is not in check.
#[derive(Clone, Copy, Debug)]
pub struct CastlingPath {
    /// Squares that must be empty; all squares if there is no right.
    pub empty: Bitboard,
    /// Squares that the enemy must not influence.
    pub safe: Bitboard,
    /// The rook's square: capturing it prevents castling.
    pub rook: Bitboard,
}

impl CastlingPath {
    /// No castling right.
    pub const NONE: Self = Self { empty: !0, safe: 0, rook: 0 };
}
