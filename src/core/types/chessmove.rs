use std::fmt;

use super::{PieceType, Square};

/// The kind of a move: four bits.
///
/// Bit 2 says that it captures, bit 3 that it promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Neither captures nor promotes, and none of the below.
    Quiet = 0,
    /// A pawn's first move of two squares.
    DoublePush = 1,
    /// Castling towards the h-file; the move's squares are the king's.
    CastleKing = 2,
    /// Castling towards the a-file; the move's squares are the king's.
    CastleQueen = 3,
    /// Takes the piece on the target square.
    Capture = 4,
    /// Takes the pawn that has just made a double push.
    EnPassant = 5,
    /// Promotes to a knight.
    PromoteKnight = 8,
    /// Promotes to a bishop.
    PromoteBishop = 9,
    /// Promotes to a rook.
    PromoteRook = 10,
    /// Promotes to a queen.
    PromoteQueen = 11,
    /// Takes and promotes to a knight.
    CaptureKnight = 12,
    /// Takes and promotes to a bishop.
    CaptureBishop = 13,
    /// Takes and promotes to a rook.
    CaptureRook = 14,
    /// Takes and promotes to a queen.
    CaptureQueen = 15,
}

/// A move in 16 bits: from (0–5), to (6–11), [`MoveKind`] (12–15).
///
/// All zeros, a1 to a1, is no move: [`Move::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Move(pub u16);

impl Move {
    /// No move.
    pub const NONE: Self = Self(0);

    /// A move of this kind.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// Returns the origin square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Returns the target square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// The raw four bits of the kind.
    #[inline(always)]
    pub const fn kind_bits(self) -> u16 {
        self.0 >> 12
    }

    /// True for [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// True when it takes something, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & 4 << 12 != 0
    }

    /// True when a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & 8 << 12 != 0
    }

    /// True when it neither takes nor promotes.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.0 & 12 << 12 == 0
    }

    /// True for both castlings.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind_bits(), 2 | 3)
    }

    /// True for the capture in passing.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.kind_bits() == MoveKind::EnPassant as u16
    }

    /// Returns the piece type that a pawn promotes to, if it does.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() { Some(self.promotion_type()) } else { None }
    }

    /// Returns the promotion that the kind's two lowest bits name; only meaningful for promotions.
    #[inline(always)]
    pub const fn promotion_type(self) -> PieceType {
        PieceType::from_index(1 + (self.kind_bits() & 3) as usize)
    }
}

/// The pure coordinate notation of UCI, `0000` for no move.
///
/// Castling is written as the king's own step; a board that plays Chess960 writes it itself.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.kind_bits())
    }
}
