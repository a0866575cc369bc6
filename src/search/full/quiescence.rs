//! The quiescence search: captures, and checks at its first ply, until the position is quiet.

use super::picker::generate_scored_evasions;
use super::recursion::{Quiescence, QuiescenceEvasions, make};
use super::state::evaluate;
use crate::checks::is_safe_check;
use crate::instance::{NodeFn, SearchBoard, SearchKernel, Window};
use crate::ordering::HistoryView;
use crate::parameters::{MARGINS, Parameters};
use crate::search_types::SearchTypes;
use crate::see::VALUE;
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::movegen::GoodCaptures;
use nucleus_core::types::score::{INFINITE, MATE_BOUND, mated_in};
use nucleus_core::types::{Move, Score};

impl<const PV: bool, const FIRST: bool> NodeFn for Quiescence<PV, FIRST> {
    type Window = Window;

    #[inline(always)]
    fn run<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: Window,
    ) -> Score {
        quiescence::<I, PV, FIRST>(worker, stack, window)
    }
}

impl<const PV: bool> NodeFn for QuiescenceEvasions<PV> {
    type Window = Window;

    #[inline(always)]
    fn run<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: Window,
    ) -> Score {
        evasions::<I, PV>(worker, stack, window)
    }
}

/// What the moves of a node came to so far.
pub struct Progress {
    /// The best score.
    pub best: Score,
    /// The move that raised alpha last.
    pub best_move: Move,
    /// How many moves were searched.
    pub searched: usize,
    /// The lower end of the window.
    pub alpha: Score,
}

impl Progress {
    /// Before the first move: the score without one, and alpha.
    #[inline(always)]
    pub const fn new(best: Score, alpha: Score) -> Self {
        Self { best, best_move: Move::NONE, searched: 0, alpha }
    }
}

/// Searches a position that was made but not rebuilt; returns its score for the side to move.
#[inline(always)]
fn quiescence<I: SearchTypes, const PV: bool, const FIRST: bool>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    window: Window,
) -> Score {
    let Window { alpha, beta, ply } = window;
    let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
    entry.pv_length = 0;

    // Step 1. Immediate draw by repetition; below the first ply nearly every move is a capture.
    if FIRST && worker.is_repetition(&entry.board, ply) {
        return worker.draw_score(ply);
    }

    // Step 2. Rebuild the matrix; a draw by the fifty-move rule unless it is mate.
    entry.board.rebuild();
    worker.statistics.rebuilds += 1;
    let in_check = entry.board.in_check();
    if entry.board.state().halfmove >= 100 && !(in_check && entry.has_no_move()) {
        return worker.draw_score(ply);
    }
    if in_check {
        return entry
            .board
            .kernel()
            .search_node::<I, QuiescenceEvasions<PV>>(worker, stack, window);
    }

    // Step 3. Stand pat.
    let stand_pat = evaluate(worker, entry);
    if stand_pat >= beta || rest.is_empty() {
        return stand_pat;
    }

    // Step 4. Captures and promotions that lose nothing and may reach alpha (delta pruning), then
    // quiet checks that lose nothing.
    let mut progress = Progress::new(stand_pat, alpha.max(stand_pat));
    let floor = i32::from(stand_pat) + worker.parameters.delta;
    let mut captures = GoodCaptures::new(&entry.board, &mut entry.moves.list);
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
            let least = least_victim(i32::from(progress.alpha) - floor);
            match entry.board.next_capture(&mut captures, least) {
                Some(chess_move) => chess_move,
                None if FIRST && wants_checks(&worker.parameters, &progress, stand_pat) => {
                    checking = true;
                    next = 0;
                    entry.moves.list.clear();
                    entry.board.generate_checks(&mut entry.moves.list);
                    continue;
                }
                None => break,
            }
        };
        if try_move::<I, Quiescence<PV, false>, PV>(
            worker,
            (entry, rest),
            window,
            chess_move,
            &mut progress,
        ) {
            break;
        }
    }
    progress.best
}

/// Searches all evasions of a rebuilt position; once one does not get mated, all quiet ones but the
/// first that follow are left out.
#[inline(always)]
fn evasions<I: SearchTypes, const PV: bool>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    window: Window,
) -> Score {
    let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let mut progress = Progress::new(-INFINITE, window.alpha);
    let view = HistoryView { histories: worker.histories, before: entry.previous };
    generate_scored_evasions(&entry.board, Move::NONE, &mut entry.moves, view);
    let (mut next, mut quiets) = (0, 0);
    while let Some(chess_move) = entry.moves.take_best(entry.board.kernel(), next) {
        next += 1;
        if progress.best > -MATE_BOUND && chess_move.is_quiet() {
            quiets += 1;
            if quiets > 1 {
                continue;
            }
        }
        if try_move::<I, Quiescence<PV, false>, PV>(
            worker,
            (entry, rest),
            window,
            chess_move,
            &mut progress,
        ) {
            break;
        }
    }
    if progress.searched == 0 && !worker.stopped { mated_in(window.ply) } else { progress.best }
}

/// The least victims that are captured when alpha is `gap` centipawns away, as
/// [`GoodCaptures::next`] takes them. It counts bishops apart from knights, and so leaves out more
/// than the victims worth `gap` or less.
#[inline(always)]
fn least_victim(gap: i32) -> usize {
    VALUE[..5].iter().filter(|&&value| i32::from(value) <= gap).count()
}

/// True when alpha is near enough for a check to reach it.
#[inline(always)]
fn wants_checks(parameters: &Parameters, progress: &Progress, stand_pat: Score) -> bool {
    parameters.quiescence_checks
        && i32::from(progress.alpha) - i32::from(stand_pat) <= MARGINS.checks_margin
}

/// Makes a move and searches the node below it as `F`; true when the node is done.
#[inline(always)]
pub fn try_move<I: SearchTypes, F: NodeFn<Window = Window>, const PV: bool>(
    worker: &mut Worker<'_, I>,
    (entry, rest): (&mut StackEntry<I>, &mut [StackEntry<I>]),
    Window { beta, ply, .. }: Window,
    chess_move: Move,
    progress: &mut Progress,
) -> bool {
    make(worker, entry, rest, chess_move);
    worker.statistics.quiescence_nodes += 1;
    if worker.enter(ply + 1) {
        return true;
    }
    progress.searched += 1;
    let window = Window { alpha: -beta, beta: -progress.alpha, ply: ply + 1 };
    let score = -entry.board.kernel().search_node::<I, F>(worker, rest, window);
    if worker.stopped {
        return true;
    }
    if score > progress.best {
        progress.best = score;
        if score > progress.alpha {
            progress.alpha = score;
            progress.best_move = chess_move;
            if PV && let Some(child) = rest.first() {
                entry.set_pv(chess_move, child);
            }
            return score >= beta;
        }
    }
    false
}
