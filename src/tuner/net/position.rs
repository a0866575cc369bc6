use nucleus_core::board::{Board, Castling, Setup};
use nucleus_core::matrix::Planes;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, Piece, PieceType, Score, Square};

/// A training position from the side to move: with Black to move, the board is flipped and the colours are
/// exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrainingPosition {
    /// Set of occupied squares.
    pub occupied: u64,
    /// Pieces on the occupied squares from a1 on, four bits each: the piece type, plus 8 for the opponent's.
    pub pieces: [u8; 16],
    /// Score of the search, in centipawns for the side to move.
    pub score: Score,
    /// Result of the game for the side to move: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

impl TrainingPosition {
    /// Creates the position from a board, a score, and the game's result.
    pub fn new<B: Board>(board: &B, score: Score, outcome: Outcome) -> Self {
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

    /// Iterates over the pieces: true for the opponent's, piece type, square.
    pub fn iter(&self) -> impl Iterator<Item = (bool, usize, usize)> + '_ {
        squares(self.occupied).enumerate().map(|(index, square)| {
            let piece = self.pieces[(index / 2) & 15] >> (4 * (index & 1)) & 15;
            (piece & 8 != 0, usize::from(piece & 7), square.index())
        })
    }

    /// Returns a hash of the pieces, to find duplicates.
    pub fn key(&self) -> u64 {
        let words = self.pieces.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        words.fold(self.occupied, |hash, word| {
            (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// Returns the position with White to move, without castling rights and en passant square.
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

    fn position(fen: &str, winner: Color) -> TrainingPosition {
        let board = RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token);
        TrainingPosition::new(&board, 5, Outcome::Win(winner))
    }

    #[test]
    fn the_side_to_move_is_white() {
        // The position with exchanged colours is the same.
        let black = position("8/k7/8/8/8/8/5p2/7K b - - 0 1", Color::Black);
        let white = position("7k/5P2/8/8/8/8/K7/8 w - - 0 1", Color::White);
        assert_eq!((black, black.key()), (white, white.key()));
        assert_eq!((white.score, white.result), (5, 2));
        // Kings on a2 and h8, a pawn on f7.
        let pieces: Vec<_> = white.iter().collect();
        assert_eq!(pieces, [(false, 5, 8), (false, 0, 53), (true, 5, 63)]);
        let board = RulesBoard::new(&white.setup(), portable::Token);
        assert_eq!(TrainingPosition::new(&board, 5, Outcome::Win(Color::White)), white);
        assert_ne!(position("7k/5P2/8/8/8/8/1K6/8 w - - 0 1", Color::White).key(), white.key());
    }
}
