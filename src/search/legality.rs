//! The legal moves of a position, and the legality of moves stored in another position.

use nucleus_core::board::{Board, CastlingSide, State, attacks};
use nucleus_core::movegen::generate::may_castle;
use nucleus_core::movegen::{ALL, generate, is_legal};
use nucleus_core::types::bitboard::{RANK_1, RANK_8};
use nucleus_core::types::{Color, Move, MoveKind, MoveList, PieceType};

/// Returns all legal moves of a rebuilt position; not for time-critical code.
#[inline(never)]
pub fn legal_moves<B: Board>(board: &B) -> MoveList {
    let mut list = MoveList::new();
    generate::<B, ALL>(board, &mut list);
    list
}

/// Returns true if a move stored in another position is legal: [`is_legal`] with a shorter test for
/// the pawn moves that killers and table moves often are.
#[inline(always)]
pub fn is_playable<B: Board>(board: &B, chess_move: Move) -> bool {
    if board.record().is_some() {
        return is_legal(board, chess_move);
    }
    let side = board.side();
    let (from, to) = (chess_move.from(), chess_move.to());
    let planes = board.planes();
    if planes.pieces(side, PieceType::Pawn) & from.bit() == 0 || board.in_check() {
        if chess_move.is_castle() && !board.in_check() {
            let toward = CastlingSide::from_move(chess_move);
            return from == board.king(side)
                && to == State::king_target(side, toward)
                && may_castle(board, toward);
        }
        return is_legal(board, chess_move);
    }
    const QUIET: u16 = MoveKind::Quiet as u16;
    const DOUBLE: u16 = MoveKind::DoublePush as u16;
    const CAPTURE: u16 = MoveKind::Capture as u16;
    let step = |set: u64| if side == Color::White { set << 8 } else { set >> 8 };
    let empty = !planes.occupied();
    let once = step(from.bit()) & empty;
    let start = if side == Color::White { 1 } else { 6 };
    let targets = match chess_move.kind_bits() {
        QUIET => once & !(RANK_1 | RANK_8),
        DOUBLE if from.rank() == start => step(once) & empty,
        CAPTURE => attacks::pawns(side, from.bit()) & planes.color(!side) & !(RANK_1 | RANK_8),
        DOUBLE => 0,
        _ => return is_legal(board, chess_move),
    };
    targets & to.bit() != 0
        && (board.pinned() & from.bit() == 0
            || attacks::through(board.king(side), from) & to.bit() != 0)
}

#[cfg(test)]
mod tests {
    use super::is_playable;
    use nucleus_core::board::{Board, MatrixBoard, Setup};
    use nucleus_core::kernels::portable::Token;
    use nucleus_core::movegen::{ALL, generate};
    use nucleus_core::types::{Move, MoveList};

    /// Compares all 65,536 patterns with the generator, in positions with many pawn moves.
    #[test]
    fn agrees_with_the_generator() {
        let positions = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkb1r/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/1P4P1/8/2p1p3/3P4/b7/1PP3PP/1K6 b - - 0 1",
            "4k3/1P4P1/8/2p1p3/3P4/b7/1PP3PP/2K4r w - - 0 1",
            "rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3",
        ];
        for fen in positions {
            let board = MatrixBoard::new(&Setup::from_fen(fen).unwrap(), Token);
            let mut list = MoveList::new();
            generate::<_, ALL>(&board, &mut list);
            for bits in 1..=u16::MAX {
                let chess_move = Move(bits);
                let expected = list.contains(&chess_move);
                assert_eq!(is_playable(&board, chess_move), expected, "{chess_move:?} in {fen}");
            }
            assert!(!list.is_empty() || board.in_check());
        }
    }
}
