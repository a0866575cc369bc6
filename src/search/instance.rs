//! The recursive functions, once a level: each carries its level's target features, so that the
//! kernels inline into it. One of the places outside `kernels` where `unsafe` is allowed.

use super::context::Context;
use super::frame::{Frame, ScoredMoves};
use super::profile::Profile;
use super::pvs::Node;
use super::{full, pvs, quiescence};
use crate::board::{Board, MatrixBoard};
use crate::eval::{self, Accumulator};
use crate::kernels::for_each_level;
use crate::movegen::GoodCaptures;
use crate::movegen::generate::{ALL, NOISY, QUIET, Wanted, generate_evasions, generate_free};
use crate::movegen::pieces::{FromPlanes, ListedPieces};
use crate::types::{Move, MoveList, Score};

/// A recursive function of a searcher, as a type.
pub trait Step {
    /// Where in the tree it is to work.
    type Place;

    /// Searches the position on top of the stack; returns its score for the side to move.
    ///
    /// It and all that it calls must be inlined, or it would not carry its level's features.
    fn run<B: Instance>(
        context: &mut Context<'_>,
        stack: &mut [Frame<B>],
        place: Self::Place,
    ) -> Score;
}

/// A board that can be searched.
pub trait Instance: Board {
    /// Runs a step of a searcher with this board's level. A stack may be empty and then proves
    /// nothing, so the token comes as an argument; the same holds for the two functions below.
    fn step<S: Step>(
        kernel: Self::Kernel,
        context: &mut Context<'_>,
        stack: &mut [Frame<Self>],
        place: S::Place,
    ) -> Score;

    /// Principal variation search, of profile `axon`.
    fn pvs<P: Profile, const PV: bool>(
        kernel: Self::Kernel,
        context: &mut Context<'_>,
        stack: &mut [Frame<Self>],
        node: Node,
    ) -> Score;

    /// Quiescence search, of profile `axon`.
    fn quiescence<P: Profile, const PV: bool>(
        kernel: Self::Kernel,
        context: &mut Context<'_>,
        stack: &mut [Frame<Self>],
        alpha: Score,
        beta: Score,
        ply: usize,
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
    fn push_noisy(&self, list: &mut MoveList);
    /// Appends all other moves; the side to move is not in check.
    fn push_quiets(&self, list: &mut MoveList);
    /// The same with their scores.
    fn push_scored_quiets(&self, moves: &mut ScoredMoves, known: full::Knowledge<'_>);
    /// Appends all legal moves; the side to move is in check.
    fn push_evasions(&self, list: &mut MoveList);
    /// Appends the moves wanted of the listed pieces; the side to move is not in check.
    fn push_listed<const WANTED: Wanted>(&self, pieces: &ListedPieces, list: &mut MoveList);
    /// Appends all moves of the listed pieces; the side to move is in check.
    fn push_listed_evasions(&self, pieces: &ListedPieces, list: &mut MoveList);
    /// Appends the quiet moves that give check by themselves; the side to move is not in check.
    fn push_checks(&self, list: &mut MoveList);
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
            fn search<P: Profile, const PV: bool>(
                context: &mut Context<'_>, stack: &mut [Frame<B>], node: Node,
            ) -> Score {
                pvs::pvs::<B, P, PV>(context, stack, node)
            }

            $(#[target_feature(enable = $feature)])*
            fn calm<P: Profile, const PV: bool>(
                context: &mut Context<'_>, stack: &mut [Frame<B>],
                alpha: Score, beta: Score, ply: usize,
            ) -> Score {
                quiescence::quiescence::<B, P, PV>(context, stack, alpha, beta, ply)
            }

            $(#[target_feature(enable = $feature)])*
            fn run<S: Step>(
                context: &mut Context<'_>, stack: &mut [Frame<B>], place: S::Place,
            ) -> Score {
                S::run::<B>(context, stack, place)
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
            fn push_noisy(board: &B, list: &mut MoveList) {
                generate_free::<B, _, MoveList, NOISY>(board, &FromPlanes(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn push_quiets(board: &B, list: &mut MoveList) {
                generate_free::<B, _, MoveList, QUIET>(board, &FromPlanes(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn push_evasions(board: &B, list: &mut MoveList) {
                generate_evasions::<B, _, ALL>(board, &FromPlanes(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn push_listed<const WANTED: Wanted>(
                board: &B, pieces: &ListedPieces, list: &mut MoveList,
            ) {
                let pieces = pieces.of(board);
                generate_free::<B, _, MoveList, WANTED>(board, &pieces, list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn push_listed_evasions(board: &B, pieces: &ListedPieces, list: &mut MoveList) {
                generate_evasions::<B, _, ALL>(board, &pieces.of(board), list);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn push_scored_quiets(
                board: &B, moves: &mut ScoredMoves, known: full::Knowledge<'_>,
            ) {
                full::push_scored_quiets(board, moves, known);
            }

            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn push_checks(board: &B, list: &mut MoveList) {
                full::push_quiet_checks(board, list);
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
                full::is_playable(board, chess_move)
            }

            impl Instance for B {
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
                fn push_noisy(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_noisy(self, list) }
                }

                #[inline(always)]
                fn push_quiets(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_quiets(self, list) }
                }

                #[inline(always)]
                fn push_evasions(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_evasions(self, list) }
                }

                #[inline(always)]
                fn push_listed<const WANTED: Wanted>(
                    &self, pieces: &ListedPieces, list: &mut MoveList,
                ) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_listed::<WANTED>(self, pieces, list) }
                }

                #[inline(always)]
                fn push_listed_evasions(&self, pieces: &ListedPieces, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_listed_evasions(self, pieces, list) }
                }

                #[inline(always)]
                fn push_scored_quiets(
                    &self, moves: &mut ScoredMoves, known: full::Knowledge<'_>,
                ) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_scored_quiets(self, moves, known) }
                }

                #[inline(always)]
                fn push_checks(&self, list: &mut MoveList) {
                    // SAFETY: the callee needs the features of $token. `self` holds one in its
                    // `kernel` field, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { push_checks(self, list) }
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
                fn step<S: Step>(
                    _kernel: $token, context: &mut Context<'_>, stack: &mut [Frame<Self>], place: S::Place,
                ) -> Score {
                    // SAFETY: `run` and its like need the features of $token. The caller passed
                    // `_kernel`, a $token, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { run::<S>(context, stack, place) }
                }

                #[inline(always)]
                fn pvs<P: Profile, const PV: bool>(
                    _kernel: $token, context: &mut Context<'_>, stack: &mut [Frame<Self>], node: Node,
                ) -> Score {
                    // SAFETY: `run` and its like need the features of $token. The caller passed
                    // `_kernel`, a $token, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { search::<P, PV>(context, stack, node) }
                }

                #[inline(always)]
                fn quiescence<P: Profile, const PV: bool>(
                    _kernel: $token, context: &mut Context<'_>, stack: &mut [Frame<Self>],
                    alpha: Score, beta: Score, ply: usize,
                ) -> Score {
                    // SAFETY: `run` and its like need the features of $token. The caller passed
                    // `_kernel`, a $token, which exists only where detection found them.
                    #[allow(unused_unsafe)]
                    unsafe { calm::<P, PV>(context, stack, alpha, beta, ply) }
                }
            }
        }
    };
}
for_each_level!(instantiate);
