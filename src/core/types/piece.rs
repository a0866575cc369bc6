use super::Color;

/// A piece type, without its colour, in the order of the cell's piece bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Worth 1.
    Pawn = 0,
    /// Worth 3.
    Knight = 1,
    /// Worth 3.
    Bishop = 2,
    /// Worth 5.
    Rook = 3,
    /// Worth 9.
    Queen = 4,
    /// Beyond price.
    King = 5,
}

impl PieceType {
    /// All six, pawn first.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// 0 for the pawn to 5 for the king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece type of an index below 8; 6 and 7 are the king, too.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        // A table: the compiler makes branches of a `match`, and these cannot be predicted.
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

    /// The lower-case letter of FEN and of UCI promotions.
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

    /// The piece type of a letter of either case.
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

/// A piece: its colour and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// The piece type.
    pub kind: PieceType,
}

impl Piece {
    /// A piece of this colour and type.
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self { color, kind }
    }

    /// FEN's letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The piece of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }
}
