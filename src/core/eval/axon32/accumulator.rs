//! The parts of the evaluation that are updated from ply to ply, in 32-bit words.

use super::pawns::CellStructure;
use crate::board::{Castling, CastlingSide, State};
use crate::eval::material::MaterialBalance;
use crate::eval::values::{PHASE_BITS, Values};
use crate::eval::weights::{PackedScore, unpack};
use crate::kernels::Variant;
use crate::kernels::axon32::{CellKernel, PieceSums, castling_rook, piece_words};
use crate::matrix::Matrix;
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::types::{Color, Move, PieceType};

/// Material, placement and pawn structure of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellAccumulator {
    sums: PieceSums,
    structure: CellStructure,
}

impl CellAccumulator {
    /// Computes the accumulator of the pieces on the cells from scratch.
    pub fn new<K: CellKernel>(
        kernel: K,
        variant: Variant,
        values: &Values,
        cells: &Matrix,
    ) -> Self {
        let mut accumulator = Self::default();
        let mut kings = [0; 2];
        for (square, &cell) in (0..).zip(&cells.0) {
            if cell & cell::FIGURE == 0 {
                continue;
            }
            let white = cell & cell::pieces_mask(Color::White) != 0;
            let color = if white { Color::White } else { Color::Black };
            let kind = cell::kind(cell);
            if kind == PieceType::King {
                kings[color.index()] = square;
            }
            accumulator.sums.put(piece_words(&values.pieces, color, kind, square));
            accumulator.sums.counts[color.index()] += PieceSums::one(kind);
        }
        accumulator.structure = CellStructure::new(kernel, variant, values, cells, kings);
        accumulator
    }

    /// Returns the accumulator after a legal move of `record` to `child`; of the child only the
    /// pieces are read.
    #[inline(always)]
    pub fn after<K: CellKernel>(
        &self,
        kernel: K,
        variant: Variant,
        values: &Values,
        record: &CellRecord,
        chess_move: Move,
        child: &CellRecord,
    ) -> Self {
        let bits = chess_move.0 as u32;
        let (from, to) = (bits & 63, bits >> 6 & 63);
        let (cells, pieces) = (&record.nucleus.cells, &values.pieces);
        let side = record.side();
        let moved = cell::kind(record.cell(from));
        let mut after = *self;
        let sums = &mut after.sums;
        kernel.move_sums(variant, cells, chess_move, pieces, sums);
        let mut pawns_changed = moved == PieceType::Pawn;
        if chess_move.is_castle() {
            let toward = CastlingSide::from_move(chess_move);
            let rook = castling_rook(record.rooks, Castling::index(side, toward) as u32);
            let target = State::rook_target(side, toward).index() as u32;
            sums.take(piece_words(pieces, side, PieceType::Rook, rook));
            sums.put(piece_words(pieces, side, PieceType::Rook, target));
        } else if chess_move.is_en_passant() {
            sums.take(piece_words(pieces, !side, PieceType::Pawn, to ^ 8));
            sums.counts[(!side).index()] -= PieceSums::one(PieceType::Pawn);
        } else if chess_move.is_capture() {
            pawns_changed |= cell::kind(record.cell(to)) == PieceType::Pawn;
        }
        if pawns_changed {
            let cells = &child.nucleus.cells;
            after.structure = CellStructure::new(kernel, variant, values, cells, child.kings);
        } else if moved == PieceType::King {
            let cells = &child.nucleus.cells;
            after.structure =
                self.structure.with_kings(kernel, variant, values, cells, child.kings);
        }
        after
    }

    /// Returns piece-square values and pawn structure, White positive.
    #[inline(always)]
    pub fn position(&self) -> PackedScore {
        self.sums.place.wrapping_add(self.structure.score())
    }

    /// Returns the pawn structure.
    #[inline(always)]
    pub const fn structure(&self) -> &CellStructure {
        &self.structure
    }

    #[inline(always)]
    pub(in crate::eval) const fn material(&self) -> MaterialBalance {
        const PHASES: i32 = (1 << PHASE_BITS) - 1;
        let (balance, rest) = unpack(self.sums.material);
        MaterialBalance { balance, ahead: rest >> PHASE_BITS, pieces: rest & PHASES }
    }

    /// Returns the number of a colour's pieces of a type.
    #[inline(always)]
    pub const fn count(&self, color: Color, kind: PieceType) -> i32 {
        self.sums.count(color, kind)
    }

    /// Returns the number of both colours' pieces of a type.
    #[inline(always)]
    pub const fn both(&self, kind: PieceType) -> i32 {
        self.count(Color::White, kind) + self.count(Color::Black, kind)
    }

    /// Returns true if a colour has a piece other than king and pawns.
    #[inline(always)]
    pub const fn has_pieces(&self, color: Color) -> bool {
        const KING: u32 = 31 * PieceSums::one(PieceType::King);
        self.sums.counts[color as usize] & !(31 | KING) != 0
    }

    /// Returns true if a colour has only its king.
    #[inline(always)]
    pub const fn is_bare(&self, color: Color) -> bool {
        self.sums.counts[color as usize] == PieceSums::one(PieceType::King)
    }
}
