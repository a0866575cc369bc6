//! Masked pieces (section III.A, figure 1): those that shield their king or queen from a slider.

use super::sets::size;
use super::sides::Sides;
use super::tally::Tally;
use super::weights::Weight;
use crate::board::{Board, attacks};
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::{InfluenceKind, Planes};
use crate::types::bitboard::{RANK_1, several, squares};
use crate::types::{Bitboard, Color, PieceType, Square};

/// The rows of mobility, in the order of [`Masks::off`].
pub(super) const MOBILITY: [Weight; 5] = [
    Weight::KnightMobility,
    Weight::BishopMobility,
    Weight::RankMobility,
    Weight::FileMobility,
    Weight::QueenMobility,
];

/// Counts pieces that shield their king or queen, those that shield on two lines, and the mobility
/// that they lose: a piece has none outside the lines on which it shields.
#[inline(always)]
pub(super) fn masked<B: Board, T: Tally>(board: &B, sides: &Sides<'_, B::Kernel>, tally: &mut T) {
    let [kings, queens] = candidates(sides);
    let [white, black] = (kings | queens).values();
    if white | black == 0 {
        return;
    }
    let (kings, queens) = (kings.values(), queens.values());
    let white = Masks::new(board, Color::White, kings[0], queens[0]);
    let black = Masks::new(board, Color::Black, kings[1], queens[1]);
    if white.masked | black.masked == 0 {
        return;
    }
    tally.count(Weight::Masked, white.king, black.king);
    tally.count(Weight::MaskedQueen, white.queen, black.queen);
    tally.count(Weight::MaskedTwice, size(white.twice), size(black.twice));
    let (white, black) = (white.lost(board, Color::White), black.lost(board, Color::Black));
    let mut row = 0;
    while row < MOBILITY.len() {
        tally.count(MOBILITY[row], -size(white[row]), -size(black[row]));
        row += 1;
    }
}

/// Returns all masked pieces and few others, without a walk along rays. The first set has pieces on
/// the king's diagonals or orthogonals: an enemy slider of the kind attacks the piece, and one is
/// on these lines. The second has pieces that an own queen and an enemy rook or bishop influence.
#[inline(always)]
fn candidates<K: Kernel>(sides: &Sides<'_, K>) -> [K::Pair; 2] {
    let king = |color| Square::lowest(sides.planes.pieces(color, PieceType::King));
    let (white, black) = (king(Color::White), king(Color::Black));
    let diagonals = sides.pair(attacks::diagonals(white), attacks::diagonals(black));
    let straights = sides.pair(attacks::orthogonals(white), attacks::orthogonals(black));
    let queens = sides.kind(PieceType::Queen);
    let bishop = sides.influence(InfluenceKind::Bishop);
    let rook = sides.influence(InfluenceKind::RookRank) | sides.influence(InfluenceKind::RookFile);
    let queen = sides.influence(InfluenceKind::Queen);
    let diagonal_sliders = sides.enemy() & (sides.kind(PieceType::Bishop) | queens);
    let straight_sliders = sides.enemy() & (sides.kind(PieceType::Rook) | queens);
    let diagonal = diagonals.where_any(diagonal_sliders & diagonals);
    let straight = straights.where_any(straight_sliders & straights);
    let pieces = sides.own & !(sides.kind(PieceType::Pawn) | sides.kind(PieceType::King));
    [
        pieces & (diagonal & (bishop | queen).swapped() | straight & (rook | queen).swapped()),
        pieces & queen & (bishop | rook).swapped(),
    ]
}

/// A colour's masks. A mask is a line on which a piece shields its king or queen.
#[derive(Default)]
struct Masks {
    /// Number of masks of the king.
    king: i32,
    /// Number of masks of queens, by rooks and bishops.
    queen: i32,
    /// The squares of masked pieces.
    masked: Bitboard,
    /// Pieces with two masks or more.
    twice: Bitboard,
    /// Attacks outside the attacker's masks: by knights, bishops, rooks along ranks and along
    /// files, queens.
    off: [Bitboard; 5],
}

