use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The planes of a position: eight sets of squares, one AVX-512 register.
///
/// In this order: pawns, knights, bishops, rooks, queens, kings (of both colours), White's pieces,
/// Black's pieces. They can be derived from the matrix; feature `check-kernels` verifies this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Planes(pub [Bitboard; 8]);

impl Planes {
    /// Returns White's and Black's pieces.
    #[inline(always)]
    pub const fn colors(&self) -> &[Bitboard; 2] {
        &self.0.as_chunks().0[3]
    }

    /// A board without pieces.
    pub const EMPTY: Self = Self([0; 8]);

    /// Returns all pieces of a colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.0[6 + color as usize]
    }

    /// Returns all pieces of a type, of both colours.
    #[inline(always)]
    pub const fn kind(&self, kind: PieceType) -> Bitboard {
        self.0[kind as usize]
    }

    /// Returns all pieces of a type and colour.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.kind(kind) & self.color(color)
    }

    /// Returns all squares with a piece.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.0[6] | self.0[7]
    }

    /// Returns the diagonal sliders of a colour: bishops and queens.
    #[inline(always)]
    pub const fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.0[2] | self.0[4]) & self.color(color)
    }

    /// Returns the orthogonal sliders of a colour: rooks and queens.
    #[inline(always)]
    pub const fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.0[3] | self.0[4]) & self.color(color)
    }

    /// Returns the type of the piece on a square; a pawn for an empty one.
    #[inline(always)]
    pub const fn kind_on(&self, square: Square) -> PieceType {
        let [_, knights, bishops, rooks, queens, kings, _, _] = self.0;
        // The three bits of the type's index.
        let low = (knights | rooks | kings) >> square.index() & 1;
        let middle = (bishops | rooks) >> square.index() & 1;
        let high = (queens | kings) >> square.index() & 1;
        PieceType::from_index((low | middle << 1 | high << 2) as usize)
    }

    /// Returns the piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = square.bit();
        let color = *Color::ALL.iter().find(|&&color| self.color(color) & bit != 0)?;
        let kind = *PieceType::ALL.iter().find(|&&kind| self.kind(kind) & bit != 0)?;
        Some(Piece::new(color, kind))
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.0[piece.kind.index()] |= square.bit();
        self.0[6 + piece.color.index()] |= square.bit();
    }

    /// Empties a square.
    pub fn clear(&mut self, square: Square) {
        for plane in &mut self.0 {
            *plane &= !square.bit();
        }
    }
}
