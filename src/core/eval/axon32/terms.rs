//! The terms of every position: each cell once, then each piece once.

use super::accumulator::CellAccumulator;
use super::masks::tally_masks;
use super::pawns::passers;
use crate::eval::fixed;
use crate::eval::tally::{Sum, Tally};
use crate::eval::values::Values;
use crate::eval::weights::Weight;
use crate::kernels::axon32::{STEP, STEPS};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, Record, entry_square};
use crate::types::{Color, PieceType};

/// Influence bits of a colour, king lowest.
const KING: u32 = 1;
const QUEEN: u32 = 2;
const ROOKS: u32 = 12;
const BISHOP: u32 = 16;
const KNIGHT: u32 = 32;
const PAWN: u32 = 64;

/// Units of attack by the influence bits of a square of a king's zone: a unit for each piece type.
static UNITS: [u8; 128] = {
    let mut table = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        table[bits as usize] = (bits & KNIGHT != 0) as u8
            + (bits & BISHOP != 0) as u8
            + (bits & ROOKS != 0) as u8
            + (bits & QUEEN != 0) as u8;
        bits += 1;
    }
    table
};

/// Units of each term, White's and Black's.
#[derive(Default)]
struct Units {
    behind_pawns: [i32; 2],
    blocked: [i32; 2],
    trapped_rook: [i32; 2],
    trapped_bishop: [i32; 2],
    defender: [i32; 2],
    open: [i32; 2],
    half_open: [i32; 2],
    pawn_on_piece: [i32; 2],
    minor_on_major: [i32; 2],
    hanging_pawn: [i32; 2],
    hanging_piece: [i32; 2],
}

/// The seven influence bits of a colour on a cell.
#[inline(always)]
const fn influence(cell: Cell, color: Color) -> u32 {
    cell >> cell::influence_shift(color) & 0x7f
}

/// Adds every term that is not kept from ply to ply.
#[inline(always)]
pub fn terms(record: &Record, kept: &CellAccumulator, values: &Values, sum: &mut Sum<'_>) {
    let reach = tally_cells(record, values, sum);
    let masked = tally_pieces(record, kept, reach, sum);
    let pair = |color| i32::from(kept.count(color, PieceType::Bishop) > 1);
    sum.count(Weight::BishopPair, pair(Color::White), pair(Color::Black));
    tally_steps(record, kept, sum);
    if masked {
        tally_masks(record, sum);
    }
    tally_attack(record, kept, sum);
    if record.flag_on_move & record::CASTLING != 0 {
        tally_opening(record, kept, sum);
    }
}

/// Mobility and control; returns the influence of each colour on squares that are safe for it.
#[inline(always)]
fn tally_cells(record: &Record, values: &Values, sum: &mut Sum<'_>) -> [u32; 2] {
    let mut mobility = 0i32;
    let mut control = 0;
    let mut reach = [0; 2];
    for &cell in &record.nucleus.cells.0 {
        let white = influence(cell, Color::White);
        let black = influence(cell, Color::Black);
        let for_white = cell::pieces_mask(Color::White) | PAWN << cell::BLACK_INFLUENCE_SHIFT;
        let for_black = cell::pieces_mask(Color::Black) | PAWN << cell::WHITE_INFLUENCE_SHIFT;
        let safe_white = if cell & for_white == 0 { white } else { 0 };
        let safe_black = if cell & for_black == 0 { black } else { 0 };
        reach[0] |= safe_white;
        reach[1] |= safe_black;
        mobility = mobility
            .wrapping_add(values.mobility[safe_white as usize])
            .wrapping_sub(values.mobility[safe_black as usize]);
        control += i32::from(white != 0) - i32::from(black != 0);
    }
    sum.total = sum.total.wrapping_add(mobility);
    sum.balance(Weight::Control, control);
    reach
}

/// True when a cell is without own pieces and no enemy pawn influences it.
#[inline(always)]
const fn is_safe(cell: Cell, color: Color) -> bool {
    let enemy = match color {
        Color::White => cell::BLACK_INFLUENCE_SHIFT,
        Color::Black => cell::WHITE_INFLUENCE_SHIFT,
    };
    cell & (cell::pieces_mask(color) | PAWN << enemy) == 0
}

/// True when none of the squares next to a slider is safe.
#[inline(always)]
fn is_blocked(record: &Record, square: u32, color: Color, rays: std::ops::Range<usize>) -> bool {
    !rays.into_iter().any(|ray| {
        STEPS.edges[(square & 63) as usize][ray] != 0
            && is_safe(record.cell((square as i32 + STEP[ray]) as u32), color)
    })
}

