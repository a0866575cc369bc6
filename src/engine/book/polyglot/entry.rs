use nucleus_core::board::{Board, Castling, CastlingSide, RulesBoard};
use nucleus_core::types::{Move, Square};

/// Bytes of an entry in a file.
pub const ENTRY_BYTES: usize = 16;
/// The bits of a coded move that mean something: target, origin, promotion.
const MOVE_BITS: u16 = 0x7fff;

/// A move of a position, as the file has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolyglotEntry {
    /// The position's key, [`polyglot_key`](super::polyglot_key).
    pub key: u64,
    /// The move, coded as [`encode_move`] does.
    pub chess_move: u16,
    /// Frequency of the move, relative to the other moves of the position.
    pub weight: u16,
    /// A field for programs that learn; kept, and otherwise unused.
    pub learn: u32,
}

impl PolyglotEntry {
    /// Reads an entry; every number has its highest byte first.
    pub fn from_bytes(bytes: [u8; ENTRY_BYTES]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            chess_move: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// The entry as the file has it.
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let Self { key, chess_move, weight, learn } = self;
        let number = u128::from(key) << 64
            | u128::from(chess_move) << 48
            | u128::from(weight) << 32
            | u128::from(learn);
        number.to_be_bytes()
    }

    /// True when it has this legal move. Castling is understood as the king taking its rook, which
    /// is how the format has it, and as the king's own step, which some old books have.
    pub fn is_of(self, board: &RulesBoard, chess_move: Move) -> bool {
        let coded = self.chess_move & MOVE_BITS;
        coded == encode_move(board, chess_move)
            || chess_move.is_castle() && coded == squares_of(chess_move.from(), chess_move.to())
    }
}

fn squares_of(from: Square, to: Square) -> u16 {
    to.index() as u16 | (from.index() as u16) << 6
}

/// A legal move as the format codes it: target square in bits 0–5, origin in 6–11, promotion in
/// 12–14 (none, knight, bishop, rook, queen). Castling is the king taking its rook.
pub fn encode_move(board: &RulesBoard, chess_move: Move) -> u16 {
    if chess_move.is_castle() {
        let toward = CastlingSide::of(chess_move);
        let rook = board.state().castling_rooks[Castling::index(board.side(), toward)];
        return squares_of(chess_move.from(), rook);
    }
    let promotion = chess_move.promotion().map_or(0, |kind| kind.index() as u16);
    squares_of(chess_move.from(), chess_move.to()) | promotion << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::kernels::portable;
    use nucleus_core::notation::uci_move;

    fn board(fen: &str) -> RulesBoard {
        RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token)
    }

    #[test]
    fn an_entry_is_written_as_the_format_has_it() {
        let bytes = *b"\x01\x23\x45\x67\x89\xab\xcd\xef\x03\x1c\x00\x0a\x00\x00\x00\x05";
        let entry = PolyglotEntry::from_bytes(bytes);
        assert_eq!(entry.key, 0x0123_4567_89ab_cdef);
        assert_eq!((entry.chess_move, entry.weight, entry.learn), (0x031c, 10, 5));
        assert_eq!(entry.to_bytes(), bytes);
        let start = RulesBoard::new(&Setup::start(), portable::Token);
        assert!(entry.is_of(&start, uci_move::parse(&start, "e2e4").unwrap()));
    }

    #[test]
    fn castling_and_promotion() {
        let castles = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let black = board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        // Squares in octal: the origin's rank and file, then the target's.
        for (at, text, coded, also) in [
            (&castles, "e1g1", 0o0407, 0o0406),
            (&castles, "e1c1", 0o0400, 0o0402),
            (&black, "e8g8", 0o7477, 0o7476),
            (&black, "e8c8", 0o7470, 0o7472),
        ] {
            let castling = uci_move::parse(at, text).unwrap();
            assert_eq!(encode_move(at, castling), coded, "{text}");
            let entry = |coded| PolyglotEntry { key: 0, chess_move: coded, weight: 1, learn: 0 };
            assert!(entry(coded).is_of(at, castling) && entry(also).is_of(at, castling), "{text}");
            assert!(!entry(coded ^ 0o10).is_of(at, castling), "{text}");
        }
        let pawn = board("1r5k/P7/8/8/8/8/8/7K w - - 0 1");
        for (text, promotion) in [("a7a8n", 1), ("a7a8b", 2), ("a7b8r", 3), ("a7b8q", 4)] {
            let promoting = uci_move::parse(&pawn, text).unwrap();
            assert_eq!(encode_move(&pawn, promoting) >> 12, promotion, "{text}");
        }
        // A rook's move over castling's squares is no castling.
        let rook = board("1k6/8/8/8/8/8/8/K3R2R w - - 0 1");
        let step = uci_move::parse(&rook, "e1g1").unwrap();
        assert_eq!(encode_move(&rook, step), 0o0406);
        let taking = PolyglotEntry { key: 0, chess_move: 0o0407, weight: 1, learn: 0 };
        assert!(!taking.is_of(&rook, step));
    }
}
