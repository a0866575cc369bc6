//! Readers of the fields of a FEN, one function each, and checks of the pieces.

use super::super::{Board, Castling, CastlingSide, MatrixBoard, State};
use super::fault::{FenError, FenField, Word};
use crate::kernels::portable::Token;
use crate::matrix::Planes;
use crate::types::bitboard::{RANK_1, RANK_8};
use crate::types::{Color, Piece, PieceType, Square};

/// Reads the placement of the pieces.
pub fn read_board(word: Word<'_>) -> Result<Planes, FenError> {
    let mut planes = Planes::EMPTY;
    let (mut rank, mut file) = (7u8, 0u8);
    let fail = |offset, reason: String| word.error(FenField::Board, offset, reason);
    let mut after_digit = false;
    for (offset, letter) in word.text.char_indices() {
        if letter == '/' {
            if file != 8 {
                return fail(offset, format!("rank {} has {file} squares instead of 8", rank + 1));
            }
            if rank == 0 {
                return fail(offset, "more than 8 ranks".to_owned());
            }
            (rank, file, after_digit) = (rank - 1, 0, false);
            continue;
        }
        let width = match letter {
            '1'..='8' if after_digit => return fail(offset, "two digits in a row".to_owned()),
            '1'..='8' => letter as u8 - b'0',
            _ => 1,
        };
        if file + width > 8 {
            return fail(offset, format!("rank {} has more than 8 squares", rank + 1));
        }
        after_digit = letter.is_ascii_digit();
        if !after_digit {
            let Some(piece) = Piece::from_letter(letter) else {
                return fail(offset, format!("'{letter}' is not a piece"));
            };
            planes.put(Square::at(file, rank), piece);
        } else if !('1'..='8').contains(&letter) {
            return fail(offset, format!("'{letter}' is not a number of empty squares"));
        }
        file += width;
    }
    if rank != 0 || file != 8 {
        let reason = if rank != 0 {
            format!("{} ranks instead of 8", 8 - rank)
        } else {
            format!("rank 1 has {file} squares instead of 8")
        };
        return fail(word.text.len(), reason);
    }
    Ok(planes)
}

/// Rejects impossible piece counts, pawns on an end rank, and a check of the side not to move.
pub fn check_pieces(
    planes: &Planes,
    side: Color,
    board: Word<'_>,
    turn: Word<'_>,
) -> Result<(), FenError> {
    let fail = |reason: String| board.error(FenField::Board, 0, reason);
    for color in Color::ALL {
        let number = |kind| planes.pieces(color, kind).count_ones();
        match number(PieceType::King) {
            0 => return fail(format!("{color} has no king")),
            1 => {}
            n => return fail(format!("{color} has {n} kings")),
        }
        let count = planes.color(color).count_ones();
        if count > 16 {
            return fail(format!("{color} has {count} pieces, more than 16"));
        }
        let pawns = number(PieceType::Pawn);
        if pawns > 8 {
            return fail(format!("{color} has {pawns} pawns, more than 8"));
        }
        let promoted: u32 = [
            (PieceType::Knight, 2),
            (PieceType::Bishop, 2),
            (PieceType::Rook, 2),
            (PieceType::Queen, 1),
        ]
        .into_iter()
        .map(|(kind, first)| number(kind).saturating_sub(first))
        .sum();
        if pawns + promoted > 8 {
            return fail(format!(
                "{color} has {promoted} promoted pieces but only {} pawns missing",
                8 - pawns
            ));
        }
    }
    if planes.kind(PieceType::Pawn) & (RANK_1 | RANK_8) != 0 {
        return fail("a pawn on the first or last rank".to_owned());
    }
    let king = Square::lowest(planes.pieces(!side, PieceType::King));
    let occupied = planes.occupied();
    if MatrixBoard::<Token>::attackers(Token, planes, king, side, occupied) != 0 {
        return turn.error(FenField::Side, 0, format!("{} is in check but not to move", !side));
    }
    Ok(())
}

