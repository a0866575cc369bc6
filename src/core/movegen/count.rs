//! The number of legal moves, without a list of them.

use super::children;
use super::generate::{
    ALL, CASTLING_EMPTY, CASTLING_SAFE, GenerateMoves, Sink, append_en_passant, generate_from,
    may_castle_unless,
};
use super::pieces::FromPlanes;
use crate::board::magic::Lookup;
use crate::board::{Axon32Board, Board, CastlingSide, MagicBoard, MatrixBoard};
use crate::kernels::{Counted, Kernel, MatrixKernel};
use crate::types::{Bitboard, Move, MoveKind, MoveList, Square};

/// A board that counts its legal moves.
pub trait CountMoves: GenerateMoves {
    /// Returns the number of legal moves after [`Board::rebuild`]. `list` is scratch.
    #[inline(always)]
    fn count_moves(&self, _list: &mut MoveList) -> u64 {
        count_generated(self)
    }

    /// Counts the legal moves of all children and writes each child's cells. Returns `None` if no
    /// method is faster than child by child. `child` and `lists` are scratch.
    #[inline(always)]
    fn count_children(&self, _child: &mut Self, _lists: [&mut MoveList; 3]) -> Option<u64> {
        None
    }

    /// Writes each child's cells and returns the number of children; `None` as `count_children`.
    #[inline(always)]
    fn make_children(&self, _child: &mut Self, _lists: [&mut MoveList; 2]) -> Option<u64> {
        None
    }

    /// Rebuilds the board and counts its legal moves. `list` is scratch.
    #[inline(always)]
    fn rebuild_and_count(&mut self, list: &mut MoveList) -> u64 {
        self.rebuild();
        self.count_moves(list)
    }
}

impl<K: Kernel, L: Lookup<K>> CountMoves for MagicBoard<K, L> {}

impl<K: Kernel> CountMoves for Axon32Board<K> {}

impl<K: MatrixKernel> CountMoves for MatrixBoard<K> {
    #[inline(always)]
    fn count_moves(&self, list: &mut MoveList) -> u64 {
        if K::COUNTS_SETWISE
            && let Some(counted) = self.kernel().count_moves(self.planes(), self.side())
        {
            return with_special_moves(self, list, &counted);
        }
        count_generated(self)
    }

    #[inline(always)]
    fn rebuild_and_count(&mut self, list: &mut MoveList) -> u64 {
        match self.rebuild_with_count() {
            Some(counted) => with_special_moves(self, list, &counted),
            None => count_generated(self),
        }
    }

    #[inline(always)]
    fn count_children(&self, child: &mut Self, lists: [&mut MoveList; 3]) -> Option<u64> {
        if !K::MAKES_CHILDREN {
            return None;
        }
        let [plain, rest, spare] = lists;
        let mut total = children::count(self, [plain, &mut *rest]);
        for &chess_move in rest.iter() {
            self.make(chess_move, child);
            total += child.rebuild_and_count(spare);
        }
        Some(total)
    }

    #[inline(always)]
    fn make_children(&self, child: &mut Self, lists: [&mut MoveList; 2]) -> Option<u64> {
        // A closure, as `then` takes, would lack the level's features.
        if K::MAKES_CHILDREN { Some(children::make(self, child, lists)) } else { None }
    }
}

/// Adds castling and en passant to a count of all other moves.
#[inline(always)]
fn with_special_moves<K: MatrixKernel>(
    board: &MatrixBoard<K>,
    list: &mut MoveList,
    counted: &Counted,
) -> u64 {
    let mut moves = u64::from(counted.moves);
    if board.state().castling.0 != 0 {
        moves += count_castlings(board, counted.enemy_influence);
    }
    if let Some(target) = board.state().en_passant {
        list.clear();
        append_en_passant(board, list, target);
        moves += list.len() as u64;
    }
    moves
}

/// Returns the number of legal castling moves of a side that is not in check; `enemy` is the other
/// side's influence.
#[inline(always)]
fn count_castlings<B: Board>(board: &B, enemy: Bitboard) -> u64 {
    let state = board.state();
    let castlings = CastlingSide::ALL.map(|toward| {
        u64::from(if state.chess960 {
            may_castle_unless(board, toward, |path| path & enemy != 0)
        } else {
            // Without a branch, because obstacles to castling are unpredictable.
            let (side, index) = (state.side, toward as usize);
            let rank = 56 * side.index();
            let obstacles = board.planes().occupied() & CASTLING_EMPTY[index] << rank
                | enemy & CASTLING_SAFE[index] << rank;
            state.castling.has(side, toward) & (obstacles == 0)
        })
    });
    castlings[0] + castlings[1]
}

/// Counts the moves of a rebuilt board with the generator, without storing them.
#[inline(always)]
fn count_generated<B: GenerateMoves>(board: &B) -> u64 {
    let mut counter = Counter(0);
    generate_from::<_, _, _, ALL>(board, &FromPlanes(board), &mut counter);
    u64::from(counter.0)
}

/// A sink that counts moves. It adds the moves of one piece at once.
struct Counter(u32);

impl Sink for Counter {
    #[inline(always)]
    fn push(&mut self, _chess_move: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn extend<B: Board>(&mut self, _board: &B, _from: u16, targets: Bitboard) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn extend_both<B: Board>(
        &mut self,
        _board: &B,
        _from: Square,
        captures: Bitboard,
        quiets: Bitboard,
    ) {
        self.0 += (captures | quiets).count_ones();
    }

    #[inline(always)]
    fn extend_pawns<B: Board>(
        &mut self,
        _board: &B,
        targets: Bitboard,
        _back: i8,
        _kind: MoveKind,
    ) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn extend_promotions(&mut self, targets: Bitboard, _back: i8, _captures: bool) {
        self.0 += 4 * targets.count_ones();
    }
}
