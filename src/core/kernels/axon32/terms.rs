//! The evaluation's counts over the cells: over each cell, then each piece, then each king's zone.
//! This scalar code defines the results of the levels' kernels.

use super::steps::{STEP, STEPS};
use crate::matrix::Matrix;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::entry_square;
use crate::types::{Color, PieceType};

/// Influence bits of a colour, king lowest.
const KING: u32 = 1;
const QUEEN: u32 = 2;
const ROOKS: u32 = 12;
const BISHOP: u32 = 16;
const KNIGHT: u32 = 32;
const PAWN: u32 = 64;

/// Units of attack by the influence bits, from the queen's on, of a square in a king's zone: one
/// for each piece type.
pub const UNITS: [i32; 32] = {
    let mut table = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let kinds = bits << 1;
        table[bits as usize] = (kinds & KNIGHT != 0) as i32
            + (kinds & BISHOP != 0) as i32
            + (kinds & ROOKS != 0) as i32
            + (kinds & QUEEN != 0) as i32;
        bits += 1;
    }
    table
};

/// Values per unit of each term counted over the cells, middlegame and endgame packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct CellWeights {
    /// Mobility, by the influence bits of a safe square from the queen's on: queen, rook along the
    /// file, along the rank, bishop, knight.
    pub mobility: [i32; 32],
    /// A square that a colour influences.
    pub control: i32,
    /// A pawn that an own bishop defends.
    pub behind_pawns: i32,
    /// A slider without a safe square next to it, or a knight when no own knight has a safe square.
    pub blocked: i32,
    /// A rook on its first rank between the edge and its king on file b, c, f or g.
    pub trapped_rook: i32,
    /// A bishop on a7 or h7 with an enemy pawn on b6 or g6, from its side's view.
    pub trapped_bishop: i32,
    /// A piece in its king's zone.
    pub defender: i32,
    /// A rook on a file without pawns.
    pub open: i32,
    /// A rook on a file without own pawns.
    pub half_open: i32,
    /// A piece that a pawn attacks.
    pub pawn_on_piece: i32,
    /// A rook or queen that a knight or bishop attacks.
    pub minor_on_major: i32,
    /// A pawn that is attacked and not defended.
    pub hanging_pawn: i32,
    /// A piece that is attacked and not defended.
    pub hanging_piece: i32,
    /// White's mobility on and control of a square, for the assembly. Bits of the index from 0: Black's
    /// pawns, White's king to pawns.
    pub to_white: [i32; 256],
    /// Black's mobility and control, negated. Bits of the index from 0: White's pawns, two that are 0,
    /// Black's king to pawns.
    pub to_black: [i32; 1024],
}

impl CellWeights {
    /// Returns the weights with the tables for the assembly computed from the others.
    pub const fn with_tables(mut self) -> Self {
        let mut bits = 0;
        while bits < 256 {
            // The lowest bit is the other side's pawns.
            let mobility = if bits & 1 == 0 { self.mobility[bits >> 2 & 31] } else { 0 };
            let control = if bits >> 1 != 0 { self.control } else { 0 };
            let value = mobility.wrapping_add(control);
            self.to_white[bits] = value;
            self.to_black[bits & 1 | (bits & !1) << 2] = value.wrapping_neg();
            bits += 1;
        }
        self
    }
}

/// Facts that the counts need in addition to the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermFacts {
    /// Files with pawns, by colour; bit 0 is the a-file.
    pub files: [u32; 2],
    /// Squares of the kings, by colour.
    pub kings: [u32; 2],
    /// The side to move, which determines the bits of each king's lines: [`king_lines`].
    pub side: Color,
}

/// The weighted counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellTerms {
    /// The sum, White positive.
    pub total: i32,
    /// Units of attack on White's and Black's king.
    pub attacked: [u32; 2],
    /// True if a piece may shield its king or queen from a slider (masked, in the paper).
    pub masked: bool,
}

/// Returns the seven influence bits of a colour on a cell.
#[inline(always)]
const fn influence(cell: Cell, color: Color) -> u32 {
    cell >> cell::influence_shift(color) & 0x7f
}

