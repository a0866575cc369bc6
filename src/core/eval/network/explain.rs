//! A network's value of a position, piece by piece.

use std::fmt;

use super::reference::value;
use super::weights::Network;
use crate::matrix::Planes;
use crate::types::{Color, Piece, PieceType, Square};

/// A piece's worth to a network: how far the value falls if the piece is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceWorth {
    /// Square of the piece.
    pub square: Square,
    /// The piece, never a king.
    pub piece: Piece,
    /// The worth in centipawns, White positive.
    pub worth: i32,
}

/// A network's value of a position, and each piece's worth in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkExplanation {
    /// The value in centipawns, White positive.
    pub value: i32,
    /// The pieces without the kings, by square.
    pub pieces: Vec<PieceWorth>,
}

/// Explains a network's value of a position: removes each piece in turn and evaluates.
pub fn explain(network: &Network, planes: &Planes, side: Color) -> NetworkExplanation {
    let white = |planes: &Planes| {
        let value = value(network, planes, side);
        if side == Color::White { value } else { -value }
    };
    let total = white(planes);
    let pieces = Square::all().filter_map(|square| {
        let piece = planes.piece_at(square).filter(|piece| piece.kind != PieceType::King)?;
        let mut without = *planes;
        without.clear(square);
        Some(PieceWorth { square, piece, worth: total - white(&without) })
    });
    NetworkExplanation { value: total, pieces: pieces.collect() }
}

/// Prints a board with each piece's worth in pawns, and the value below it.
impl fmt::Display for NetworkExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write!(f, "{} ", rank + 1)?;
            for file in 0..8 {
                let square = Square::at(file, rank);
                match self.pieces.iter().find(|piece| piece.square == square) {
                    Some(PieceWorth { piece, worth, .. }) => {
                        let worth = f64::from(*worth) / 100.0;
                        write!(f, " {}{worth:+6.2}", piece.letter())?;
                    }
                    None => write!(f, "{:>8}", ".")?,
                }
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        ('a'..='h').try_for_each(|file| write!(f, "{file:>8}"))?;
        write!(f, "\n\nNetwork     {:+} centipawns, White positive", self.value)
    }
}
