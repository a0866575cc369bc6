//! Quiet moves with their scores: by history; away from a pawn's threat is good, into it bad; checks
//! are good.

use super::memory::Played;
use super::picker::Knowledge;
use crate::board::{Board, attacks};
use crate::kernels::{Kernel, TargetScores};
use crate::matrix::InfluenceKind;
use crate::movegen::generate::{QUIET, Sink, generate_free};
use crate::movegen::pieces::FromPlanes;
use crate::search::frame::ScoredMoves;
use crate::search::picker::VALUE;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// What a man of each kind gains by leaving a square that an enemy pawn influences, and loses by
/// going to one.
const FEAR: [i16; 6] = [0, 4 * VALUE[1], 4 * VALUE[2], 4 * VALUE[3], 4 * VALUE[4], 0];
/// What a man other than a pawn gains by giving check.
const CHECK: i16 = 1500;

/// Appends the quiet moves with their scores; the side to move is not in check.
#[inline(always)]
pub fn push_scored_quiets<B: Board>(board: &B, moves: &mut ScoredMoves, known: Knowledge<'_>) {
    let side = board.side();
    let (king, occupied) = (board.king(!side), board.planes().occupied());
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    let mut sink = Scored {
        moves,
        known,
        rows: known.memory.continuation_rows(known.before),
        side,
        feared: board.influence().of(!side, InfluenceKind::Pawn),
        checks: [0, attacks::knight(king), diagonal, straight, diagonal | straight, 0],
    };
    generate_free::<B, _, Scored<'_>, QUIET>(board, &FromPlanes(board), &mut sink);
}

/// Takes moves with their scores.
struct Scored<'a> {
    moves: &'a mut ScoredMoves,
    known: Knowledge<'a>,
    rows: [&'a [[i16; 64]; 8]; 2],
    side: Color,
    /// What the enemy's pawns influence.
    feared: Bitboard,
    /// Whence each kind of man gives check.
    checks: [Bitboard; 6],
}

impl Sink for Scored<'_> {
    /// A pawn's move, or a castling.
    #[inline(always)]
    fn push(&mut self, chess_move: Move) {
        let kind = if chess_move.is_castle() { PieceType::King } else { PieceType::Pawn };
        let played = Played::new(kind, chess_move.to(), self.side);
        let score = i32::from(self.known.history.score(self.side, chess_move))
            + self.known.memory.continuation(self.known.before, played);
        self.moves.scores[self.moves.list.len()] = score as i16;
        self.moves.list.push(chess_move);
    }

    #[inline(always)]
    fn extend<B: Board>(&mut self, board: &B, from: u16, targets: Bitboard) {
        let square = Square::new((from & 63) as u8);
        let kind = board.kind_on(square).index();
        let [first, second] = self.rows;
        let fear = FEAR[kind];
        let rows = TargetScores {
            row: self.known.history.from(self.side, square),
            relative_rows: [&first[kind], &second[kind]],
            flipped: self.side == Color::Black,
            base: if self.feared & square.bit() == 0 { 0 } else { fear },
            penalized: self.feared,
            penalty: fear,
            rewarded: self.checks[kind],
            bonus: CHECK,
        };
        let (list, scores) = (&mut self.moves.list, &mut self.moves.scores);
        board.kernel().append_scored_moves(list, scores, from, targets, &rows);
    }
}
