use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, Move, PieceType, Square, zobrist};

/// The side to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// King side: towards the h-file.
    King = 0,
    /// Queen side: towards the a-file.
    Queen = 1,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns the side of a castling move; meaningless for other moves.
    #[inline(always)]
    pub const fn from_move(chess_move: Move) -> Self {
        if chess_move.kind_bits() & 1 == 0 { Self::King } else { Self::Queen }
    }
}

/// Castling rights, one bit each: White's king side and queen side, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Castling(pub u8);

impl Castling {
    /// Returns the bit of one right.
    #[inline(always)]
    pub const fn bit(color: Color, toward: CastlingSide) -> u8 {
        1 << Self::index(color, toward)
    }

    /// Returns the index of one right, 0 to 3.
    #[inline(always)]
    pub const fn index(color: Color, toward: CastlingSide) -> usize {
        color as usize * 2 + toward as usize
    }

    /// Returns true if the set has this right.
    #[inline(always)]
    pub const fn has(self, color: Color, toward: CastlingSide) -> bool {
        self.0 & Self::bit(color, toward) != 0
    }
}

/// A position without its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct State {
    /// The Zobrist key: pieces, side, castling rights, and the en passant file where a capture is
    /// legal.
    pub key: u64,
    /// The squares of kings and rooks that have a castling right; a move from or to such a square ends it.
    pub castling_squares: Bitboard,
    /// Start square of each castling right's rook (in Chess960 not always a corner).
    pub castling_rooks: [Square; 4],
    /// Number of the move, from 1, which grows after Black's move.
    pub fullmove: u32,
    /// Number of plies since the last capture or pawn move.
    pub halfmove: u32,
    /// Castling rights that remain.
    pub castling: Castling,
    /// The side to move.
    pub side: Color,
    /// The square behind a pawn that has just made a double push, if a capture there is legal.
    pub en_passant: Option<Square>,
    /// The en passant square that the FEN has, even if no pawn can capture there.
    pub en_passant_named: Option<Square>,
    /// True if castling is written as the king taking its rook.
    pub chess960: bool,
}

impl State {
    /// Computes the key of a position from scratch.
    pub fn key_of(&self, planes: &Planes) -> u64 {
        let mut key = zobrist::castling(self.castling.0);
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in squares(planes.pieces(color, kind)) {
                    key ^= zobrist::piece(color, kind, square);
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

    /// Returns the king's square after castling.
    #[inline(always)]
    pub const fn king_target(color: Color, toward: CastlingSide) -> Square {
        Square::new(match toward {
            CastlingSide::King => 6,
            CastlingSide::Queen => 2,
        })
        .relative(color)
    }

    /// Returns the rook's square after castling.
    #[inline(always)]
    pub const fn rook_target(color: Color, toward: CastlingSide) -> Square {
        Square::new(match toward {
            CastlingSide::King => 5,
            CastlingSide::Queen => 3,
        })
        .relative(color)
    }

    /// Computes [`State::castling_squares`] from the rights and the pieces.
    pub fn castling_squares_of(&self, planes: &Planes) -> Bitboard {
        let mut set = 0;
        for color in Color::ALL {
            for toward in CastlingSide::ALL {
                if self.castling.has(color, toward) {
                    set |= self.castling_rooks[Castling::index(color, toward)].bit()
                        | planes.pieces(color, PieceType::King);
                }
            }
        }
        set
    }
}