/// The terms of each piece; true when a piece may be masked.
#[inline(always)]
fn tally_pieces(
    record: &Record,
    kept: &CellAccumulator,
    reach: [u32; 2],
    sum: &mut Sum<'_>,
) -> bool {
    let mut units = Units::default();
    let mut masked = false;
    for &entry in record.pieces() {
        let white = entry & cell::pieces_mask(Color::White) != 0;
        if white {
            masked |= tally_piece::<true>(record, kept, entry, reach[0], &mut units);
        } else {
            masked |= tally_piece::<false>(record, kept, entry, reach[1], &mut units);
        }
    }
    for (weight, [white, black]) in [
        (Weight::BishopBehindPawns, units.behind_pawns),
        (Weight::BlockedPiece, units.blocked),
        (Weight::TrappedRook, units.trapped_rook),
        (Weight::TrappedBishop, units.trapped_bishop),
        (Weight::Defender, units.defender),
        (Weight::RookOpenFile, units.open),
        (Weight::RookHalfOpen, units.half_open),
        (Weight::PawnOnPiece, units.pawn_on_piece),
        (Weight::MinorOnMajor, units.minor_on_major),
        (Weight::HangingPawn, units.hanging_pawn),
        (Weight::HangingPiece, units.hanging_piece),
    ] {
        sum.count(weight, white, black);
    }
    masked
}

/// The terms of one piece; true when it may be masked.
#[inline(always)]
fn tally_piece<const WHITE: bool>(
    record: &Record,
    kept: &CellAccumulator,
    entry: Cell,
    reach: u32,
    units: &mut Units,
) -> bool {
    let color = if WHITE { Color::White } else { Color::Black };
    let own = usize::from(!WHITE);
    let square = entry_square(entry);
    let cell = record.cell(square);
    let bits = entry >> cell::pieces_shift(color) & 0x3f;
    let (defended, attacked) = (influence(cell, color), influence(cell, !color));
    // King, queen, rook, bishop, knight, pawn.
    let kind = bits.trailing_zeros();
    if kind == 0 {
        return false;
    }
    // What the other side threatens counts for it.
    let enemy = own ^ 1;
    let hangs = i32::from(attacked != 0 && defended == 0);
    if kind == 5 {
        units.behind_pawns[own] += i32::from(defended & BISHOP != 0);
        units.hanging_pawn[enemy] += hangs;
        return false;
    }
    units.hanging_piece[enemy] += hangs;
    units.pawn_on_piece[enemy] += i32::from(attacked & PAWN != 0);
    if kind < 3 {
        units.minor_on_major[enemy] += i32::from(attacked & (KNIGHT | BISHOP) != 0);
    }
    let relative = square ^ if WHITE { 0 } else { 56 };
    // The king's zone: its own squares, and the rank beyond them.
    let behind = if WHITE { square.wrapping_sub(8) } else { square + 8 };
    let in_zone =
        defended & KING != 0 || relative >= 8 && influence(record.cell(behind), color) & KING != 0;
    units.defender[own] += i32::from(in_zone);
    units.blocked[own] += i32::from(match kind {
        1 => is_blocked(record, square, color, 0..8),
        2 => is_blocked(record, square, color, 0..4),
        3 => is_blocked(record, square, color, 4..8),
        _ => reach & KNIGHT == 0,
    });
    if kind == 2 {
        let file = square & 7;
        if kept.structure().is_file_without(color, file) {
            units.half_open[own] += 1;
            units.open[own] += i32::from(kept.structure().is_file_without(!color, file));
        }
        if relative < 8 {
            let king = record.king(color) ^ if WHITE { 0 } else { 56 };
            let trapped =
                file < 2 && (king == 1 || king == 2) || file > 5 && (king == 5 || king == 6);
            units.trapped_rook[own] += i32::from(trapped);
        }
    }
    if kind == 3 && (relative == 48 || relative == 55) {
        let guard = if relative == 48 { 41 } else { 46 } ^ if WHITE { 0 } else { 56 };
        let pawn = cell::piece_bit(!color, PieceType::Pawn);
        units.trapped_bishop[own] += i32::from(record.cell(guard) & pawn != 0);
    }
    // To its king: sensors and approaches are the lines of the two kings. To its queen: what the
    // queen and a rook or bishop of the other side influence.
    let own_lines = record.side() == color;
    let (diagonal, orthogonal) = if own_lines {
        (cell::SENSOR_DIAGONAL, cell::SENSOR_ORTHOGONAL)
    } else {
        (cell::KING_DIAGONAL, cell::KING_ORTHOGONAL)
    };
    cell & diagonal != 0 && attacked & (BISHOP | QUEEN) != 0
        || cell & orthogonal != 0 && attacked & (ROOKS | QUEEN) != 0
        || defended & QUEEN != 0 && attacked & (BISHOP | ROOKS) != 0
}

/// The squares before passers beyond the fifth rank.
#[inline(always)]
fn tally_steps(record: &Record, kept: &CellAccumulator, sum: &mut Sum<'_>) {
    let passed = kept.structure().passed;
    if passed[0] | passed[1] == 0 {
        return;
    }
    let (mut blocked, mut free) = ([0; 2], [0; 2]);
    for color in Color::ALL {
        for passer in passers(passed[color.index()]).filter(|passer| passer.rank >= 5) {
            let stop = record.cell(passer.square(color, 1));
            let taken = stop & cell::FIGURE != 0;
            blocked[color.index()] += i32::from(taken);
            let held = taken || influence(stop, !color) != 0;
            free[color.index()] += i32::from(!held);
        }
    }
    sum.count(Weight::Blocked, blocked[0], blocked[1]);
    sum.count(Weight::FreeStep, free[0], free[1]);
}

