use super::development::weight_of_place;
use super::matrices::{BISHOP, KING_ENDGAME, KING_MIDDLEGAME, KNIGHT, PAWN, QUEEN, ROOK};
use super::pawns::Structure;
use super::weights::{MATERIAL, PHASE, PackedScore, VALUES, Weight, pair, unpack};
use crate::board::{Board, Castling, CastlingSide, State};
use crate::kernels::portable;
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Color, Move, PieceType, Square};

/// What one man on one square adds, in one word so that one addition does all: from the lowest
/// bits, 16 each, its place in the middlegame and in the endgame, its material, its phase.
type Man = i64;

/// The matrices of each kind, for the middlegame and for the endgame.
const MATRICES: [[&[i32; 64]; 2]; 6] = [
    [&PAWN, &PAWN],
    [&KNIGHT, &KNIGHT],
    [&BISHOP, &BISHOP],
    [&ROOK, &ROOK],
    [&QUEEN, &QUEEN],
    [&KING_MIDDLEGAME, &KING_ENDGAME],
];

/// Every man on every square, White's positive.
static MEN: [[[Man; 64]; 6]; 2] = {
    let mut table = [[[0; 64]; 6]; 2];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let place = place(kind, square);
            let (material, phase) = (MATERIAL[kind], PHASE[kind]);
            table[0][kind][square] = word(place, material, phase);
            table[1][kind][square ^ 56] = word(place.wrapping_neg(), -material, phase);
            square += 1;
        }
        kind += 1;
    }
    table
};

/// What a white man's square is worth: its entry in its matrices, weighed, and what the terms of
/// development say of the square alone.
const fn place(kind: usize, square: usize) -> PackedScore {
    let mut place = matrix_entry(kind, square);
    if let Some(weight) = weight_of_place(PieceType::from_index(kind), Square::new(square as u8)) {
        place += VALUES[weight as usize];
    }
    place
}

/// A white man's entry in its matrices, weighed.
const fn matrix_entry(kind: usize, square: usize) -> PackedScore {
    let [middlegame, endgame] = MATRICES[kind];
    let (first, second) = unpack(VALUES[Weight::PawnMatrix as usize + kind]);
    // The matrices are printed with the eighth rank first.
    pair(weighed(middlegame[square ^ 56], first), weighed(endgame[square ^ 56], second))
}

/// An entry in 64ths of a weight, to the nearest.
const fn weighed(entry: i32, weight: i32) -> i32 {
    let product = entry * weight;
    if product < 0 { (product - 32) / 64 } else { (product + 32) / 64 }
}

const fn word(place: PackedScore, material: i32, phase: i32) -> Man {
    ((pair(material, phase) as i64) << 32) + place as i64
}

#[inline(always)]
fn man(color: Color, kind: PieceType, square: Square) -> Man {
    MEN[color.index()][kind.index()][square.index()]
}

/// The value of a white man's square by the matrices alone: middlegame, endgame.
pub(super) fn place_of(kind: PieceType, square: Square) -> (i32, i32) {
    unpack(matrix_entry(kind.index(), square.index()))
}

/// The parts of the evaluation that are kept from ply to ply: material, piece-square values and
/// phase by a few additions a move, pawn structure computed again only when it may have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accumulator {
    men: Man,
    structure: Structure,
}

impl Accumulator {
    /// The phase from which on all is middlegame: 27 pawns' worth of pieces a side. Halfway to
    /// it, at 13½, middlegame and endgame weigh the same: the paper's limit of 12 to 15 pawns,
    /// made smooth. No row of the data table: all other rows are weighed by it.
    pub const FULL_PHASE: i32 = 54;

    /// From scratch.
    pub fn of(planes: &Planes) -> Self {
        let mut men = 0;
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in squares(planes.of(color, kind)) {
                    men += man(color, kind, square);
                }
            }
        }
        Self { men, structure: Structure::of(portable::Token, planes) }
    }

    /// After a legal move of `board`, which leads to `child`; the child need not be rebuilt.
    #[inline(always)]
    pub fn after<B: Board>(&self, board: &B, chess_move: Move, child: &B) -> Self {
        let side = board.side();
        let (from, to) = (chess_move.from(), chess_move.to());
        let moved = board.kind_on(from);
        let mut men = self.men - man(side, moved, from);
        let mut placed = moved;
        let mut pawns_changed = moved == PieceType::Pawn;
        if !chess_move.is_quiet() {
            if chess_move.is_capture() {
                let (kind, square) = if chess_move.is_en_passant() {
                    (PieceType::Pawn, Square::new(to.index() as u8 ^ 8))
                } else {
                    (board.kind_on(to), to)
                };
                men -= man(!side, kind, square);
                pawns_changed |= kind == PieceType::Pawn;
            }
            if chess_move.is_promotion() {
                placed = chess_move.promotion_type();
            }
        } else if chess_move.is_castle() {
            let toward = CastlingSide::of(chess_move);
            let rook = board.state().castling_rooks[Castling::index(side, toward)];
            men += man(side, PieceType::Rook, State::rook_target(side, toward))
                - man(side, PieceType::Rook, rook);
        }
        men += man(side, placed, to);
        let structure = if pawns_changed {
            Structure::of(child.kernel(), child.planes())
        } else if moved == PieceType::King {
            self.structure.with_kings(child.kernel(), child.planes())
        } else {
            self.structure
        };
        Self { men, structure }
    }

    /// Piece-square values and pawn structure, White positive.
    #[inline(always)]
    pub(super) fn position(&self) -> PackedScore {
        (self.men as PackedScore).wrapping_add(self.structure.score())
    }

    #[inline(always)]
    pub(super) fn structure(&self) -> &Structure {
        &self.structure
    }

    /// White's material less Black's in centipawns, and the pieces of both in pawns.
    #[inline(always)]
    pub(super) fn material(&self) -> (i32, i32) {
        let place = i64::from(self.men as PackedScore);
        unpack(((self.men - place) >> 32) as PackedScore)
    }

    /// How much of the middlegame is left, 0 to [`Accumulator::FULL_PHASE`].
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.material().1.min(Self::FULL_PHASE)
    }
}
