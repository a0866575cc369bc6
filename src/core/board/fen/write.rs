//! Writes a position as FEN.

use super::super::{Castling, CastlingSide, State};
use crate::matrix::Planes;
use crate::types::{Color, Square};

/// Returns the FEN of a position.
pub fn format(planes: &Planes, state: &State) -> String {
    let mut fen = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match planes.piece_at(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        fen.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    fen.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            fen.push((b'0' + empty) as char);
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let castling = format_castling(state);
    let en_passant =
        state.en_passant_named.map_or_else(|| "-".to_owned(), |square| square.to_string());
    fen += &format!(
        " {} {castling} {en_passant} {} {}",
        state.side.letter(),
        state.halfmove,
        state.fullmove
    );
    fen
}

fn format_castling(state: &State) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for toward in CastlingSide::ALL {
            if state.castling.has(color, toward) {
                let letter = if state.chess960 {
                    let rook = state.castling_rooks[Castling::index(color, toward)];
                    (b'a' + rook.file()) as char
                } else {
                    ['k', 'q'][toward as usize]
                };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
