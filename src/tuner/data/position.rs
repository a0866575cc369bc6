//! A position to train on: bulletformat's 32-byte record.

use nucleus_core::board::{Board, Castling, Setup};
use nucleus_core::matrix::Planes;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, Piece, PieceType, Score, Square};

/// A position to train on, as the side to move sees it: with Black to move the board is turned and the
/// colours are exchanged.
///
/// Bytes are those of a `ChessBoard` of bulletformat: occupied squares (8 bytes), the pieces on
/// them from a1 on (16, four bits each: the type, and 8 for the opponent's), score (2), result (1: 0
/// lost, 1 drawn, 2 won), king's square (1), the opponent's king's square as the opponent sees it (1),
/// 3 unused. Numbers are little-endian.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrainingPosition {
    /// The occupied squares.
    pub occupied: u64,
    /// The pieces on them, four bits each.
    pub pieces: [u8; 16],
    /// The score of a search, in centipawns for the side to move.
    pub score: Score,
    /// The game's result for the side to move: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

impl TrainingPosition {
    /// Bytes of a record.
    pub const BYTES: usize = 32;

    /// A position of a game with White's result.
    pub fn of<B: Board>(board: &B, score: Score, outcome: Outcome) -> Self {
        let (planes, side) = (board.planes(), board.side());
        let turned = |set: u64| if side == Color::White { set } else { set.swap_bytes() };
        let occupied = turned(planes.occupied());
        let own = turned(planes.color(side));
        let mut pieces = [0; 16];
        for (index, square) in squares(occupied).enumerate().take(32) {
            let kind = planes.kind_on(square.relative(side)).index() as u8;
            let opponent = u8::from(own & square.bit() == 0) << 3;
            pieces[index / 2] |= (kind | opponent) << (4 * (index & 1));
        }
        let result = match outcome {
            Outcome::Win(winner) if winner == side => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw | Outcome::Unknown => 1,
        };
        Self { occupied, pieces, score, result }
    }

    /// Each piece: true for the opponent's, its type, its square.
    pub fn iter(&self) -> impl Iterator<Item = (bool, usize, usize)> + '_ {
        squares(self.occupied).enumerate().map(|(index, square)| {
            let piece = self.pieces[(index / 2) & 15] >> (4 * (index & 1)) & 15;
            (piece & 8 != 0, usize::from(piece & 7), square.index())
        })
    }

    /// The record.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let king = |opponent: bool| {
            let mut pieces = self.iter();
            let king = pieces.find(|&(whose, kind, _)| whose == opponent && kind == 5);
            king.map_or(0, |(_, _, square)| square as u8)
        };
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26..29].copy_from_slice(&[self.result, king(false), king(true) ^ 56]);
        bytes
    }

    /// Reads a record; `None` where it is no position of chess.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let [a, b, c, d, e, f, g, h, rest @ ..] = bytes;
        let (pieces, rest) = rest.split_first_chunk()?;
        let position = Self {
            occupied: u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
            pieces: *pieces,
            score: Score::from_le_bytes([rest[0], rest[1]]),
            result: rest[2],
        };
        let kings = |opponent: bool| {
            position.iter().filter(|&(whose, kind, _)| whose == opponent && kind == 5).count()
        };
        let whole = position.occupied.count_ones() <= 32
            && position.result <= 2
            && position.iter().all(|(_, kind, _)| kind < 6)
            && kings(false) == 1
            && kings(true) == 1;
        whole.then_some(position)
    }

    /// A hash of its pieces, for finding those that are there twice.
    pub fn key(&self) -> u64 {
        let words = self.pieces.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        words.fold(self.occupied, |hash, word| {
            (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// The position with White to move, without rights to castle or to capture in passing.
    pub fn setup(&self) -> Setup {
        let mut planes = Planes::EMPTY;
        for (opponent, kind, square) in self.iter() {
            let color = if opponent { Color::Black } else { Color::White };
            planes.put(Square::new(square as u8), Piece::new(color, PieceType::from_index(kind)));
        }
        let mut state = Setup::start().state;
        (state.castling, state.castling_squares) = (Castling(0), 0);
        Setup { planes, state, corrections: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::RulesBoard;
    use nucleus_core::kernels::portable;

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1b2rk1/p1q1ppbp/6p1/2Q5/8/4BP2/PPP3PP/2KR1B1R b - - 0 1",
        "8/8/1B6/7b/7k/8/2B1b3/7K w - - 0 1",
        "8/k7/8/8/8/8/5p2/7K b - - 0 1",
    ];

    fn board(fen: &str) -> RulesBoard {
        RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token)
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        for fen in FENS {
            let board = board(fen);
            let position = TrainingPosition::of(&board, -123, Outcome::Win(Color::Black));
            assert_eq!(TrainingPosition::from_bytes(&position.to_bytes()), Some(position), "{fen}");
            assert_eq!(position.result, if board.side() == Color::White { 0 } else { 2 });
        }
    }

    #[test]
    fn the_side_to_move_is_white() {
        // The position with colours exchanged is the same record.
        let black = TrainingPosition::of(&board("8/k7/8/8/8/8/5p2/7K b - - 0 1"), 5, Outcome::Draw);
        let white = TrainingPosition::of(&board("7k/5P2/8/8/8/8/K7/8 w - - 0 1"), 5, Outcome::Draw);
        assert_eq!(black, white);
        // Kings on a2 and h8 (as the opponent sees it h1), a pawn on f7.
        let pieces: Vec<_> = white.iter().collect();
        assert_eq!(pieces, [(false, 5, 8), (false, 0, 53), (true, 5, 63)]);
        let bytes = white.to_bytes();
        assert_eq!(bytes[..8], (1_u64 << 8 | 1 << 53 | 1 << 63).to_le_bytes());
        assert_eq!(bytes[8..10], [5, 13]);
        assert_eq!(bytes[24..], [5, 0, 1, 8, 7, 0, 0, 0]);
        assert_eq!(white.setup().planes, *board("7k/5P2/8/8/8/8/K7/8 w - - 0 1").planes());
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let good = TrainingPosition::of(&board(FENS[0]), 0, Outcome::Draw).to_bytes();
        let with = |at: usize, value: u8| {
            let mut bytes = good;
            bytes[at] = value;
            TrainingPosition::from_bytes(&bytes)
        };
        assert!(with(28, 0).is_some(), "the king's square is told twice");
        assert_eq!(with(26, 3), None, "no result");
        assert_eq!(with(10, 0x55), None, "two kings");
        assert_eq!(with(10, 0x22), None, "no king");
        assert_eq!(with(8, 0x17), None, "no piece");
        assert_eq!(with(3, 1), None, "33 men");
        assert_eq!(TrainingPosition::from_bytes(&[0; 32]), None);
    }
}
