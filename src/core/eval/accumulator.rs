use super::fixed;
use super::material::MaterialBalance;
use super::patterns;
use super::pawns::Structure;
use super::tally::Sum;
use super::values::{PHASE_BITS, PieceWord, Values};
use super::weights::{PackedScore, unpack};
use crate::board::{Board, Castling, CastlingSide, State};
use crate::kernels::portable;
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Color, Move, PieceType, Square};

/// The parts of the evaluation that are updated from ply to ply. Material, piece-square values and
/// phase take a few additions per move; pawn structure is recomputed only if it may have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accumulator {
    pieces: PieceWord,
    structure: Structure,
}

impl Accumulator {
    /// Computes the accumulator of a position from scratch.
    pub fn new(values: &Values, planes: &Planes) -> Self {
        let mut pieces = 0;
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in squares(planes.pieces(color, kind)) {
                    pieces += values.piece(color, kind, square);
                }
            }
        }
        let kept = Self { pieces, structure: Structure::new(values, portable::Token, planes) };
        Self { pieces: pieces + kept.patterns(values, planes), ..kept }
    }

    /// Returns the accumulator after a legal move of `board` to `child`, with unchanged patterns.
    #[inline(always)]
    pub fn after<B: Board>(&self, values: &Values, board: &B, chess_move: Move, child: &B) -> Self {
        let (pieces, moved, pawns_changed) = self.pieces_after(values, board, chess_move);
        let structure = if pawns_changed {
            Structure::new(values, child.kernel(), child.planes())
        } else if moved == PieceType::King {
            self.structure.with_kings(values, child.kernel(), child.planes())
        } else {
            self.structure
        };
        Self { pieces, structure }
    }

    /// Replaces the values of the patterns before a move by those after it.
    #[inline(never)]
    pub(super) fn exchange_patterns(
        &mut self,
        values: &Values,
        before: &Self,
        old: &Planes,
        new: &Planes,
    ) {
        self.pieces += self.patterns(values, new) - before.patterns(values, old);
    }

    /// Returns the values of the patterns that only Umko's paper lists, as a part of [`Self::pieces`].
    fn patterns(&self, values: &Values, planes: &Planes) -> PieceWord {
        let mut sum = Sum::new(values);
        patterns(planes, self.structure.passed, &mut sum);
        PieceWord::from(sum.total)
    }

    /// Returns the accumulator after a legal move of `board`, with the material updated but not the pawn
    /// structure.
    #[inline(always)]
    pub(super) fn material_after<B: Board>(
        &self,
        values: &Values,
        board: &B,
        chess_move: Move,
    ) -> Self {
        let (pieces, ..) = self.pieces_after(values, board, chess_move);
        Self { pieces, structure: self.structure }
    }

    /// Returns material and piece-square values after a legal move, the piece type that moved, and
    /// true if pawns were added, removed or moved.
    #[inline(always)]
    fn pieces_after<B: Board>(
        &self,
        values: &Values,
        board: &B,
        chess_move: Move,
    ) -> (PieceWord, PieceType, bool) {
        let side = board.side();
        let (from, to) = (chess_move.from(), chess_move.to());
        let moved = board.kind_on(from);
        let mut pieces = self.pieces - values.piece(side, moved, from);
        let mut placed = moved;
        let mut pawns_changed = moved == PieceType::Pawn;
        if !chess_move.is_quiet() {
            if chess_move.is_capture() {
                let (kind, square) = if chess_move.is_en_passant() {
                    (PieceType::Pawn, Square::new(to.index() as u8 ^ 8))
                } else {
                    (board.kind_on(to), to)
                };
                pieces -= values.piece(!side, kind, square);
                pawns_changed |= kind == PieceType::Pawn;
            }
            if chess_move.is_promotion() {
                placed = chess_move.promotion_type();
            }
        } else if chess_move.is_castle() {
            let toward = CastlingSide::from_move(chess_move);
            let rook = board.state().castling_rooks[Castling::index(side, toward)];
            pieces += values.piece(side, PieceType::Rook, State::rook_target(side, toward))
                - values.piece(side, PieceType::Rook, rook);
        }
        pieces += values.piece(side, placed, to);
        (pieces, moved, pawns_changed)
    }

    /// Returns piece-square values and pawn structure, White positive.
    #[inline(always)]
    pub(super) fn position(&self) -> PackedScore {
        (self.pieces as PackedScore).wrapping_add(self.structure.score())
    }

    #[inline(always)]
    pub(super) fn structure(&self) -> &Structure {
        &self.structure
    }

    #[inline(always)]
    pub(super) fn material(&self) -> MaterialBalance {
        const PHASES: i32 = (1 << PHASE_BITS) - 1;
        let place = i64::from(self.pieces as PackedScore);
        let (balance, rest) = unpack(((self.pieces - place) >> 32) as PackedScore);
        MaterialBalance { balance, ahead: rest >> PHASE_BITS, pieces: rest & PHASES }
    }

    /// Returns the game phase, from 0 (endgame) to [`fixed::FULL_PHASE`] (middlegame).
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.material().pieces.min(fixed::FULL_PHASE)
    }
}
