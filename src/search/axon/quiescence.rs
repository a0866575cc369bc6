//! The quiescence search: good captures, evasions and, at the first ply, optional quiet checks.

use super::picker::capture_score;
use super::recursion::AxonQuiescence;
use crate::checks::is_safe_check;
use crate::instance::{NodeFn, SearchBoard};
use crate::node_result::{NodeResult, ScoreEffect};
use crate::see::VALUE;
use crate::stack::StackEntry;
use crate::window::DepthWindow;
use crate::worker::Worker;
use nucleus_core::types::score::mated_in;
use nucleus_core::types::{Move, PieceType, Score};

/// Delta pruning: stand pat, the victim's value and this margin must together exceed alpha.
const DELTA: i32 = 150;

/// The depth below the first ply of the quiescence search.
const BELOW: i32 = -1;

impl<B: SearchBoard, const PV: bool> NodeFn<B> for AxonQuiescence<PV> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], at: DepthWindow) -> Score {
        quiescence::<B, PV>(worker, stack, at)
    }
}

/// Searches a position whose matrix is not yet rebuilt; returns its score for the side to move.
#[inline(always)]
fn quiescence<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    mut at: DepthWindow,
) -> Score {
    let [entry, rest @ ..] = stack else { return 0 };
    entry.pv_length = 0;
    let ply = at.ply;
    // Quiet checks at the first ply are optional; the paper's searcher has none.
    let tries_checks = at.depth == 0;
    at.depth = BELOW;

    // Step 1. Bring the matrix up to date; return a draw by the fifty-move rule unless it is mate.
    worker.statistics.rebuilds += entry.board.rebuild_check();
    let in_check = entry.board.in_check();
    if entry.board.halfmove() >= 100 {
        worker.statistics.rebuilds += entry.board.complete();
        if !(in_check && entry.has_no_move()) {
            return worker.draw_score(ply);
        }
    }

    if in_check {
        return evasions::<B, PV>(worker, entry, rest, at);
    }

    // Step 2. Stand pat; if material decides, nothing else is computed.
    let [least, most] = entry.evaluation_range(&worker.evaluator);
    if least >= at.window.beta {
        return least;
    }
    worker.statistics.rebuilds += entry.board.complete();
    if !PV && !tries_checks && most <= at.window.alpha {
        let gap = i32::from(at.window.alpha) - i32::from(most) - DELTA;
        if entry.board.has_no_captures(least_victim(gap)) {
            return most;
        }
    }
    worker.statistics.evaluations += 1;
    let stand_pat = entry.evaluate(&worker.evaluator);
    if stand_pat >= at.window.beta || rest.is_empty() {
        return stand_pat;
    }
    let mut result = NodeResult::with_score(stand_pat);
    at.window.alpha = at.window.alpha.max(stand_pat);

    // Step 3. Promotions and en passant; then good captures, the most valuable victim first, while
    // the victim can raise the score above alpha (delta pruning).
    let floor = i32::from(stand_pat) + DELTA;
    let mut captures = entry.board.good_captures(&mut entry.moves.list);
    let mut first = 0;
    loop {
        let next = match entry.moves.list.get(first) {
            Some(&chess_move) => {
                first += 1;
                Some(chess_move)
            }
            None => {
                let least = least_victim(i32::from(at.window.alpha) - floor);
                entry.board.next_good_capture(&mut captures, least)
            }
        };
        let Some(chess_move) = next else { break };
        if try_move::<B, PV>(worker, entry, rest, &mut at, chess_move, &mut result) {
            return result.best;
        }
    }
    if !tries_checks {
        return result.best;
    }

    // Step 4. Quiet moves that give check and lose nothing.
    entry.moves.list.clear();
    entry.board.generate_checks(&mut entry.moves.list);
    let mut next = 0;
    while let Some(&chess_move) = entry.moves.list.get(next) {
        next += 1;
        if is_safe_check(&entry.board, chess_move)
            && try_move::<B, PV>(worker, entry, rest, &mut at, chess_move, &mut result)
        {
            break;
        }
    }
    result.best
}

/// Searches the evasions of a position in check and returns its score, a mate if there is none.
#[inline(always)]
fn evasions<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    entry: &mut StackEntry<B>,
    rest: &mut [StackEntry<B>],
    mut at: DepthWindow,
) -> Score {
    if rest.is_empty() {
        return 0;
    }
    worker.statistics.rebuilds += entry.board.complete();
    entry.moves.list.clear();
    entry.board.list_pieces(worker.variant, &mut entry.pieces);
    entry.board.generate_listed_evasions(&entry.pieces, &mut entry.moves.list);
    for (score, &chess_move) in entry.moves.scores.iter_mut().zip(entry.moves.list.iter()) {
        *score = capture_score(&entry.board, chess_move);
    }
    let mut result = NodeResult::with_score(mated_in(at.ply));
    let mut next = 0;
    while let Some(chess_move) = entry.moves.take_best(entry.board.kernel(), next) {
        next += 1;
        if try_move::<B, PV>(worker, entry, rest, &mut at, chess_move, &mut result) {
            break;
        }
    }
    result.best
}

/// Makes a move and searches the child; returns true if the node needs no further move.
#[inline(always)]
fn try_move<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    entry: &mut StackEntry<B>,
    rest: &mut [StackEntry<B>],
    at: &mut DepthWindow,
    chess_move: Move,
    result: &mut NodeResult,
) -> bool {
    let Some(child) = rest.first_mut() else { return true };
    entry.advance(&worker.evaluator, chess_move, child);
    child.last_move = chess_move;
    worker.statistics.quiescence_nodes += 1;
    if worker.enter(at.ply + 1) {
        return true;
    }
    let kernel = entry.board.kernel();
    let score = -worker.search_node::<_, AxonQuiescence<PV>>(kernel, rest, at.child(at.depth));
    if worker.stopped {
        return true;
    }
    let effect = result.update(&mut at.window, chess_move, score);
    // A variation may end here with a mate score; its remaining moves are completed later.
    if PV {
        entry.update_pv(effect, chess_move, rest);
    }
    effect == ScoreEffect::CutsOff
}

/// Returns the lowest group of victims worth more than `gap` centipawns.
#[inline(always)]
fn least_victim(gap: i32) -> usize {
    [PieceType::Pawn, PieceType::Knight, PieceType::Rook, PieceType::Queen]
        .into_iter()
        .map(|kind| usize::from(gap >= i32::from(VALUE[kind.index()])))
        .sum()
}
