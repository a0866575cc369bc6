//! Origins of a bit: the pieces that set it, and the squares that their rays go through.

use nucleus_core::board::{Board, RulesBoard, attacks};
use nucleus_core::kernels::portable::Token;
use nucleus_core::matrix::{InfluenceKind, Planes, cell};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Bitboard, Color, PieceType, Square};

/// A piece that sets a bit of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The bit.
    pub bit: u8,
    /// Square of the piece; for approaches and sensors this is a king.
    pub piece: Square,
    /// The squares between the piece and the cell, which a ray goes through.
    pub ray: Bitboard,
}

/// Every piece that sets a bit of a square's cell, the highest bit first. What it says is the
/// definition, not what a kernel wrote: a bit that a wrong kernel sets has no origin.
pub fn origins(planes: &Planes, side: Color, square: Square) -> Vec<Origin> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for piece in squares(planes.of(color, kind)) {
                let ray = attacks::between(piece, square);
                let bits = bits_of(planes, side, color, kind, piece, square);
                found.extend(bits.into_iter().map(|bit| Origin { bit, piece, ray }));
            }
        }
    }
    found.sort_by_key(|origin| std::cmp::Reverse(origin.bit));
    found
}

/// The bits that one piece sets in the cell of a square.
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

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::kernels::reference;

    #[test]
    fn every_set_bit_has_an_origin_and_no_other() {
        for fen in [
            nucleus_core::board::START_FEN,
            "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            let setup = Setup::from_fen(fen).expect(fen);
            let (planes, side) = (&setup.planes, setup.state.side);
            let cells = reference::cells(planes, side);
            for square in Square::all() {
                let found = origins(planes, side, square);
                let bits = found.iter().fold(0, |bits, origin| bits | 1 << origin.bit);
                assert_eq!(bits, cells.at(square), "{fen}, {square}");
                // A ray goes through empty squares only.
                for origin in found {
                    assert_eq!(origin.ray & planes.occupied(), 0, "{fen}, {square}: {origin:?}");
                }
            }
        }
    }

    #[test]
    fn a_ray_is_what_lies_between() {
        let setup = Setup::from_fen("4k3/8/8/8/R6r/8/8/4K3 w - - 0 1").expect("valid");
        let at = |name| Square::parse(name).expect(name);
        let rook = origins(&setup.planes, setup.state.side, at("d4"))[0];
        assert_eq!(
            (rook.bit, rook.piece, rook.ray),
            (24, at("a4"), at("b4").bit() | at("c4").bit())
        );
    }
}
