use super::Color;

/// A piece type without its colour, in the order of the cell's piece bits, highest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Pawn, about 1 point.
    Pawn = 0,
    /// Knight, about 3 points.
    Knight = 1,
    /// Bishop, about 3 points.
    Bishop = 2,
    /// Rook, about 5 points.
    Rook = 3,
    /// Queen, about 9 points.
    Queen = 4,
    /// King, which cannot be captured.
    King = 5,
}

impl PieceType {
    /// All six types, pawn first.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// Returns 0 for the pawn to 5 for the king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the piece type of an index below 8; 6 and 7 mean the king as well.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        // A table, because the compiler turns a `match` into branches, and these are unpredictable.
        const KINDS: [PieceType; 8] = [
            PieceType::Pawn,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
            PieceType::King,
            PieceType::King,
            PieceType::King,
        ];
        KINDS[index & 7]
    }

    /// Returns the lower-case letter of FEN and of UCI promotions.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the piece type of a letter in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

/// A piece: colour and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    /// Colour of its owner.
    pub color: Color,
    /// Type, without the colour.
    pub kind: PieceType,
}

impl Piece {
    /// Returns a piece of this colour and type.
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self { color, kind }
    }

    /// Returns FEN's letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// Returns the piece of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }
}
