//! A position as the terminal and the pictures draw it: which bits, in what state, on what ground.

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
        /// All of them.
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
    /// True when a piece of this type counts.
    pub fn counts(self, kind: PieceType) -> bool {
        self == Self::All || self.name() == PIECE_NAMES[kind.index()]
    }

    /// The influence and piece bits of the layer, and all that belong to no type of piece.
    pub fn mask(self) -> Cell {
        let of_no_type = cell::FIGURE | cell::APPROACHES | cell::SENSORS;
        (0..32u8)
            .filter(|&bit| self == Self::All || label(bit).starts_with(self.name()))
            .fold(of_no_type, |mask, bit| mask | 1 << bit)
    }
}

/// The number of pieces of each colour that influence each square, which a cell's flags cannot
/// tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heat {
    /// The pieces that count; bits of others are drawn pale.
    pub layer: Layer,
    counts: [[u8; 2]; 64],
}

impl Heat {
    /// Counts the pieces of a layer.
    pub fn new(planes: &Planes, layer: Layer) -> Self {
        let mut counts = [[0; 2]; 64];
        for color in Color::ALL {
            for kind in PieceType::ALL.into_iter().filter(|&kind| layer.counts(kind)) {
                for from in squares(planes.of(color, kind)) {
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

    /// White's and Black's count.
    pub fn at(&self, square: Square) -> [u8; 2] {
        self.counts[square.index()]
    }
}

/// State of a bit for drawing.
#[derive(Clone, Copy, Default)]
pub struct BitState {
    /// The bit is 1.
    pub set: bool,
    /// The last move changed it.
    pub changed: bool,
    /// The other kernel has it otherwise.
    pub differs: bool,
    /// It belongs to pieces that do not count.
    pub pale: bool,
}

/// The cells of a position, and how to draw them.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// The cells.
    pub look: &'a Look,
    /// The colour of the ground.
    pub heat: Option<Heat>,
    /// Marks what the last move changed.
    pub changes: bool,
    /// Black at the bottom.
    pub flipped: bool,
}

impl<'a> Drawing<'a> {
    /// All bits on a plain ground, White at the bottom.
    pub fn new(look: &'a Look) -> Self {
        Self { look, heat: None, changes: true, flipped: false }
    }

    /// The square in a row and a column, counted from the top left corner.
    pub fn square(&self, row: u8, column: u8) -> Square {
        if self.flipped { Square::at(7 - column, row) } else { Square::at(column, 7 - row) }
    }

    /// The state of a bit.
    pub fn bit(&self, square: Square, bit: u8) -> BitState {
        let has = |cell: Cell| cell >> bit & 1 == 1;
        BitState {
            set: has(self.look.cell(square)),
            changed: self.changes && has(self.look.changed(square)),
            differs: has(self.look.differs(square)),
            pale: self.heat.is_some_and(|heat| !has(heat.layer.mask())),
        }
    }

    /// The colour of a square, warmed by the pieces that reach it.
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

/// True for the dark squares, of which a1 is one.
pub fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}
