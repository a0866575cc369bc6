//! Masked pieces (section III.A of the evaluation paper): those that shield their king or queen from
//! a slider. This scalar code defines the results of the assembly.

use super::check::first_on_ray;
use super::steps::{DIRECTION, NO_DIRECTION, STEP, STEPS};
use super::terms::king_lines;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{CellRecord, entry_square};
use crate::types::{Color, PieceType};

// Influence bits of a colour.
const QUEEN: Cell = 2;
const ROOKS: Cell = 12;
const BISHOP: Cell = 16;

/// A colour's masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Masks {
    /// Number of masks of the king.
    pub king: i32,
    /// Number of masks of queens, by rooks and bishops.
    pub queen: i32,
    /// Pieces with two masks or more.
    pub twice: i32,
    /// Squares of mobility that masked pieces lose: knight, bishop, rook along
    /// the rank and along the file, queen.
    pub lost: [i32; 5],
}

/// Finds the masks of both colours.
pub fn find_masks(record: &CellRecord) -> [Masks; 2] {
    Color::ALL.map(|color| Masks::from_record(record, color))
}

/// Number of masks per piece, and the squares that masked pieces reach off their masks, by type.
struct Off {
    /// Bits in the order of [`Masks::lost`] for each square.
    squares: [u8; 64],
    /// Number of masks of the piece on each square.
    masked: [u8; 64],
    any: bool,
}

impl Masks {
    /// Finds a colour's masks. The walk along a line is rare: a masked piece is where a line of its
    /// king, or the influence of its queen, meets the influence of a slider.
    fn from_record(record: &CellRecord, color: Color) -> Self {
        let mut masks = Self { king: 0, queen: 0, twice: 0, lost: [0; 5] };
        let mut off = Off { squares: [0; 64], masked: [0; 64], any: false };
        let bit = |kind| cell::piece_bit(color, kind);
        let king = record.king(color);
        let queen = bit(PieceType::Queen);
        let pieces = cell::pieces_mask(color) & !(bit(PieceType::Pawn) | bit(PieceType::King));
        let [diagonal, orthogonal] = king_lines(color, record.side());
        let own_queen = QUEEN << cell::influence_shift(color);
        let shift = cell::influence_shift(!color);
        for &entry in record.pieces() {
            if entry & pieces == 0 {
                continue;
            }
            let shield = entry_square(entry);
            let cell = record.cell(shield);
            let attacked = cell >> shift;
            if cell & diagonal != 0 && attacked & (BISHOP | QUEEN) != 0
                || cell & orthogonal != 0 && attacked & (ROOKS | QUEEN) != 0
            {
                masks.king += off.add(record, color, king, shield, true);
            }
            if cell & own_queen != 0 && attacked & (BISHOP | ROOKS) != 0 {
                for &target in record.pieces() {
                    // Queens do not mask: the attacked queen could capture an enemy queen.
                    if target & queen != 0 {
                        masks.queen += off.add(record, color, entry_square(target), shield, false);
                    }
                }
            }
        }
        if off.any {
            masks.twice = off.masked.iter().map(|&times| i32::from(times > 1)).sum();
            masks.lost = off.lost(record, color);
        }
        masks
    }
}

impl Off {
    /// Adds the mask of the piece on `shield` towards `target` and returns 1, or 0 if there is none.
    fn add(
        &mut self,
        record: &CellRecord,
        color: Color,
        target: u32,
        shield: u32,
        with_queen: bool,
    ) -> i32 {
        let cells = &record.nucleus.cells;
        let ray = DIRECTION[(target & 63) as usize][(shield & 63) as usize];
        if ray == NO_DIRECTION {
            return 0;
        }
        let ray = usize::from(ray);
        let slider = if ray < 4 { PieceType::Rook } else { PieceType::Bishop };
        let queen = cell::piece_bit(!color, PieceType::Queen);
        let sliders = cell::piece_bit(!color, slider) | if with_queen { queen } else { 0 };
        let sees = first_on_ray(cells, shield, ray);
        if sees.is_none_or(|sniper| record.cell(sniper) & sliders == 0)
            || first_on_ray(cells, target, ray) != Some(shield)
        {
            return 0;
        }
        self.any = true;
        self.masked[(shield & 63) as usize] += 1;
        let squares = &mut self.squares;
        for_each_reach(record, shield, |square, bit| {
            let line = DIRECTION[(target & 63) as usize][(square & 63) as usize];
            let on_line = line != NO_DIRECTION
                && (usize::from(line) == ray || usize::from(line) == opposite(ray));
            if !on_line && square != target {
                squares[(square & 63) as usize] |= bit;
            }
        });
        1
    }

    /// Returns [`Masks::lost`]: safe squares that only masked pieces of a type reach, off masks.
    fn lost(&self, record: &CellRecord, color: Color) -> [i32; 5] {
        let mut others = [0u8; 64];
        let own = cell::pieces_mask(color);
        let kinds = record.pieces().iter().fold(0, |kinds, &entry| {
            let masked = self.masked[entry_square(entry) as usize] != 0;
            kinds | if masked { entry & own } else { 0 }
        });
        for &entry in record.pieces() {
            let square = entry_square(entry);
            if entry & kinds != 0 && self.masked[square as usize] == 0 {
                for_each_reach(record, square, |to, bit| others[(to & 63) as usize] |= bit);
            }
        }
        let unsafe_cell = own
            | 0x40
                << cell::influence_shift(if color == Color::White {
                    Color::Black
                } else {
                    Color::White
                });
        let mut lost = [0; 5];
        for (square, others) in others.iter().enumerate() {
            let bits = self.squares[square] & !others;
            if bits != 0 && record.nucleus.cells.0[square] & unsafe_cell == 0 {
                for (row, lost) in lost.iter_mut().enumerate() {
                    *lost += i32::from(bits >> row & 1);
                }
            }
        }
        lost
    }
}

#[inline(always)]
const fn opposite(ray: usize) -> usize {
    if ray < 4 { 3 - ray } else { 11 - ray }
}

/// Calls a function for each square that a knight or slider attacks, with the bit of its type.
fn for_each_reach(record: &CellRecord, from: u32, mut reach: impl FnMut(u32, u8)) {
    let entry = record.cell(from);
    let both = |kind| cell::piece_bit(Color::White, kind) | cell::piece_bit(Color::Black, kind);
    if entry & both(PieceType::Knight) != 0 {
        STEPS.knights[(from & 63) as usize].squares().for_each(|square| reach(square, 1));
        return;
    }
    let rays = if entry & both(PieceType::Bishop) != 0 {
        4..8
    } else if entry & both(PieceType::Rook) != 0 {
        0..4
    } else if entry & both(PieceType::Queen) != 0 {
        0..8
    } else {
        return;
    };
    let bits: [u8; 8] = match (rays.start, rays.end) {
        (4, 8) => [2; 8],
        (0, 4) => [8, 4, 4, 8, 0, 0, 0, 0],
        _ => [16; 8],
    };
    for ray in rays {
        let mut square = from as i32;
        for _ in 0..STEPS.edges[(from & 63) as usize][ray] {
            square += STEP[ray];
            reach(square as u32, bits[ray]);
            if record.cell(square as u32) & cell::FIGURE != 0 {
                break;
            }
        }
    }
}
