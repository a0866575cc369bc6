//! Iterative deepening over the root's moves.

use super::info::{RootMove, SearchInfo, SearchLine};
use super::instance::Instance;
use super::limits::{Limits, MAX_PLY};
use super::parallel::skips;
use super::profile::{Aspiration, Profile};
use super::root_moves::search_root;
use super::stack::StackEntry;
use super::time::TimeManager;
use super::worker::Worker;
use crate::board::Board;
use crate::movegen::{ALL, generate};
use crate::types::score::{INFINITE, is_mate};
use crate::types::{Move, MoveList, Score};

/// What an iterative search found.
pub struct RootResult {
    /// The best variations, best first; empty when there is no legal move.
    pub lines: Vec<SearchLine>,
    /// The depth of the last iteration that ended.
    pub depth: u32,
}

/// Searches deeper and deeper until a limit ends it; reports after every iteration. A thread that
/// helps the first goes on until that one ends, and leaves out some depths.
pub fn iterate<I: Instance, P: Profile>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    multipv: usize,
    report: &mut dyn FnMut(&SearchInfo),
) -> RootResult {
    let limits = worker.shared.limits;
    let mut moves = root_moves(&stack[0].board, limits);
    let multipv = multipv.clamp(1, moves.len().max(1));
    let thread = worker.thread;
    let leads = thread == 0;
    let most = MAX_PLY as u32 - 8;
    let deepest = if leads { limits.depth.unwrap_or(most).clamp(1, most) } else { most };
    let mut completed = 0;
    let mut shown = Move::NONE;
    let mut time_manager = TimeManager::default();
    if moves.is_empty() {
        return RootResult { lines: Vec::new(), depth: 0 };
    }
    for depth in (1..=deepest).filter(|&depth| !skips(thread, depth)) {
        worker.begin_iteration(depth as usize);
        for index in 0..multipv {
            if let Some(aspiration) = P::aspiration() {
                let moves = &mut moves[index..];
                aspiration_search::<I, P>(worker, stack, moves, depth, aspiration);
            } else {
                let window = (-INFINITE, INFINITE);
                search_root::<I, P>(worker, stack, &mut moves[index..], depth, window);
            }
            if worker.stopped {
                break;
            }
            moves[index..].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        if worker.stopped && completed > 0 {
            // What the cut-off iteration has already proved better stays in front, and is shown:
            // the move to play is the first of the last variation.
            if leads && moves[0].chess_move != shown {
                report(&info(worker, &moves[0], depth, 1));
            }
            break;
        }
        if moves[0].score == -INFINITE {
            // Cut off before the first move had a score: it is played unseen, as a draw.
            moves[0].score = crate::types::score::DRAW;
            break;
        }
        completed = depth;
        moves[..multipv].sort_by_key(|root| std::cmp::Reverse(root.score));
        let scored = moves[..multipv].iter().filter(|root| leads && root.score != -INFINITE);
        for (index, root) in scored.enumerate() {
            report(&info(worker, root, depth, index + 1));
        }
        shown = moves[0].chess_move;
        if worker.stopped || leads && time_manager.is_enough::<P>(&worker.shared, &moves, depth) {
            break;
        }
        for root in &mut moves {
            root.previous = root.score;
        }
        for root in &mut moves[multipv..] {
            root.score = -INFINITE;
        }
    }
    let lines = moves[..multipv]
        .iter()
        .map(|root| SearchLine { score: root.score, moves: root.line.clone() })
        .collect();
    RootResult { lines, depth: completed }
}

/// The report of one variation.
fn info<I: Instance>(
    worker: &Worker<'_, I>,
    root: &RootMove,
    depth: u32,
    multipv: usize,
) -> SearchInfo {
    SearchInfo {
        depth,
        multipv,
        line: SearchLine { score: root.score, moves: root.line.clone() },
        at_least: root.at_least,
        at_most: root.at_most,
        time: worker.shared.deadlines.start.elapsed(),
        statistics: worker.total_statistics(),
        hashfull: worker.shared.table.hashfull(),
    }
}

fn root_moves<B: Board>(board: &B, limits: &Limits) -> Vec<RootMove> {
    let mut list = MoveList::new();
    generate::<B, ALL>(board, &mut list);
    list.iter()
        .filter(|m| limits.search_moves.is_empty() || limits.search_moves.contains(m))
        .map(|&chess_move| RootMove {
            chess_move,
            score: -INFINITE,
            previous: -INFINITE,
            line: vec![chess_move],
            nodes: 0,
            at_least: false,
            at_most: false,
        })
        .collect()
}

/// Searches with a narrow window around the last iteration's score, and wider ones until the
/// score lies inside (aspiration search; Umko, 2.2).
fn aspiration_search<I: Instance, P: Profile>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    moves: &mut [RootMove],
    depth: u32,
    aspiration: Aspiration,
) {
    let expected = i32::from(moves[0].previous);
    let limit = i32::from(INFINITE);
    let mut half = aspiration.half + expected.abs() / 64;
    let mut window = (-limit, limit);
    let wide =
        (depth as i32) < aspiration.depth || is_mate(moves[0].previous) || expected <= -limit;
    if !wide {
        window = (expected - half, expected + half);
    }
    loop {
        let (alpha, beta) = (window.0.max(-limit) as Score, window.1.min(limit) as Score);
        search_root::<I, P>(worker, stack, moves, depth, (alpha, beta));
        if worker.stopped {
            return;
        }
        moves.sort_by_key(|root| std::cmp::Reverse(root.score));
        let score = moves[0].score;
        if score <= alpha {
            window = (i32::from(score) - half, i32::midpoint(window.0, window.1));
        } else if score >= beta {
            window.1 = i32::from(score) + half;
        } else {
            return;
        }
        half *= 2;
        if half > 1000 || is_mate(score) {
            window = if score <= alpha { (-limit, window.1) } else { (window.0, limit) };
        }
    }
}
