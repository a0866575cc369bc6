//! The pieces of a table, and the layout that depends on them.

use nucleus_core::matrix::Planes;
use nucleus_core::types::{Color, PieceType};

/// The most pieces in a Syzygy table.
pub const MOST_MEN: usize = 7;

/// The counts of each piece type of both sides, four bits each, which identify a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MenKey(u64);

impl MenKey {
    /// Returns the key of a position, with the pieces of `first` first.
    pub fn from_planes(planes: &Planes, first: Color) -> Self {
        let mut key = 0;
        for color in [first, !first] {
            for kind in PieceType::ALL {
                key = key << 4 | u64::from(planes.pieces(color, kind).count_ones() & 15);
            }
        }
        Self(key)
    }
}

/// The pieces of a table, which determine its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Counts of each type, first side first: pawns to king.
    counts: [[usize; 6]; 2],
}

impl Shape {
    /// Parses a name such as `KQPvKR`.
    pub fn parse(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let mut counts = [[0; 6]; 2];
        for (side, text) in counts.iter_mut().zip([first, second]) {
            for letter in text.chars() {
                let kind =
                    PieceType::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
                side[kind.index()] += 1;
            }
            if side[PieceType::King.index()] != 1 {
                return None;
            }
        }
        let shape = Self { counts };
        (3..=MOST_MEN).contains(&shape.men()).then_some(shape)
    }

    /// Returns the number of pieces with a code: type from 1, plus 8 for the second side.
    pub fn count_of(&self, code: u8) -> usize {
        let kind = usize::from(code & 7).wrapping_sub(1);
        self.counts[usize::from(code >> 3 & 1)].get(kind).copied().unwrap_or(0)
    }

    /// Returns the key with the first side's pieces first.
    pub fn key(&self) -> MenKey {
        MenKey(self.counts.iter().flatten().fold(0, |key, &count| key << 4 | count as u64))
    }

    /// Returns the key with the second side's pieces first.
    pub fn turned_key(&self) -> MenKey {
        Self { counts: [self.counts[1], self.counts[0]] }.key()
    }

    /// Returns the number of pieces.
    pub fn men(&self) -> usize {
        self.counts.iter().flatten().sum()
    }

    /// Returns true if both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the pawns of the leading and the other side. The side with fewer, not 0, leads.
    pub fn pawns(&self) -> [usize; 2] {
        let [first, second] = self.counts.map(|side| side[PieceType::Pawn.index()]);
        let second_leads = second > 0 && (first == 0 || first > second);
        if second_leads { [second, first] } else { [first, second] }
    }

    /// Returns true if there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.pawns()[0] > 0
    }

    /// Returns the number of leading pieces: the leading side's pawns. Without pawns, the kings
    /// lead if every other type of a side has two pieces or more; else three single pieces lead.
    pub fn leaders(&self) -> usize {
        let single = self.counts.iter().flatten().filter(|&&count| count == 1).count();
        match self.pawns()[0] {
            0 if single == 2 => 2,
            0 => 3,
            pawns => pawns,
        }
    }
}
