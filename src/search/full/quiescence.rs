//! The quiescence search: captures, and checks at its first ply, until the position is calm.

use super::checks::push_quiet_checks;
use super::parameters::PARAMETERS;
use super::picker::{Knowledge, Picker};
use super::search::decides;
use super::see::exchange_gains;
use super::{Calm, moves};
use crate::movegen::GoodCaptures;
use crate::movegen::is_legal;
use crate::search::context::Context;
use crate::search::frame::Frame;
use crate::search::instance::Instance;
use crate::search::picker::VALUE;
use crate::search::table::{Bound, Entry, from_table, to_table};
use crate::types::score::{INFINITE, MATE_BOUND, mated_in};
use crate::types::{Move, Score};

/// Searches a position that was made but not looked at; returns its score for the side to move.
#[inline(always)]
pub fn quiescence<B: Instance, const PV: bool, const FIRST: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    (mut alpha, beta, ply): (Score, Score, usize),
) -> Score {
    let Some((frame, rest)) = stack.split_first_mut() else { return 0 };
    frame.pv_length = 0;

    // 1. Draws; below the first ply nearly every move takes something.
    if FIRST && context.is_repetition(&frame.board, ply) {
        return context.draw(ply);
    }

    // 2. Bring the matrix up to date, and stand pat unless in check.
    frame.board.rebuild();
    context.statistics.rebuilds += 1;
    let in_check = frame.board.in_check();
    let mut best = -INFINITE;
    if !in_check {
        context.statistics.evaluations += 1;
        best = frame.board.evaluate(&frame.accumulator, &context.evaluation);
        if best >= beta || rest.is_empty() {
            return best;
        }
        alpha = alpha.max(best);
    } else if rest.is_empty() {
        return 0;
    }

    // 3. The transposition table, asked only now because most nodes end above.
    let key = frame.board.state().key;
    let known = if PARAMETERS.calm_table == 1 { context.table.probe(key) } else { None };
    let mut table_move = Move::NONE;
    if let Some(entry) = known {
        let score = from_table(entry.score, ply);
        if !PV && decides(entry.bound, score, alpha, beta) && frame.board.state().halfmove < 90 {
            return score;
        }
        let wanted = in_check || !entry.best.is_quiet();
        if wanted && !entry.best.is_none() && is_legal(&frame.board, entry.best) {
            table_move = entry.best;
        }
    }

    // 4. The moves that may change the picture.
    let here = Place { stand_pat: best, beta, ply };
    let mut calm = Quiet { best, best_move: Move::NONE, searched: 0, alpha };
    if in_check {
        evasions::<B, PV>(context, (frame, rest), &here, table_move, &mut calm);
        if calm.searched == 0 && !context.stopped {
            return mated_in(ply);
        }
    } else {
        captures::<B, PV>(context, (frame, rest), &here, &mut calm);
        let within = i32::from(calm.alpha) - i32::from(best) <= PARAMETERS.checks_margin;
        if FIRST && PARAMETERS.checks == 1 && calm.best < beta && within && !context.stopped {
            checks::<B, PV>(context, (frame, rest), &here, &mut calm);
        }
    }
    if context.stopped || calm.searched == 0 {
        return calm.best;
    }

    // 5. Remember.
    if PARAMETERS.calm_table != 1 {
        return calm.best;
    }
    let bound = if calm.best >= beta { Bound::Lower } else { Bound::Upper };
    context.table.store(
        key,
        Entry {
            best: calm.best_move,
            score: to_table(calm.best, ply),
            evaluation: 0,
            depth: if FIRST { 0 } else { -1 },
            bound,
        },
    );
    calm.best
}

/// Where a quiescence node stands.
struct Place {
    stand_pat: Score,
    beta: Score,
    ply: usize,
}

/// What its moves came to.
struct Quiet {
    best: Score,
    best_move: Move,
    searched: usize,
    alpha: Score,
}

/// All evasions; once one is not mated, the quiet ones that follow are left out.
#[inline(always)]
fn evasions<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    (frame, rest): (&mut Frame<B>, &mut [Frame<B>]),
    here: &Place,
    table_move: Move,
    calm: &mut Quiet,
) {
    let before = context.memory.before(here.ply);
    let mut quiets = 0;
    let known = Knowledge::of(context, before);
    let mut picker = Picker::evasions(&frame.board, table_move, &mut frame.moves, known);
    loop {
        let known = Knowledge::of(context, before);
        let Some(chess_move) = picker.next(&frame.board, &mut frame.moves, known) else { return };
        if calm.best > -MATE_BOUND && chess_move.is_quiet() {
            quiets += 1;
            if quiets > 1 {
                continue;
            }
        }
        if try_move::<B, PV>(context, (frame, rest), here, chess_move, calm) {
            return;
        }
    }
}

/// The captures and promotions that lose nothing and may reach alpha.
#[inline(always)]
fn captures<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    (frame, rest): (&mut Frame<B>, &mut [Frame<B>]),
    here: &Place,
    calm: &mut Quiet,
) {
    let floor = i32::from(here.stand_pat) + PARAMETERS.delta;
    let mut picker = GoodCaptures::new(&frame.board, &mut frame.moves.list);
    let mut first = 0;
    loop {
        let next = match frame.moves.list.get(first) {
            Some(&chess_move) => {
                first += 1;
                Some(chess_move)
            }
            None => picker.next(&frame.board, least_victim(i32::from(calm.alpha) - floor)),
        };
        let Some(chess_move) = next else { return };
        if try_move::<B, PV>(context, (frame, rest), here, chess_move, calm) {
            return;
        }
    }
}

/// The least kind of man worth more than `gap` centipawns.
#[inline(always)]
fn least_victim(gap: i32) -> usize {
    VALUE[..5].iter().filter(|&&value| i32::from(value) <= gap).count()
}

/// The quiet moves that give check and lose nothing.
#[inline(always)]
fn checks<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    (frame, rest): (&mut Frame<B>, &mut [Frame<B>]),
    here: &Place,
    calm: &mut Quiet,
) {
    frame.moves.list.clear();
    push_quiet_checks(&frame.board, &mut frame.moves.list);
    let enemy = !frame.board.side();
    let mut index = 0;
    while let Some(&chess_move) = frame.moves.list.get(index) {
        index += 1;
        let safe = !frame.board.is_influenced(chess_move.to(), enemy);
        if !safe && !exchange_gains(&frame.board, chess_move, 0) {
            continue;
        }
        if try_move::<B, PV>(context, (frame, rest), here, chess_move, calm) {
            return;
        }
    }
}

/// Makes and searches a move; true when the node is done.
#[inline(always)]
fn try_move<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    (frame, rest): (&mut Frame<B>, &mut [Frame<B>]),
    here: &Place,
    chess_move: Move,
    calm: &mut Quiet,
) -> bool {
    moves::make(context, frame, rest, chess_move, here.ply);
    context.statistics.quiescence_nodes += 1;
    if context.enter(here.ply + 1) {
        return true;
    }
    calm.searched += 1;
    let window = (-here.beta, -calm.alpha, here.ply + 1);
    let score = -B::step::<Calm<PV, false>>(context, rest, window);
    if context.stopped {
        return true;
    }
    if score > calm.best {
        calm.best = score;
        if score > calm.alpha {
            calm.alpha = score;
            calm.best_move = chess_move;
            if PV && let Some(child) = rest.first() {
                frame.set_pv(chess_move, child);
            }
            return score >= here.beta;
        }
    }
    false
}
