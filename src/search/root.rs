//! Iterative deepening over the root's moves, and what it tells the world.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::MAX_PLY;
use super::context::{Context, Statistics};
use super::frame::Frame;
use super::instance::Instance;
use super::limits::Limits;
use super::profile::Profile;
use super::pvs::Node;
use crate::board::Board;
use crate::movegen::{ALL, generate};
use crate::types::score::{INFINITE, mate_moves};
use crate::types::{Move, MoveList, Score, score};

/// One principal variation with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From the side to move's view.
    pub score: Score,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

/// What the search reports after each iteration.
#[derive(Clone, Debug)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// Which of several variations this is, 1 for the best.
    pub multipv: usize,
    /// The variation.
    pub line: Line,
    /// Time since the search began.
    pub time: Duration,
    /// Counts so far.
    pub statistics: Statistics,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
}

/// A move of the root with what is known of it.
struct RootMove {
    chess_move: Move,
    score: Score,
    line: Vec<Move>,
    nodes: u64,
}

/// What an iterative search found.
pub struct Found {
    /// The best variations, best first; empty when there is no legal move.
    pub lines: Vec<Line>,
    /// The depth of the last iteration that ended.
    pub depth: u32,
}

/// Searches deeper and deeper until a limit ends it; reports after every iteration.
pub fn iterate<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    limits: &Limits,
    multipv: usize,
    report: &mut dyn FnMut(&Info),
) -> Found {
    let mut moves = root_moves(&stack[0].board, limits);
    let multipv = multipv.clamp(1, moves.len().max(1));
    let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 8).clamp(1, MAX_PLY as u32 - 8);
    let mut completed = 0;
    if moves.is_empty() {
        return Found { lines: Vec::new(), depth: 0 };
    }
    for depth in 1..=deepest {
        for index in 0..multipv {
            search_root::<B, P>(context, stack, &mut moves[index..], depth);
            if context.stopped {
                break;
            }
            moves[index..].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        if context.stopped && completed > 0 {
            // What the cut-off iteration has already proved better stays in front.
            break;
        }
        completed = depth;
        moves[..multipv].sort_by_key(|root| std::cmp::Reverse(root.score));
        for (index, root) in moves[..multipv].iter().enumerate() {
            report(&Info {
                depth,
                multipv: index + 1,
                line: Line { score: root.score, moves: root.line.clone() },
                time: context.deadlines.start.elapsed(),
                statistics: context.statistics,
                hashfull: context.table.permille(),
            });
        }
        if context.stopped || is_enough(context, limits, &moves, depth) {
            break;
        }
        for root in &mut moves[multipv..] {
            root.score = -INFINITE;
        }
    }
    let lines = moves[..multipv]
        .iter()
        .map(|root| Line { score: root.score, moves: root.line.clone() })
        .collect();
    Found { lines, depth: completed }
}

fn root_moves<B: Board>(board: &B, limits: &Limits) -> Vec<RootMove> {
    let mut list = MoveList::new();
    generate::<B, ALL>(board, &mut list);
    list.iter()
        .filter(|m| limits.search_moves.is_empty() || limits.search_moves.contains(m))
        .map(|&chess_move| RootMove {
            chess_move,
            score: -INFINITE,
            line: vec![chess_move],
            nodes: 0,
        })
        .collect()
}

/// True when no deeper iteration should begin.
fn is_enough(context: &Context<'_>, limits: &Limits, moves: &[RootMove], depth: u32) -> bool {
    let best = moves[0].score;
    if let (Some(wanted), Some(found)) = (limits.mate, mate_moves(best))
        && found > 0
        && found as u32 <= wanted
    {
        return true;
    }
    let Some(soft) = context.deadlines.soft else { return false };
    if context.pondering.load(Ordering::Relaxed) {
        return false;
    }
    // With a clock, a forced move and a mate that deeper search cannot shorten need no more time.
    if limits.clock.is_some() {
        let mate = score::mate_plies(best).is_some_and(|plies| plies.unsigned_abs() <= depth);
        if moves.len() == 1 || mate {
            return true;
        }
    }
    context.deadlines.start.elapsed() >= soft
}

/// Searches the root's moves to a depth and notes their scores; the best comes first.
fn search_root<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    moves: &mut [RootMove],
    depth: u32,
) {
    let Some((frame, rest)) = stack.split_first_mut() else { return };
    let (mut alpha, beta) = (-INFINITE, INFINITE);
    let new_depth = depth as i32 - 1;
    context.set_key(0, frame.board.state().key);
    for index in 0..moves.len() {
        let chess_move = moves[index].chess_move;
        let Some(child) = rest.first_mut() else { return };
        frame.board.make(chess_move, &mut child.board);
        child.accumulator = frame.accumulator.after(&frame.board, chess_move, &child.board);
        let before = context.statistics.nodes;
        if context.enter(1) {
            return;
        }
        let mut score = alpha + 1;
        if index > 0 {
            score = -below::<B, P, false>(context, rest, -alpha - 1, -alpha, new_depth);
        }
        if (index == 0 || score > alpha) && !context.stopped {
            score = -below::<B, P, true>(context, rest, -beta, -alpha, new_depth);
        }
        if context.stopped {
            return;
        }
        let root = &mut moves[index];
        root.nodes = context.statistics.nodes - before;
        if index == 0 || score > alpha {
            alpha = score;
            root.score = score;
            root.line.truncate(1);
            root.line.extend_from_slice(rest[0].principal_variation());
            // In front at once, so that a search cut off later keeps it.
            moves[..=index].rotate_right(1);
        } else {
            root.score = -INFINITE;
        }
    }
}

fn below<B: Instance, P: Profile, const PV: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    alpha: Score,
    beta: Score,
    depth: i32,
) -> Score {
    if depth <= 0 {
        context.statistics.quiescence_nodes += 1;
        B::quiescence::<P>(context, stack, alpha, beta, 1)
    } else {
        B::pvs::<P, PV>(context, stack, Node { alpha, beta, depth, ply: 1, may_pass: true })
    }
}
