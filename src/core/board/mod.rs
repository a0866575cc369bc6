//! Boards: positions on which moves are made, with attacks, FEN and rules.

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

pub use axon32::Axon32Board;
pub use boards::BoardType;
pub use fen::{FenError, FenField, START_FEN};
pub use levels::{BoardLevel, axon32_board, fast_magic_board, slow_magic_board};
pub use magic::MagicBoard;
pub use matrix_board::MatrixBoard;
pub use rules::is_dead;
pub use setup::Setup;
pub use state::{Castling, CastlingSide, State};

use crate::kernels::{Kernel, portable};
use crate::matrix::{Influence, Planes};
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, Move, MoveList, PieceType, Square, zobrist};

/// The board for code that needs only the rules, at the level that every CPU supports.
pub type RulesBoard = MatrixBoard<portable::Token>;

/// A position that search, evaluation and perft can work on.
///
/// [`Board::make`] writes the child without deriving anything; [`Board::rebuild`] brings the
/// derived data up to date. Methods that read influence, pins or checks require a rebuilt board.
pub trait Board: Clone + Send + 'static {
    /// Token of the level whose kernels the board uses.
    type Kernel: Kernel;

    /// Returns a rebuilt board at this position.
    fn new(setup: &Setup, kernel: Self::Kernel) -> Self;

    /// Returns a rebuilt board of the same kind at another position.
    fn moved_to(&self, setup: &Setup) -> Self {
        Self::new(setup, self.kernel())
    }
    /// Returns the pieces, as bitboards.
    fn planes(&self) -> &Planes;
    /// Returns the other fields of FEN, and the key.
    fn state(&self) -> &State;
    /// Returns the position's Zobrist key.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.state().key
    }
    /// Returns the number of plies since the last capture or pawn move.
    #[inline(always)]
    fn halfmove(&self) -> u32 {
        self.state().halfmove
    }
    /// Returns the token of the kernel that the board uses.
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

    /// Returns the pieces of a colour that attack a square, given the occupied squares.
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
    /// Returns the key after most moves, for prefetching table entries while the move is being made.
    /// The key ignores promotions, castling rights and en passant.
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
    /// Brings all derived data up to date: cells, checkers, pins, as far as the board keeps them.
    fn rebuild(&mut self);
    /// Does the part of [`Board::rebuild`] that a node needs first: the check to the side to move.
    /// [`Board::complete`] does the rest. Returns 1 if this was a full rebuild, as in this default,
    /// else 0.
    #[inline(always)]
    fn rebuild_check(&mut self) -> u64 {
        self.rebuild();
        1
    }
    /// Completes the work of [`Board::rebuild_check`]; returns 1 if there was any left, else 0.
    #[inline(always)]
    fn complete(&mut self) -> u64 {
        0
    }
    /// Returns the rebuilt position after a legal move.
    fn after(&self, chess_move: Move) -> Self {
        let mut child = self.clone();
        self.make(chess_move, &mut child);
        child.rebuild();
        child
    }

    /// Returns the squares that each piece type influences. A board that does not keep them
    /// computes all of them on the first call; the methods below need less.
    fn influence(&self) -> &Influence;
    /// Returns the squares that the pawns of `color` influence.
    fn pawn_influence(&self, color: Color) -> Bitboard;
    /// Returns the pieces of the side to move that are pinned to their king (masked, in the papers).
    fn pinned(&self) -> Bitboard;
    /// Returns true if a piece of `color` influences the square.
    fn is_influenced(&self, square: Square, color: Color) -> bool;
    /// Returns true if a piece of `color` influences any of the squares.
    fn is_any_influenced(&self, squares: Bitboard, color: Color) -> bool;
    /// Returns the piece types of `color` that influence the square as seven bits in the cell's
    /// order: king lowest, then queen, rook along the file, along the rank, bishop, knight, pawn.
    fn influence_kinds(&self, square: Square, color: Color) -> u32;
    /// Returns the squares next to the king of the side to move, on `king`, that the other side
    /// does not influence. A board may omit own pieces' squares, and squares behind the king.
    fn king_steps(&self, king: Square) -> Bitboard;
    /// Returns true if a piece of this type of the side to move would give check from the square.
    fn checks_from(&self, square: Square, kind: PieceType) -> bool;

    /// Returns the side to move.
    #[inline(always)]
    fn side(&self) -> Color {
        self.state().side
    }

    /// Returns the king's square of a colour.
    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        Square::lowest(self.planes().pieces(color, PieceType::King))
    }

    /// Returns true if the side to move is in check.
    #[inline(always)]
    fn in_check(&self) -> bool {
        self.is_influenced(self.king(self.side()), !self.side())
    }

    /// Returns the pieces that give check; call it only if [`Board::in_check`].
    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        let side = self.side();
        let planes = self.planes();
        Self::attackers(self.kernel(), planes, self.king(side), !side, planes.occupied())
    }

    /// Returns [`Board::king_steps`] for a king in check, without the squares that a checker attacks
    /// through the king.
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
