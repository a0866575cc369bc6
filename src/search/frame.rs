use super::MAX_PLY;
use crate::board::Board;
use crate::eval::Accumulator;
use crate::kernels::{Kernel, Scores};
use crate::movegen::pieces::ListedPieces;
use crate::types::{Move, MoveList, Score};

/// Not evaluated, or not known to be.
pub const UNKNOWN: Score = Score::MIN;

/// Moves with a score each, in the order of generation until picked.
#[derive(Clone)]
pub struct ScoredMoves {
    /// The moves.
    pub list: MoveList,
    /// Their scores, higher first.
    pub scores: Scores,
}

impl ScoredMoves {
    /// No moves.
    pub const fn new() -> Self {
        Self { list: MoveList::new(), scores: [0; size_of::<Scores>() / size_of::<i16>()] }
    }

    /// Moves the best of the moves from `start` on to `start`, and returns it.
    #[inline(always)]
    pub fn take_best<K: Kernel>(&mut self, kernel: K, start: usize) -> Option<Move> {
        let scores = self.scores.get_mut(start..self.list.len())?;
        if scores.is_empty() {
            return None;
        }
        let offset = kernel.first_highest(scores);
        scores.swap(0, offset);
        self.list.swap(start, start + offset);
        self.list.get(start).copied()
    }
}

/// What one ply of the search owns: the search record of Axon II (`stype`, section V.B).
///
/// The paper's fields are here under these names: `NUCLEUS`, `nucleusend`, `flag_on_move` and
/// `hash_high`, `hash_low` are the board's cells, sentinel, side and key; `WHITE_KING_YX`,
/// `BLACK_KING_YX`, `pieces` and `piecesNUM` are `pieces`; `last_move` is `last_move`; `Moves`
/// and `all` are `moves`.
#[derive(Clone)]
#[repr(align(64))]
pub struct Frame<B> {
    /// The position.
    pub board: B,
    /// The incremental parts of its evaluation.
    pub accumulator: Accumulator,
    /// Its pieces as the scanner lists them: where profile `axon` generates moves.
    pub pieces: ListedPieces,
    /// The move that led here in profile `axon`, none after a null move.
    pub last_move: Move,
    /// Its moves.
    pub moves: ScoredMoves,
    /// Quiet moves that cut off elsewhere at this ply.
    pub killers: [Move; 2],
    /// The static evaluation, from the side to move's view.
    pub evaluation: Score,
    /// What the evaluation is known to be before it is computed; [`UNKNOWN`] when not.
    pub foreseen: Score,
    /// Length of the principal variation from here.
    pub pv_length: usize,
    /// The principal variation from here.
    pub pv: [Move; MAX_PLY],
}

impl<B: Board> Frame<B> {
    /// A frame at a position.
    pub fn new(board: B) -> Self {
        Self {
            accumulator: Accumulator::of(board.planes()),
            board,
            pieces: ListedPieces::new(),
            last_move: Move::NONE,
            moves: ScoredMoves::new(),
            killers: [Move::NONE; 2],
            evaluation: 0,
            foreseen: UNKNOWN,
            pv_length: 0,
            pv: [Move::NONE; MAX_PLY],
        }
    }

    /// Makes this move and the variation below the principal variation from here.
    #[inline]
    pub fn set_pv(&mut self, first: Move, below: &Self) {
        let length = below.pv_length.min(MAX_PLY - 1);
        self.pv[0] = first;
        self.pv[1..=length].copy_from_slice(&below.pv[..length]);
        self.pv_length = length + 1;
    }

    /// The principal variation from here.
    pub fn principal_variation(&self) -> &[Move] {
        &self.pv[..self.pv_length]
    }
}
