//! The recursive functions, once a level: each carries its level's target features, so that the
//! kernels inline into it. One of the places outside `kernels` where `unsafe` is allowed.

use super::checks::generate_quiet_checks;
use super::legality;
use super::ordering::{self, HistoryView, ScoredMoves};
use super::stack::StackEntry;
use super::worker::Worker;
use crate::board::{Board, MatrixBoard};
use crate::eval::{self, Accumulator};
use crate::kernels::for_each_level;
use crate::movegen::GoodCaptures;
use crate::movegen::generate::{self, ALL, NOISY, Wanted, generate_free};
use crate::movegen::pieces::{FromPlanes, ListedPieces};
use crate::types::{Move, MoveList, Score};

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
    fn run<B: SearchBoard>(
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        window: Self::Window,
    ) -> Score;
}

/// A board that can be searched.
pub trait SearchBoard: Board {
    /// Runs a node of a searcher with this board's level. A stack may be empty and then proves
    /// nothing, so the token comes as an argument.
    fn step<F: NodeFn>(
        kernel: Self::Kernel,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<Self>],
        window: F::Window,
    ) -> Score;

    // What follows is called from many places and too large to be in all of them: the search has
    // to fit into the instruction cache.

    /// [`crate::eval::evaluate_with`].
    fn evaluate(&self, accumulator: &Accumulator, options: &eval::Options) -> Score;
    /// Makes a move into `child` and its accumulator; the child is not rebuilt yet.
    fn advance(
        &self,
        accumulator: &Accumulator,
        chess_move: Move,
        child: (&mut Self, &mut Accumulator),
    );
    /// Appends captures and promotions; the side to move is not in check.
    fn generate_noisy(&self, list: &mut MoveList);
    /// Appends all other moves with their scores; the side to move is not in check.
    fn generate_scored_quiets(&self, moves: &mut ScoredMoves, view: HistoryView<'_>);
    /// Appends all legal moves; the side to move is in check.
    fn generate_evasions(&self, list: &mut MoveList);
    /// Appends the moves wanted of the listed pieces; the side to move is not in check.
    fn generate_listed<const WANTED: Wanted>(&self, pieces: &ListedPieces, list: &mut MoveList);
    /// Appends all moves of the listed pieces; the side to move is in check.
    fn generate_listed_evasions(&self, pieces: &ListedPieces, list: &mut MoveList);
    /// Appends the quiet moves that give check by themselves; the side to move is not in check.
    fn generate_checks(&self, list: &mut MoveList);
    /// [`GoodCaptures::next`].
    fn next_capture(&self, captures: &mut GoodCaptures, least: usize) -> Option<Move>;
    /// True when a move remembered from another position is legal here.
    fn is_playable(&self, chess_move: Move) -> bool;
}

macro_rules! instantiate {
    ([$($feature:tt,)*] $module:ident, $token:ty) => {
        mod $module {
            use super::*;
            type B = MatrixBoard<$token>;

            $(#[target_feature(enable = $feature)])*
            fn run<F: NodeFn>(
                worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], window: F::Window,
            ) -> Score {
                F::run::<B>(worker, stack, window)
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn evaluate(
                board: &B, accumulator: &Accumulator, options: &eval::Options,
            ) -> Score {
                eval::evaluate_with(board, accumulator, options)
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn advance(
                board: &B, accumulator: &Accumulator, chess_move: Move,
                child: &mut B, after: &mut Accumulator,
            ) {
                board.make(chess_move, child);
                *after = accumulator.after(board, chess_move, child);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn generate_noisy(board: &B, list: &mut MoveList) {
                generate_free::<B, _, MoveList, NOISY>(board, &FromPlanes(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn generate_evasions(board: &B, list: &mut MoveList) {
                generate::generate_evasions::<B, _, ALL>(board, &FromPlanes(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn generate_listed<const WANTED: Wanted>(
                board: &B, pieces: &ListedPieces, list: &mut MoveList,
            ) {
                let pieces = pieces.of(board);
                generate_free::<B, _, MoveList, WANTED>(board, &pieces, list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn generate_listed_evasions(board: &B, pieces: &ListedPieces, list: &mut MoveList) {
                generate::generate_evasions::<B, _, ALL>(board, &pieces.of(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn generate_scored_quiets(
                board: &B, moves: &mut ScoredMoves, view: HistoryView<'_>,
            ) {
                ordering::generate_scored_quiets(board, moves, view);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn generate_checks(board: &B, list: &mut MoveList) {
                generate_quiet_checks(board, list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn next_capture(
                board: &B, captures: &mut GoodCaptures, least: usize,
            ) -> Option<Move> {
                captures.next(board, least)
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn is_playable(board: &B, chess_move: Move) -> bool {
                legality::is_playable(board, chess_move)
            }

            impl SearchBoard for B {
                #[inline(always)]
                fn evaluate(&self, accumulator: &Accumulator, options: &eval::Options) -> Score {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { evaluate(self, accumulator, options) }
                }

                #[inline(always)]
                fn advance(
                    &self, accumulator: &Accumulator, chess_move: Move,
                    (child, after): (&mut Self, &mut Accumulator),
                ) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { advance(self, accumulator, chess_move, child, after) }
                }

                #[inline(always)]
                fn generate_noisy(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { generate_noisy(self, list) }
                }

                #[inline(always)]
                fn generate_evasions(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { generate_evasions(self, list) }
                }

                #[inline(always)]
                fn generate_listed<const WANTED: Wanted>(
                    &self, pieces: &ListedPieces, list: &mut MoveList,
                ) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { generate_listed::<WANTED>(self, pieces, list) }
                }

                #[inline(always)]
                fn generate_listed_evasions(&self, pieces: &ListedPieces, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { generate_listed_evasions(self, pieces, list) }
                }

                #[inline(always)]
                fn generate_scored_quiets(
                    &self, moves: &mut ScoredMoves, view: HistoryView<'_>,
                ) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { generate_scored_quiets(self, moves, view) }
                }

                #[inline(always)]
                fn generate_checks(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { generate_checks(self, list) }
                }

                #[inline(always)]
                fn next_capture(
                    &self, captures: &mut GoodCaptures, least: usize,
                ) -> Option<Move> {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { next_capture(self, captures, least) }
                }

                #[inline(always)]
                fn is_playable(&self, chess_move: Move) -> bool {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { is_playable(self, chess_move) }
                }

                #[inline(always)]
                fn step<F: NodeFn>(
                    _kernel: $token, worker: &mut Worker<'_>, stack: &mut [StackEntry<Self>], window: F::Window,
                ) -> Score {
                    // SAFETY: `run` needs the features of $token. The caller passed `_kernel`, a
                    // $token, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { run::<F>(worker, stack, window) }
                }
            }
        }
    };
}
for_each_level!(instantiate);
