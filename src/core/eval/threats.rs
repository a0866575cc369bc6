//! Threats: pieces attacked by less, and pieces that hang (Umko, section 2.4).

use super::sides::Sides;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::InfluenceKind;
use crate::types::PieceType;

/// Returns each colour's attacks on the other's pieces: pieces by pawns, rooks and queens by minor
/// pieces; pawns and pieces that hang.
#[inline(always)]
pub(super) fn all<K: Kernel>(sides: &Sides<'_, K>) -> [K::Pair; 4] {
    let enemy = sides.enemy() & !sides.kind(PieceType::King);
    let pawns = sides.kind(PieceType::Pawn);
    let majors = sides.kind(PieceType::Rook) | sides.kind(PieceType::Queen);
    let by_minor = sides.influence(InfluenceKind::Knight) | sides.influence(InfluenceKind::Bishop);
    let influence = sides.influence(InfluenceKind::All);
    let hanging = enemy & influence & !influence.swapped();
    [
        enemy & !pawns & sides.influence(InfluenceKind::Pawn),
        majors & enemy & by_minor,
        hanging & pawns,
        hanging & !pawns,
    ]
}