/// The last row of the family of dangers.
const MOST_DANGER: u32 = Weight::Danger15 as u32 - Weight::Danger0 as u32;

/// Attackers in the kings' zones.
#[inline(always)]
fn tally_attack(record: &Record, kept: &CellAccumulator, sum: &mut Sum<'_>) {
    let on_white = danger(record, kept, Color::White);
    let on_black = danger(record, kept, Color::Black);
    sum.pick(Weight::Danger0, on_white as usize, on_black as usize);
}

/// The units of attack on a colour's king.
#[inline(always)]
fn danger(record: &Record, kept: &CellAccumulator, color: Color) -> u32 {
    let king = record.king(color);
    let mut units = 0;
    for square in STEPS.kings[king as usize].squares() {
        let cell = record.cell(square);
        let attacked = influence(cell, !color);
        units += u32::from(UNITS[attacked as usize]);
        // Squares that only the king defends count twice more.
        if attacked != 0 && influence(cell, color) & !KING == 0 {
            units += 2;
        }
    }
    let mut beyond = |square: u32| {
        units += u32::from(UNITS[influence(record.cell(square), !color) as usize]);
    };
    let relative = king ^ (56 * color as u32);
    if relative >= 8 {
        beyond(king);
    }
    if relative < 48 {
        let middle = if color == Color::White { king + 16 } else { king - 16 };
        beyond(middle);
        if king & 7 != 0 {
            beyond(middle - 1);
        }
        if king & 7 != 7 {
            beyond(middle + 1);
        }
    }
    let queenless = kept.count(!color, PieceType::Queen) == 0;
    let shift = if queenless { fixed::QUEENLESS_SHIFT } else { 0 };
    (units >> shift).min(MOST_DANGER)
}

/// Castling rights, the opening plan, and a queen that is out before the minor pieces.
#[inline(never)]
fn tally_opening(record: &Record, kept: &CellAccumulator, sum: &mut Sum<'_>) {
    let rights = (record.flag_on_move & record::CASTLING) >> record::CASTLING_SHIFT;
    let rights = [rights & 3, rights >> 2];
    let counts = rights.map(|rights| (rights & 1) as i32 + (rights >> 1) as i32);
    sum.count(Weight::CastlingRight, counts[0], counts[1]);
    let homes = Color::ALL.map(|color| Home::of(record, color));
    let steps = Color::ALL.map(|color| {
        let at = color.index();
        homes[at].plan_steps(record, kept, color, rights[at] != 0)
    });
    sum.count(Weight::OpeningPlan, steps[0], steps[1]);
    let early = Color::ALL.map(|color| {
        let home = &homes[color.index()];
        let out = kept.count(color, PieceType::Queen) > home.queens;
        if rights[color.index()] != 0 && out { home.minors } else { 0 }
    });
    sum.count(Weight::EarlyQueen, early[0], early[1]);
}

/// The pieces on a colour's first rank.
struct Home {
    minors: i32,
    queens: i32,
}

impl Home {
    fn of(record: &Record, color: Color) -> Self {
        let minor =
            cell::piece_bit(color, PieceType::Knight) | cell::piece_bit(color, PieceType::Bishop);
        let queen = cell::piece_bit(color, PieceType::Queen);
        let first = 56 * color as u32;
        let mut home = Self { minors: 0, queens: 0 };
        for square in first..first + 8 {
            home.minors += i32::from(record.cell(square) & minor != 0);
            home.queens += i32::from(record.cell(square) & queen != 0);
        }
        home
    }

    /// Steps of the opening plan, in its order; a step counts when all before it are done.
    fn plan_steps(
        &self,
        record: &Record,
        kept: &CellAccumulator,
        color: Color,
        has_rights: bool,
    ) -> i32 {
        let pawn = cell::piece_bit(color, PieceType::Pawn);
        let flip = 56 * color as u32;
        let king = record.king(color) ^ flip;
        if record.cell(11 ^ flip) & record.cell(12 ^ flip) & pawn != 0 {
            0
        } else if self.minors > 1 {
            1
        } else if has_rights || king >= 8 || matches!(king, 3..=5) {
            2
        } else if !has_active_rook(record, kept, color) {
            3
        } else if self.queens != 0 {
            4
        } else {
            5
        }
    }
}

/// True when a rook stands on a file without own pawns or in the centre.
fn has_active_rook(record: &Record, kept: &CellAccumulator, color: Color) -> bool {
    let rook = cell::piece_bit(color, PieceType::Rook);
    record.pieces().iter().any(|&entry| {
        let file = entry_square(entry) & 7;
        entry & rook != 0
            && (matches!(file, 3 | 4) || kept.structure().is_file_without(color, file))
    })
}
