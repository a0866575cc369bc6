//! A position as the terminal and the pictures draw it: the state of each bit, the background of
//! each square.

use crate::bits::{Group, PIECE_NAMES, label};
use crate::look::Look;
use nucleus_base::Rgb;
use nucleus_core::board::{Board, RulesBoard, attacks};
use nucleus_core::kernels::portable::Token;
use nucleus_core::matrix::Planes;
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, PieceType, Square};

nucleus_base::named_enum! {
    /// The pieces that a heat map counts.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Layer {
        /// All pieces.
        All = "all",
        /// Pawns only.
        Pawn = "pawn",
        /// Knights only.
        Knight = "knight",
        /// Bishops only.
        Bishop = "bishop",
        /// Rooks only.
        Rook = "rook",
        /// Queens only.
        Queen = "queen",
        /// Kings only.
        King = "king",
    }
}

impl Layer {
    /// Returns true if pieces of this type count.
    pub fn counts(self, kind: PieceType) -> bool {
        self == Self::All || self.name() == PIECE_NAMES[kind.index()]
    }

    /// Returns the influence and piece bits of the layer, and all bits that belong to no piece
    /// type.
    pub fn mask(self) -> Cell {
        let of_no_type = cell::FIGURE | cell::APPROACHES | cell::SENSORS;
        (0..32u8)
            .filter(|&bit| self == Self::All || label(bit).starts_with(self.name()))
            .fold(of_no_type, |mask, bit| mask | 1 << bit)
    }
}

/// For each square, the number of pieces of each colour that influence it; the cells have flags
/// only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heat {
    /// The pieces that count; bits of other types are drawn pale.
    pub layer: Layer,
    counts: [[u8; 2]; 64],
}

impl Heat {
    /// Counts the pieces of a layer.
    pub fn new(planes: &Planes, layer: Layer) -> Self {
        let mut counts = [[0; 2]; 64];
        for color in Color::ALL {
            for kind in PieceType::ALL.into_iter().filter(|&kind| layer.counts(kind)) {
                for from in squares(planes.pieces(color, kind)) {
                    let reached = match kind {
                        PieceType::Pawn => attacks::pawns(color, from.bit()),
                        _ => RulesBoard::piece_attacks(Token, kind, from, planes.occupied()),
                    };
                    for square in squares(reached) {
                        counts[square.index()][color.index()] += 1;
                    }
                }
            }
        }
        Self { layer, counts }
    }

    /// Returns White's and Black's count at a square.
    pub fn at(&self, square: Square) -> [u8; 2] {
        self.counts[square.index()]
    }
}

/// The state of a bit in a drawing.
#[derive(Clone, Copy, Default)]
pub struct BitState {
    /// True if the bit is 1.
    pub set: bool,
    /// True if the last move changed the bit.
    pub changed: bool,
    /// True if the compared kernel has the other value.
    pub differs: bool,
    /// True if the bit belongs to pieces that the heat map does not count.
    pub pale: bool,
}

/// A position's cells, with options for drawing them.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// The cells to draw, and those to compare with.
    pub look: &'a Look,
    /// Counts that colour the squares.
    pub heat: Option<Heat>,
    /// True to mark the bits that the last move changed.
    pub changes: bool,
    /// True to draw Black at the bottom.
    pub flipped: bool,
}

impl<'a> Drawing<'a> {
    /// Creates a drawing of all bits with plain squares and White at the bottom.
    pub fn new(look: &'a Look) -> Self {
        Self { look, heat: None, changes: true, flipped: false }
    }

    /// Returns the square in a row and a column, counted from the top left corner.
    pub fn square(&self, row: u8, column: u8) -> Square {
        if self.flipped { Square::at(7 - column, row) } else { Square::at(column, 7 - row) }
    }

    /// Returns the state of a bit.
    pub fn bit(&self, square: Square, bit: u8) -> BitState {
        let has = |cell: Cell| cell >> bit & 1 == 1;
        BitState {
            set: has(self.look.cell(square)),
            changed: self.changes && has(self.look.changed(square)),
            differs: has(self.look.differs(square)),
            pale: self.heat.is_some_and(|heat| !has(heat.layer.mask())),
        }
    }

    /// Returns the colour of a square, mixed with those of the pieces that reach it.
    pub fn ground(&self, square: Square, light: Rgb, dark: Rgb) -> Rgb {
        let plain = if is_dark(square) { dark } else { light };
        let Some(heat) = self.heat else { return plain };
        let [white, black] = heat.at(square).map(f32::from);
        if white + black == 0.0 {
            return plain;
        }
        let (blue, orange) = (Group::WhiteInfluence.color(), Group::BlackInfluence.color());
        let color = blue.towards(orange, black / (white + black));
        plain.towards(color, (0.22 + 0.12 * (white + black)).min(0.8))
    }
}

/// Returns true for dark squares, such as a1.
pub fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}
