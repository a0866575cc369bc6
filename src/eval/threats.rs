//! Threats: men attacked by less, and men that hang (Umko, section 2.4).

use super::sets::size;
use super::tally::Tally;
use super::weights::Weight;
use crate::matrix::{Influence, InfluenceKind, Planes};
use crate::types::{Bitboard, Color};

/// What one colour attacks of the other's.
struct Threats {
    by_pawn: Bitboard,
    minor_on_major: Bitboard,
    hanging_pawn: Bitboard,
    hanging_piece: Bitboard,
}

impl Threats {
    #[inline(always)]
    fn by(color: Color, planes: &Planes, influence: &Influence) -> Self {
        let [pawns, _, _, rooks, queens, kings, _, _] = planes.0;
        let enemy = planes.color(!color) & !kings;
        let by_minor =
            influence.of(color, InfluenceKind::Knight) | influence.of(color, InfluenceKind::Bishop);
        let hanging = enemy & influence.all(color) & !influence.all(!color);
        Self {
            by_pawn: enemy & !pawns & influence.of(color, InfluenceKind::Pawn),
            minor_on_major: (rooks | queens) & enemy & by_minor,
            hanging_pawn: hanging & pawns,
            hanging_piece: hanging & !pawns,
        }
    }
}

/// Every threat of both colours.
#[inline(always)]
pub(super) fn all<T: Tally>(planes: &Planes, influence: &Influence, tally: &mut T) {
    let white = Threats::by(Color::White, planes, influence);
    let black = Threats::by(Color::Black, planes, influence);
    tally.count(Weight::PawnOnPiece, size(white.by_pawn), size(black.by_pawn));
    tally.count(Weight::MinorOnMajor, size(white.minor_on_major), size(black.minor_on_major));
    tally.count(Weight::HangingPawn, size(white.hanging_pawn), size(black.hanging_pawn));
    tally.count(Weight::HangingPiece, size(white.hanging_piece), size(black.hanging_piece));
}
