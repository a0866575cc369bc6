//! Iterative deepening over the root's moves.

use super::info::{RootMove, SearchInfo, SearchLine};
use super::instance::Instance;
use super::limits::{Limits, MAX_PLY};
use super::ordering::PieceTo;
use super::profile::{Aspiration, Profile};
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

/// Searches deeper and deeper until a limit ends it; reports after every iteration.
pub fn iterate<I: Instance, P: Profile>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    multipv: usize,
    report: &mut dyn FnMut(&SearchInfo),
) -> RootResult {
    let limits = worker.shared.limits;
    let mut moves = root_moves(&stack[0].board, limits);
    let multipv = multipv.clamp(1, moves.len().max(1));
    let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 8).clamp(1, MAX_PLY as u32 - 8);
    let mut completed = 0;
    let mut shown = Move::NONE;
    let mut time_manager = TimeManager::default();
    if moves.is_empty() {
        return RootResult { lines: Vec::new(), depth: 0 };
    }
    for depth in 1..=deepest {
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
            if moves[0].chess_move != shown {
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
        let scored = moves[..multipv].iter().filter(|root| root.score != -INFINITE);
        for (index, root) in scored.enumerate() {
            report(&info(worker, root, depth, index + 1));
        }
        shown = moves[0].chess_move;
        if worker.stopped || time_manager.is_enough::<P>(&worker.shared, &moves, depth) {
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
        statistics: worker.statistics,
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

/// Searches the root's moves to a depth and notes their scores; the best comes first.
fn search_root<I: Instance, P: Profile>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    moves: &mut [RootMove],
    depth: u32,
    (mut alpha, beta): (Score, Score),
) {
    let Some((entry, rest)) = stack.split_first_mut() else { return };
    let kernel = entry.board.kernel();
    let new_depth = depth as i32 - 1;
    worker.set_key(0, entry.board.state().key);
    for index in 0..moves.len() {
        let chess_move = moves[index].chess_move;
        let Some(child) = rest.first_mut() else { return };
        entry.advance(worker, chess_move, child);
        entry.lead_to(child, chess_move, PieceTo::NONE);
        let before = worker.statistics.nodes;
        if worker.enter(1) {
            return;
        }
        let mut score = alpha.saturating_add(1);
        if index > 0 {
            let window = (-alpha - 1, -alpha);
            let reduced = new_depth - reduction::<I, P>(entry, chess_move, (depth, index));
            score = -P::search_child::<I, false>(kernel, worker, rest, window, reduced);
            if reduced < new_depth && score > alpha && !worker.stopped {
                score = -P::search_child::<I, false>(kernel, worker, rest, window, new_depth);
            }
        }
        if (index == 0 || score > alpha) && !worker.stopped {
            score = -P::search_child::<I, true>(kernel, worker, rest, (-beta, -alpha), new_depth);
        }
        if worker.stopped {
            return;
        }
        let root = &mut moves[index];
        root.nodes = worker.statistics.nodes - before;
        if index == 0 || score > alpha {
            root.score = score;
            root.at_least = score >= beta;
            root.at_most = score <= alpha;
            // A score at or below a narrow window's lower end has no variation of its own.
            if score > alpha {
                root.line.truncate(1);
                root.line.extend_from_slice(rest[0].principal_variation());
                alpha = score;
            }
            // In front at once, so that a search cut off later keeps it.
            moves[..=index].rotate_right(1);
            if score >= beta {
                return;
            }
        } else {
            root.score = -INFINITE;
        }
    }
}

/// Plies by which a late move of the root is reduced at first.
fn reduction<I: Instance, P: Profile>(
    entry: &StackEntry<I>,
    chess_move: Move,
    (depth, index): (u32, usize),
) -> i32 {
    let late = index >= 3 && depth >= 4;
    if !late || !chess_move.is_quiet() || entry.board.in_check() {
        return 0;
    }
    P::root_reduction(depth as i32, index).clamp(0, depth as i32 - 2)
}
