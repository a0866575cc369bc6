//! The board: a position, its making of moves, its text, its rules.

pub mod attacks;
pub mod fen;
mod matrix_board;
mod rules;
mod state;
pub mod zobrist;

pub use fen::{FenError, FenField, START_FEN, Setup};
pub use matrix_board::MatrixBoard;
pub use rules::{Material, is_dead};
pub use state::{Castling, CastlingSide, State};

use crate::kernels::{Counted, Kernel, PieceList, Variant};
use crate::matrix::cell::Cell;
use crate::matrix::{Influence, Planes};
use crate::types::MoveList;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// A position that search, evaluation and perft can work on.
///
/// [`Board::make`] writes the child without looking at it; [`Board::rebuild`] brings everything
/// derived up to date. All methods from [`Board::influence`] on want a rebuilt board.
pub trait Board: Clone + Send + 'static {
    /// The kernel's token, or what stands for it.
    type Kernel: Kernel;

    /// A board at this position, rebuilt.
    fn new(setup: &Setup, kernel: Self::Kernel) -> Self;

    /// Where the pieces stand.
    fn planes(&self) -> &Planes;
    /// Everything else that FEN tells, and the key.
    fn state(&self) -> &State;
    /// The kernel this board runs on.
    fn kernel(&self) -> Self::Kernel;
    /// What stands on a square that is not empty; meaningless for an empty one.
    fn kind_on(&self, square: Square) -> PieceType;

    /// Writes the position after a legal move to `child`, not yet rebuilt.
    fn make(&self, chess_move: Move, child: &mut Self);
    /// The key that most moves lead to: without promotions, castling rights, en passant. For
    /// fetching what is kept under a key while the move is still being made.
    #[inline(always)]
    fn likely_key_after(&self, chess_move: Move) -> u64 {
        let (from, to) = (chess_move.from(), chess_move.to());
        let side = self.side();
        let moved = self.kind_on(from);
        let taken = zobrist::piece(!side, self.kind_on(to), to);
        self.state().key
            ^ zobrist::side()
            ^ zobrist::piece(side, moved, from)
            ^ zobrist::piece(side, moved, to)
            ^ if chess_move.is_capture() { taken } else { 0 }
    }
    /// Writes the position after a null move to `child`, not yet rebuilt.
    fn make_null(&self, child: &mut Self);
    /// Brings the matrix (or what stands for it) up to date.
    fn rebuild(&mut self);

    /// The squares that each piece type influences.
    fn influence(&self) -> &Influence;
    /// Pieces of the side to move that are pinned to their king (masked, in the papers).
    fn pinned(&self) -> Bitboard;
    /// True when a piece of `color` influences the square.
    fn is_influenced(&self, square: Square, color: Color) -> bool;
    /// Which piece types of `color` influence the square: seven bits in the order of the cell's,
    /// king lowest, then queen, rook along the file, along the rank, bishop, knight, pawn.
    fn influence_kinds(&self, square: Square, color: Color) -> u32;
    /// True when a pawn of `color` influences the square.
    fn is_influenced_by_pawn(&self, square: Square, color: Color) -> bool;
    /// True when a piece of this type, not a pawn or king, would give check from the square.
    fn approaches_king(&self, square: Square, kind: PieceType) -> bool;
    /// True when a piece of this type, put on the square by the side to move, gives check.
    fn checks_from(&self, square: Square, kind: PieceType) -> bool;

    /// Writes the pieces of the side to move to `list`, by the scanner of this variant; how many.
    fn scan(&self, variant: Variant, list: &mut PieceList) -> usize;
    /// Which of the first `count` entries of such a list have a bit of `mask`, entry 0 lowest.
    fn entries_with(&self, list: &PieceList, count: usize, mask: Cell) -> u32;

    /// True when [`Board::count_moves`] beats generating the moves.
    #[inline(always)]
    fn counts_setwise() -> bool {
        false
    }
    /// The legal moves as a count, en passant and castling apart, without a rebuild; `None` in
    /// check, and on a board that cannot count them so.
    #[inline(always)]
    fn count_moves(&self) -> Option<Counted> {
        None
    }

    /// Whose turn it is.
    #[inline(always)]
    fn side(&self) -> Color {
        self.state().side
    }

    /// The king's square of a colour.
    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        Square::lowest(self.planes().of(color, PieceType::King))
    }

    /// True when the side to move is in check.
    #[inline(always)]
    fn in_check(&self) -> bool {
        self.is_influenced(self.king(self.side()), !self.side())
    }

    /// The pieces that give check; only worth asking when [`Board::in_check`].
    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        let side = self.side();
        attacks::attackers(self.planes(), self.king(side), !side, self.planes().occupied())
    }

    /// Appends moves from a square to each target; `from` is the move with its target empty.
    #[inline(always)]
    fn append_moves(&self, list: &mut MoveList, from: u16, targets: Bitboard) {
        self.kernel().append_moves(list, from, targets);
    }
}
