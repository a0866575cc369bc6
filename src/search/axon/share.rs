//! The moves of a node shared among threads (Young Brothers Wait).

use std::sync::Arc;

use super::node::{AxonResult, DepthWindow, ONCE_SHALLOW, search_move, update_histories};
use super::picker::AxonPicker;
use crate::instance::{NodeFn, SearchKernel};
use crate::parallel::{SharedMove, SplitPlace, SplitPoint, SplitProgress};
use crate::search_types::SearchTypes;
use crate::sharing::SharedNodeOf;
use crate::stack::StackEntry;
use crate::table::TableBound;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::{Move, Score};

/// The least depth at which a node is split: below it the search of the moves takes no longer than
/// waking a thread.
pub const SPLIT_DEPTH: i32 = 4;

/// What is left of a node whose first moves are searched.
pub struct AxonRest {
    /// What picks its moves.
    pub picker: AxonPicker,
    /// The quiet moves searched.
    pub tried: Vec<Move>,
    /// The side to move is in check.
    pub in_check: bool,
    /// It belongs to the principal variation.
    pub pv: bool,
}

/// What helpers need to know of a node of this searcher.
#[derive(Clone, Copy)]
pub struct AxonNode {
    /// Its window, depth and ply.
    pub node: DepthWindow,
    /// True in the principal variation.
    pub pv: bool,
}

/// Shares the moves that are left of a node, and searches some of them; what all its moves came to.
#[cold]
#[inline(never)]
pub fn share_moves<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: DepthWindow,
    rest: AxonRest,
    result: AxonResult,
) -> AxonResult {
    let Some(entry) = stack.first_mut() else { return result };
    let kernel = entry.board.kernel();
    let AxonRest { mut picker, mut tried, in_check, pv } = rest;
    let mut moves = Vec::new();
    while let Some(chess_move) = picker.next(
        &entry.board,
        in_check,
        (worker.variant, &mut entry.pieces),
        &mut entry.moves,
        &worker.histories.quiets,
    ) {
        moves.push(SharedMove { chess_move, losing: false });
    }
    let AxonResult { best, best_move, count, .. } = result;
    let DepthWindow { alpha, beta, depth, ply } = node;
    let progress =
        SplitProgress { alpha, best, best_move, count, tried: Vec::new(), pv: Vec::new() };
    let place = SplitPlace { ply, depth, beta };
    let parent = worker.split.clone();
    let split = worker.open_split(entry, place, AxonNode { node, pv }, moves, progress);
    kernel.search_node::<I, AxonSharedMoves>(worker, stack, Arc::clone(&split));
    let (progress, cut) = worker.close_split(stack, &split, parent, help::<I>);
    let SplitProgress { alpha, best, best_move, count, tried: searched, pv: line } = progress;
    let bound = match (cut, alpha > node.alpha) {
        (true, _) => TableBound::Lower,
        (false, true) => TableBound::Exact,
        (false, false) => result.bound,
    };
    let Some(entry) = stack.first_mut() else { return result };
    if pv && !line.is_empty() {
        entry.set_line(&line);
    }
    if cut && !worker.stopped {
        worker.statistics.cutoffs += 1;
        if best_move.is_quiet() {
            tried.extend(searched.into_iter().filter(|chess_move| chess_move.is_quiet()));
            update_histories(worker, entry, best_move, &tried, depth);
        }
    }
    AxonResult { best, best_move, bound, count }
}

/// Searches moves of another thread's split point.
pub fn help<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    split: &Arc<SplitPoint>,
) {
    let Some(entry) = stack.first_mut() else { return };
    let kernel = entry.board.kernel();
    let Some(shared) = split.payload::<SharedNodeOf<I, AxonNode>>() else { return };
    worker.enter_shared(entry, shared);
    kernel.search_node::<I, AxonSharedMoves>(worker, stack, Arc::clone(split));
}

/// The moves that a split point hands out to a thread; the score is of no use.
struct AxonSharedMoves;

impl NodeFn for AxonSharedMoves {
    type Window = Arc<SplitPoint>;

    #[inline(always)]
    fn run<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        split: Arc<SplitPoint>,
    ) -> Score {
        let Some(shared) = split.payload::<SharedNodeOf<I, AxonNode>>() else { return 0 };
        let AxonNode { node, pv } = shared.node;
        let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
        let kernel = entry.board.kernel();
        while !worker.stopped
            && let Some(turn) = split.take(&mut worker.statistics.lock_waits)
            && let Some(child) = rest.first_mut()
        {
            let chess_move = turn.chess_move;
            if node.depth > ONCE_SHALLOW {
                worker.shared.table.prefetch(entry.board.likely_key_after(chess_move));
            }
            entry.advance(worker, chess_move, child);
            child.last_move = chess_move;
            if worker.enter(node.ply + 1) {
                break;
            }
            let window = DepthWindow { alpha: turn.alpha, ..node };
            let score = search_move::<I>(kernel, worker, rest, window, (pv, false));
            if worker.stopped {
                break;
            }
            let line = rest.first().map_or(&[][..], StackEntry::principal_variation);
            let waits = &mut worker.statistics.lock_waits;
            split.finish_move(chess_move, score, if pv { line } else { &[] }, waits);
        }
        0
    }
}
