//! The main search, step by step.

use super::memory::Played;
use super::moves::search_moves;
use super::parameters::PARAMETERS;
use super::singular::{Singular, examine};
use super::{Node, pruning};
use crate::search::context::Context;
use crate::search::frame::{Frame, UNKNOWN};
use crate::search::instance::Instance;
use crate::search::pvs::has_no_move;
use crate::search::table::{Bound, Entry, from_table, holds_at, to_table};
use crate::types::score::{mate_in, mated_in};
use crate::types::{Bitboard, Move, Score};

/// What a node finds out about itself before its moves are searched.
#[derive(Clone, Copy)]
pub struct Here {
    /// The position's key.
    pub key: u64,
    /// What the table knows.
    pub known: Option<Entry>,
    /// The table's move, if it is legal here.
    pub table_move: Move,
    /// The table's score, mates counted from the root.
    pub table_score: Score,
    /// The side to move is in check.
    pub in_check: bool,
    /// The static evaluation, mended by the table; worthless in check.
    pub evaluation: i32,
    /// The side to move stands better than two plies ago.
    pub improving: bool,
    /// The two moves before.
    pub before: [Played; 2],
    /// Men whose leaving discovers a check.
    pub discoverers: Bitboard,
    /// Plies by which the table's move is extended.
    pub extension: i32,
}

impl Here {
    /// True when the table knows, from a search at least this deep, that the score is below
    /// `bound`.
    #[inline(always)]
    pub fn fails_low_in_table(&self, bound: Score, depth: i32) -> bool {
        self.known.is_some_and(|entry| {
            i32::from(entry.depth) >= depth
                && matches!(entry.bound, Bound::Upper | Bound::Exact)
                && self.table_score < bound
        })
    }
}

/// Searches a position that was made but not looked at; returns its score for the side to move.
#[inline(always)]
pub fn search<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    mut node: Node,
) -> Score {
    let ply = node.ply;
    let Some(frame) = stack.first_mut() else { return 0 };
    frame.pv_length = 0;

    // 1. Draws by repetition; by the fifty-move rule once it is known that it is not mate.
    let key = frame.board.state().key;
    context.set_key(ply, key);
    if context.is_repetition(&frame.board, ply) {
        return context.draw(ply);
    }

    // 2. No line is worth more than the mate already found.
    node.alpha = node.alpha.max(mated_in(ply));
    node.beta = node.beta.min(mate_in(ply + 1));
    if node.alpha >= node.beta {
        return node.alpha;
    }

    // 3. Bring the matrix up to date and evaluate, while the table's line is on its way to the cache.
    frame.board.rebuild();
    context.statistics.rebuilds += 1;
    let in_check = frame.board.in_check();
    if frame.board.state().halfmove >= 100 && !(in_check && has_no_move(frame)) {
        return context.draw(ply);
    }
    if !in_check && node.excluded.is_none() {
        frame.evaluation = evaluate(context, frame);
    }

    // 4. The transposition table.
    let kept = node.excluded.is_none() && (PV || node.depth >= PARAMETERS.table_depth);
    let known = if kept { context.table.probe(key) } else { None };
    let table_score = known.map_or(0, |entry| from_table(entry.score, ply));
    if !PV
        && let Some(entry) = known
        && i32::from(entry.depth) >= node.depth
        && decides(entry.bound, table_score, node.alpha, node.beta)
        && holds_at(entry.score, frame.board.state().halfmove)
    {
        return table_score;
    }
    let mut here = look(context, frame, &node, known, table_score, in_check);
    if !here.table_move.is_none() && node.depth > PARAMETERS.table_depth {
        context.table.prefetch(frame.board.likely_key_after(here.table_move));
    }
    if stack.len() < 2 {
        return here.evaluation as Score;
    }

    // 5. Nodes that need no search of their moves.
    if !PV && !in_check && node.excluded.is_none() {
        if stack.first().is_some_and(|frame| pruning::is_far_above(frame, &node, &here)) {
            return here.evaluation as Score;
        }
        let cut = pruning::razor(context, stack, &node, &here)
            .or_else(|| pruning::pass(context, stack, &node, &here))
            .or_else(|| pruning::probable_cut(context, stack, &node, &here));
        if let Some(score) = cut {
            return score;
        }
        if context.stopped {
            return 0;
        }
    }

    // 6. Without a move to begin with, a shallower search has to find one first.
    if here.table_move.is_none()
        && (PV || node.cut)
        && node.depth >= PARAMETERS.iir_depth
        && node.excluded.is_none()
    {
        node.depth -= 1;
    }

    // 7. Is the table's move the only good one?
    match examine(context, stack, &node, &here, PV) {
        Singular::Extend(plies) => here.extension = plies,
        Singular::Cut(score) => return score,
    }
    if context.stopped {
        return 0;
    }

    // 8. The moves.
    let found = search_moves::<B, PV>(context, stack, &node, &here);
    if context.stopped {
        return 0;
    }

    // 9. No legal move: mate or stalemate; none but the excluded one: nothing is as good.
    if found.count == 0 {
        return if !node.excluded.is_none() {
            node.alpha
        } else if in_check {
            mated_in(ply)
        } else {
            context.draw(ply)
        };
    }

    // 10. Remember.
    if kept {
        let entry = Entry {
            best: found.best_move,
            score: to_table(found.best, ply),
            evaluation: here.evaluation as Score,
            depth: node.depth.min(127) as i8,
            bound: found.bound,
        };
        context.table.store(key, entry);
    }
    found.best
}

