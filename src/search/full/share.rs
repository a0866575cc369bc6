//! The moves of a node shared among threads (Young Brothers Wait; Umko, 2.2).

use std::sync::Arc;

use super::moves::{MoveOutcome, MovesResult, Picked, try_move};
use super::picker::MovePicker;
use super::recursion::Node;
use super::state::NodeState;
use super::update::{Tried, update_histories};
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
pub struct FullRest {
    /// What picks its moves.
    pub picker: MovePicker,
    /// The moves searched.
    pub tried: Tried,
    /// The quiet move that refuted the last one.
    pub counter: Move,
    /// It belongs to the principal variation.
    pub pv: bool,
}

/// What helpers need to know of a node of this searcher.
#[derive(Clone, Copy)]
pub struct FullNode {
    /// Its window, depth and ply, and what is expected of it.
    pub node: Node,
    /// What was known of it before its moves were searched.
    pub state: NodeState,
    /// The quiet move that refuted the last one.
    pub counter: Move,
    /// True in the principal variation.
    pub pv: bool,
}

/// Shares the moves that are left of a node, and searches some of them; what all its moves came to.
#[cold]
#[inline(never)]
pub fn share_moves<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    (node, state): (Node, NodeState),
    rest: FullRest,
    result: MovesResult,
) -> MovesResult {
    let Some(entry) = stack.first_mut() else { return result };
    let kernel = entry.board.kernel();
    let FullRest { mut picker, mut tried, counter, pv } = rest;
    let mut moves = Vec::new();
    let view = state.histories(worker);
    while let Some(chess_move) = picker.next(&entry.board, &mut entry.moves, view) {
        if chess_move != node.excluded {
            moves.push(SharedMove { chess_move, losing: picker.is_at_bad_captures() });
        }
    }
    let MovesResult { best, best_move, count, .. } = result;
    let (alpha, pv_length) = (node.alpha, entry.pv_length);
    let progress =
        SplitProgress { alpha, best, best_move, count, tried: Vec::new(), pv: Vec::new() };
    let place = SplitPlace { ply: node.ply, depth: node.depth, beta: node.beta };
    let parent = worker.split.clone();
    let shared = FullNode { node, state, counter, pv };
    let split = worker.open_split(entry, place, shared, moves, progress);
    kernel.search_node::<I, FullSharedMoves>(worker, stack, Arc::clone(&split));
    let (progress, cut) = worker.close_split(stack, &split, parent, help::<I>);
    let SplitProgress { alpha, best, best_move, count, tried: searched, pv: line } = progress;
    let bound = match (cut, alpha > node.alpha) {
        (true, _) => TableBound::Lower,
        (false, true) => TableBound::Exact,
        (false, false) => result.bound,
    };
    let Some(entry) = stack.first_mut() else { return result };
    entry.pv_length = pv_length;
    if pv && !line.is_empty() {
        entry.set_line(&line);
    }
    if cut && !worker.stopped {
        worker.statistics.cutoffs += 1;
        searched.into_iter().for_each(|chess_move| tried.push(chess_move));
        update_histories(worker, entry, &node, &state, (best_move, &tried));
    }
    MovesResult { best, best_move, bound, count }
}

/// Searches moves of another thread's split point.
pub fn help<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    split: &Arc<SplitPoint>,
) {
    let Some(entry) = stack.first_mut() else { return };
    let kernel = entry.board.kernel();
    let Some(shared) = split.payload::<SharedNodeOf<I, FullNode>>() else { return };
    worker.enter_shared(entry, shared);
    kernel.search_node::<I, FullSharedMoves>(worker, stack, Arc::clone(split));
}

/// The moves that a split point hands out to a thread; the score is of no use.
struct FullSharedMoves;

impl NodeFn for FullSharedMoves {
    type Window = Arc<SplitPoint>;

    #[inline(always)]
    fn run<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        split: Arc<SplitPoint>,
    ) -> Score {
        let Some(shared) = split.payload::<SharedNodeOf<I, FullNode>>() else { return 0 };
        let FullNode { node, state, counter, pv } = shared.node;
        let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
        let kernel = entry.board.kernel();
        while !worker.stopped
            && let Some(turn) = split.take(&mut worker.statistics.lock_waits)
        {
            let chess_move = turn.chess_move;
            let node = Node { alpha: turn.alpha, ..node };
            let picked = Picked {
                chess_move,
                best: turn.best,
                count: turn.count,
                losing: turn.losing,
                counter,
            };
            match try_move::<I>(kernel, worker, (entry, rest), (&node, &state), picked, pv) {
                MoveOutcome::Searched(_) if worker.stopped => break,
                MoveOutcome::Searched(score) => {
                    let line = rest.first().map_or(&[][..], StackEntry::principal_variation);
                    let waits = &mut worker.statistics.lock_waits;
                    split.finish_move(chess_move, score, if pv { line } else { &[] }, waits);
                }
                MoveOutcome::Skipped => {}
                // Evasions are all searched.
                MoveOutcome::QuietsSkipped if state.in_check => {}
                MoveOutcome::QuietsSkipped => {
                    split.skip_quiets(&mut worker.statistics.lock_waits);
                }
            }
        }
        0
    }
}
