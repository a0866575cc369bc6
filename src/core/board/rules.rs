use crate::matrix::Planes;
use crate::types::Bitboard;
use crate::types::bitboard::{DARK_SQUARES, several};

/// Returns true if no sequence of moves can mate: bare kings, one minor piece, or only bishops on
/// squares of one colour.
#[inline(always)]
pub fn is_dead(planes: &Planes) -> bool {
    let [pawns, knights, bishops, rooks, queens, _, _, _] = planes.0;
    if pawns | rooks | queens != 0 {
        return false;
    }
    let same_colour = |set: Bitboard| set & DARK_SQUARES == 0 || set & !DARK_SQUARES == 0;
    if knights == 0 { same_colour(bishops) } else { bishops == 0 && !several(knights) }
}
