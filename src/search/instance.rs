//! The recursive functions, compiled once per level with the level's target features, so that the
//! kernels inline into them. One of the places outside `kernels` where `unsafe` is allowed.
//!
//! They are generic over the board, so that another board is a type, not an edit of the search.

use super::checks::generate_quiet_checks;
use super::legality;
use super::ordering::{self, HistoryView, ScoredMoves};
use nucleus_core::board::Board;
use nucleus_core::eval::{Accumulators, Evaluator};
use nucleus_core::kernels::{Kernel, for_each_level};
use nucleus_core::movegen::GoodCaptures;
use nucleus_core::movegen::generate::{self, ALL, NOISY, QUIET, Wanted, generate_free};
use nucleus_core::movegen::pieces::{FromPlanes, ListPieces};
use nucleus_core::types::{Move, MoveList, Score};

/// A recursive function of a searcher, as a type; `W` is its worker, `E` an entry of its stack.
pub trait NodeFn<W, E> {
    /// Arguments of the node, for example its window, depth and ply.
    type Window;

    /// Searches the position on top of the stack; returns its score for the side to move.
    ///
    /// This function and all that it calls must be inlined to have the level's features.
    fn run(worker: &mut W, stack: &mut [E], window: Self::Window) -> Score;
}

/// Passes the routines that a search instantiates once per level to a macro: attributes, type
/// parameters as declared and as passed on, arguments, body.
///
/// Each is a separate function: they are called from many places, and the search must fit in the
/// instruction cache.
macro_rules! for_each_routine {
    ($then:ident $($with:tt)*) => {
        $then! { $($with)*
            /// Runs a node of a searcher.
            [inline(never)] fn search_node [W, E, F: NodeFn<W, E>] [W, E, F] (
                worker: &mut W, stack: &mut [E], window: F::Window
            ) -> Score { F::run(worker, stack, window) }

            /// Runs [`Evaluator::evaluate`].
            [inline(never)] fn evaluate [B: Board] [B] (
                evaluator: &Evaluator<'_>, board: &B, accumulators: &mut Accumulators
            ) -> Score { evaluator.evaluate(board, accumulators) }

            /// Makes a move into `child` and `after`; the child is not rebuilt yet.
            [inline(never)] fn advance [B: Board] [B] (
                evaluator: &Evaluator<'_>, board: &B, before: &Accumulators,
                chess_move: Move, child: &mut B, after: &mut Accumulators
            ) -> () {
                board.make(chess_move, child);
                evaluator.after(before, board, chess_move, child, after);
            }

            /// Runs [`SearchBoard::generate_noisy`].
            [inline(never)] fn generate_noisy [B: Board] [B] (
                board: &B, list: &mut MoveList
            ) -> () { generate_free::<B, _, MoveList, NOISY>(board, &FromPlanes(board), list) }

            /// Runs [`SearchBoard::generate_quiets`].
            [inline(never)] fn generate_quiets [B: Board] [B] (
                board: &B, list: &mut MoveList
            ) -> () { generate_free::<B, _, MoveList, QUIET>(board, &FromPlanes(board), list) }

            /// Runs [`SearchBoard::generate_scored_quiets`].
            [inline(never)] fn generate_scored_quiets [B: Board] [B] (
                board: &B, moves: &mut ScoredMoves, view: HistoryView<'_>
            ) -> () { ordering::generate_scored_quiets(board, moves, view) }

            /// Runs [`SearchBoard::generate_evasions`].
            [inline(never)] fn generate_evasions [B: Board] [B] (
                board: &B, list: &mut MoveList
            ) -> () {
                generate::generate_evasions::<B, _, MoveList, ALL>(board, &FromPlanes(board), list)
            }

            /// Runs [`SearchBoard::generate_listed`].
            [inline(never)] fn generate_listed [B: ListPieces, const WANTED: Wanted] [B, WANTED] (
                board: &B, pieces: &B::List, list: &mut MoveList
            ) -> () { generate_free::<B, _, MoveList, WANTED>(board, &board.listed(pieces), list) }

            /// Runs [`SearchBoard::generate_listed_evasions`].
            [inline(never)] fn generate_listed_evasions [B: ListPieces] [B] (
                board: &B, pieces: &B::List, list: &mut MoveList
            ) -> () {
                let pieces = board.listed(pieces);
                generate::generate_evasions::<B, _, MoveList, ALL>(board, &pieces, list)
            }

            /// Runs [`SearchBoard::generate_checks`].
            [inline(never)] fn generate_checks [B: Board] [B] (
                board: &B, list: &mut MoveList
            ) -> () { generate_quiet_checks(board, list) }

            /// Runs [`GoodCaptures::next`].
            [inline(never)] fn next_capture [B: Board] [B] (
                board: &B, captures: &mut GoodCaptures, least: usize
            ) -> Option<Move> { captures.next(board, least) }

            /// Runs [`SearchBoard::is_playable`].
            [inline(never)] fn is_playable [B: Board] [B] (
                board: &B, chess_move: Move
            ) -> bool { legality::is_playable(board, chess_move) }
        }
    };
}

