//! Scores of quiet moves: by history, by pawn threats that they leave or enter, by checks.

use super::history::{HistoryView, QuietHistory};
use super::scored::ScoredMoves;
use crate::see::VALUE;
use nucleus_core::board::{Board, attacks};
use nucleus_core::kernels::{Kernel, TargetScores};
use nucleus_core::movegen::generate::{GenerateMoves, QUIET, Sink};
use nucleus_core::movegen::pieces::FromPlanes;
use nucleus_core::types::{Bitboard, Color, Move, PieceType, Square};

/// Bonus for a piece of each type that leaves a square attacked by an enemy pawn, and malus for
/// moving to one.
const PAWN_THREAT: [i16; 6] = [0, 4 * VALUE[1], 4 * VALUE[2], 4 * VALUE[3], 4 * VALUE[4], 0];
/// Bonus for a piece other than a pawn that gives check.
const CHECK: i16 = 1500;

/// Appends the quiet moves with their scores; the side to move must not be in check.
#[inline(always)]
pub fn generate_scored_quiets<B: GenerateMoves>(
    board: &B,
    moves: &mut ScoredMoves,
    view: HistoryView<'_>,
) {
    let side = board.side();
    let (king, occupied) = (board.king(!side), board.planes().occupied());
    let diagonal = B::bishop_attacks(board.kernel(), king, occupied);
    let straight = B::rook_attacks(board.kernel(), king, occupied);
    let mut sink = ScoredSink {
        moves,
        view,
        quiets: &view.histories.quiets,
        continuations: view.histories.continuation_rows(view.before),
        side,
        pawn_threats: board.pawn_influence(!side),
        checks: [0, attacks::knight(king), diagonal, straight, diagonal | straight, 0],
    };
    board.generate_free::<_, _, QUIET>(&FromPlanes(board), &mut sink);
}

/// A sink that scores moves.
struct ScoredSink<'a> {
    moves: &'a mut ScoredMoves,
    view: HistoryView<'a>,
    quiets: &'a QuietHistory,
    continuations: [&'a [[i16; 64]; 8]; 2],
    side: Color,
    /// The squares that the enemy's pawns attack.
    pawn_threats: Bitboard,
    /// The squares from which a piece of each type gives check.
    checks: [Bitboard; 6],
}

impl Sink for ScoredSink<'_> {
    /// Receives a pawn move or castling.
    #[inline(always)]
    fn push(&mut self, chess_move: Move) {
        let kind = if chess_move.is_castle() { PieceType::King } else { PieceType::Pawn };
        let score = self.view.quiet(self.side, false, chess_move, kind);
        self.moves.scores[self.moves.list.len()] = score as i16;
        self.moves.list.push(chess_move);
    }

    #[inline(always)]
    fn extend<B: Board>(&mut self, board: &B, from: u16, targets: Bitboard) {
        let square = Square::new((from & 63) as u8);
        let kind = board.kind_on(square).index();
        let [first, second] = self.continuations;
        let threat = PAWN_THREAT[kind];
        let rows = TargetScores {
            row: self.quiets.from(self.side, board.is_influenced(square, !self.side), square),
            relative_rows: [&first[kind], &second[kind]],
            flipped: self.side == Color::Black,
            base: if self.pawn_threats & square.bit() == 0 { 0 } else { threat },
            penalized: self.pawn_threats,
            penalty: threat,
            rewarded: self.checks[kind],
            bonus: CHECK,
        };
        let (list, scores) = (&mut self.moves.list, &mut self.moves.scores);
        board.kernel().append_scored_moves(list, scores, from, targets, &rows);
    }
}
