use std::fmt;

use super::{PieceType, Square};

/// The kind of a move: four bits.
///
/// Bit 2 marks a capture, bit 3 a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// None of the kinds below.
    Quiet = 0,
    /// A pawn's double push.
    DoublePush = 1,
    /// Castling towards the h-file; the move's squares are the king's.
    CastleKing = 2,
    /// Castling towards the a-file; the move's squares are the king's.
    CastleQueen = 3,
    /// Captures the piece on the target square.
    Capture = 4,
    /// Captures the pawn that has just made a double push.
    EnPassant = 5,
    /// Promotes to a knight.
    PromoteKnight = 8,
    /// Promotes to a bishop.
    PromoteBishop = 9,
    /// Promotes to a rook.
    PromoteRook = 10,
    /// Promotes to a queen.
    PromoteQueen = 11,
    /// Captures and promotes to a knight.
    CaptureKnight = 12,
    /// Captures and promotes to a bishop.
    CaptureBishop = 13,
    /// Captures and promotes to a rook.
    CaptureRook = 14,
    /// Captures and promotes to a queen.
    CaptureQueen = 15,
}

/// A move in 16 bits: from (0–5), to (6–11), [`MoveKind`] (12–15).
///
/// All zeros (a1 to a1) means no move: [`Move::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Move(pub u16);

impl Move {
    /// All zeros: no move.
    pub const NONE: Self = Self(0);

    /// Returns a move of this kind.
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

    /// Returns the four bits of the kind.
    #[inline(always)]
    pub const fn kind_bits(self) -> u16 {
        self.0 >> 12
    }

    /// Returns true for [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the move captures, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & 4 << 12 != 0
    }

    /// Returns true if a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & 8 << 12 != 0
    }

    /// Returns true if the move neither captures nor promotes.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.0 & 12 << 12 == 0
    }

    /// Returns true for castling to either side.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind_bits(), 2 | 3)
    }

    /// Returns true for a capture en passant.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.kind_bits() == MoveKind::EnPassant as u16
    }

    /// Returns the piece type that a pawn promotes to, if it does.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() { Some(self.promotion_type()) } else { None }
    }

    /// Returns the promotion named by the kind's two lowest bits; meaningful for promotions only.
    #[inline(always)]
    pub const fn promotion_type(self) -> PieceType {
        PieceType::from_index(1 + (self.kind_bits() & 3) as usize)
    }
}

/// The pure coordinate notation of UCI, `0000` for no move.
///
/// Castling is written as the king's own step; a Chess960 board formats it differently.
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
