//! The parts of the evaluation that are updated from ply to ply, in 32-bit words.

use super::pawns::CellStructure;
use super::words::{self, PieceWords};
use crate::board::axon32::castling_rook;
use crate::board::{Castling, CastlingSide, State};
use crate::eval::material::MaterialBalance;
use crate::eval::values::{PHASE_BITS, Values};
use crate::eval::weights::{PackedScore, unpack};
use crate::kernels::Variant;
use crate::kernels::axon32::CellKernel;
use crate::matrix::Matrix;
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::types::{Color, Move, PieceType};

/// Bits of a count of pieces of one type.
const COUNT_BITS: u32 = 5;

/// Material, placement and pawn structure of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellAccumulator {
    place: PackedScore,
    material: i32,
    counts: [u32; 2],
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
            accumulator.put(words::piece(values, color, kind, square));
            accumulator.counts[color.index()] += 1 << (COUNT_BITS * kind as u32);
        }
        accumulator.structure = CellStructure::new(kernel, variant, values, cells, kings);
        accumulator
    }

    #[inline(always)]
    const fn put(&mut self, piece: PieceWords) {
        self.place = self.place.wrapping_add(piece.place);
        self.material = self.material.wrapping_add(piece.material);
    }

    #[inline(always)]
    const fn take(&mut self, piece: PieceWords) {
        self.place = self.place.wrapping_sub(piece.place);
        self.material = self.material.wrapping_sub(piece.material);
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
        let side = record.side();
        let moved = cell::kind(record.cell(from));
        let mut after = *self;
        after.take(words::piece(values, side, moved, from));
        let mut placed = moved;
        let mut pawns_changed = moved == PieceType::Pawn;
        if !chess_move.is_quiet() {
            if chess_move.is_capture() {
                let square = if chess_move.is_en_passant() { to ^ 8 } else { to };
                let taken = cell::kind(record.cell(square));
                after.take(words::piece(values, !side, taken, square));
                after.counts[(!side).index()] -= 1 << (COUNT_BITS * taken as u32);
                pawns_changed |= taken == PieceType::Pawn;
            }
            if chess_move.is_promotion() {
                placed = chess_move.promotion_type();
                after.counts[side.index()] += 1 << (COUNT_BITS * placed as u32);
                after.counts[side.index()] -= 1;
            }
        } else if chess_move.is_castle() {
            let toward = CastlingSide::from_move(chess_move);
            let rook = castling_rook(record.rooks, Castling::index(side, toward) as u32);
            let target = State::rook_target(side, toward).index() as u32;
            after.take(words::piece(values, side, PieceType::Rook, rook));
            after.put(words::piece(values, side, PieceType::Rook, target));
        }
        after.put(words::piece(values, side, placed, to));
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
        self.place.wrapping_add(self.structure.score())
    }

    /// Returns the pawn structure.
    #[inline(always)]
    pub const fn structure(&self) -> &CellStructure {
        &self.structure
    }

    #[inline(always)]
    pub(in crate::eval) const fn material(&self) -> MaterialBalance {
        const PHASES: i32 = (1 << PHASE_BITS) - 1;
        let (balance, rest) = unpack(self.material);
        MaterialBalance { balance, ahead: rest >> PHASE_BITS, pieces: rest & PHASES }
    }

    /// Returns the number of a colour's pieces of a type.
    #[inline(always)]
    pub const fn count(&self, color: Color, kind: PieceType) -> i32 {
        (self.counts[color as usize] >> (COUNT_BITS * kind as u32) & 31) as i32
    }

    /// Returns the number of both colours' pieces of a type.
    #[inline(always)]
    pub const fn both(&self, kind: PieceType) -> i32 {
        self.count(Color::White, kind) + self.count(Color::Black, kind)
    }

    /// Returns true if a colour has a piece other than king and pawns.
    #[inline(always)]
    pub const fn has_pieces(&self, color: Color) -> bool {
        const KING: u32 = 31 << (COUNT_BITS * PieceType::King as u32);
        self.counts[color as usize] & !(31 | KING) != 0
    }

    /// Returns true if a colour has only its king.
    #[inline(always)]
    pub const fn is_bare(&self, color: Color) -> bool {
        self.counts[color as usize] == 1 << (COUNT_BITS * PieceType::King as u32)
    }
}
