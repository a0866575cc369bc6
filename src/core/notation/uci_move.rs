//! Moves in UCI notation: `e2e4`, `e7e8q`; castling as the king's own step, or in Chess960 as the
//! king taking its rook. Code that writes moves for other programs uses [`format()`] or [`line()`].

use super::MoveError;
use crate::board::{Board, Castling, CastlingSide};
use crate::movegen::{GenerateMoves, legal_moves};
use crate::types::{Move, Square};

/// Returns the move in UCI notation for this position.
pub fn format<B: Board>(board: &B, chess_move: Move) -> String {
    if board.state().chess960 && chess_move.is_castle() {
        king_takes_rook(board, chess_move)
    } else {
        chess_move.to_string()
    }
}

/// Returns a line of moves from this position in UCI notation.
pub fn line<B: Board>(board: &B, moves: &[Move]) -> Vec<String> {
    if !board.state().chess960 {
        return moves.iter().map(Move::to_string).collect();
    }
    let mut board = board.clone();
    let written = moves.iter().map(|&chess_move| {
        let text = format(&board, chess_move);
        board = board.after(chess_move);
        text
    });
    written.collect()
}

/// Returns the target square in UCI notation, by which a user chooses a move on a board. For castling
/// in Chess960 this is the rook's square.
pub fn target<B: Board>(board: &B, chess_move: Move) -> Square {
    if board.state().chess960 && chess_move.is_castle() {
        rook_square(board, chess_move)
    } else {
        chess_move.to()
    }
}

/// Returns castling as the king taking its rook.
fn king_takes_rook<B: Board>(board: &B, chess_move: Move) -> String {
    format!("{}{}", chess_move.from(), rook_square(board, chess_move))
}

fn rook_square<B: Board>(board: &B, castling: Move) -> Square {
    board.state().castling_rooks[Castling::index(board.side(), CastlingSide::from_move(castling))]
}

/// Parses a legal move of a board after [`Board::rebuild`].
///
/// Castling is accepted in both notations, and first read in the position's own. The letter of a
/// promotion may be in upper case.
///
/// # Errors
/// If the text is not a move, or no such move is legal.
pub fn parse<B: GenerateMoves>(board: &B, text: &str) -> Result<Move, MoveError> {
    check_form(text)?;
    let lowercase = text.to_ascii_lowercase();
    let moves = legal_moves(board);
    let written = |m: &Move| format(board, *m) == lowercase;
    let other_castling = |m: &Move| {
        m.is_castle() && (m.to_string() == lowercase || king_takes_rook(board, *m) == lowercase)
    };
    moves
        .iter()
        .copied()
        .find(written)
        .or_else(|| moves.iter().copied().find(other_castling))
        .ok_or_else(|| MoveError::illegal(board, text))
}

fn check_form(text: &str) -> Result<(), MoveError> {
    let fail = |reason: String| Err(MoveError::malformed(text, reason));
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return fail("expected two squares and perhaps a promotion, as in e2e4 or e7e8q".into());
    }
    for square in [&text[..2], &text[2..4]] {
        if Square::parse(square).is_none() {
            return fail(format!("'{square}' is not a square"));
        }
    }
    match text[4..].chars().next() {
        Some(letter) if !matches!(letter.to_ascii_lowercase(), 'n' | 'b' | 'r' | 'q') => {
            fail(format!("no pawn becomes a '{letter}'"))
        }
        _ => Ok(()),
    }
}