/// True when a bound settles a window.
#[inline(always)]
pub fn decides(bound: Bound, score: Score, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
        Bound::None => false,
    }
}

/// A rebuilt position's static evaluation: after a null move, what it was before it, the other way
/// round.
#[inline(always)]
pub fn evaluate<B: Instance>(context: &mut Context<'_>, frame: &mut Frame<B>) -> Score {
    if frame.foreseen != UNKNOWN {
        let foreseen = std::mem::replace(&mut frame.foreseen, UNKNOWN);
        debug_assert_eq!(
            foreseen,
            frame.board.evaluate(&frame.accumulator, &context.evaluation),
            "an evaluation foreseen wrongly"
        );
        return foreseen;
    }
    context.statistics.evaluations += 1;
    frame.board.evaluate(&frame.accumulator, &context.evaluation)
}

/// Gathers what is known about an evaluated node.
#[inline(always)]
fn look<B: Instance>(
    context: &mut Context<'_>,
    frame: &Frame<B>,
    node: &Node,
    known: Option<Entry>,
    table_score: Score,
    in_check: bool,
) -> Here {
    let ply = node.ply;
    let table_move = known.map_or(Move::NONE, |entry| entry.best);
    // All evasions are generated anyway, and the table's move is only found among them.
    let usable = !table_move.is_none() && (in_check || frame.board.is_playable(table_move));
    let mut here = Here {
        key: frame.board.state().key,
        known,
        table_move: if usable { table_move } else { Move::NONE },
        table_score,
        in_check,
        evaluation: 0,
        improving: false,
        before: context.memory.before(ply),
        discoverers: 0,
        extension: 0,
    };
    if in_check {
        context.memory.note_evaluation(ply, UNKNOWN);
        return here;
    }
    context.memory.note_evaluation(ply, frame.evaluation);
    here.evaluation = i32::from(frame.evaluation);
    let mut earlier = context.memory.above(ply, 2).evaluation;
    if earlier == UNKNOWN && ply >= 4 {
        earlier = context.memory.above(ply, 4).evaluation;
    }
    here.improving = frame.evaluation > earlier;
    if let Some(entry) = known {
        // A searched score on the right side is a better guess.
        let better = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => table_score > frame.evaluation,
            Bound::Upper => table_score < frame.evaluation,
            Bound::None => false,
        };
        if better {
            here.evaluation = i32::from(table_score);
        }
    }
    here
}

/// Stores a lower bound found outside the move loop: score, move, depth.
#[inline(always)]
pub fn store(
    context: &Context<'_>,
    node: &Node,
    here: &Here,
    (score, best, depth): (Score, Move, i32),
) {
    let entry = Entry {
        best,
        score: to_table(score, node.ply),
        evaluation: here.evaluation as Score,
        depth: depth.clamp(0, 127) as i8,
        bound: Bound::Lower,
    };
    context.table.store(here.key, entry);
}
