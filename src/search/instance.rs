//! The recursive functions, once a level: each carries its level's target features, so that the
//! kernels inline into it. One of the places outside `kernels` where `unsafe` is allowed.
//!
//! They are generic over [`SearchTypes`], so that another board is a type and no edit of the search.

use super::checks::generate_quiet_checks;
use super::legality;
use super::ordering::{self, HistoryView, ScoredMoves};
use super::search_types::SearchTypes;
use super::stack::StackEntry;
use super::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::eval::{Accumulator, Evaluator};
use nucleus_core::kernels::{Kernel, for_each_level};
use nucleus_core::movegen::GoodCaptures;
use nucleus_core::movegen::generate::{self, ALL, NOISY, QUIET, Wanted, generate_free};
use nucleus_core::movegen::pieces::{FromPlanes, ListPieces};
use nucleus_core::types::{Move, MoveList, Score};

/// The window of a quiescence node.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Scores up to here are too low to matter.
    pub alpha: Score,
    /// Scores from here on are too high to be reached.
    pub beta: Score,
    /// Plies from the root.
    pub ply: usize,
}

/// A recursive function of a searcher, as a type.
pub trait NodeFn {
    /// Its window, depth and ply.
    type Window;

    /// Searches the position on top of the stack; returns its score for the side to move.
    ///
    /// It and all that it calls must be inlined, or it would not carry its level's features.
    fn run<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: Self::Window,
    ) -> Score;
}

/// What a search has instantiated once a level. The token that implements it is the proof that the
/// CPU has the level: a stack may be empty, and a board need not keep a token.
///
/// All but [`SearchKernel::search_node`] are called from many places and too large to be in all of them:
/// the search has to fit into the instruction cache.
pub trait SearchKernel: Kernel {
    /// Runs a node of a searcher.
    fn search_node<I: SearchTypes, F: NodeFn>(
        self,
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: F::Window,
    ) -> Score;
    /// [`Evaluator::evaluate`].
    fn evaluate<B: Board>(
        self,
        evaluator: &Evaluator<'_>,
        board: &B,
        accumulator: &Accumulator,
    ) -> Score;
    /// Makes a move into `child` and `after`; the child is not rebuilt yet.
    fn advance<B: Board>(
        self,
        evaluator: &Evaluator<'_>,
        board: &B,
        accumulator: &Accumulator,
        chess_move: Move,
        child: &mut B,
        after: &mut Accumulator,
    );
    /// [`SearchBoard::generate_noisy`].
    fn generate_noisy<B: Board>(self, board: &B, list: &mut MoveList);
    /// [`SearchBoard::generate_quiets`].
    fn generate_quiets<B: Board>(self, board: &B, list: &mut MoveList);
    /// [`SearchBoard::generate_scored_quiets`].
    fn generate_scored_quiets<B: Board>(
        self,
        board: &B,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    );
    /// [`SearchBoard::generate_evasions`].
    fn generate_evasions<B: Board>(self, board: &B, list: &mut MoveList);
    /// [`SearchBoard::generate_listed`].
    fn generate_listed<B: ListPieces, const WANTED: Wanted>(
        self,
        board: &B,
        pieces: &B::List,
        list: &mut MoveList,
    );
    /// [`SearchBoard::generate_listed_evasions`].
    fn generate_listed_evasions<B: ListPieces>(
        self,
        board: &B,
        pieces: &B::List,
        list: &mut MoveList,
    );
    /// [`SearchBoard::generate_checks`].
    fn generate_checks<B: Board>(self, board: &B, list: &mut MoveList);
    /// [`SearchBoard::next_capture`].
    fn next_capture<B: Board>(
        self,
        board: &B,
        captures: &mut GoodCaptures,
        least: usize,
    ) -> Option<Move>;
    /// [`SearchBoard::is_playable`].
    fn is_playable<B: Board>(self, board: &B, chess_move: Move) -> bool;
}

/// A board that can be searched: its token's functions as methods.
pub trait SearchBoard: ListPieces<Kernel: SearchKernel> {
    /// Appends captures and promotions; the side to move is not in check.
    #[inline(always)]
    fn generate_noisy(&self, list: &mut MoveList) {
        self.kernel().generate_noisy(self, list);
    }
    /// Appends all other moves; the side to move is not in check.
    #[inline(always)]
    fn generate_quiets(&self, list: &mut MoveList) {
        self.kernel().generate_quiets(self, list);
    }
    /// The same with their scores; the side to move is not in check.
    #[inline(always)]
    fn generate_scored_quiets(&self, moves: &mut ScoredMoves, view: HistoryView<'_>) {
        self.kernel().generate_scored_quiets(self, moves, view);
    }
    /// Appends all legal moves; the side to move is in check.
    #[inline(always)]
    fn generate_evasions(&self, list: &mut MoveList) {
        self.kernel().generate_evasions(self, list);
    }
    /// Appends the moves wanted of the listed pieces; the side to move is not in check.
    #[inline(always)]
    fn generate_listed<const WANTED: Wanted>(&self, pieces: &Self::List, list: &mut MoveList) {
        self.kernel().generate_listed::<Self, WANTED>(self, pieces, list);
    }
    /// Appends all moves of the listed pieces; the side to move is in check.
    #[inline(always)]
    fn generate_listed_evasions(&self, pieces: &Self::List, list: &mut MoveList) {
        self.kernel().generate_listed_evasions(self, pieces, list);
    }
    /// Appends the quiet moves that give check by themselves; the side to move is not in check.
    #[inline(always)]
    fn generate_checks(&self, list: &mut MoveList) {
        self.kernel().generate_checks(self, list);
    }
    /// [`GoodCaptures::next`].
    #[inline(always)]
    fn next_capture(&self, captures: &mut GoodCaptures, least: usize) -> Option<Move> {
        self.kernel().next_capture(self, captures, least)
    }
    /// True when a move remembered from another position is legal here.
    #[inline(always)]
    fn is_playable(&self, chess_move: Move) -> bool {
        self.kernel().is_playable(self, chess_move)
    }
}

