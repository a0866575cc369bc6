//! The state of a node before its moves are searched.

use super::recursion::Node;
use crate::instance::SearchBoard;
use crate::ordering::{HistoryView, PieceTo};
use crate::parameters::Schemes;
use crate::stack::{StackEntry, UNKNOWN};
use crate::table::{TableBound, TableEntry, to_table};
use crate::worker::Worker;
use nucleus_core::types::{Bitboard, Move, PieceType, Score};

/// The state of a node before its moves are searched.
#[derive(Clone, Copy)]
pub struct NodeState {
    /// Zobrist key of the position.
    pub key: u64,
    /// Entry of the transposition table.
    pub known: Option<TableEntry>,
    /// The table's move if it is legal, else none; in check its legality is not tested.
    pub table_move: Move,
    /// The table's score, with mates counted from the root.
    pub table_score: Score,
    /// True if the side to move is in check.
    pub in_check: bool,
    /// Static evaluation, improved by the table's score; meaningless in check.
    pub evaluation: i32,
    /// True if the static evaluation is higher than two plies above (four, if in check there).
    pub improving: bool,
    /// The two moves before this position, the opponent's first.
    pub before: [PieceTo; 2],
    /// Pieces that give a discovered check when they leave their line.
    pub discoverers: Bitboard,
    /// True if the opponent's king has at most one flight square.
    pub short_of_flights: bool,
    /// True if late move and futility pruning keep quiet checks: the enemy king has few flights.
    pub keeps_checks: bool,
    /// True if the side to move is in check and has few evasions.
    pub forced: bool,
    /// Plies by which the table's move is extended.
    pub extension: i32,
    /// The quiet move that refuted the opponent's last move (counter-move).
    pub counter: Move,
}

impl NodeState {
    /// Computes the state of an evaluated node.
    #[inline(always)]
    pub fn new<B: SearchBoard>(
        entry: &mut StackEntry<B>,
        known: Option<TableEntry>,
        table_score: Score,
        in_check: bool,
    ) -> Self {
        let table_move = known.map_or(Move::NONE, |stored| stored.best);
        // In check, the picker generates all evasions and looks for the table's move among them.
        let usable = !table_move.is_none() && (in_check || entry.board.is_playable(table_move));
        let mut state = Self {
            key: entry.board.state().key,
            known,
            table_move: if usable { table_move } else { Move::NONE },
            table_score,
            in_check,
            evaluation: 0,
            improving: false,
            before: entry.previous,
            discoverers: 0,
            short_of_flights: false,
            keeps_checks: false,
            forced: false,
            extension: 0,
            counter: Move::NONE,
        };
        if in_check {
            entry.evaluation = UNKNOWN;
            return state;
        }
        state.evaluation = i32::from(entry.evaluation);
        let [_, two_above, _, four_above] = entry.earlier;
        state.improving =
            entry.evaluation > if two_above == UNKNOWN { four_above } else { two_above };
        if let Some(stored) = known {
            // A score from a search is the better evaluation, unless its bound allows the static one.
            let better = match stored.bound {
                TableBound::Exact => true,
                TableBound::Lower => table_score > entry.evaluation,
                TableBound::Upper => table_score < entry.evaluation,
                TableBound::None => false,
            };
            if better {
                state.evaluation = i32::from(table_score);
            }
        }
        state
    }

    /// Returns true if the table has the position as one of a principal variation.
    #[inline(always)]
    pub fn was_pv(&self) -> bool {
        self.known.is_some_and(|stored| stored.pv)
    }

    /// Returns the histories as seen from this node.
    #[inline(always)]
    pub fn histories<'a>(&self, worker: &'a Worker<'_>) -> HistoryView<'a> {
        HistoryView { histories: worker.histories, before: self.before }
    }

    /// Returns true if the table has a score below `bound` from a search at least this deep.
    #[inline(always)]
    pub fn fails_low_in_table(&self, bound: Score, depth: i32) -> bool {
        self.known.is_some_and(|stored| {
            i32::from(stored.depth) >= depth
                && stored.bound.is_at_most()
                && self.table_score < bound
        })
    }

    /// Stores a move's lower bound that was found outside the move loop.
    #[inline(always)]
    pub fn store_lower_bound(
        &self,
        worker: &Worker<'_>,
        node: &Node,
        best: Move,
        score: Score,
        depth: i32,
        evaluation: Score,
    ) {
        let stored = TableEntry {
            best,
            score: to_table(score, node.at.ply),
            evaluation,
            depth: depth.clamp(0, 127) as i8,
            bound: TableBound::Lower,
            pv: self.was_pv(),
        };
        worker.shared.table.store(self.key, stored);
    }
}

/// Returns the static evaluation of a rebuilt position, or `known_eval` if set: after a null move,
/// the negated evaluation of the position before.
#[inline(always)]
pub fn evaluate<B: SearchBoard>(worker: &mut Worker<'_>, entry: &mut StackEntry<B>) -> Score {
    if entry.known_eval != UNKNOWN {
        let known_eval = std::mem::replace(&mut entry.known_eval, UNKNOWN);
        debug_assert_eq!(
            known_eval,
            entry.evaluate(&worker.evaluator),
            "the evaluation after a null move"
        );
        return known_eval;
    }
    worker.statistics.evaluations += 1;
    entry.evaluate(&worker.evaluator)
}

/// Returns true if the history of a quiet move is that of a threatened piece: one other than a pawn
/// that the enemy influences. Umko's scheme does not distinguish it, nor do evasions.
#[inline(always)]
pub fn is_threatened<B: SearchBoard>(
    worker: &Worker<'_>,
    board: &B,
    state: &NodeState,
    chess_move: Move,
) -> bool {
    worker.parameters.schemes == Schemes::Tuned
        && !state.in_check
        && board.kind_on(chess_move.from()) != PieceType::Pawn
        && board.is_influenced(chess_move.from(), !board.side())
}
