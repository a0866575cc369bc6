//! The board: a position, its making of moves, its text, its rules.

pub mod attacks;
pub mod axon32;
mod boards;
pub mod fen;
mod levels;
pub mod magic;
mod make;
mod matrix_board;
mod rules;
mod setup;
mod state;
pub mod zobrist;

pub use axon32::Axon32Board;
pub use boards::BoardType;
pub use fen::{FenError, FenField, START_FEN};
pub use levels::{BoardLevel, axon32_board, fast_magic_board, slow_magic_board};
pub use magic::MagicBoard;
pub use matrix_board::MatrixBoard;
pub use rules::{Material, is_dead};
pub use setup::Setup;
pub use state::{Castling, CastlingSide, State};

use crate::kernels::{Kernel, Variant, portable};
use crate::matrix::{Influence, Planes, Record};
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, Move, MoveList, PieceType, Square};

/// The board for questions about the rules alone, at the level that every CPU has.
pub type RulesBoard = MatrixBoard<portable::Token>;

/// A position that search, evaluation and perft can work on.
///
/// [`Board::make`] writes the child without looking at it; [`Board::rebuild`] brings everything
/// derived up to date. All methods from [`Board::influence`] on want a rebuilt board.
pub trait Board: Clone + Send + 'static {
    /// The kernel's token.
    type Kernel: Kernel;

    /// A board at this position, rebuilt.
    fn new(setup: &Setup, kernel: Self::Kernel) -> Self;

    /// A board like this one at another position, rebuilt.
    fn moved_to(&self, setup: &Setup) -> Self {
        Self::new(setup, self.kernel())
    }
    /// Returns the pieces, as bitboards.
    fn planes(&self) -> &Planes;
    /// Everything else that FEN tells, and the key.
    fn state(&self) -> &State;
    /// The record of a board that has neither planes nor sets: moves and evaluation are then made
    /// from it. None for the other boards, and a constant for each.
    #[inline(always)]
    fn record(&self) -> Option<&Record> {
        None
    }
    /// The variant of the routines that a board with a [`Board::record`] runs.
    #[inline(always)]
    fn variant(&self) -> Variant {
        Variant::Intrinsics
    }
    /// The position's key.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.state().key
    }
    /// Plies since the last capture or pawn move.
    #[inline(always)]
    fn halfmove(&self) -> u32 {
        self.state().halfmove
    }
    /// The kernel this board runs on.
    fn kernel(&self) -> Self::Kernel;
    /// Returns the type of the piece on a square; meaningless for an empty square.
    fn kind_on(&self, square: Square) -> PieceType;

    /// Returns the attacks of a bishop.
    #[inline(always)]
    fn bishop_attacks(_kernel: Self::Kernel, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied)
    }
    /// Returns the attacks of a rook.
    #[inline(always)]
    fn rook_attacks(_kernel: Self::Kernel, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook(square, occupied)
    }

    /// Returns the attacks of a queen.
    #[inline(always)]
    fn queen_attacks(kernel: Self::Kernel, square: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop_attacks(kernel, square, occupied)
            | Self::rook_attacks(kernel, square, occupied)
    }

    /// Returns the attacks of a piece other than a pawn.
    #[inline(always)]
    fn piece_attacks(
        kernel: Self::Kernel,
        kind: PieceType,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        match kind {
            PieceType::Pawn => 0,
            PieceType::Knight => attacks::knight(square),
            PieceType::Bishop => Self::bishop_attacks(kernel, square, occupied),
            PieceType::Rook => Self::rook_attacks(kernel, square, occupied),
            PieceType::Queen => Self::queen_attacks(kernel, square, occupied),
            PieceType::King => attacks::king(square),
        }
    }

    /// The pieces of a colour that attack a square, given the occupied squares.
    #[inline(always)]
    fn attackers(
        kernel: Self::Kernel,
        planes: &Planes,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let leapers = attacks::knight(square) & planes.kind(PieceType::Knight)
            | attacks::king(square) & planes.kind(PieceType::King)
            | attacks::pawns(!by, square.bit()) & planes.kind(PieceType::Pawn);
        planes.color(by) & leapers
            | Self::bishop_attacks(kernel, square, occupied) & planes.diagonal_sliders(by)
            | Self::rook_attacks(kernel, square, occupied) & planes.orthogonal_sliders(by)
    }

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
    /// Brings everything derived up to date: cells, checkers, pins, as the board keeps them.
    fn rebuild(&mut self);
    /// Brings up to date what a node asks first: its key, its clock, whether the side to move is in
    /// check. [`Board::complete`] does the rest. Returns 1 when that was a whole rebuild, as it is
    /// here, else 0.
    #[inline(always)]
    fn rebuild_check(&mut self) -> u64 {
        self.rebuild();
        1
    }
    /// Ends what [`Board::rebuild_check`] has begun; returns 1 when there was something left.
    #[inline(always)]
    fn complete(&mut self) -> u64 {
        0
    }
    /// The position after a legal move, rebuilt.
    fn after(&self, chess_move: Move) -> Self {
        let mut child = self.clone();
        self.make(chess_move, &mut child);
        child.rebuild();
        child
    }

    /// The squares that each piece type influences. A board that does not keep them computes
    /// them all when first asked; the methods below ask for less.
    fn influence(&self) -> &Influence;
    /// The squares that the pawns of `color` influence.
    fn pawn_influence(&self, color: Color) -> Bitboard;
    /// Pieces of the side to move that are pinned to their king (masked, in the papers).
    fn pinned(&self) -> Bitboard;
    /// True when a piece of `color` influences the square.
    fn is_influenced(&self, square: Square, color: Color) -> bool;
    /// True when a piece of `color` influences any of the squares.
    fn is_any_influenced(&self, squares: Bitboard, color: Color) -> bool;
    /// Returns the piece types of `color` that influence the square: seven bits in the order of the
    /// cell's, king lowest, then queen, rook along the file, along the rank, bishop, knight, pawn.
    fn influence_kinds(&self, square: Square, color: Color) -> u32;
    /// The squares next to the king of the side to move, on `king`, that the other side does not
    /// influence.
    fn king_steps(&self, king: Square) -> Bitboard;
    /// True when a piece of this type, put on the square by the side to move, gives check.
    fn checks_from(&self, square: Square, kind: PieceType) -> bool;

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
        let planes = self.planes();
        Self::attackers(self.kernel(), planes, self.king(side), !side, planes.occupied())
    }

    /// [`Board::king_steps`] in check: without the squares that a checker attacks once the king
    /// has moved.
    #[inline(always)]
    fn king_evasions(&self, king: Square, checkers: Bitboard) -> Bitboard {
        let mut behind_king = 0;
        let without_king = self.planes().occupied() & !king.bit();
        for checker in squares(checkers) {
            let kind = self.kind_on(checker);
            if matches!(kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen) {
                behind_king |= Self::piece_attacks(self.kernel(), kind, checker, without_king);
            }
        }
        self.king_steps(king) & !behind_king
    }

    /// Appends moves from a square to each target; `from` is the move with its target empty.
    #[inline(always)]
    fn append_moves(&self, list: &mut MoveList, from: u16, targets: Bitboard) {
        self.kernel().append_moves(list, from, targets);
    }
}
