//! Children (positions after a move) that a level makes in registers: their planes and move counts.

use super::mobility::{Mover, count_others};
use crate::kernels::Parent;
use crate::matrix::Planes;
use crate::types::{Bitboard, Color, Move, MoveList, PieceType};

/// Data of the side to move in a child (the position after a move), for counting its moves.
pub struct Child {
    /// Number of the sliders' target squares, summed over the sliders.
    pub slides: u32,
    /// Pieces of the side to move that a slider pins to the king.
    pub pinned: Bitboard,
    /// The squares that the other side influences.
    pub influence: Bitboard,
}

/// Counts the children's legal moves, except en passant. `make` makes a child from the move and the
/// pieces of the replying side, and writes its cells. A move whose child is in check or has a
/// pinned slider is appended to `rest`, and the child's moves are not counted.
#[inline(always)]
pub fn count(
    parent: &Parent<'_>,
    moves: &[Move],
    rest: &mut MoveList,
    mut make: impl FnMut(Move, Bitboard) -> Child,
) -> u64 {
    let Parent { planes, castlings, .. } = parent;
    let side = !parent.side;
    let (own, enemy) = (planes.color(side), planes.color(parent.side));
    let (pawns, knights) =
        (planes.pieces(side, PieceType::Pawn), planes.pieces(side, PieceType::Knight));
    let king = planes.pieces(side, PieceType::King);
    let sliders = planes.diagonal_sliders(side) | planes.orthogonal_sliders(side);
    let mut total = 0;
    for &chess_move in moves {
        let (from, to) = (chess_move.from().bit(), chess_move.to().bit());
        let own = own & !to;
        let child = make(chess_move, own);
        let mover = Mover {
            pawns: pawns & !to,
            knights: knights & !to,
            own,
            enemy: enemy & !from | to,
            pinned: child.pinned,
            enemy_influence: child.influence,
            king: king.trailing_zeros() as usize & 63,
        };
        let mut count = child.slides + count_others(&mover, side);
        if let Some(castlings) = castlings {
            for path in castlings {
                let obstacles = (own | mover.enemy) & path.empty
                    | mover.enemy_influence & path.safe
                    | to & path.rook;
                count += u32::from(obstacles == 0);
            }
        }
        // No branch: checks in children are unpredictable.
        let is_hard = (mover.enemy_influence & king) | (mover.pinned & sliders) != 0;
        total += u64::from(count) & u64::from(!is_hard).wrapping_neg();
        rest.push_if(chess_move, is_hard);
    }
    total
}

/// The two planes of a piece as all ones, by colour and type.
pub static PIECE_LANES: [[Planes; 6]; 2] = {
    let mut table = [[Planes::EMPTY; 6]; 2];
    let mut index = 0;
    while index < 12 {
        table[index / 6][index % 6].0[index % 6] = !0;
        table[index / 6][index % 6].0[6 + index / 6] = !0;
        index += 1;
    }
    table
};

/// Returns the moving piece's two planes as all ones; the other planes are empty.
#[inline(always)]
pub fn placed(parent: &Parent<'_>, chess_move: Move) -> &'static Planes {
    let kind = parent.cells.kind_on(chess_move.from());
    &PIECE_LANES[parent.side.index()][kind.index()]
}

/// Returns all ones for the side that moves, by colour.
#[inline(always)]
pub fn moving(side: Color) -> [Bitboard; 2] {
    Color::ALL.map(|color| u64::from(color == side).wrapping_neg())
}
