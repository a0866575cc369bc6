use super::random::RANDOM;
use nucleus_core::board::{Board, RulesBoard, attacks};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, PieceType, Square};

/// Index of the first number for castling rights; those for en passant files and the side to move follow.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// Returns a position's key in the Polyglot format.
///
/// An en passant file counts if a pawn of the side to move is next to the pawn that has just made a
/// double push, even if its capture is illegal.
pub fn polyglot_key(board: &RulesBoard) -> u64 {
    let state = board.state();
    let pawns = board.planes().pieces(state.side, PieceType::Pawn);
    let beside = |target: &Square| attacks::pawns(!state.side, target.bit()) & pawns != 0;
    key_with(board, state.en_passant_named.filter(beside))
}

/// Returns the key of a position in an OPENX book: [`polyglot_key`], except that an en passant file
/// counts only if the capture is legal, so that equal positions have equal keys.
pub fn openx_key(board: &RulesBoard) -> u64 {
    key_with(board, board.state().en_passant)
}

fn key_with(board: &RulesBoard, en_passant: Option<Square>) -> u64 {
    let state = board.state();
    let random = &*RANDOM;
    let mut key = en_passant.map_or(0, |target| random[EN_PASSANT + target.file() as usize]);
    for color in Color::ALL {
        for kind in PieceType::ALL {
            let row = 2 * kind.index() + usize::from(color == Color::White);
            for square in squares(board.planes().pieces(color, kind)) {
                key ^= random[64 * row + square.index()];
            }
        }
    }
    for right in (0..4).filter(|right| state.castling.0 >> right & 1 == 1) {
        key ^= random[CASTLING + right];
    }
    if state.side == Color::White {
        key ^= random[TURN];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::kernels::portable;
    use nucleus_core::notation::uci_move;

    #[test]
    fn the_numbers_are_those_of_the_format() {
        assert_eq!((RANDOM[0], RANDOM[780]), (0x9d39_247e_3377_6d41, 0xf8d6_26aa_af27_8509));
        let all = RANDOM.iter().fold(0, |sum: u64, number| sum.rotate_left(1) ^ number);
        assert_eq!(all, 0xbd90_abdc_0fe7_1bcc, "of the table that the format's description prints");
    }

    fn key_after(moves: &str) -> u64 {
        let mut board = RulesBoard::new(&Setup::start(), portable::Token);
        for text in moves.split_whitespace() {
            board = board.after(uci_move::parse(&board, text).unwrap());
        }
        polyglot_key(&board)
    }

    /// The examples of the format's description.
    #[test]
    fn keys_as_published() {
        for (moves, key) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key_after(moves), key, "{moves}");
        }
    }
}
