//! The shape of the network: its inputs, and its largest size.

use std::fmt;

use crate::matrix::Planes;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Inputs of [`InputSet::Pieces`]: for each side, piece type and square.
pub const INPUTS: usize = 768;
/// The most hidden units.
pub const MOST_HIDDEN: usize = 256;
/// The integer that represents an output's weight of 1.0 (QB).
pub const OUTPUT_ONE: i32 = 64;

/// The input set of a network: the properties of a position that it reads. In a file, the number of inputs
/// and the mirroring select the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum InputSet {
    /// 768: one for each side, piece type and square.
    #[default]
    Pieces,
    /// 3,072: the same, separately for pieces that are attacked, defended, both or neither.
    Guarded,
    /// 1,664: the piece bits and the influence bits of the 64 cells.
    Cells,
    /// The 768 inputs, on a board that each side sees mirrored left to right while its king is on
    /// files e to h.
    MirroredPieces,
    /// The 3,072 inputs, mirrored in the same way.
    MirroredGuarded,
    /// The 1,664 inputs, mirrored in the same way.
    MirroredCells,
}

impl InputSet {
    /// All input sets.
    pub const ALL: [Self; 6] = [
        Self::Pieces,
        Self::Guarded,
        Self::Cells,
        Self::MirroredPieces,
        Self::MirroredGuarded,
        Self::MirroredCells,
    ];

    /// Returns the number of inputs.
    pub const fn inputs(self) -> usize {
        match self.unmirrored() {
            Self::Guarded => 4 * INPUTS,
            Self::Cells => INPUTS + 2 * INFLUENCES * 64,
            _ => INPUTS,
        }
    }

    /// Returns the set with this number of inputs, mirrored or not.
    pub fn from_inputs(inputs: usize, mirrored: bool) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.inputs() == inputs && set.is_mirrored() == mirrored)
    }

    /// Returns true if each side's king determines its view of the board.
    #[inline(always)]
    pub const fn is_mirrored(self) -> bool {
        matches!(self, Self::MirroredPieces | Self::MirroredGuarded | Self::MirroredCells)
    }

    /// Returns the set with the same inputs on a board that is never mirrored.
    #[inline(always)]
    pub const fn unmirrored(self) -> Self {
        match self {
            Self::Pieces | Self::MirroredPieces => Self::Pieces,
            Self::Guarded | Self::MirroredGuarded => Self::Guarded,
            Self::Cells | Self::MirroredCells => Self::Cells,
        }
    }

    /// The XOR that exchanges the sides in an input of any set but [`InputSet::Pieces`].
    pub const EXCHANGE: u16 = 64 | 56;

    /// Returns the XOR of inputs that mirrors the board of each side whose king is on files e to h,
    /// for White and for Black.
    #[inline(always)]
    pub fn mirrors(self, planes: &Planes) -> [u16; 2] {
        const FILES_E_TO_H: Bitboard = 0xf0f0_f0f0_f0f0_f0f0;
        Color::ALL.map(|color| {
            let king = planes.pieces(color, PieceType::King);
            if self.is_mirrored() && king & FILES_E_TO_H != 0 { 7 } else { 0 }
        })
    }
}

impl fmt::Display for InputSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.inputs(), if self.is_mirrored() { " mirrored" } else { "" })
    }
}

/// Influence bits of a colour in a cell.
const INFLUENCES: usize = 7;

/// Returns the input of [`InputSet::Pieces`] that a piece sets, from one side's view. That side's pieces
/// come first, and its own first rank is lowest.
#[inline(always)]
pub const fn input(perspective: Color, color: Color, kind: PieceType, square: Square) -> usize {
    let other = color as usize ^ perspective as usize;
    other * 384 + kind.index() * 64 + square.relative(perspective).index()
}

/// Returns the input of [`InputSet::Guarded`] that a piece sets, from one side's view. Inputs are ordered
/// by attacked and defended, by piece type, and by side, own pieces first; the own first rank is lowest.
#[inline(always)]
pub const fn guarded_input(
    perspective: Color,
    piece: Piece,
    square: Square,
    attacked: bool,
    defended: bool,
) -> usize {
    let state = attacked as usize * 2 + defended as usize;
    cell_input(perspective, piece.color, state * 6 + piece.kind.index(), square)
}

/// Returns the input of [`InputSet::Cells`] for a colour's plane, from one side's view. Planes 0 to
/// 5 are the piece types (also of [`InputSet::MirroredPieces`]), 6 to 12 the influence of pawns,
/// knights, bishops, rooks (along the rank, along the file), queens and kings.
#[inline(always)]
pub const fn cell_input(perspective: Color, color: Color, plane: usize, square: Square) -> usize {
    let other = color as usize ^ perspective as usize;
    (plane * 2 + other) * 64 + square.relative(perspective).index()
}
