use super::weights;
use crate::board::{Board, Castling, State};
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Color, Move, PieceType, Square};

/// Middlegame and endgame in one word, the endgame in the upper half, so that one addition does
/// both.
type Pair = i32;

const fn pair(middlegame: i32, endgame: i32) -> Pair {
    (endgame << 16) + middlegame
}

/// Material and piece-square value of every man on every square, White positive.
static PLACEMENT: [[[Pair; 64]; 6]; 2] = {
    let matrices = [
        [&weights::PAWN, &weights::PAWN],
        [&weights::KNIGHT, &weights::KNIGHT],
        [&weights::BISHOP, &weights::BISHOP],
        [&weights::ROOK, &weights::ROOK],
        [&weights::QUEEN, &weights::QUEEN],
        [&weights::KING_MIDDLEGAME, &weights::KING_ENDGAME],
    ];
    let mut table = [[[0; 64]; 6]; 2];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let value = weights::MATERIAL[kind];
            let [middlegame, endgame] = matrices[kind];
            // The matrices are printed with the eighth rank first.
            let both = pair(value + middlegame[square ^ 56], value + endgame[square ^ 56]);
            table[0][kind][square] = both;
            table[1][kind][square ^ 56] = -both;
            square += 1;
        }
        kind += 1;
    }
    table
};

/// The parts of the evaluation that a move changes by a few additions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accumulator {
    placement: Pair,
    phase: i32,
}

impl Accumulator {
    /// The phase with all men on the board.
    pub const FULL_PHASE: i32 = 24;

    /// From scratch.
    pub fn of(planes: &Planes) -> Self {
        let mut accumulator = Self::default();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in squares(planes.of(color, kind)) {
                    accumulator.placement += man(color, kind, square);
                    accumulator.phase += weights::PHASE[kind.index()];
                }
            }
        }
        accumulator
    }

    /// After a legal move of `board`, which leads to `child`.
    #[inline(always)]
    pub fn after<B: Board>(&self, board: &B, chess_move: Move, _child: &B) -> Self {
        let side = board.side();
        let (from, to) = (chess_move.from(), chess_move.to());
        let moved = board.kind_on(from);
        let mut placement = self.placement - man(side, moved, from);
        let mut phase = self.phase;
        let mut placed = moved;
        if !chess_move.is_quiet() {
            if chess_move.is_capture() {
                let (kind, square) = if chess_move.is_en_passant() {
                    (PieceType::Pawn, Square::new(to.index() as u8 ^ 8))
                } else {
                    (board.kind_on(to), to)
                };
                placement -= man(!side, kind, square);
                phase -= weights::PHASE[kind.index()];
            }
            if chess_move.is_promotion() {
                placed = chess_move.promotion_type();
                phase += weights::PHASE[placed.index()];
            }
        } else if chess_move.is_castle() {
            let wing = usize::from(chess_move.kind_bits() & 1 == 1);
            let rook = board.state().castling_rooks[Castling::index(side, wing)];
            placement += man(side, PieceType::Rook, State::rook_target(side, wing))
                - man(side, PieceType::Rook, rook);
        }
        Self { placement: placement + man(side, placed, to), phase }
    }

    /// Material and piece-square values, White positive: middlegame, endgame.
    #[inline(always)]
    pub fn placement(&self) -> (i32, i32) {
        let middlegame = i32::from(self.placement as i16);
        (middlegame, (self.placement - middlegame) >> 16)
    }

    /// How much of the middlegame is left, 0 to [`Accumulator::FULL_PHASE`].
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.phase.min(Self::FULL_PHASE)
    }
}

#[inline(always)]
fn man(color: Color, kind: PieceType, square: Square) -> Pair {
    PLACEMENT[color.index()][kind.index()][square.index()]
}
