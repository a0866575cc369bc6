//! All legal moves of some kinds, from the scanner's list of pieces.

use super::castling::{append_en_passant, may_castle};
use super::targets::Targets;
use crate::board::{CastlingSide, State};
use crate::kernels::Variant;
use crate::kernels::axon32::{
    MoveWords, PieceWalk, STEP, STEPS, SquareWords, Walk, first_on_ray, pawn_moves, routines,
    slider_mask,
};
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::movegen::sink::{NOISY, QUIET, Sink, Wanted};
use crate::types::{Color, Move, MoveKind, PieceType, Square};

/// Appends the legal moves of the requested kinds.
#[inline(always)]
pub fn generate<S: Sink, const WANTED: Wanted>(
    record: &CellRecord,
    variant: Variant,
    list: &mut S,
) {
    if record.in_check() {
        append_evasions::<S, WANTED>(record, variant, list);
        return;
    }
    append_pawns_and_pieces::<S, WANTED>(record, &Targets(None), variant, list);
    append_king::<S, WANTED>(record, SquareWords::NONE, list);
    if WANTED & QUIET != 0 {
        append_castling(record, list);
    }
}

/// The pieces that give check, in the form that generation needs.
struct Checkers {
    count: u32,
    /// The squares where a move ends the check: the checker's, and those between it and the king.
    targets: SquareWords,
    /// Squares behind the king on a slider's line.
    behind: SquareWords,
}

impl Checkers {
    fn from_record(record: &CellRecord) -> Self {
        let side = record.side();
        let king = record.king(side);
        let cells = &record.nucleus.cells;
        let mut checkers = Self { count: 0, targets: SquareWords::NONE, behind: SquareWords::NONE };
        let knight = cell::piece_bit(!side, PieceType::Knight);
        for from in STEPS.knights[king as usize].squares() {
            if record.cell(from) & knight != 0 {
                checkers.count += 1;
                checkers.targets.add(from);
            }
        }
        let pawn = cell::piece_bit(!side, PieceType::Pawn);
        let up = if side == Color::White { 8 } else { -8 };
        for (edge, step) in [(0, -1), (7, 1)] {
            let from = king as i32 + up + step;
            if king & 7 != edge && (0..64).contains(&from) && record.cell(from as u32) & pawn != 0 {
                checkers.count += 1;
                checkers.targets.add(from as u32);
            }
        }
        for (ray, &step) in STEP.iter().enumerate() {
            let Some(from) = first_on_ray(cells, king, ray) else { continue };
            if record.cell(from) & slider_mask(!side, ray) == 0 {
                continue;
            }
            checkers.count += 1;
            let mut square = king;
            while square != from {
                square = (square as i32 + step) as u32 & 63;
                checkers.targets.add(square);
            }
            // Only the king's adjacent squares are tested, so a wrapped square has no effect.
            let behind = king as i32 - step;
            if (0..64).contains(&behind) {
                checkers.behind.add(behind as u32);
            }
        }
        checkers
    }
}

#[inline(never)]
fn append_evasions<S: Sink, const WANTED: Wanted>(
    record: &CellRecord,
    variant: Variant,
    list: &mut S,
) {
    let Checkers { count, targets, behind } = Checkers::from_record(record);
    if count == 1 {
        let targets = Targets(Some(targets));
        append_pawns_and_pieces::<S, WANTED>(record, &targets, variant, list);
    }
    append_king::<S, WANTED>(record, behind, list);
}

/// Appends the moves of `part` with permitted targets to `list`, and empties `part`.
#[inline(always)]
fn flush<S: Sink>(part: &mut MoveWords, targets: &Targets, list: &mut S) {
    for &word in part.words() {
        if targets.has(word >> 6 & 63) {
            list.push(Move(word as u16));
        }
    }
    part.all = 0;
}

/// Appends the moves of pawns, then knights, diagonal sliders, and orthogonal ones. Of the last three
/// kinds the lowest square comes first.
#[inline(always)]
fn append_pawns_and_pieces<S: Sink, const WANTED: Wanted>(
    record: &CellRecord,
    targets: &Targets,
    variant: Variant,
    list: &mut S,
) {
    let (side, routines) = (record.side(), routines(variant));
    let mut flags = 0;
    if WANTED & NOISY != 0 {
        flags |= Walk::CAPTURES;
    }
    if WANTED & QUIET != 0 {
        flags |= Walk::QUIETS;
    }
    let mut part = MoveWords::default();
    if variant == Variant::Asm {
        (routines.pawn_moves)(record, flags, &mut part);
        flush(&mut part, targets, list);
    } else {
        pawn_moves(record, flags, |word| {
            if targets.has(word >> 6 & 63) {
                list.push(Move(word as u16));
            }
        });
    }
    if WANTED & NOISY != 0 {
        append_en_passant(record, routines, list);
    }
    let queen = cell::piece_bit(side, PieceType::Queen);
    let walks = [
        (cell::piece_bit(side, PieceType::Knight), false),
        (cell::piece_bit(side, PieceType::Bishop) | queen, true),
        (cell::piece_bit(side, PieceType::Rook) | queen, false),
    ];
    for (mask, diagonal) in walks {
        let flags = if diagonal { flags | Walk::DIAGONAL } else { flags };
        let mut walk = PieceWalk { next: 0, mask, flags };
        while walk.next < record.pieces_num {
            (routines.walk)(record, &mut walk, &mut part);
            if part.is_nearly_full() {
                flush(&mut part, targets, list);
            }
        }
    }
    flush(&mut part, targets, list);
}

/// Appends the king's moves to squares that the other side does not influence.
#[inline(always)]
fn append_king<S: Sink, const WANTED: Wanted>(
    record: &CellRecord,
    behind: SquareWords,
    list: &mut S,
) {
    let side = record.side();
    let king = record.king(side);
    let danger = cell::influence_mask(!side);
    let enemy = cell::pieces_mask(!side);
    let squares = STEPS.kings[king as usize].squares();
    if WANTED & NOISY != 0 {
        for to in squares.clone() {
            let cell = record.cell(to);
            if cell & danger == 0 && cell & enemy != 0 && !behind.has(to) {
                list.push(Move((king | to << 6 | (MoveKind::Capture as u32) << 12) as u16));
            }
        }
    }
    if WANTED & QUIET != 0 {
        for to in squares {
            if record.cell(to) & (danger | cell::FIGURE) == 0 && !behind.has(to) {
                list.push(Move((king | to << 6) as u16));
            }
        }
    }
}

#[inline(always)]
fn append_castling<S: Sink>(record: &CellRecord, list: &mut S) {
    let side = record.side();
    for (toward, kind) in
        [(CastlingSide::King, MoveKind::CastleKing), (CastlingSide::Queen, MoveKind::CastleQueen)]
    {
        if may_castle(record, toward) {
            let king = Square::new(record.king(side) as u8);
            list.push(Move::new(king, State::king_target(side, toward), kind));
        }
    }
}
