use nucleus_core::board::{Board, Castling, CastlingSide, RulesBoard};
use nucleus_core::types::{Move, Square};

/// Size of an entry in a file, in bytes.
pub const ENTRY_BYTES: usize = 16;
/// The bits of a coded move that have a meaning: target, origin, promotion.
const MOVE_BITS: u16 = 0x7fff;

/// A move of a position, in the form of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolyglotEntry {
    /// The position's key, as [`polyglot_key`](super::polyglot_key) computes it.
    pub key: u64,
    /// The move, coded as [`encode_move`] does.
    pub chess_move: u16,
    /// Frequency of the move, relative to the other moves of the position.
    pub weight: u16,
    /// A field for programs that learn; preserved, but unused.
    pub learn: u32,
}

impl PolyglotEntry {
    /// Reads an entry; every number is big-endian.
    pub fn from_bytes(bytes: [u8; ENTRY_BYTES]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            chess_move: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// Serializes the entry.
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let Self { key, chess_move, weight, learn } = self;
        let number = u128::from(key) << 64
            | u128::from(chess_move) << 48
            | u128::from(weight) << 32
            | u128::from(learn);
        number.to_be_bytes()
    }

    /// Returns true if the entry is this legal move. Castling may be coded as the king taking its
    /// rook, the format's way, or as the king's own step, as in some old books.
    pub fn is_of(self, board: &RulesBoard, chess_move: Move) -> bool {
        let coded = self.chess_move & MOVE_BITS;
        coded == encode_move(board, chess_move)
            || chess_move.is_castle() && coded == squares_of(chess_move.from(), chess_move.to())
    }
}

fn squares_of(from: Square, to: Square) -> u16 {
    to.index() as u16 | (from.index() as u16) << 6
}

/// Returns a legal move in the format's code: target square in bits 0–5, origin in 6–11, promotion
/// in 12–14 (none, knight, bishop, rook, queen). Castling is the king taking its rook.
pub fn encode_move(board: &RulesBoard, chess_move: Move) -> u16 {
    if chess_move.is_castle() {
        let toward = CastlingSide::from_move(chess_move);
        let rook = board.state().castling_rooks[Castling::index(board.side(), toward)];
        return squares_of(chess_move.from(), rook);
    }
    let promotion = chess_move.promotion().map_or(0, |kind| kind.index() as u16);
    squares_of(chess_move.from(), chess_move.to()) | promotion << 12
}
