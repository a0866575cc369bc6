//! The pieces of a position in the form that names and indices of tables use.

use nucleus_core::matrix::Planes;
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, PieceType};

/// The most pieces in a table, including kings.
pub const MAX_MEN: usize = 5;
/// The most pieces of one side without its king.
const MAX_OTHERS: usize = MAX_MEN - 2;

/// The piece types in the order of names and indices.
const ORDER: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// One side's pieces: its king, and the others from queens to pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Army {
    /// Square of the king, a1 = 0.
    pub king: u8,
    kinds: [PieceType; MAX_OTHERS],
    places: [u8; MAX_OTHERS],
    count: usize,
}

impl Army {
    /// Returns the pieces of a colour; `None` if there are more than in any table, or not one king.
    pub fn from_planes(planes: &Planes, color: Color) -> Option<Self> {
        let king = planes.pieces(color, PieceType::King);
        if king.count_ones() != 1 || planes.color(color).count_ones() as usize > MAX_OTHERS + 1 {
            return None;
        }
        let mut army = Self {
            king: king.trailing_zeros() as u8,
            kinds: [PieceType::Pawn; MAX_OTHERS],
            places: [0; MAX_OTHERS],
            count: 0,
        };
        for kind in ORDER {
            for square in squares(planes.pieces(color, kind)) {
                *army.kinds.get_mut(army.count)? = kind;
                *army.places.get_mut(army.count)? = square.index() as u8;
                army.count += 1;
            }
        }
        Some(army)
    }

    /// Returns the types of the pieces without the king, queens first.
    pub fn kinds(&self) -> &[PieceType] {
        self.kinds.get(..self.count).unwrap_or_default()
    }

    /// Returns the squares of the pieces without the king, in the order of [`Self::kinds`].
    pub fn places(&self) -> &[u8] {
        self.places.get(..self.count).unwrap_or_default()
    }

    /// Returns the squares of the pieces other than king and pawns.
    pub fn officers(&self) -> &[u8] {
        self.places().get(..self.count - self.pawn_count()).unwrap_or_default()
    }

    /// Returns the squares of the pawns.
    pub fn pawns(&self) -> &[u8] {
        self.places().get(self.count - self.pawn_count()..).unwrap_or_default()
    }

    fn pawn_count(&self) -> usize {
        self.kinds().iter().filter(|&&kind| kind == PieceType::Pawn).count()
    }

    /// Returns the same pieces on other squares.
    pub fn moved(mut self, to: impl Fn(u8) -> u8) -> Self {
        self.king = to(self.king);
        self.places = self.places.map(to);
        self
    }
}

/// The pieces of both sides without their squares, which identify a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaterialKey(u32);

impl MaterialKey {
    /// Returns the key of two sides, in the order of a table's name.
    pub fn new(first: &[PieceType], second: &[PieceType]) -> Self {
        let side = |kinds: &[PieceType]| {
            kinds.iter().fold(0u32, |key, kind| key << 3 | (kind.index() as u32 + 1))
        };
        Self(side(first) << 16 | side(second))
    }
}

/// Parses a table's name such as `kqkr`: king and other pieces, twice. Only names of published
/// tables are accepted: first the side with more pieces or, if equal, with the stronger pieces.
pub fn parse_name(name: &str) -> Option<[Vec<PieceType>; 2]> {
    let (first, second) = name.strip_prefix('k')?.split_once('k')?;
    let read = |text: &str| {
        let kinds: Option<Vec<PieceType>> =
            text.chars().map(|c| ORDER.into_iter().find(|kind| kind.letter() == c)).collect();
        kinds.filter(|kinds| kinds.is_sorted_by(|a, b| a >= b))
    };
    let (first, second) = (read(first)?, read(second)?);
    let known = (1..=MAX_OTHERS).contains(&(first.len() + second.len()))
        && (first.len(), &first) >= (second.len(), &second);
    known.then_some([first, second])
}
