//! The search stack: one entry per ply.

use super::instance::SearchBoard;
use super::limits::MAX_PLY;
use super::node_result::ScoreEffect;
use super::ordering::{PieceTo, ScoredMoves};
use nucleus_core::eval::{Accumulators, Evaluator};
use nucleus_core::movegen::legal_moves;
use nucleus_core::movegen::pieces::ListPieces;
use nucleus_core::types::{Move, Score};

/// The evaluation of a position that is in check or not evaluated.
pub const UNKNOWN: Score = Score::MIN;

/// An entry of the search stack, one per ply: the search record of Axon II (`stype`, section V.B).
///
/// The paper's fields have these names here: `NUCLEUS`, `nucleusend`, `flag_on_move` and
/// `hash_high`, `hash_low` are the board's cells, sentinel, side and key; `WHITE_KING_YX`,
/// `BLACK_KING_YX`, `pieces` and `piecesNUM` are `pieces`; `last_move` is `last_move`; `Moves` and
/// `all` are `moves`.
#[repr(align(64))]
pub struct StackEntry<B: SearchBoard> {
    /// Position of the node.
    pub board: B,
    /// Incremental parts of the position's evaluation.
    pub accumulators: Accumulators,
    /// The position's pieces as the piece scanner lists them; `axon` generates moves from them.
    pub pieces: <B as ListPieces>::List,
    /// The move that led to the position; none after a null move.
    pub last_move: Move,
    /// The last two moves before this position, as indices of the continuation histories, the
    /// opponent's first (profile `full`).
    pub previous: [PieceTo; 2],
    /// The static evaluations one to four plies above; [`UNKNOWN`] in check (profile `full`).
    pub earlier: [Score; 4],
    /// The plies by which the node is reduced (profile `full`).
    pub reduction: i32,
    /// True if the last move's piece was threatened, as for the history of quiet moves.
    pub was_threatened: bool,
    /// Moves and scores of the node.
    pub moves: ScoredMoves,
    /// Quiet moves that cut off other nodes at this ply.
    pub killers: [Move; 2],
    /// The static evaluation for the side to move; [`UNKNOWN`] in check (profile `full`).
    pub evaluation: Score,
    /// The evaluation if it is known before the position is evaluated, as after a null move; else
    /// [`UNKNOWN`].
    pub known_eval: Score,
    /// Length of the principal variation from this ply.
    pub pv_length: usize,
    /// The principal variation from this ply.
    pub pv: [Move; MAX_PLY],
}

impl<B: SearchBoard> StackEntry<B> {
    /// Returns an entry at a position, with the accumulators of its evaluation.
    pub fn new(board: B, accumulators: Accumulators) -> Self {
        Self {
            board,
            accumulators,
            pieces: Default::default(),
            last_move: Move::NONE,
            previous: [PieceTo::NONE; 2],
            earlier: [UNKNOWN; 4],
            reduction: 0,
            was_threatened: false,
            moves: ScoredMoves::new(),
            killers: [Move::NONE; 2],
            evaluation: UNKNOWN,
            known_eval: UNKNOWN,
            pv_length: 0,
            pv: [Move::NONE; MAX_PLY],
        }
    }

    /// Makes a move into the next ply; its board is not rebuilt yet.
    #[inline(always)]
    pub fn advance(&self, evaluator: &Evaluator<'_>, chess_move: Move, child: &mut Self) {
        let (board, accumulators) = (&mut child.board, &mut child.accumulators);
        self.board.advance(evaluator, &self.accumulators, chess_move, board, accumulators);
    }

    /// Returns the static evaluation of the rebuilt position, for the side to move.
    #[inline(always)]
    pub fn evaluate(&mut self, evaluator: &Evaluator<'_>) -> Score {
        self.board.evaluate(evaluator, &mut self.accumulators)
    }

    /// Returns the bounds of [`StackEntry::evaluate`] that follow from material alone.
    #[inline(always)]
    pub fn evaluation_range(&self, evaluator: &Evaluator<'_>) -> [Score; 2] {
        self.board.evaluation_range(evaluator, &self.accumulators)
    }

    /// Gives the next ply the move that leads to it, and the evaluations above it.
    #[inline(always)]
    pub fn lead_to(&self, child: &mut Self, chess_move: Move, piece_to: PieceTo) {
        child.last_move = chess_move;
        child.reduction = 0;
        child.previous = [piece_to, self.previous[0]];
        child.earlier = [self.evaluation, self.earlier[0], self.earlier[1], self.earlier[2]];
    }

    /// Makes a quiet move the first killer.
    #[inline(always)]
    pub fn add_killer(&mut self, chess_move: Move) {
        if self.killers[0] != chess_move {
            self.killers = [chess_move, self.killers[0]];
        }
    }

    /// If a move raised alpha, makes it and the next ply's variation the principal variation from
    /// this ply; `below` is the stack from the next ply on.
    #[inline(always)]
    pub fn update_pv(&mut self, effect: ScoreEffect, chess_move: Move, below: &[Self]) {
        if effect != ScoreEffect::FailsLow
            && let Some(next) = below.first()
        {
            let length = next.pv_length.min(MAX_PLY - 1);
            self.pv[0] = chess_move;
            self.pv[1..=length].copy_from_slice(&next.pv[..length]);
            self.pv_length = length + 1;
        }
    }

    /// Sets the principal variation from this ply.
    pub fn set_line(&mut self, line: &[Move]) {
        let length = line.len().min(MAX_PLY);
        self.pv[..length].copy_from_slice(&line[..length]);
        self.pv_length = length;
    }

    /// Returns the principal variation from this ply.
    pub fn principal_variation(&self) -> &[Move] {
        &self.pv[..self.pv_length]
    }

    /// Returns true if the position is mate or stalemate.
    #[cold]
    pub fn has_no_move(&self) -> bool {
        legal_moves(&self.board).is_empty()
    }
}
