//! Moves of free pawns kind by kind, each in the order of targets; then those of each pinned pawn.

use super::moves::{MoveWords, Walk};
use super::steps::DIRECTION;
use super::takers::pinned_ray;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{CellRecord, entry_square};
use crate::types::{Color, MoveKind, PieceType};

/// Promotions in the order of the other boards: queen, knight, rook, bishop.
const PROMOTIONS: [u32; 4] = [11, 8, 10, 9];
/// Room for the pawns of a side.
const MOST_PAWNS: usize = 8;

/// Pawns whose moves are generated together.
struct Pawns<'a> {
    record: &'a CellRecord,
    from: &'a [u32],
    side: Color,
    enemy: Cell,
}

/// Calls `push` with each pawn move of the requested kinds ([`Walk::CAPTURES`], which includes all
/// promotions, and [`Walk::QUIETS`]) except en passant: free pawns first, then each pinned pawn.
#[inline(always)]
pub fn pawn_moves(record: &CellRecord, flags: u32, mut push: impl FnMut(u32)) {
    let side = record.side();
    let pawn = cell::piece_bit(side, PieceType::Pawn);
    let (mut free, mut frees) = ([0; MOST_PAWNS], 0);
    let (mut pinned, mut pins) = ([0; MOST_PAWNS], 0);
    for &entry in record.pieces() {
        if entry & pawn == 0 {
            continue;
        }
        let from = entry_square(entry);
        if pinned_ray(record, from).is_none() {
            free[frees & 7] = from;
            frees += 1;
        } else {
            pinned[pins & 7] = from;
            pins += 1;
        }
    }
    let enemy = cell::pieces_mask(!side);
    let from = &free[..frees.min(MOST_PAWNS)];
    let free = Pawns { record, from, side, enemy };
    free.append(flags, |_, _| true, &mut push);
    let king = record.king(side);
    for from in pinned.iter().take(pins) {
        let one = Pawns { from: std::slice::from_ref(from), ..free };
        let rays = &DIRECTION[king as usize];
        let on_line = |from: u32, to: u32| rays[(from & 63) as usize] == rays[(to & 63) as usize];
        one.append(flags, on_line, &mut push);
    }
}

/// Lists pawn moves: [`pawn_moves`].
pub fn list_pawn_moves(record: &CellRecord, flags: u32, list: &mut MoveWords) {
    pawn_moves(record, flags, |word| list.push(word));
}

#[inline(always)]
const fn packed(from: u32, to: u32, kind: u32) -> u32 {
    from | (to & 63) << 6 | kind << 12
}

impl Pawns<'_> {
    /// Returns the target of a pawn's capture to one side, if it has an enemy.
    #[inline(always)]
    fn capture(&self, from: u32, right: bool) -> Option<u32> {
        let edge = if right { 7 } else { 0 };
        if from & 7 == edge {
            return None;
        }
        let up = if self.side == Color::White { 8 } else { -8 };
        let to = (from as i32 + up + if right { 1 } else { -1 }) as u32;
        (self.record.cell(to) & self.enemy != 0).then_some(to)
    }

    #[inline(always)]
    fn push(&self, from: u32) -> u32 {
        if self.side == Color::White { from + 8 } else { from.wrapping_sub(8) }
    }

    #[inline(always)]
    fn is_free(&self, square: u32) -> bool {
        self.record.cell(square) & cell::FIGURE == 0
    }

    /// Returns true for a pawn on the rank before the last.
    #[inline(always)]
    const fn promotes(&self, from: u32) -> bool {
        let rank = if matches!(self.side, Color::White) { 6 } else { 1 };
        from >> 3 == rank
    }

    #[inline(always)]
    fn append(&self, flags: u32, on_line: impl Fn(u32, u32) -> bool, push: &mut impl FnMut(u32)) {
        if flags & Walk::CAPTURES != 0 {
            let mut promoting = false;
            for right in [true, false] {
                for &from in self.from {
                    if self.promotes(from) {
                        promoting = true;
                        continue;
                    }
                    if let Some(to) = self.capture(from, right)
                        && on_line(from, to)
                    {
                        push(packed(from, to, MoveKind::Capture as u32));
                    }
                }
            }
            if promoting {
                self.append_promotions(&on_line, push);
            }
        }
        if flags & Walk::QUIETS != 0 {
            for &from in self.from {
                let to = self.push(from);
                if !self.promotes(from) && self.is_free(to) && on_line(from, to) {
                    push(packed(from, to, 0));
                }
            }
            let start = if self.side == Color::White { 1 } else { 6 };
            for &from in self.from {
                if from >> 3 != start {
                    continue;
                }
                let over = self.push(from);
                let to = self.push(over);
                if self.is_free(over) && self.is_free(to) && on_line(from, to) {
                    push(packed(from, to, MoveKind::DoublePush as u32));
                }
            }
        }
    }

    #[inline(never)]
    fn append_promotions(&self, on_line: &impl Fn(u32, u32) -> bool, push: &mut impl FnMut(u32)) {
        for right in [true, false] {
            for &from in self.from {
                if self.promotes(from)
                    && let Some(to) = self.capture(from, right)
                    && on_line(from, to)
                {
                    PROMOTIONS.into_iter().for_each(|kind| push(packed(from, to, kind + 4)));
                }
            }
        }
        for &from in self.from {
            let to = self.push(from);
            if self.promotes(from) && self.is_free(to) && on_line(from, to) {
                PROMOTIONS.into_iter().for_each(|kind| push(packed(from, to, kind)));
            }
        }
    }
}
