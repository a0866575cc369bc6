use super::{Matrix, cell};
use crate::types::{Bitboard, Color, PieceType};

/// The seven kinds of influence that a cell distinguishes, and their union.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum InfluenceKind {
    /// Squares on which a pawn could capture.
    Pawn = 0,
    /// Squares of a knight.
    Knight = 1,
    /// Squares of a bishop.
    Bishop = 2,
    /// A rook's squares along its rank.
    RookRank = 3,
    /// A rook's squares along its file.
    RookFile = 4,
    /// Squares of a queen.
    Queen = 5,
    /// Squares of a king.
    King = 6,
    /// All of these combined.
    All = 7,
}

/// The influence bits of all 64 cells as sets of squares, White's and Black's set of a kind
/// adjacent: the intermediate result of a rebuild.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Influence(pub [Bitboard; 16]);

impl Influence {
    /// Returns a colour's squares of one kind of influence.
    #[inline(always)]
    pub const fn squares(&self, color: Color, kind: InfluenceKind) -> Bitboard {
        self.0[kind as usize * 2 + color as usize]
    }

    /// Returns White's and Black's squares of one kind of influence.
    #[inline(always)]
    pub const fn both(&self, kind: InfluenceKind) -> &[Bitboard; 2] {
        &self.0.as_chunks().0[kind as usize]
    }

    /// Returns the sets of pawns, knights, bishops and rooks along their rank, pair after pair.
    #[inline(always)]
    pub const fn first_half(&self) -> &[Bitboard; 8] {
        &self.0.as_chunks().0[0]
    }

    /// Returns the squares that a piece type of a colour influences; rooks' ranks and files combined.
    #[inline(always)]
    pub const fn of_type(&self, color: Color, kind: PieceType) -> Bitboard {
        // Two sets each, which avoids a branch.
        const SETS: [[u8; 2]; 6] = [[0, 0], [2, 2], [4, 4], [6, 8], [10, 10], [12, 12]];
        let [first, second] = SETS[kind.index()];
        self.0[first as usize | color.index()] | self.0[second as usize | color.index()]
    }

    /// Returns all squares that a colour influences.
    #[inline(always)]
    pub const fn all(&self, color: Color) -> Bitboard {
        self.squares(color, InfluenceKind::All)
    }

    /// Converts the influence bits of the cells to sets.
    pub fn from_cells(cells: &Matrix) -> Self {
        let mut influence = Self::default();
        for color in Color::ALL {
            let shift = cell::influence_shift(color);
            for kind in 0..7 {
                let set = cells.squares_with(1 << (shift + 6 - kind));
                influence.0[kind as usize * 2 + color.index()] = set;
                influence.0[14 + color.index()] |= set;
            }
        }
        influence
    }
}
