//! Good captures one at a time, like [`crate::movegen::GoodCaptures`] on the other boards.

use super::castling::append_en_passant;
use crate::kernels::Variant;
use crate::kernels::axon32::{CellKernel, SquareWords, Victims, on_one_ray, pinned_ray, routines};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord};
use crate::types::{Color, Move, MoveKind, MoveList, PieceType, Square};

/// For each type of victim, the most valuable piece that captures it without loss when it is defended.
const MOST_VALUABLE_TAKER: [u32; 6] = [0, 2, 2, 3, 4, 4];
/// The piece types of each group of victims, as bits in the order of a colour's piece bits.
const VICTIMS: [Cell; 4] = [0b10_0000, 0b01_1000, 0b00_0100, 0b00_0010];
/// The last piece type of each group.
const LAST_VICTIM: [usize; 4] = [0, 2, 3, 4];
/// The influence bits of each piece type, king lowest.
const INFLUENCE: [Cell; 6] = [0x40, 0x20, 0x10, 0x0c, 0x02, 0x01];

/// The piece types of a set of influence bits, one bit each.
const KINDS: [u8; 128] = {
    let mut table = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut kind = 0;
        while kind < 6 {
            table[bits] |= ((bits as u32 & INFLUENCE[kind] != 0) as u8) << kind;
            kind += 1;
        }
        bits += 1;
    }
    table
};

/// The progress through the captures of a position.
#[derive(Clone, Copy, Debug)]
pub struct CellCaptures {
    /// Group of the victims, 0 to 3.
    pub victim: u32,
    /// The victims of this group that the side to move attacks.
    pub victims: SquareWords,
    /// Type of the attacking pieces.
    pub taker: u32,
    /// Piece types that may capture one of the victims and are not yet tried, one bit each.
    pub takers: u32,
    /// Victims that remain for this piece type.
    pub targets: SquareWords,
    /// Square of the current victim.
    pub target: u32,
    /// Attackers that remain for this victim.
    pub sources: SquareWords,
}

/// Returns true if there is certainly no capture of a piece of this group or a higher one, no
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

/// Returns true for a capture that [`CellCaptures`] returns.
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

impl CellCaptures {
    /// Returns the next capture of a piece of at least this group.
    #[inline(always)]
    pub fn next<K: CellKernel>(
        &mut self,
        kernel: K,
        variant: Variant,
        record: &CellRecord,
        least: u32,
    ) -> Option<Move> {
        // The lowest group may have risen since the last call.
        if self.victim < least {
            return None;
        }
        loop {
            if let Some(from) = self.sources.take_lowest() {
                let promotes = self.taker == 0 && matches!(self.target >> 3, 0 | 7);
                let kind = if promotes { MoveKind::CaptureQueen } else { MoveKind::Capture };
                return Some(Move((from | self.target << 6 | (kind as u32) << 12) as u16));
            }
            if let Some(target) = self.targets.take_lowest() {
                self.target = target;
                let kind = PieceType::from_index((self.taker as usize).min(5));
                self.sources = (routines(variant).takers)(record, target, kind);
                continue;
            }
            if self.takers != 0 {
                self.taker = self.takers.trailing_zeros();
                self.takers &= self.takers - 1;
                self.targets = self.targets_of(record, variant);
                continue;
            }
            if self.victim <= least {
                return None;
            }
            self.victim -= 1;
            self.find_victims(kernel, variant, record);
        }
    }

    /// Finds the victims of the group, and the piece types that may capture one.
    #[inline(always)]
    fn find_victims<K: CellKernel>(&mut self, kernel: K, variant: Variant, record: &CellRecord) {
        let side = record.side();
        let group = (self.victim & 3) as usize;
        let mask = VICTIMS[group] << cell::pieces_shift(!side);
        let limit = MOST_VALUABLE_TAKER[LAST_VICTIM[group]];
        let Victims { low, high, attackers, of_undefended } =
            kernel.find_victims(variant, record, mask);
        self.victims = SquareWords { low, high };
        let kinds = |influence: u32| u32::from(KINDS[(influence & 0x7f) as usize]);
        self.takers |= kinds(attackers) & ((2 << limit) - 1) | kinds(of_undefended);
    }

    /// Returns the victims that the current piece type may capture.
    #[inline(always)]
    fn targets_of(&self, record: &CellRecord, variant: Variant) -> SquareWords {
        let side = record.side();
        let enemy = cell::influence_mask(!side);
        let influence = INFLUENCE[(self.taker as usize).min(5)] << cell::influence_shift(side);
        let any = self.taker <= MOST_VALUABLE_TAKER[LAST_VICTIM[(self.victim & 3) as usize]];
        let without = if any { 0 } else { enemy };
        (routines(variant).targets)(record, self.victims, influence, without)
    }
}
