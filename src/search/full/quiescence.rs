//! The quiescence search: captures that lose nothing, quiet checks at the first ply, and evasions.

use super::picker::generate_scored_evasions;
use super::quiescence_moves::try_move;
use super::recursion::{Quiescence, QuiescenceEvasions};
use super::state::evaluate;
use crate::checks::is_safe_check;
use crate::instance::{NodeFn, SearchBoard};
use crate::node_result::NodeResult;
use crate::ordering::HistoryView;
use crate::parameters::Parameters;
use crate::see::VALUE;
use crate::stack::StackEntry;
use crate::window::DepthWindow;
use crate::worker::Worker;
use nucleus_core::types::score::{MATE_BOUND, mated_in};
use nucleus_core::types::{Move, Score};

impl<B: SearchBoard, const PV: bool, const FIRST: bool> NodeFn<B> for Quiescence<PV, FIRST> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], at: DepthWindow) -> Score {
        quiescence::<B, PV, FIRST>(worker, stack, at)
    }
}

impl<B: SearchBoard, const PV: bool> NodeFn<B> for QuiescenceEvasions<PV> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], at: DepthWindow) -> Score {
        evasions::<B, PV>(worker, stack, at)
    }
}

/// A node below the first ply.
type Below<const PV: bool> = Quiescence<PV, false>;

/// Searches a position whose matrix is not yet rebuilt; returns its score for the side to move.
#[inline(always)]
fn quiescence<B: SearchBoard, const PV: bool, const FIRST: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    mut at: DepthWindow,
) -> Score {
    let ply = at.ply;
    let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
    entry.pv_length = 0;

    // Step 1. Immediate draw by repetition; below the first ply, captures make repetitions rare.
    if FIRST && worker.is_repetition(&entry.board, ply) {
        return worker.draw_score(ply);
    }

    // Step 2. Rebuild the matrix; return a draw by the fifty-move rule unless it is mate.
    entry.board.rebuild();
    worker.statistics.rebuilds += 1;
    let in_check = entry.board.in_check();
    if entry.board.state().halfmove >= 100 && !(in_check && entry.has_no_move()) {
        return worker.draw_score(ply);
    }
    if in_check {
        return worker.search_node::<_, QuiescenceEvasions<PV>>(entry.board.kernel(), stack, at);
    }

    // Step 3. Stand pat.
    let stand_pat = evaluate(worker, entry);
    if stand_pat >= at.window.beta || rest.is_empty() {
        return stand_pat;
    }

    // Step 4. Captures and promotions that lose nothing and may reach alpha (delta pruning), then
    // quiet checks that lose nothing.
    let mut result = NodeResult::with_score(stand_pat);
    at.window.alpha = at.window.alpha.max(stand_pat);
    let floor = i32::from(stand_pat) + worker.parameters.margins.delta;
    let mut captures = entry.board.good_captures(&mut entry.moves.list);
    let mut next = 0;
    let mut checking = false;
    loop {
        let chess_move = if let Some(&chess_move) = entry.moves.list.get(next) {
            next += 1;
            if checking && !is_safe_check(&entry.board, chess_move) {
                continue;
            }
            chess_move
        } else if checking {
            break;
        } else {
            let least = least_victim(i32::from(at.window.alpha) - floor);
            match entry.board.next_capture(&mut captures, least) {
                Some(chess_move) => chess_move,
                None if FIRST && wants_checks(&worker.parameters, at.window.alpha, stand_pat) => {
                    checking = true;
                    next = 0;
                    entry.moves.list.clear();
                    entry.board.generate_checks(&mut entry.moves.list);
                    continue;
                }
                None => break,
            }
        };
        if try_move::<B, Below<PV>, PV>(worker, entry, rest, &mut at, chess_move, &mut result) {
            break;
        }
    }
    result.best
}

/// Searches the evasions of a rebuilt position. After an evasion that avoids mate, at most one more
/// quiet evasion is searched.
#[inline(always)]
fn evasions<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    mut at: DepthWindow,
) -> Score {
    let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let mut result = NodeResult::EMPTY;
    let view = HistoryView { histories: worker.histories, before: entry.previous };
    generate_scored_evasions(&entry.board, Move::NONE, &mut entry.moves, view);
    let (mut next, mut quiets) = (0, 0);
    while let Some(chess_move) = entry.moves.take_best(entry.board.kernel(), next) {
        next += 1;
        if result.best > -MATE_BOUND && chess_move.is_quiet() {
            quiets += 1;
            if quiets > 1 {
                continue;
            }
        }
        if try_move::<B, Below<PV>, PV>(worker, entry, rest, &mut at, chess_move, &mut result) {
            break;
        }
    }
    if result.count == 0 && !worker.stopped { mated_in(at.ply) } else { result.best }
}

/// Returns the lowest group of victims to capture if alpha is `gap` centipawns away, as in
/// [`SearchBoard::next_capture`]. Knight and bishop are one group but two values, so a gap of at
/// least their value excludes one more group.
#[inline(always)]
fn least_victim(gap: i32) -> usize {
    VALUE[..5].iter().filter(|&&value| i32::from(value) <= gap).count()
}

/// Returns true if alpha is near enough for a check to reach it.
#[inline(always)]
fn wants_checks(parameters: &Parameters, alpha: Score, stand_pat: Score) -> bool {
    parameters.quiescence_checks
        && i32::from(alpha) - i32::from(stand_pat) <= parameters.margins.checks_margin
}
