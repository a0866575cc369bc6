use crate::book::polyglot::openx_key;
use nucleus_core::board::{Board, Castling, RulesBoard, Setup, State, fen};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::Planes;
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, Piece, PieceType, Score, Square};

/// A position in 26 bytes: the pieces, castling rights, en passant square and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition {
    /// The occupied squares.
    pub(super) occupied: u64,
    /// The piece of each occupied square from a1 on, four bits each, the lower half of a byte
    /// first: 8 for Black, plus pawn 0 … king 5.
    pub(super) pieces: [u8; 16],
    /// Bit 0: Black is to move; bits 1 to 4: castling rights.
    pub(super) flags: u8,
    /// Square of a legal capture en passant, or 255.
    pub(super) en_passant: u8,
}

impl PackedPosition {
    /// Packs the position of a board.
    pub fn from_board(board: &RulesBoard) -> Self {
        let state = board.state();
        let occupied = board.planes().occupied();
        let mut pieces = [0; 16];
        for (index, square) in squares(occupied).enumerate().take(32) {
            if let Some(piece) = board.planes().piece_at(square) {
                let bits = (piece.color as u8) << 3 | piece.kind.index() as u8;
                pieces[index / 2] |= bits << (4 * (index % 2));
            }
        }
        Self {
            occupied,
            pieces,
            flags: u8::from(state.side == Color::Black) | (state.castling.0 & 15) << 1,
            en_passant: state.en_passant.map_or(255, |square| square.index() as u8),
        }
    }

    /// Returns the position as FEN, which need not be playable.
    ///
    /// # Errors
    /// If the bytes have more than 32 pieces, an invalid piece or an invalid square.
    fn to_fen(self) -> Result<String, String> {
        if self.occupied.count_ones() > 32 {
            return Err(format!("{} pieces", self.occupied.count_ones()));
        }
        let mut planes = Planes::EMPTY;
        for (index, square) in squares(self.occupied).enumerate() {
            let bits = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            if bits & 7 > 5 {
                return Err(format!("no piece has the code {bits}"));
            }
            let kind = PieceType::from_index(usize::from(bits & 7));
            planes.put(square, Piece::new(color_of(bits & 8), kind));
        }
        let en_passant_named = match self.en_passant {
            255 => None,
            square @ 0..64 => Some(Square::new(square)),
            other => return Err(format!("no square has the number {other}")),
        };
        let (side, castling) = (color_of(self.flags & 1), Castling(self.flags >> 1 & 15));
        let state = State { side, castling, en_passant_named, ..Setup::start().state };
        Ok(fen::format(&planes, &state))
    }
}

/// Returns the colour that a bit stands for: White for 0.
fn color_of(bit: u8) -> Color {
    if bit == 0 { Color::White } else { Color::Black }
}

/// Result of a search of the position: its best move that leaves the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Move, coded as in Polyglot's books; 0 if there was none to search.
    pub chess_move: u16,
    /// Score from the side to move's view; none if every legal move is in the book.
    pub score: Option<Score>,
    /// The depth of the search, 1 to 254; 255 if there was no move to search.
    pub depth: u8,
}

/// A position of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenxPosition {
    /// Key of the position, as [`openx_key`] computes it.
    pub key: u64,
    /// Pieces and state.
    pub packed: PackedPosition,
    /// Number of games that reached the position.
    pub games: u32,
    /// White's half points in those games.
    pub half_points: u32,
    /// Result of the last search, if there was one.
    pub verdict: Option<Verdict>,
    /// Minimax value over the book, from the side to move's view.
    pub value: Score,
}

impl OpenxPosition {
    /// Returns an entry for a position without games.
    pub fn new(board: &RulesBoard) -> Self {
        Self {
            key: openx_key(board),
            packed: PackedPosition::from_board(board),
            games: 0,
            half_points: 0,
            verdict: None,
            value: 0,
        }
    }

    /// Returns the side to move.
    pub fn side(&self) -> Color {
        color_of(self.packed.flags & 1)
    }

    /// Unpacks the position.
    ///
    /// # Errors
    /// If the position is not playable, or has another key.
    pub fn board(&self) -> Result<RulesBoard, String> {
        let setup = Setup::from_fen(&self.packed.to_fen()?).map_err(|error| error.to_string())?;
        if let Some(correction) = setup.corrections.first() {
            return Err(correction.clone());
        }
        if setup.state.chess960 {
            return Err("castling as in Chess960".to_owned());
        }
        let board = RulesBoard::new(&setup, portable::Token);
        if openx_key(&board) == self.key {
            Ok(board)
        } else {
            Err(format!("its key is not {:016x}", self.key))
        }
    }

    /// Returns the mean score of the games from White's view, 0 to 1; none without games.
    pub fn score(&self) -> Option<f64> {
        (self.games > 0).then(|| f64::from(self.half_points) / (2.0 * f64::from(self.games)))
    }

    /// Returns the score of the games in centipawns from the side to move's view: 400 · log10(p /
    /// (1 − p)) of its mean score p, with two draws added.
    pub fn games_value(&self) -> Score {
        let p = (f64::from(self.half_points) + 2.0) / (2.0 * f64::from(self.games) + 4.0);
        let white = (400.0 * (p / (1.0 - p)).log10()).round() as Score;
        if self.side() == Color::White { white } else { -white }
    }
}
