//! Good captures one at a time, like [`crate::movegen::GoodCaptures`] on the other boards.

use super::castling::append_en_passant;
use crate::kernels::Variant;
pub use crate::kernels::axon32::CellCaptures;
use crate::kernels::axon32::{
    CellKernel, MOST_VALUABLE_TAKER, VICTIMS, on_one_ray, pinned_ray, routines,
};
use crate::matrix::cell;
use crate::matrix::record::{self, CellRecord};
use crate::types::{Color, Move, MoveKind, MoveList, PieceType, Square};

/// Returns true if there is certainly no capture of a piece of group `least` or higher, no
/// promotion and no en passant capture.
#[inline(always)]
pub fn are_none<K: CellKernel>(
    kernel: K,
    variant: Variant,
    record: &CellRecord,
    least: usize,
) -> bool {
    if record.flag_on_move & record::EN_PASSANT != 0 || is_promoting(record) {
        return false;
    }
    let side = record.side();
    let groups = VICTIMS.iter().skip(least).fold(0, |all, group| all | group);
    !kernel.has_victims(variant, record, groups << cell::pieces_shift(!side))
}

/// Returns true if a pawn of the side to move is on the rank before the last.
#[inline(always)]
fn is_promoting(record: &CellRecord) -> bool {
    let side = record.side();
    let pawn = cell::piece_bit(side, PieceType::Pawn);
    let first = if side == Color::White { 48 } else { 8 };
    (first..first + 8).fold(0, |all, square| all | record.cell(square)) & pawn != 0
}

/// Appends the moves that come first: promotions to a queen without a capture, then en passant.
#[inline(always)]
pub fn append_first(record: &CellRecord, variant: Variant, list: &mut MoveList) {
    if is_promoting(record) {
        append_promotions(record, list);
    }
    append_en_passant(record, routines(variant), list);
}

#[inline(never)]
fn append_promotions(record: &CellRecord, list: &mut MoveList) {
    let side = record.side();
    let pawn = cell::piece_bit(side, PieceType::Pawn);
    let (first, up) = if side == Color::White { (48, 8) } else { (8, -8) };
    for from in first..first + 8 {
        let to = (from as i32 + up) as u32;
        if record.cell(from) & pawn != 0
            && record.cell(to) & cell::FIGURE == 0
            && (pinned_ray(record, from).is_none() || on_one_ray(record.king(side), from, to))
        {
            let [from, to] = [from, to].map(|square| Square::new(square as u8));
            list.push(Move::new(from, to, MoveKind::PromoteQueen));
        }
    }
}

/// Implements [`crate::movegen::GenerateCaptures::is_good_capture`].
#[inline(always)]
pub fn is_good(record: &CellRecord, capture: Move) -> bool {
    if capture.is_promotion() {
        return capture.promotion_type() == PieceType::Queen;
    }
    if capture.is_en_passant() {
        return true;
    }
    let bits = capture.0 as u32;
    let target = record.cell(bits >> 6 & 63);
    target & cell::influence_mask(!record.side()) == 0
        || cell::kind(record.cell(bits & 63)) as u32
            <= MOST_VALUABLE_TAKER[cell::kind(target).index()]
}
