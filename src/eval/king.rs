//! King safety and king centralization (section III.B).

use super::matrices::KING_ENDGAME;
use super::sets::{ahead, size};
use super::tally::Tally;
use super::weights::Weight;
use crate::matrix::{Influence, InfluenceKind, Planes};
use crate::types::bitboard::{east, west};
use crate::types::{Bitboard, Color, PieceType, Square};

/// The pawns before the king, those of the enemy that storm it, and its files without pawns.
#[inline(always)]
pub(super) fn shelter<T: Tally>(planes: &Planes, files: [u8; 2], tally: &mut T) {
    let white = Shelter::of(planes, files, Color::White);
    let black = Shelter::of(planes, files, Color::Black);
    tally.count(Weight::ShieldNear, white.near, black.near);
    tally.count(Weight::ShieldFar, white.far, black.far);
    tally.count(Weight::StormNear, white.storm_near, black.storm_near);
    tally.count(Weight::StormFar, white.storm_far, black.storm_far);
    tally.count(Weight::OpenFile, white.open, black.open);
}

struct Shelter {
    near: i32,
    far: i32,
    storm_near: i32,
    storm_far: i32,
    open: i32,
}

impl Shelter {
    #[inline(always)]
    fn of(planes: &Planes, files: [u8; 2], color: Color) -> Self {
        let king = planes.of(color, PieceType::King);
        let row = king | east(king) | west(king);
        let first = ahead(color, row);
        let second = ahead(color, first);
        let third = ahead(color, second);
        let own = planes.of(color, PieceType::Pawn);
        let enemy = planes.of(!color, PieceType::Pawn);
        // The row lies on one rank; the product gathers its files in the highest byte.
        let king_files = (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
        Self {
            near: size(own & first),
            far: size(own & second),
            storm_near: size(enemy & (first | second)),
            storm_far: size(enemy & third),
            open: (king_files & !files[color.index()]).count_ones() as i32,
        }
    }
}

/// Attackers and defenders in the kings' zones: a king's own squares and the rank beyond them.
#[inline(always)]
pub(super) fn attack<T: Tally>(planes: &Planes, influence: &Influence, tally: &mut T) {
    let white = danger(Color::White, planes, influence);
    let black = danger(Color::Black, planes, influence);
    tally.pick(Weight::Danger0, white, black);
    let pieces = !(planes.kind(PieceType::Pawn) | planes.kind(PieceType::King));
    tally.count(
        Weight::Defender,
        size(pieces & planes.color(Color::White) & zone(influence, Color::White)),
        size(pieces & planes.color(Color::Black) & zone(influence, Color::Black)),
    );
}

#[inline(always)]
fn zone(influence: &Influence, color: Color) -> Bitboard {
    let ring = influence.of(color, InfluenceKind::King);
    ring | ahead(color, ring)
}

/// The units of attack on the king of a colour, 0 to 15: squares of its zone that each kind of
/// enemy piece influences, and twice those that only the king defends. Half without a queen.
#[inline(always)]
fn danger(color: Color, planes: &Planes, influence: &Influence) -> usize {
    let enemy = !color;
    let zone = zone(influence, color);
    let rooks =
        influence.of(enemy, InfluenceKind::RookRank) | influence.of(enemy, InfluenceKind::RookFile);
    let queen = influence.of(enemy, InfluenceKind::Queen);
    let minors = (influence.of(enemy, InfluenceKind::Knight) & zone).count_ones()
        + (influence.of(enemy, InfluenceKind::Bishop) & zone).count_ones();
    let majors = (rooks & zone).count_ones() + (queen & zone).count_ones();
    let defended = influence.of(color, InfluenceKind::Pawn)
        | influence.of(color, InfluenceKind::Knight)
        | influence.of(color, InfluenceKind::Bishop)
        | influence.of(color, InfluenceKind::RookRank)
        | influence.of(color, InfluenceKind::RookFile)
        | influence.of(color, InfluenceKind::Queen);
    let weak = influence.of(color, InfluenceKind::King) & influence.all(enemy) & !defended;
    let units = minors + majors + 2 * weak.count_ones();
    let queenless = planes.of(enemy, PieceType::Queen) == 0;
    (units >> u32::from(queenless)).min(15) as usize
}

/// In pawn endings the king's place counts more than ever.
#[inline(always)]
pub(super) fn pawn_ending<T: Tally>(planes: &Planes, tally: &mut T) {
    let [white, black] = Color::ALL.map(|color| {
        let square = Square::lowest(planes.of(color, PieceType::King));
        KING_ENDGAME[square.relative(!color).index()] / 4
    });
    tally.count(Weight::PawnEnding, white, black);
}