#[inline(always)]
const fn at(cells: &Matrix, square: u32) -> Cell {
    cells.0[(square & 63) as usize]
}

/// Returns true if a cell has neither an own piece nor the influence of an enemy pawn.
#[inline(always)]
const fn is_safe(cell: Cell, color: Color) -> bool {
    let enemy = match color {
        Color::White => cell::BLACK_INFLUENCE_SHIFT,
        Color::Black => cell::WHITE_INFLUENCE_SHIFT,
    };
    cell & (cell::pieces_mask(color) | PAWN << enemy) == 0
}

/// Returns the weighted counts of a position. All bits of the cells must be up to date; `pieces` is
/// the scanner's list of the cells.
#[inline(always)]
pub fn cell_terms(
    cells: &Matrix,
    pieces: &[Cell],
    facts: &TermFacts,
    weights: &CellWeights,
) -> CellTerms {
    let (mut total, mut control) = (0i32, 0);
    let mut reach = [0; 2];
    for &cell in &cells.0 {
        let white = influence(cell, Color::White);
        let black = influence(cell, Color::Black);
        let safe_white = if is_safe(cell, Color::White) { white } else { 0 };
        let safe_black = if is_safe(cell, Color::Black) { black } else { 0 };
        reach[0] |= safe_white;
        reach[1] |= safe_black;
        control += i32::from(white != 0) - i32::from(black != 0);
        total = total
            .wrapping_add(weights.mobility[(safe_white >> 1 & 31) as usize])
            .wrapping_sub(weights.mobility[(safe_black >> 1 & 31) as usize]);
    }
    total = total.wrapping_add(weights.control.wrapping_mul(control));
    let mut masked = false;
    for &entry in pieces {
        let white = entry & cell::pieces_mask(Color::White) != 0;
        let piece = if white {
            piece_terms::<true>(cells, entry, reach[0], facts, weights)
        } else {
            piece_terms::<false>(cells, entry, reach[1], facts, weights)
        };
        masked |= piece.masked;
        total = if white { total.wrapping_add(piece.own) } else { total.wrapping_sub(piece.own) };
    }
    let [white_king, black_king] = facts.kings;
    let attacked = [
        attack_units(cells, white_king, Color::White),
        attack_units(cells, black_king, Color::Black),
    ];
    CellTerms { total, attacked, masked }
}

#[derive(Default)]
struct PieceTerms {
    /// The sum from its side's view.
    own: i32,
    masked: bool,
}

impl PieceTerms {
    #[inline(always)]
    const fn add(&mut self, weight: i32, counts: bool) {
        self.own = self.own.wrapping_add(if counts { weight } else { 0 });
    }

    /// Subtracts the weight of a threat by the other side if it counts.
    #[inline(always)]
    const fn sub(&mut self, weight: i32, counts: bool) {
        self.own = self.own.wrapping_sub(if counts { weight } else { 0 });
    }
}

/// Returns true if none of the squares next to a slider is safe.
#[inline(always)]
fn is_blocked(cells: &Matrix, square: u32, color: Color, rays: std::ops::Range<usize>) -> bool {
    !rays.into_iter().any(|ray| {
        STEPS.edges[(square & 63) as usize][ray] != 0
            && is_safe(at(cells, (square as i32 + STEP[ray]) as u32), color)
    })
}

