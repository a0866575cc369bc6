//! The inspected position: the cells that a kernel makes of it, and those they are compared with.

use super::timeline::Timeline;
use nucleus_core::board::{Board, RulesBoard, attacks};
use nucleus_core::kernels::portable::Token;
use nucleus_core::kernels::{PieceList, Rebuilt, Routines};
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::matrix::{Matrix, Planes};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, Piece, PieceType, Square};

/// One position seen through one kernel, perhaps beside a second one.
#[derive(Clone, Debug)]
pub struct Look {
    /// Cells written by the kernel.
    pub nucleus: Nucleus,
    /// The kernel's name.
    pub level: &'static str,
    /// The position before the last move through the same kernel.
    pub before: Option<Matrix>,
    /// The matrix made by another kernel, and that kernel's name.
    pub other: Option<(&'static str, Matrix)>,
    /// Whose turn it is.
    pub side: Color,
}

impl Look {
    /// Runs the kernels on the position of a timeline.
    pub fn new(timeline: &Timeline, kernel: &Routines, other: Option<&Routines>) -> Self {
        let board = &timeline.current().board;
        Self {
            nucleus: nucleus(kernel, board),
            level: kernel.name,
            before: timeline.previous().map(|step| nucleus(kernel, &step.board).cells),
            other: other.map(|routines| (routines.name, nucleus(routines, board).cells)),
            side: board.side(),
        }
    }

    /// The cell of a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.nucleus.cells.at(square)
    }

    /// The bits that the last move changed.
    pub fn changed(&self, square: Square) -> Cell {
        self.before.map_or(0, |before| before.at(square) ^ self.cell(square))
    }

    /// The bits in which the two kernels differ.
    pub fn differs(&self, square: Square) -> Cell {
        self.other.map_or(0, |(_, other)| other.at(square) ^ self.cell(square))
    }

    /// Every square whose bits differ between the kernels, with those bits.
    pub fn differences(&self) -> Vec<(Square, Cell)> {
        Square::all()
            .map(|square| (square, self.differs(square)))
            .filter(|&(_, bits)| bits != 0)
            .collect()
    }

    /// Returns the number of bits that the last move changed on the whole board.
    pub fn changed_count(&self) -> u32 {
        Square::all().map(|square| self.changed(square).count_ones()).sum()
    }
}

fn nucleus(kernel: &Routines, board: &RulesBoard) -> Nucleus {
    let mut frame = Rebuilt::default();
    (kernel.rebuild)(board.planes(), board.side(), &mut frame);
    frame.nucleus
}

/// An entry of the scanner's list, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The word as the scanner wrote it.
    pub word: Cell,
    /// The square of its bits 14 to 19.
    pub square: Square,
    /// The piece of its other bits; none when they name none.
    pub piece: Option<Piece>,
}

/// The list that the kernel's scanner makes of one colour's pieces.
pub fn scan(kernel: &Routines, nucleus: &Nucleus, color: Color) -> Vec<Entry> {
    let mut list = PieceList::default();
    let count = (kernel.scan)(nucleus, cell::pieces_mask(color), &mut list);
    list.0[..count]
        .iter()
        .map(|&word| Entry {
            word,
            square: PieceList::square(word),
            piece: cell::piece(word & cell::pieces_mask(color)),
        })
        .collect()
}

/// The pieces that the heat map counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layer {
    /// All of them.
    #[default]
    All,
    /// One kind.
    Only(PieceType),
}

impl Layer {
    /// Returns the layer's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Only(PieceType::Pawn) => "pawn",
            Self::Only(PieceType::Knight) => "knight",
            Self::Only(PieceType::Bishop) => "bishop",
            Self::Only(PieceType::Rook) => "rook",
            Self::Only(PieceType::Queen) => "queen",
            Self::Only(PieceType::King) => "king",
        }
    }

    /// True when a piece of this kind counts.
    pub fn counts(self, kind: PieceType) -> bool {
        match self {
            Self::All => true,
            Self::Only(only) => only == kind,
        }
    }

    /// The influence and piece bits of the layer, and all that belong to no kind.
    pub fn mask(self) -> Cell {
        let Self::Only(kind) = self else { return Cell::MAX };
        let mut mask = cell::FIGURE | cell::APPROACHES | cell::SENSORS;
        for color in Color::ALL {
            let kinds: &[u32] = match kind {
                PieceType::Pawn => &[0],
                PieceType::Knight => &[1],
                PieceType::Bishop => &[2],
                PieceType::Rook => &[3, 4],
                PieceType::Queen => &[5],
                PieceType::King => &[6],
            };
            for kind in kinds {
                mask |= 1 << (cell::influence_shift(color) + 6 - kind);
            }
            mask |= cell::piece_bit(color, kind);
        }
        mask
    }
}

/// The number of pieces of each colour that influence each square, which a cell's flags cannot
/// tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heat(pub [[u8; 2]; 64]);

impl Heat {
    /// Counts the pieces of a layer.
    pub fn of(planes: &Planes, layer: Layer) -> Self {
        let mut heat = [[0; 2]; 64];
        for color in Color::ALL {
            for kind in PieceType::ALL.into_iter().filter(|&kind| layer.counts(kind)) {
                for from in squares(planes.of(color, kind)) {
                    let reached = match kind {
                        PieceType::Pawn => attacks::pawns(color, from.bit()),
                        _ => RulesBoard::piece_attacks(Token, kind, from, planes.occupied()),
                    };
                    for square in squares(reached) {
                        heat[square.index()][color.index()] += 1;
                    }
                }
            }
        }
        Self(heat)
    }

    /// White's and Black's count.
    pub fn at(&self, square: Square) -> [u8; 2] {
        self.0[square.index()]
    }
}
