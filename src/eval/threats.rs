//! Threats: men attacked by less, and men that hang (Umko, section 2.4).

use super::sets::size;
use super::tally::Tally;
use super::weights::Weight;
use crate::matrix::{Influence, InfluenceKind, Planes};
use crate::types::{Bitboard, Color};

/// What one colour attacks of the other's.
struct Threats {
    pawn_on_minor: Bitboard,
    pawn_on_major: Bitboard,
    minor_on_major: Bitboard,
    rook_on_queen: Bitboard,
    hanging_pawn: Bitboard,
    hanging_piece: Bitboard,
}

impl Threats {
    #[inline(always)]
    fn by(color: Color, planes: &Planes, influence: &Influence) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, _, _] = planes.0;
        let enemy = planes.color(!color);
        let majors = (rooks | queens) & enemy;
        let by_pawn = influence.of(color, InfluenceKind::Pawn);
        let by_minor =
            influence.of(color, InfluenceKind::Knight) | influence.of(color, InfluenceKind::Bishop);
        let by_rook = influence.of(color, InfluenceKind::RookRank)
            | influence.of(color, InfluenceKind::RookFile);
        let hanging = enemy & influence.all(color) & !influence.all(!color);
        Self {
            pawn_on_minor: (knights | bishops) & enemy & by_pawn,
            pawn_on_major: majors & by_pawn,
            minor_on_major: majors & by_minor,
            rook_on_queen: queens & enemy & by_rook,
            hanging_pawn: hanging & pawns,
            hanging_piece: hanging & !(pawns | kings),
        }
    }
}

/// Every threat of both colours.
#[inline(always)]
pub(super) fn all<T: Tally>(planes: &Planes, influence: &Influence, tally: &mut T) {
    let white = Threats::by(Color::White, planes, influence);
    let black = Threats::by(Color::Black, planes, influence);
    tally.count(Weight::PawnOnMinor, size(white.pawn_on_minor), size(black.pawn_on_minor));
    tally.count(Weight::PawnOnMajor, size(white.pawn_on_major), size(black.pawn_on_major));
    tally.count(Weight::MinorOnMajor, size(white.minor_on_major), size(black.minor_on_major));
    tally.count(Weight::RookOnQueen, size(white.rook_on_queen), size(black.rook_on_queen));
    tally.count(Weight::HangingPawn, size(white.hanging_pawn), size(black.hanging_pawn));
    tally.count(Weight::HangingPiece, size(white.hanging_piece), size(black.hanging_piece));
}