impl Masks {
    /// Computes the masks of a rebuilt board among the candidates towards the king and towards queens.
    #[inline(always)]
    fn new<B: Board>(board: &B, color: Color, to_king: Bitboard, to_queens: Bitboard) -> Self {
        let mut masks = Self::default();
        let planes = board.planes();
        let enemy = planes.color(!color);
        let [_, _, bishops, rooks, queens, _, _, _] = planes.0;
        if to_king != 0 {
            let snipers = [enemy & (bishops | queens), enemy & (rooks | queens)];
            masks.king = masks.add(board, board.king(color), snipers, to_king);
        }
        if to_queens != 0 {
            // Queens do not mask: the attacked queen could capture an enemy queen.
            let snipers = [enemy & bishops, enemy & rooks];
            for queen in squares(planes.pieces(color, PieceType::Queen)) {
                masks.queen += masks.add(board, queen, snipers, to_queens);
            }
        }
        masks
    }

    /// Adds the masks towards a square by diagonal and by orthogonal sliders, and counts them.
    #[inline(always)]
    fn add<B: Board>(
        &mut self,
        board: &B,
        target: Square,
        sliders: [Bitboard; 2],
        candidates: Bitboard,
    ) -> i32 {
        let occupied = board.planes().occupied();
        let snipers =
            attacks::diagonals(target) & sliders[0] | attacks::orthogonals(target) & sliders[1];
        let mut count = 0;
        for sniper in squares(snipers) {
            let shield = attacks::between(target, sniper) & occupied;
            if several(shield) || shield & candidates == 0 {
                continue;
            }
            count += 1;
            self.twice |= self.masked & shield;
            self.masked |= shield;
            let mask = attacks::through(target, sniper);
            add_reach(board, Square::lowest(shield), !mask, &mut self.off);
        }
        count
    }

    /// Returns, for each row of mobility, the squares that only masked pieces reach, and only outside
    /// their masks.
    #[inline(always)]
    fn lost<B: Board>(&self, board: &B, color: Color) -> [Bitboard; 5] {
        let mut lost = [0; 5];
        if self.masked == 0 {
            return lost;
        }
        let planes = board.planes();
        let own = planes.color(color);
        let safe = !(own | board.influence().squares(!color, InfluenceKind::Pawn));
        for square in squares(own & !self.masked & same_kinds(planes, self.masked)) {
            add_reach(board, square, safe, &mut lost);
        }
        let mut row = 0;
        while row < lost.len() {
            lost[row] = self.off[row] & safe & !lost[row];
            row += 1;
        }
        lost
    }
}

/// Returns all pieces of the types that a set has.
#[inline(always)]
fn same_kinds(planes: &Planes, set: Bitboard) -> Bitboard {
    let [_, knights, bishops, rooks, queens, _, _, _] = planes.0;
    let all = |kind: Bitboard| if kind & set == 0 { 0 } else { kind };
    all(knights) | all(bishops) | all(rooks) | all(queens)
}

/// Adds a piece's attacks within `limit` to its type's set.
#[inline(always)]
fn add_reach<B: Board>(board: &B, square: Square, limit: Bitboard, reach: &mut [Bitboard; 5]) {
    let kernel = board.kernel();
    let occupied = board.planes().occupied();
    match board.kind_on(square) {
        PieceType::Knight => reach[0] |= attacks::knight(square) & limit,
        PieceType::Bishop => reach[1] |= B::bishop_attacks(kernel, square, occupied) & limit,
        PieceType::Rook => {
            let attacked = B::rook_attacks(kernel, square, occupied) & limit;
            let rank = RANK_1 << (8 * u32::from(square.rank()));
            reach[2] |= attacked & rank;
            reach[3] |= attacked & !rank;
        }
        PieceType::Queen => reach[4] |= B::queen_attacks(kernel, square, occupied) & limit,
        PieceType::Pawn | PieceType::King => {}
    }
}