/// Declares the routines as methods of a level's token.
macro_rules! declare {
    ($(
        $(#[$doc:meta])* [$inline:meta] fn $name:ident [$($declared:tt)*] [$($passed:tt)*]
            ($($argument:ident: $type:ty),*) -> $result:ty $body:block
    )*) => {
        /// A level's token, with the routines that a search instantiates once per level. It proves
        /// that the CPU has the level: a stack may be empty, and a board need not store a token.
        pub trait SearchKernel: Kernel {
            $($(#[$doc])*
            fn $name<$($declared)*>(self, $($argument: $type),*) -> $result;)*
        }
    };
}
for_each_routine!(declare);

/// Defines the routines with a level's features, as methods of the level's token.
macro_rules! implement {
    ([$($feature:tt,)*] $token:ty; $($routines:tt)*) => {
        impl SearchKernel for $token {
            implement! { @methods [$([$feature])*] $($routines)* }
        }
    };
    (@methods $features:tt $(
        $(#[$doc:meta])* [$inline:meta] fn $name:ident [$($declared:tt)*] [$($passed:tt)*]
            ($($argument:ident: $type:ty),*) -> $result:ty $body:block
    )*) => {
        $(#[inline(always)]
        fn $name<$($declared)*>(self, $($argument: $type),*) -> $result {
            implement! { @featured $features
                #[$inline]
                fn $name<$($declared)*>($($argument: $type),*) -> $result $body
            }
            // SAFETY: the callee needs the features of the level. `self` is its token, which exists
            // only if detection found them.
            #[allow(unused_unsafe)]
            unsafe { $name::<$($passed)*>($($argument),*) }
        })*
    };
    (@featured [$([$feature:tt])*] $($function:tt)*) => {
        $(#[target_feature(enable = $feature)])*
        $($function)*
    };
}
macro_rules! instantiate {
    ($features:tt $module:ident, $token:ty) => {
        for_each_routine! { implement $features $token; }
    };
}
for_each_level!(instantiate);

/// A board that can be searched: its token's routines as methods.
pub trait SearchBoard: ListPieces<Kernel: SearchKernel> {
    /// Appends captures and promotions; the side to move must not be in check.
    #[inline(always)]
    fn generate_noisy(&self, list: &mut MoveList) {
        self.kernel().generate_noisy(self, list);
    }
    /// Appends all other moves; the side to move must not be in check.
    #[inline(always)]
    fn generate_quiets(&self, list: &mut MoveList) {
        self.kernel().generate_quiets(self, list);
    }
    /// Appends all other moves with their scores; the side to move must not be in check.
    #[inline(always)]
    fn generate_scored_quiets(&self, moves: &mut ScoredMoves, view: HistoryView<'_>) {
        self.kernel().generate_scored_quiets(self, moves, view);
    }
    /// Appends all moves; the side to move must be in check.
    #[inline(always)]
    fn generate_evasions(&self, list: &mut MoveList) {
        self.kernel().generate_evasions(self, list);
    }
    /// Appends the requested moves of the listed pieces; the side to move must not be in check.
    #[inline(always)]
    fn generate_listed<const WANTED: Wanted>(&self, pieces: &Self::List, list: &mut MoveList) {
        self.kernel().generate_listed::<Self, WANTED>(self, pieces, list);
    }
    /// Appends all moves of the listed pieces; the side to move must be in check.
    #[inline(always)]
    fn generate_listed_evasions(&self, pieces: &Self::List, list: &mut MoveList) {
        self.kernel().generate_listed_evasions(self, pieces, list);
    }
    /// Appends the quiet moves that give direct check; the side to move must not be in check.
    #[inline(always)]
    fn generate_checks(&self, list: &mut MoveList) {
        self.kernel().generate_checks(self, list);
    }
    /// Returns the next good capture: [`GoodCaptures::next`].
    #[inline(always)]
    fn next_capture(&self, captures: &mut GoodCaptures, least: usize) -> Option<Move> {
        self.kernel().next_capture(self, captures, least)
    }
    /// Returns true if a move stored in another position is legal.
    #[inline(always)]
    fn is_playable(&self, chess_move: Move) -> bool {
        self.kernel().is_playable(self, chess_move)
    }
}

impl<B: ListPieces<Kernel: SearchKernel>> SearchBoard for B {}
