//! Origins of a bit: the pieces that set it, and the squares that their rays go through.

use nucleus_core::board::{Board, RulesBoard, attacks};
use nucleus_core::kernels::portable::Token;
use nucleus_core::matrix::{InfluenceKind, Planes, cell};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Bitboard, Color, PieceType, Square};

/// A piece that sets a bit of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Number of the bit.
    pub bit: u8,
    /// Square of the piece; a king for [`cell::APPROACHES`] and [`cell::SENSORS`].
    pub piece: Square,
    /// Squares between the piece and the cell.
    pub ray: Bitboard,
}

/// Returns every piece that sets a bit of a square's cell, highest bit first. The bits are those of
/// the definition, not of a kernel: a bit that a faulty kernel sets has no origin.
pub fn origins(planes: &Planes, side: Color, square: Square) -> Vec<Origin> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for piece in squares(planes.pieces(color, kind)) {
                let ray = attacks::between(piece, square);
                let bits = bits_of(planes, side, color, kind, piece, square);
                found.extend(bits.into_iter().map(|bit| Origin { bit, piece, ray }));
            }
        }
    }
    found.sort_by_key(|origin| std::cmp::Reverse(origin.bit));
    found
}

/// Returns the bits that a piece sets in the cell of a square.
fn bits_of(
    planes: &Planes,
    side: Color,
    color: Color,
    kind: PieceType,
    from: Square,
    square: Square,
) -> Vec<u8> {
    let occupied = planes.occupied();
    let has = |set: Bitboard| set & square.bit() != 0;
    let number = |bit: cell::Cell| bit.trailing_zeros() as u8;
    let mut bits = Vec::new();
    if from == square {
        bits.extend([cell::FIGURE, cell::piece_bit(color, kind)].map(number));
    }
    let reached = match kind {
        PieceType::Pawn => attacks::pawns(color, from.bit()),
        _ => RulesBoard::piece_attacks(Token, kind, from, occupied),
    };
    if has(reached) {
        let influence = match kind {
            PieceType::Pawn => InfluenceKind::Pawn,
            PieceType::Knight => InfluenceKind::Knight,
            PieceType::Bishop => InfluenceKind::Bishop,
            PieceType::Rook if from.rank() == square.rank() => InfluenceKind::RookRank,
            PieceType::Rook => InfluenceKind::RookFile,
            PieceType::Queen => InfluenceKind::Queen,
            PieceType::King => InfluenceKind::King,
        };
        bits.push((cell::influence_shift(color) + 6 - influence as u32) as u8);
    }
    if kind == PieceType::King {
        let (diagonal, orthogonal) = if color == side {
            (cell::SENSOR_DIAGONAL, cell::SENSOR_ORTHOGONAL)
        } else {
            (cell::KING_DIAGONAL, cell::KING_ORTHOGONAL)
        };
        let seen = [
            (attacks::bishop(from, occupied), diagonal),
            (attacks::rook(from, occupied), orthogonal),
            (if color == side { 0 } else { attacks::knight(from) }, cell::KING_KNIGHT),
        ];
        bits.extend(seen.iter().filter(|(set, _)| has(*set)).map(|(_, bit)| number(*bit)));
    }
    bits
}
