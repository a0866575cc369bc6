//! The quiescence search: captures until the position is calm enough to be evaluated.

use super::context::Context;
use super::frame::Frame;
use super::instance::Instance;
use super::picker::{VALUE, capture_score};
use super::profile::Profile;
use super::pvs::has_no_move;
use crate::movegen::GoodCaptures;
use crate::types::score::{INFINITE, mated_in};
use crate::types::{Move, PieceType, Score};

/// A capture must lift the score to within this of alpha, beyond the man it takes.
const DELTA: i32 = 150;

/// Searches a position that was made but not looked at; returns its score for the side to move.
#[inline(always)]
pub fn quiescence<B: Instance, P: Profile, const PV: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    mut alpha: Score,
    beta: Score,
    ply: usize,
) -> Score {
    let [frame, rest @ ..] = stack else { return 0 };
    frame.pv_length = 0;

    // 1. Bring the matrix up to date; a draw by the fifty-move rule unless it is mate.
    frame.board.rebuild();
    context.statistics.rebuilds += 1;
    let in_check = frame.board.in_check();
    if frame.board.state().halfmove >= 100 && !(in_check && has_no_move(frame)) {
        return context.draw(ply);
    }

    // 2. Stand pat, unless in check.
    let mut best = -INFINITE;
    let mut floor = 0;
    if !in_check {
        context.statistics.evaluations += 1;
        best = frame.board.evaluate(&frame.accumulator, &context.evaluation);
        if best >= beta || rest.is_empty() {
            return best;
        }
        alpha = alpha.max(best);
        floor = i32::from(best) + DELTA;
    } else if rest.is_empty() {
        return 0;
    }

    // 3. In check every evasion is searched; no move at all is mate.
    if in_check {
        frame.moves.list.clear();
        frame.pieces.scan(&frame.board, context.variant);
        frame.board.push_listed_evasions(&frame.pieces, &mut frame.moves.list);
        for (score, &chess_move) in frame.moves.scores.iter_mut().zip(frame.moves.list.iter()) {
            *score = capture_score(&frame.board, chess_move);
        }
        best = mated_in(ply);
        let mut next = 0;
        while let Some(chess_move) = frame.moves.take_best(frame.board.kernel(), next) {
            next += 1;
            let step = try_move::<B, P, PV>(context, frame, rest, chess_move, (alpha, beta), ply);
            let Some(score) = step else { return best };
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        return best;
    }

    // 4. Otherwise the good captures, the most valuable victim first, as long as the victim can
    // lift the score to alpha.
    let mut captures = GoodCaptures::new(&frame.board, &mut frame.moves.list);
    let mut first = 0;
    loop {
        let next = match frame.moves.list.get(first) {
            Some(&chess_move) => {
                first += 1;
                Some(chess_move)
            }
            None => captures.next(&frame.board, least_victim(i32::from(alpha) - floor)),
        };
        let Some(chess_move) = next else { return best };
        let step = try_move::<B, P, PV>(context, frame, rest, chess_move, (alpha, beta), ply);
        let Some(score) = step else { return best };
        best = best.max(score);
        alpha = alpha.max(score);
        if score >= beta {
            return best;
        }
    }
}

/// Makes a move, searches what follows and returns its score; none when the search has to end.
#[inline(always)]
fn try_move<B: Instance, P: Profile, const PV: bool>(
    context: &mut Context<'_>,
    frame: &mut Frame<B>,
    rest: &mut [Frame<B>],
    chess_move: Move,
    (alpha, beta): (Score, Score),
    ply: usize,
) -> Option<Score> {
    let child = rest.first_mut()?;
    let into = (&mut child.board, &mut child.accumulator);
    frame.board.advance(&frame.accumulator, chess_move, into);
    child.last_move = chess_move;
    context.statistics.quiescence_nodes += 1;
    if context.enter(ply + 1) {
        return None;
    }
    let score =
        -B::quiescence::<P, PV>(frame.board.kernel(), context, rest, -beta, -alpha, ply + 1);
    if context.stopped {
        return None;
    }
    // A variation that ends here may be a mate's, which is told to its end.
    if PV
        && score > alpha
        && let Some(child) = rest.first()
    {
        frame.set_pv(chess_move, child);
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