#[inline(always)]
fn piece_terms<const WHITE: bool>(
    cells: &Matrix,
    entry: Cell,
    reach: u32,
    facts: &TermFacts,
    weights: &CellWeights,
) -> PieceTerms {
    let mut terms = PieceTerms::default();
    let color = if WHITE { Color::White } else { Color::Black };
    let flip = if WHITE { 0 } else { 56 };
    let square = entry_square(entry);
    let cell = at(cells, square);
    let bits = entry >> cell::pieces_shift(color) & 0x3f;
    let (defended, attacked) = (influence(cell, color), influence(cell, !color));
    // King, queen, rook, bishop, knight, pawn.
    let kind = bits.trailing_zeros();
    if kind == 0 {
        return terms;
    }
    let hangs = attacked != 0 && defended == 0;
    if kind == 5 {
        terms.add(weights.behind_pawns, defended & BISHOP != 0);
        terms.sub(weights.hanging_pawn, hangs);
        return terms;
    }
    terms.sub(weights.hanging_piece, hangs);
    terms.sub(weights.pawn_on_piece, attacked & PAWN != 0);
    terms.sub(weights.minor_on_major, kind < 3 && attacked & (KNIGHT | BISHOP) != 0);
    let relative = square ^ flip;
    // The king's zone: the squares around it, and those one rank ahead.
    let behind = if WHITE { square.wrapping_sub(8) } else { square + 8 };
    let beyond = relative >= 8 && influence(at(cells, behind), color) & KING != 0;
    terms.add(weights.defender, defended & KING != 0 || beyond);
    let blocked = match kind {
        1 => is_blocked(cells, square, color, 0..8),
        2 => is_blocked(cells, square, color, 0..4),
        3 => is_blocked(cells, square, color, 4..8),
        _ => reach & KNIGHT == 0,
    };
    terms.add(weights.blocked, blocked);
    if kind == 2 {
        let file = square & 7;
        let without = |color: Color| facts.files[color.index()] >> file & 1 == 0;
        terms.add(weights.half_open, without(color));
        terms.add(weights.open, without(color) && without(!color));
        let corner = trapping_files(facts.kings[color.index()] ^ flip);
        terms.add(weights.trapped_rook, relative < 8 && corner >> file & 1 != 0);
    }
    if kind == 3 && (relative == 48 || relative == 55) {
        let guard = if relative == 48 { 41 } else { 46 } ^ flip;
        let pawn = cell::piece_bit(!color, PieceType::Pawn);
        terms.add(weights.trapped_bishop, at(cells, guard) & pawn != 0);
    }
    // A piece may mask the king on the lines that sensors and approaches mark. It may mask the queen
    // on squares that the queen and an enemy rook or bishop influence.
    let [diagonal, orthogonal] = king_lines(color, facts.side);
    terms.masked = cell & diagonal != 0 && attacked & (BISHOP | QUEEN) != 0
        || cell & orthogonal != 0 && attacked & (ROOKS | QUEEN) != 0
        || defended & QUEEN != 0 && attacked & (BISHOP | ROOKS) != 0;
    terms
}

/// Returns the bits of the diagonals, and of the ranks and files, of a colour's king.
#[inline(always)]
pub const fn king_lines(color: Color, side: Color) -> [Cell; 2] {
    if color as u32 == side as u32 {
        [cell::SENSOR_DIAGONAL, cell::SENSOR_ORTHOGONAL]
    } else {
        [cell::KING_DIAGONAL, cell::KING_ORTHOGONAL]
    }
}

/// Returns the files where a rook on its first rank is trapped by its king; the king's square is from its
/// side's view.
#[inline(always)]
pub(super) const fn trapping_files(king: u32) -> u32 {
    match king {
        1 | 2 => 0x03,
        5 | 6 => 0xc0,
        _ => 0,
    }
}

/// Returns the units of attack on a colour's king.
#[inline(always)]
pub(super) fn attack_units(cells: &Matrix, king: u32, color: Color) -> u32 {
    let king = king & 63;
    let units_on = |square: u32| {
        let kinds = influence(at(cells, square), !color) >> 1 & 31;
        UNITS[kinds as usize] as u32
    };
    let mut units = 0;
    for square in STEPS.kings[king as usize].squares() {
        let cell = at(cells, square);
        units += units_on(square);
        // Squares that only the king defends count two more.
        if influence(cell, !color) != 0 && influence(cell, color) & !KING == 0 {
            units += 2;
        }
    }
    let relative = king ^ (56 * color as u32);
    if relative >= 8 {
        units += units_on(king);
    }
    if relative < 48 {
        let middle = if matches!(color, Color::White) { king + 16 } else { king - 16 };
        units += units_on(middle);
        if king & 7 != 0 {
            units += units_on(middle - 1);
        }
        if king & 7 != 7 {
            units += units_on(middle + 1);
        }
    }
    units
}
