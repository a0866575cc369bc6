//! The inspected position: the cells that a kernel makes of it, and those they are compared with.

use crate::ViewError;
use crate::kernels::kernel_named;
use crate::terms::{self, Evaluation};
use crate::timeline::Timeline;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::{PieceList, Rebuilt, Routines};
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::matrix::{Matrix, Nucleus};
use nucleus_core::types::{Color, Piece, Square};

/// A line of positions, one of which is looked at through kernels.
#[derive(Clone, Debug)]
pub struct View {
    /// The positions.
    pub timeline: Timeline,
    /// The kernels to choose from.
    pub kernels: Vec<Routines>,
    /// The one looked through.
    pub routines: Routines,
    /// The inspected position.
    pub look: Look,
    /// Function that lists the evaluation's terms.
    pub evaluate: fn(&RulesBoard) -> Evaluation,
}

impl View {
    /// Looks at the position of a timeline through a kernel, or two compared.
    ///
    /// # Errors
    /// When a name is that of no kernel.
    pub fn new(
        timeline: Timeline,
        kernels: Vec<Routines>,
        kernel: &str,
        other: Option<&str>,
    ) -> Result<Self, ViewError> {
        let other = other.map(|name| kernel_named(&kernels, name)).transpose()?;
        let routines = kernel_named(&kernels, kernel)?;
        let look = Look::new(&timeline, &routines, other.as_ref());
        Ok(Self { timeline, kernels, routines, look, evaluate: terms::evaluation })
    }

    /// The position looked at.
    pub fn board(&self) -> &RulesBoard {
        &self.timeline.current().board
    }

    /// Target of the last move; at the start of the line the king to move.
    pub fn last_square(&self) -> Square {
        let last = self.timeline.current().chess_move;
        if last.is_none() { self.board().king(self.board().side()) } else { last.to() }
    }
}

/// One position seen through a kernel, or two compared.
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

/// The cells that a kernel makes of a position.
pub fn nucleus(kernel: &Routines, board: &RulesBoard) -> Nucleus {
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
