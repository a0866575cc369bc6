use super::zobrist;
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The side of the board that a king castles to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// Short: towards the h-file.
    King = 0,
    /// Long: towards the a-file.
    Queen = 1,
}

impl CastlingSide {
    /// Both, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The side of a castling move; meaningless for other moves.
    #[inline(always)]
    pub const fn of(chess_move: Move) -> Self {
        if chess_move.kind_bits() & 1 == 0 { Self::King } else { Self::Queen }
    }
}

/// Castling rights, one bit each: White's king side and queen side, then Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Castling(pub u8);

impl Castling {
    /// The bit of one right.
    #[inline(always)]
    pub const fn bit(color: Color, toward: CastlingSide) -> u8 {
        1 << Self::index(color, toward)
    }

    /// The index of one right, 0 to 3.
    #[inline(always)]
    pub const fn index(color: Color, toward: CastlingSide) -> usize {
        color as usize * 2 + toward as usize
    }

    /// True when the right is there.
    #[inline(always)]
    pub const fn has(self, color: Color, toward: CastlingSide) -> bool {
        self.0 & Self::bit(color, toward) != 0
    }
}

/// A position but for its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct State {
    /// The Zobrist key: pieces, side, castling rights, and the en passant file where a capture is
    /// legal.
    pub key: u64,
    /// Squares whose leaving or loss ends a castling right: kings and rooks that have one.
    pub castling_squares: Bitboard,
    /// Start square of each castling right's rook (in Chess960 not always a corner).
    pub castling_rooks: [Square; 4],
    /// Moves since the game began, Black's counted.
    pub fullmove: u32,
    /// Plies since the last capture or pawn move.
    pub halfmove: u32,
    /// The rights.
    pub castling: Castling,
    /// Whose turn it is.
    pub side: Color,
    /// The square behind a pawn that has just gone two, where a capture there is legal.
    pub en_passant: Option<Square>,
    /// The en passant square that the FEN names, even if no pawn can capture there.
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

    /// [`State::castling_squares`] from the rights and the pieces.
    pub fn castling_squares_of(&self, planes: &Planes) -> Bitboard {
        let mut set = 0;
        for color in Color::ALL {
            for toward in CastlingSide::ALL {
                if self.castling.has(color, toward) {
                    set |= self.castling_rooks[Castling::index(color, toward)].bit()
                        | planes.of(color, PieceType::King);
                }
            }
        }
        set
    }
}
