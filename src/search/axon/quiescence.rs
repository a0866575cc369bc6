//! The quiescence search: captures until the position is quiet enough to be evaluated.

use super::picker::capture_score;
use super::recursion::AxonQuiescence;
use crate::checks::is_safe_check;
use crate::instance::{NodeFn, SearchBoard};
use crate::search_types::SearchTypes;
use crate::see::VALUE;
use crate::stack::StackEntry;
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::movegen::GoodCaptures;
use nucleus_core::movegen::pieces::ListPieces;
use nucleus_core::types::score::{INFINITE, mated_in};
use nucleus_core::types::{Move, PieceType, Score};

/// A capture must lift the score to within this of alpha, beyond the piece it takes.
const DELTA: i32 = 150;

/// The depth below the first ply of the quiescence search.
const BELOW: i32 = -1;

impl<I: SearchTypes, const PV: bool> NodeFn<Worker<'_, I>, StackEntry<I>> for AxonQuiescence<PV> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run(worker: &mut Worker<'_, I>, stack: &mut [StackEntry<I>], at: DepthWindow) -> Score {
        quiescence::<I, PV>(worker, stack, at)
    }
}

/// Searches a position that was made but not rebuilt; returns its score for the side to move.
#[inline(always)]
fn quiescence<I: SearchTypes, const PV: bool>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    DepthWindow { mut window, depth, ply }: DepthWindow,
) -> Score {
    let [entry, rest @ ..] = stack else { return 0 };
    entry.pv_length = 0;
    // An option that the paper's searcher has not.
    let tries_checks = depth == 0;

    // 1. Bring the matrix up to date; a draw by the fifty-move rule unless it is mate.
    entry.board.rebuild();
    worker.statistics.rebuilds += 1;
    let in_check = entry.board.in_check();
    if entry.board.state().halfmove >= 100 && !(in_check && entry.has_no_move()) {
        return worker.draw_score(ply);
    }

    // 2. Stand pat, unless in check.
    let mut best = -INFINITE;
    let mut floor = 0;
    if !in_check {
        // Where material decides, nothing else is looked at.
        let [least, most] = entry.evaluation_range(&worker.evaluator);
        if least >= window.beta {
            return least;
        }
        if !PV && !tries_checks && most <= window.alpha {
            let gap = i32::from(window.alpha) - i32::from(most) - DELTA;
            if GoodCaptures::are_none(&entry.board, least_victim(gap)) {
                return most;
            }
        }
        worker.statistics.evaluations += 1;
        best = entry.evaluate(&worker.evaluator);
        if best >= window.beta || rest.is_empty() {
            return best;
        }
        window.alpha = window.alpha.max(best);
        floor = i32::from(best) + DELTA;
    } else if rest.is_empty() {
        return 0;
    }

    // 3. In check every evasion is searched; no move at all is mate.
    if in_check {
        entry.moves.list.clear();
        entry.board.list_pieces(worker.variant, &mut entry.pieces);
        entry.board.generate_listed_evasions(&entry.pieces, &mut entry.moves.list);
        for (score, &chess_move) in entry.moves.scores.iter_mut().zip(entry.moves.list.iter()) {
            *score = capture_score(&entry.board, chess_move);
        }
        best = mated_in(ply);
        let mut next = 0;
        while let Some(chess_move) = entry.moves.take_best(entry.board.kernel(), next) {
            next += 1;
            let result = try_move::<I, PV>(worker, entry, rest, chess_move, window, ply);
            let Some(score) = result else { return best };
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        return best;
    }

    // 4. Otherwise the good captures, the most valuable victim first, as long as the victim can
    // lift the score to alpha.
    let mut captures = GoodCaptures::new(&entry.board, &mut entry.moves.list);
    let mut first = 0;
    loop {
        let next = match entry.moves.list.get(first) {
            Some(&chess_move) => {
                first += 1;
                Some(chess_move)
            }
            None => captures.next(&entry.board, least_victim(i32::from(window.alpha) - floor)),
        };
        let Some(chess_move) = next else { break };
        let result = try_move::<I, PV>(worker, entry, rest, chess_move, window, ply);
        let Some(score) = result else { return best };
        best = best.max(score);
        window.alpha = window.alpha.max(score);
        if score >= window.beta {
            return best;
        }
    }
    if !tries_checks {
        return best;
    }

    // 5. Quiet moves that give check and lose nothing.
    entry.moves.list.clear();
    entry.board.generate_checks(&mut entry.moves.list);
    let mut next = 0;
    while let Some(&chess_move) = entry.moves.list.get(next) {
        next += 1;
        if !is_safe_check(&entry.board, chess_move) {
            continue;
        }
        let result = try_move::<I, PV>(worker, entry, rest, chess_move, window, ply);
        let Some(score) = result else { return best };
        best = best.max(score);
        window.alpha = window.alpha.max(score);
        if score >= window.beta {
            break;
        }
    }
    best
}

/// Makes a move, searches what follows and returns its score; none when the search has to end.
#[inline(always)]
fn try_move<I: SearchTypes, const PV: bool>(
    worker: &mut Worker<'_, I>,
    entry: &mut StackEntry<I>,
    rest: &mut [StackEntry<I>],
    chess_move: Move,
    window: Window,
    ply: usize,
) -> Option<Score> {
    let child = rest.first_mut()?;
    entry.advance(&worker.evaluator, chess_move, child);
    child.last_move = chess_move;
    worker.statistics.quiescence_nodes += 1;
    if worker.enter(ply + 1) {
        return None;
    }
    let below = DepthWindow { window: window.reversed(), depth: BELOW, ply: ply + 1 };
    let score = -worker.search_node::<AxonQuiescence<PV>>(entry.board.kernel(), rest, below);
    if worker.stopped {
        return None;
    }
    // A variation that ends here may be a mate's, which is told to its end.
    if PV
        && score > window.alpha
        && let Some(child) = rest.first()
    {
        entry.set_pv(chess_move, child);
    }
    Some(score)
}

/// The least group of victims worth more than `gap` centipawns.
#[inline(always)]
fn least_victim(gap: i32) -> usize {
    [PieceType::Pawn, PieceType::Knight, PieceType::Rook, PieceType::Queen]
        .into_iter()
        .map(|kind| usize::from(gap >= i32::from(VALUE[kind.index()])))
        .sum()
}
