//! Threats: pieces attacked by less valuable ones, and hanging pieces (Umko, section 2.4).

use super::sides::Sides;
use crate::kernels::Kernel;
use crate::kernels::pairs::Pair;
use crate::matrix::InfluenceKind;
use crate::types::PieceType;

/// Returns four sets of each colour's targets: pieces that pawns attack, rooks and queens that minor
/// pieces attack, hanging pawns, and hanging pieces.
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