/// Reads the castling rights; a right without its king or rook is dropped with a correction.
pub fn read_castling(
    word: Word<'_>,
    planes: &Planes,
    state: &mut State,
    corrections: &mut Vec<String>,
) -> Result<(), FenError> {
    if word.text == "-" {
        return Ok(());
    }
    for (offset, letter) in word.text.char_indices() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = if color == Color::White { RANK_1 } else { RANK_8 };
        let king = Square::lowest(planes.pieces(color, PieceType::King));
        let rooks = planes.pieces(color, PieceType::Rook) & home;
        let right_of_king = rooks & !(king.bit() | (king.bit() - 1));
        let left_of_king = rooks & (king.bit() - 1);
        let rook = match letter.to_ascii_lowercase() {
            // X-FEN: the outermost rook on that side of the king.
            'k' => {
                (right_of_king != 0).then(|| Square::new(63 - right_of_king.leading_zeros() as u8))
            }
            'q' => (left_of_king != 0).then(|| Square::lowest(left_of_king)),
            file @ 'a'..='h' => {
                state.chess960 = true;
                let square = Square::at(file as u8 - b'a', king.rank());
                (rooks & square.bit() != 0).then_some(square)
            }
            _ => {
                let reason = format!("'{letter}' is not a castling right");
                return word.error(FenField::Castling, offset, reason);
            }
        };
        let (Some(rook), true) = (rook, home & king.bit() != 0) else {
            corrections.push(format!(
                "castling right '{letter}' dropped: no {color} king and rook in place"
            ));
            continue;
        };
        let toward =
            if rook.index() < king.index() { CastlingSide::Queen } else { CastlingSide::King };
        if state.castling.has(color, toward) {
            let reason = format!("'{letter}' names a right twice");
            return word.error(FenField::Castling, offset, reason);
        }
        let classical = king.file() == 4 && rook.file() == [7, 0][toward as usize];
        if !classical {
            if matches!(letter, 'K' | 'Q' | 'k' | 'q') && king.file() == 4 && !state.chess960 {
                corrections.push(format!(
                    "castling right '{letter}' dropped: no {color} rook in its corner"
                ));
                continue;
            }
            state.chess960 = true;
        }
        state.castling.0 |= Castling::bit(color, toward);
        state.castling_rooks[Castling::index(color, toward)] = rook;
    }
    Ok(())
}

/// Reads the square that a pawn has just passed.
pub fn read_en_passant(
    word: Word<'_>,
    planes: &Planes,
    side: Color,
    corrections: &mut Vec<String>,
) -> Result<Option<Square>, FenError> {
    if word.text == "-" {
        return Ok(None);
    }
    let Some(target) = Square::parse(word.text) else {
        let reason = format!("'{}' is neither a square nor '-'", word.text);
        return word.error(FenField::EnPassant, 0, reason);
    };
    let expected = if side == Color::White { 5 } else { 2 };
    if target.rank() != expected {
        let reason = format!("{target} is not on rank {}", expected + 1);
        return word.error(FenField::EnPassant, 0, reason);
    }
    let pawn = Square::new(target.index() as u8 ^ 8);
    let start = Square::new(target.index() as u8 ^ 8 ^ 16);
    let in_place = planes.pieces(!side, PieceType::Pawn) & pawn.bit() != 0
        && planes.occupied() & (target.bit() | start.bit()) == 0;
    if !in_place {
        corrections.push(format!("en passant square {target} dropped: no pawn has just passed it"));
        return Ok(None);
    }
    Ok(Some(target))
}

/// The largest counter that is accepted. As many moves can follow before a counter overflows.
const LARGEST: u32 = i32::MAX as u32;

/// Reads a counter.
pub fn read_number(word: Word<'_>, field: FenField) -> Result<u32, FenError> {
    let digits = !word.text.is_empty() && word.text.bytes().all(|b| b.is_ascii_digit());
    let value = digits.then(|| word.text.parse::<u32>().ok()).flatten();
    match value {
        Some(value) if value <= LARGEST => Ok(value),
        _ => {
            let reason = format!("'{}' is not a number from 0 to {LARGEST}", word.text);
            word.error(field, 0, reason)
        }
    }
}

/// Reads the number of the move; 0 is corrected to 1.
pub fn read_fullmove(word: Word<'_>, corrections: &mut Vec<String>) -> Result<u32, FenError> {
    let number = read_number(word, FenField::Fullmove)?;
    if number == 0 {
        corrections.push("move number 0 taken as 1".to_owned());
    }
    Ok(number.max(1))
}
