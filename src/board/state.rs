use super::zobrist;
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Castling rights, one bit each: White's king side and queen side, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Castling(pub u8);

impl Castling {
    /// The bit of one right; `wing` is 0 for the king's side, 1 for the queen's.
    #[inline(always)]
    pub const fn bit(color: Color, wing: usize) -> u8 {
        1 << Self::index(color, wing)
    }

    /// The index of one right, 0 to 3.
    #[inline(always)]
    pub const fn index(color: Color, wing: usize) -> usize {
        color as usize * 2 + wing
    }

    /// True when the right is there.
    #[inline(always)]
    pub const fn has(self, color: Color, wing: usize) -> bool {
        self.0 & Self::bit(color, wing) != 0
    }
}

/// A position but for where its men stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct State {
    /// The Zobrist key: men, side, castling rights, and the en passant file where a capture is
    /// legal.
    pub key: u64,
    /// Squares whose leaving or loss ends a castling right: kings and rooks that have one.
    pub castling_squares: Bitboard,
    /// Where the rook of each right starts (Chess960 knows others than the corners).
    pub castling_rooks: [Square; 4],
    /// Moves since the game began, Black's counted.
    pub fullmove: u16,
    /// Plies since the last capture or pawn move.
    pub halfmove: u8,
    /// The rights.
    pub castling: Castling,
    /// Whose turn it is.
    pub side: Color,
    /// The square behind a pawn that has just gone two, where a capture there is legal.
    pub en_passant: Option<Square>,
    /// The same, whether or not it can be captured: what FEN names.
    pub en_passant_named: Option<Square>,
    /// True when castling is written as the king taking its rook.
    pub chess960: bool,
}

impl State {
    /// The key of a position, from nothing.
    pub fn key_of(&self, planes: &Planes) -> u64 {
        let mut key = zobrist::castling(self.castling.0);
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in squares(planes.of(color, kind)) {
                    key ^= zobrist::man(color, kind, square);
                }
            }
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if self.side == Color::Black {
            key ^= zobrist::side();
        }
        key
    }

    /// Where the king ends when it castles to a wing.
    #[inline(always)]
    pub const fn king_target(color: Color, wing: usize) -> Square {
        Square::new(if wing == 0 { 6 } else { 2 }).relative(color)
    }

    /// Where the rook ends when its king castles to a wing.
    #[inline(always)]
    pub const fn rook_target(color: Color, wing: usize) -> Square {
        Square::new(if wing == 0 { 5 } else { 3 }).relative(color)
    }

    /// The squares whose man's move costs a right, from the rights and the men.
    pub fn castling_squares_of(&self, planes: &Planes) -> Bitboard {
        let mut set = 0;
        for color in Color::ALL {
            for wing in 0..2 {
                if self.castling.has(color, wing) {
                    set |= self.castling_rooks[Castling::index(color, wing)].bit()
                        | planes.of(color, PieceType::King);
                }
            }
        }
        set
    }
}