impl<B: ListPieces<Kernel: SearchKernel>> SearchBoard for B {}

impl<I: SearchTypes> StackEntry<I> {
    /// Makes a move into the next ply; its board is not rebuilt yet.
    #[inline(always)]
    pub fn advance(&self, worker: &Worker<'_, I>, chess_move: Move, child: &mut Self) {
        self.board.kernel().advance(
            &worker.evaluator,
            &self.board,
            &self.accumulator,
            chess_move,
            &mut child.board,
            &mut child.accumulator,
        );
    }

    /// The static evaluation of the rebuilt position, for the side to move.
    #[inline(always)]
    pub fn evaluate(&self, worker: &Worker<'_, I>) -> Score {
        self.board.kernel().evaluate(&worker.evaluator, &self.board, &self.accumulator)
    }

    /// What [`StackEntry::evaluate`] gives at least and at most, as far as material tells it.
    #[inline(always)]
    pub fn evaluation_range(&self, worker: &Worker<'_, I>) -> [Score; 2] {
        worker.evaluator.range(&self.board, &self.accumulator)
    }
}

/// Puts a level's features on a function.
macro_rules! with_features {
    ([$($feature:tt,)*] $($function:tt)*) => {
        $(#[target_feature(enable = $feature)])*
        $($function)*
    };
}

/// Defines functions with a level's features, and as the methods of the level's token. After a
/// function's name stand its type parameters: as they are declared, and as they are passed on.
macro_rules! search_kernel {
    ($features:tt $token:ty => $(
        $(#[$inline:meta])*
        fn $name:ident [$($declared:tt)*] [$($passed:tt)*] ($($argument:ident: $type:ty),*)
            $(-> $result:ty)? $body:block
    )*) => {
        $(with_features! { $features
            $(#[$inline])*
            fn $name<$($declared)*>($($argument: $type),*) $(-> $result)? $body
        })*

        impl SearchKernel for $token {
            $(#[inline(always)]
            fn $name<$($declared)*>(self, $($argument: $type),*) $(-> $result)? {
                // SAFETY: the callee needs the features of $token. `self` is one, and exists only
                // where detection found them.
                #[allow(unused_unsafe)]
                unsafe { $name::<$($passed)*>($($argument),*) }
            })*
        }
    };
}

macro_rules! instantiate {
    ($features:tt $module:ident, $token:ty) => {
        mod $module {
            use super::*;

            search_kernel! { $features $token =>
                fn search_node [I: SearchTypes, F: NodeFn] [I, F] (
                    worker: &mut Worker<'_, I>, stack: &mut [StackEntry<I>], window: F::Window
                ) -> Score {
                    F::run::<I>(worker, stack, window)
                }

                #[inline(never)]
                fn evaluate [B: Board] [B] (
                    evaluator: &Evaluator<'_>, board: &B, accumulator: &Accumulator
                ) -> Score {
                    evaluator.evaluate(board, accumulator)
                }

                #[inline(never)]
                fn advance [B: Board] [B] (
                    evaluator: &Evaluator<'_>, board: &B, accumulator: &Accumulator,
                    chess_move: Move, child: &mut B, after: &mut Accumulator
                ) {
                    board.make(chess_move, child);
                    *after = evaluator.after(accumulator, board, chess_move, child);
                }

                #[inline(never)]
                fn generate_noisy [B: Board] [B] (board: &B, list: &mut MoveList) {
                    generate_free::<B, _, MoveList, NOISY>(board, &FromPlanes(board), list);
                }

                #[inline(never)]
                fn generate_quiets [B: Board] [B] (board: &B, list: &mut MoveList) {
                    generate_free::<B, _, MoveList, QUIET>(board, &FromPlanes(board), list);
                }

                #[inline(never)]
                fn generate_evasions [B: Board] [B] (board: &B, list: &mut MoveList) {
                    generate::generate_evasions::<B, _, MoveList, ALL>(board, &FromPlanes(board), list);
                }

                #[inline(never)]
                fn generate_listed [B: ListPieces, const WANTED: Wanted] [B, WANTED] (
                    board: &B, pieces: &B::List, list: &mut MoveList
                ) {
                    let pieces = board.listed(pieces);
                    generate_free::<B, _, MoveList, WANTED>(board, &pieces, list);
                }

                #[inline(never)]
                fn generate_listed_evasions [B: ListPieces] [B] (
                    board: &B, pieces: &B::List, list: &mut MoveList
                ) {
                    generate::generate_evasions::<B, _, MoveList, ALL>(board, &board.listed(pieces), list);
                }

                #[inline(never)]
                fn generate_scored_quiets [B: Board] [B] (
                    board: &B, moves: &mut ScoredMoves, view: HistoryView<'_>
                ) {
                    ordering::generate_scored_quiets(board, moves, view);
                }

                #[inline(never)]
                fn generate_checks [B: Board] [B] (board: &B, list: &mut MoveList) {
                    generate_quiet_checks(board, list);
                }

                #[inline(never)]
                fn next_capture [B: Board] [B] (
                    board: &B, captures: &mut GoodCaptures, least: usize
                ) -> Option<Move> {
                    captures.next(board, least)
                }

                #[inline(never)]
                fn is_playable [B: Board] [B] (board: &B, chess_move: Move) -> bool {
                    legality::is_playable(board, chess_move)
                }
            }
        }
    };
}
for_each_level!(instantiate);
