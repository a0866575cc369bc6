//! The quiescence search: captures, and checks at its first ply, until the position is calm.

use super::parameters::PARAMETERS;
use super::picker::{Knowledge, generate_scored_evasions};
use super::search::evaluate;
use super::see::exchange_gains;
use super::{Calm, Evade, moves};
use crate::board::Board;
use crate::movegen::GoodCaptures;
use crate::search::context::Context;
use crate::search::frame::Frame;
use crate::search::instance::Instance;
use crate::search::picker::VALUE;
use crate::search::pvs::has_no_move;
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

    // 2. Bring the matrix up to date; a draw by the fifty-move rule unless it is mate; stand pat
    // unless in check.
    frame.board.rebuild();
    context.statistics.rebuilds += 1;
    let in_check = frame.board.in_check();
    if frame.board.state().halfmove >= 100 && !(in_check && has_no_move(frame)) {
        return context.draw(ply);
    }
    if in_check {
        return B::step::<Evade<PV>>(frame.board.kernel(), context, stack, (alpha, beta, ply));
    }
    let best = evaluate(context, frame);
    if best >= beta || rest.is_empty() {
        return best;
    }
    alpha = alpha.max(best);

    // 3. The moves that may change the picture: captures and promotions that lose nothing and may
    // reach alpha, then quiet moves that give check and lose nothing.
    let here = Place { beta, ply };
    let mut calm = Quiet { best, searched: 0, alpha };
    let floor = i32::from(best) + PARAMETERS.delta;
    let mut captures = GoodCaptures::new(&frame.board, &mut frame.moves.list);
    let mut listed = 0;
    let mut checking = false;
    loop {
        let chess_move = if let Some(&chess_move) = frame.moves.list.get(listed) {
            listed += 1;
            if checking && !is_safe_check(&frame.board, chess_move) {
                continue;
            }
            chess_move
        } else if checking {
            break;
        } else {
            let least = least_victim(i32::from(calm.alpha) - floor);
            match frame.board.next_capture(&mut captures, least) {
                Some(chess_move) => chess_move,
                None if FIRST && PARAMETERS.checks == 1 && near(&calm, best) => {
                    checking = true;
                    listed = 0;
                    frame.moves.list.clear();
                    frame.board.push_checks(&mut frame.moves.list);
                    continue;
                }
                None => break,
            }
        };
        if try_move::<B, PV>(context, (frame, rest), &here, chess_move, &mut calm) {
            break;
        }
    }
    calm.best
}

/// Searches all evasions of a rebuilt position; once one is not mated, the quiet ones that follow
/// are left out.
#[inline(always)]
pub fn evade<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    (alpha, beta, ply): (Score, Score, usize),
) -> Score {
    let Some((frame, rest)) = stack.split_first_mut() else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let here = Place { beta, ply };
    let mut calm = Quiet { best: -INFINITE, searched: 0, alpha };
    let known = Knowledge::of(context, context.memory.before(ply));
    generate_scored_evasions(&frame.board, Move::NONE, &mut frame.moves, known);
    let (mut next, mut quiets) = (0, 0);
    while let Some(chess_move) = frame.moves.take_best(frame.board.kernel(), next) {
        next += 1;
        if calm.best > -MATE_BOUND && chess_move.is_quiet() {
            quiets += 1;
            if quiets > 1 {
                continue;
            }
        }
        if try_move::<B, PV>(context, (frame, rest), &here, chess_move, &mut calm) {
            break;
        }
    }
    if calm.searched == 0 && !context.stopped { mated_in(ply) } else { calm.best }
}

/// Where a quiescence node stands.
struct Place {
    beta: Score,
    ply: usize,
}

/// What its moves came to.
struct Quiet {
    best: Score,
    searched: usize,
    alpha: Score,
}

/// The least kind of man worth more than `gap` centipawns.
#[inline(always)]
fn least_victim(gap: i32) -> usize {
    VALUE[..5].iter().filter(|&&value| i32::from(value) <= gap).count()
}

/// True when alpha is near enough for a check to reach it.
#[inline(always)]
fn near(calm: &Quiet, stand_pat: Score) -> bool {
    i32::from(calm.alpha) - i32::from(stand_pat) <= PARAMETERS.checks_margin
}

/// True when the man that gives check is not lost by it.
#[inline(always)]
fn is_safe_check<B: Board>(board: &B, chess_move: Move) -> bool {
    !board.is_influenced(chess_move.to(), !board.side()) || exchange_gains(board, chess_move, 0)
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
    let score = -B::step::<Calm<PV, false>>(frame.board.kernel(), context, rest, window);
    if context.stopped {
        return true;
    }
    if score > calm.best {
        calm.best = score;
        if score > calm.alpha {
            calm.alpha = score;
            if PV && let Some(child) = rest.first() {
                frame.set_pv(chess_move, child);
            }
            return score >= here.beta;
        }
    }
    false
}
