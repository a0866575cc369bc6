//! The last plies of perft: children that a kernel makes in registers, without boards of their own.
//!
//! A child's cells are written, but not its key and state, because nothing reads them.

use super::generate::{ALL, CASTLING_EMPTY, CASTLING_SAFE, GenerateMoves, Sink, generate_from};
use super::pieces::FromPlanes;
use crate::board::{Board, Castling, CastlingSide, MatrixBoard};
use crate::kernels::{CastlingPath, MatrixKernel, Parent};
use crate::matrix::Matrix;
use crate::types::bitboard::{east, west};
use crate::types::{Bitboard, Move, MoveKind, MoveList, PieceType};

/// The moves of a position, separated by the way to make them.
struct Sorted<'a> {
    /// Moves whose children a kernel makes.
    plain: &'a mut MoveList,
    /// Castling, en passant, promotions, and double pushes to a square of `beside`.
    rest: &'a mut MoveList,
    /// Squares where a double push may allow a capture en passant.
    beside: Bitboard,
}

impl Sink for Sorted<'_> {
    #[inline(always)]
    fn push(&mut self, chess_move: Move) {
        self.rest.push(chess_move);
    }

    #[inline(always)]
    fn extend<B: Board>(&mut self, board: &B, from: u16, targets: Bitboard) {
        board.append_moves(self.plain, from, targets);
    }

    #[inline(always)]
    fn extend_pawns<B: Board>(&mut self, board: &B, targets: Bitboard, back: i8, kind: MoveKind) {
        if kind == MoveKind::DoublePush {
            self.rest.extend_pawns(board, targets & self.beside, back, kind);
            self.plain.extend_pawns(board, targets & !self.beside, back, kind);
        } else {
            self.plain.extend_pawns(board, targets, back, kind);
        }
    }

    #[inline(always)]
    fn extend_promotions(&mut self, targets: Bitboard, back: i8, captures: bool) {
        self.rest.extend_promotions(targets, back, captures);
    }
}

impl Sorted<'_> {
    #[inline(always)]
    fn generate<B: GenerateMoves>(&mut self, board: &B) {
        self.plain.clear();
        self.rest.clear();
        generate_from::<_, _, _, ALL>(board, &FromPlanes(board), self);
    }
}

/// Counts the legal moves of the children that the kernel makes; `rest` receives all other moves.
#[inline(always)]
pub(super) fn count<K: MatrixKernel>(
    board: &MatrixBoard<K>,
    [plain, rest]: [&mut MoveList; 2],
) -> u64 {
    let pawns = board.planes().pieces(!board.side(), PieceType::Pawn);
    let mut sorted = Sorted { plain, rest, beside: east(pawns) | west(pawns) };
    sorted.generate(board);
    let Sorted { plain, rest, .. } = sorted;
    let mut total = 0;
    match answering_castlings(board) {
        Some(castlings) => {
            let parent = parent(board, castlings);
            let mut cells = [Matrix::EMPTY; 2];
            in_pairs(plain, |moves| {
                total += board.kernel().count_children(&parent, moves, &mut cells, rest);
                #[cfg(feature = "check-kernels")]
                check(board, moves, &cells);
            });
        }
        None => plain.iter().for_each(|&chess_move| rest.push(chess_move)),
    }
    total
}

/// Makes all children and returns their number.
#[inline(always)]
pub(super) fn make<K: MatrixKernel>(
    board: &MatrixBoard<K>,
    child: &mut MatrixBoard<K>,
    [plain, rest]: [&mut MoveList; 2],
) -> u64 {
    let mut sorted = Sorted { plain, rest, beside: 0 };
    sorted.generate(board);
    let Sorted { plain, rest, .. } = sorted;
    let parent = parent(board, None);
    let mut cells = [Matrix::EMPTY; 2];
    in_pairs(plain, |moves| {
        board.kernel().make_children(&parent, moves, &mut cells);
        #[cfg(feature = "check-kernels")]
        check(board, moves, &cells);
    });
    for &chess_move in rest.iter() {
        board.make(chess_move, child);
        child.rebuild();
    }
    (plain.len() + rest.len()) as u64
}

#[inline(always)]
fn parent<K: MatrixKernel>(
    board: &MatrixBoard<K>,
    castlings: Option<[CastlingPath; 2]>,
) -> Parent<'_> {
    Parent { planes: board.planes(), cells: board.matrix(), side: board.side(), castlings }
}

/// Returns the castling paths of the other side, or `Some(None)` if it has no rights. Returns `None` if it
/// has rights in Chess960, where a kernel cannot count castling.
#[inline(always)]
fn answering_castlings<B: Board>(board: &B) -> Option<Option<[CastlingPath; 2]>> {
    let state = board.state();
    let side = !board.side();
    let rank = 56 * side.index();
    let has_any = CastlingSide::ALL.iter().any(|&toward| state.castling.has(side, toward));
    if state.chess960 {
        return (!has_any).then_some(None);
    }
    Some(has_any.then(|| {
        CastlingSide::ALL.map(|toward| {
            if !state.castling.has(side, toward) {
                return CastlingPath::NONE;
            }
            CastlingPath {
                empty: CASTLING_EMPTY[toward as usize] << rank,
                safe: CASTLING_SAFE[toward as usize] << rank,
                rook: state.castling_rooks[Castling::index(side, toward)].bit(),
            }
        })
    }))
}

/// Calls `take` with all moves; with feature `check-kernels` two at a time, to test every child.
#[inline(always)]
fn in_pairs(moves: &[Move], mut take: impl FnMut(&[Move])) {
    if cfg!(feature = "check-kernels") {
        moves.chunks(2).for_each(take);
    } else {
        take(moves);
    }
}

#[cfg(feature = "check-kernels")]
fn check<K: MatrixKernel>(board: &MatrixBoard<K>, moves: &[Move], cells: &[Matrix; 2]) {
    for (&chess_move, cells) in moves.iter().zip(cells) {
        let mut child = *board;
        board.make(chess_move, &mut child);
        let expected = crate::kernels::reference::cells(child.planes(), child.side());
        assert_eq!(*cells, expected, "cells of the child after {chess_move} differ");
        assert_eq!(cells.planes(), *child.planes(), "planes differ from the cells");
    }
}
