//! The shown position: the cells that a kernel writes, and those to compare with.

use crate::ViewError;
use crate::kernels::kernel_named;
use crate::terms::{self, Evaluation};
use crate::timeline::Timeline;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::{PieceList, Rebuilt, Routines};
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::matrix::{Matrix, Nucleus};
use nucleus_core::types::{Color, Piece, Square};

/// A line of positions, one of which is shown by the cells that a kernel writes.
#[derive(Clone, Debug)]
pub struct View {
    /// The line of positions, one of which is shown.
    pub timeline: Timeline,
    /// The kernels to select from.
    pub kernels: Vec<Routines>,
    /// The kernel that writes the shown cells.
    pub routines: Routines,
    /// The cells of the shown position.
    pub look: Look,
    /// Function that lists the evaluation's terms.
    pub evaluate: fn(&RulesBoard) -> Evaluation,
}

impl View {
    /// Creates a view of the timeline's current position through a kernel, compared with `other` if
    /// given.
    ///
    /// # Errors
    /// If `kernels` lacks one of the names.
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

    /// Returns the shown position.
    pub fn board(&self) -> &RulesBoard {
        &self.timeline.current().board
    }

    /// Returns the last move's target square; before the first move, the square of the king to
    /// move.
    pub fn last_square(&self) -> Square {
        let last = self.timeline.current().chess_move;
        if last.is_none() { self.board().king(self.board().side()) } else { last.to() }
    }
}

/// A position's cells as a kernel writes them, and those to compare with.
#[derive(Clone, Debug)]
pub struct Look {
    /// Cells written by the kernel.
    pub nucleus: Nucleus,
    /// Name of the kernel.
    pub level: &'static str,
    /// Cells of the position before the last move, from the same kernel.
    pub before: Option<Matrix>,
    /// Name of the compared kernel, and its cells.
    pub other: Option<(&'static str, Matrix)>,
}

impl Look {
    /// Runs the kernels on the timeline's current position.
    pub fn new(timeline: &Timeline, kernel: &Routines, other: Option<&Routines>) -> Self {
        let board = &timeline.current().board;
        Self {
            nucleus: nucleus(kernel, board),
            level: kernel.name,
            before: timeline.previous().map(|step| nucleus(kernel, &step.board).cells),
            other: other.map(|routines| (routines.name, nucleus(routines, board).cells)),
        }
    }

    /// Returns the cell of a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.nucleus.cells.at(square)
    }

    /// Returns the bits of a square that the last move changed.
    pub fn changed(&self, square: Square) -> Cell {
        self.before.map_or(0, |before| before.at(square) ^ self.cell(square))
    }

    /// Returns the bits of a square in which the two kernels differ.
    pub fn differs(&self, square: Square) -> Cell {
        self.other.map_or(0, |(_, other)| other.at(square) ^ self.cell(square))
    }

    /// Returns the squares on which the two kernels differ, with the differing bits.
    pub fn differences(&self) -> Vec<(Square, Cell)> {
        Square::all()
            .map(|square| (square, self.differs(square)))
            .filter(|&(_, bits)| bits != 0)
            .collect()
    }

    /// Returns the number of bits on the board that the last move changed.
    pub fn changed_count(&self) -> u32 {
        Square::all().map(|square| self.changed(square).count_ones()).sum()
    }
}

/// Returns the cells that a kernel writes for a position.
pub fn nucleus(kernel: &Routines, board: &RulesBoard) -> Nucleus {
    let mut frame = Rebuilt::default();
    (kernel.rebuild)(board.planes(), board.side(), &mut frame);
    frame.nucleus
}

/// A decoded entry of the scanner's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The word that the scanner wrote.
    pub word: Cell,
    /// The square, from bits 14 to 19.
    pub square: Square,
    /// The piece, from the other bits; `None` if they encode no piece.
    pub piece: Option<Piece>,
}

/// Returns the list that a kernel's scanner writes of one colour's pieces.
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
