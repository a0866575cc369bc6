//! Iterative deepening over the root's moves, and what it tells the world.

use std::time::Duration;

use super::MAX_PLY;
use super::clock::Patience;
use super::context::{Context, Statistics};
use super::frame::Frame;
use super::full::PARAMETERS;
use super::instance::Instance;
use super::limits::Limits;
use super::profile::Profile;
use crate::board::Board;
use crate::movegen::{ALL, generate};
use crate::types::score::{INFINITE, is_mate};
use crate::types::{Move, MoveList, Score};

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
    /// True when the score is a lower bound: the search was cut off while it was raised.
    pub at_least: bool,
    /// True when the score is an upper bound: the search was cut off while it was lowered.
    pub at_most: bool,
    /// Time since the search began.
    pub time: Duration,
    /// Counts so far.
    pub statistics: Statistics,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
}

/// A move of the root with what is known of it.
pub struct RootMove {
    /// The move.
    pub chess_move: Move,
    /// Its score in this iteration, when it was the best so far.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// The variation that it begins.
    pub line: Vec<Move>,
    /// Nodes below it in this iteration.
    pub nodes: u64,
    /// True when the score is only known to be as high.
    pub at_least: bool,
    /// True when the score is only known to be as low; the variation is then an older one.
    pub at_most: bool,
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
    let mut shown = Move::NONE;
    let mut patience = Patience::default();
    if moves.is_empty() {
        return Found { lines: Vec::new(), depth: 0 };
    }
    for depth in 1..=deepest {
        context.memory.begin(depth as usize);
        for index in 0..multipv {
            if P::SELECTIVE {
                aspire::<B, P>(context, stack, &mut moves[index..], depth);
            } else {
                let window = (-INFINITE, INFINITE);
                search_root::<B, P>(context, stack, &mut moves[index..], depth, window);
            }
            if context.stopped {
                break;
            }
            moves[index..].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        if context.stopped && completed > 0 {
            // What the cut-off iteration has already proved better stays in front, and is shown:
            // the move to play is the first of the last variation.
            if moves[0].chess_move != shown {
                report(&info(context, &moves[0], depth, 1));
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
            report(&info(context, root, depth, index + 1));
        }
        shown = moves[0].chess_move;
        if context.stopped || patience.is_enough::<P>(context, limits, &moves, depth) {
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
        .map(|root| Line { score: root.score, moves: root.line.clone() })
        .collect();
    Found { lines, depth: completed }
}

/// What the world is told of one variation.
fn info(context: &Context<'_>, root: &RootMove, depth: u32, multipv: usize) -> Info {
    Info {
        depth,
        multipv,
        line: Line { score: root.score, moves: root.line.clone() },
        at_least: root.at_least,
        at_most: root.at_most,
        time: context.deadlines.start.elapsed(),
        statistics: context.statistics,
        hashfull: context.table.permille(),
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
fn aspire<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    moves: &mut [RootMove],
    depth: u32,
) {
    let expected = i32::from(moves[0].previous);
    let limit = i32::from(INFINITE);
    let mut half = PARAMETERS.aspiration + expected.abs() / 64;
    let mut window = (-limit, limit);
    let wide = PARAMETERS.aspiration == 0
        || (depth as i32) < PARAMETERS.aspiration_depth
        || is_mate(moves[0].previous)
        || expected <= -limit;
    if !wide {
        window = (expected - half, expected + half);
    }
    loop {
        let (alpha, beta) = (window.0.max(-limit) as Score, window.1.min(limit) as Score);
        search_root::<B, P>(context, stack, moves, depth, (alpha, beta));
        if context.stopped {
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
fn search_root<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    moves: &mut [RootMove],
    depth: u32,
    (mut alpha, beta): (Score, Score),
) {
    let Some((frame, rest)) = stack.split_first_mut() else { return };
    let kernel = frame.board.kernel();
    let new_depth = depth as i32 - 1;
    context.set_key(0, frame.board.state().key);
    for index in 0..moves.len() {
        let chess_move = moves[index].chess_move;
        let Some(child) = rest.first_mut() else { return };
        let into = (&mut child.board, &mut child.accumulator);
        frame.board.advance(&frame.accumulator, chess_move, into);
        child.last_move = chess_move;
        let before = context.statistics.nodes;
        if context.enter(1) {
            return;
        }
        let mut score = alpha.saturating_add(1);
        if index > 0 {
            let window = (-alpha - 1, -alpha);
            let reduced = new_depth - reduction::<B, P>(context, frame, chess_move, (depth, index));
            score = -P::below::<B, false>(kernel, context, rest, window, reduced);
            if reduced < new_depth && score > alpha && !context.stopped {
                score = -P::below::<B, false>(kernel, context, rest, window, new_depth);
            }
        }
        if (index == 0 || score > alpha) && !context.stopped {
            score = -P::below::<B, true>(kernel, context, rest, (-beta, -alpha), new_depth);
        }
        if context.stopped {
            return;
        }
        let root = &mut moves[index];
        root.nodes = context.statistics.nodes - before;
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

/// Plies by which a late move of the root is searched less deep at first.
fn reduction<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    frame: &Frame<B>,
    chess_move: Move,
    (depth, index): (u32, usize),
) -> i32 {
    let late = index >= 3 && depth >= 4;
    if !P::SELECTIVE || !late || !chess_move.is_quiet() || frame.board.in_check() {
        return 0;
    }
    (context.memory.reductions.get(depth as i32, index) - 1).clamp(0, depth as i32 - 2)
}
