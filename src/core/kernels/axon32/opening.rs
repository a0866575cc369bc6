//! Terms of the opening: castling rights, the opening plan, and queens developed early.

use super::pawns::weigh;
use crate::matrix::cell;
use crate::matrix::record::{self, CellRecord, entry_square};
use crate::types::{Color, PieceType};

/// The facts that the terms of the opening read, by colour.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OpeningFacts {
    /// Files with pawns, bit 0 the a-file.
    pub files: [u32; 2],
    /// The number of queens.
    pub queens: [i32; 2],
}

/// Weighs castling rights, steps of the opening plan, and minor pieces at home behind a queen, White
/// positive.
#[inline(never)]
pub fn opening_value(record: &CellRecord, facts: &OpeningFacts, weights: &[i32; 3]) -> i32 {
    let rights = (record.flag_on_move & record::CASTLING) >> record::CASTLING_SHIFT;
    let [white, black] = Color::ALL.map(|color| {
        let rights = rights >> (2 * color as u32) & 3;
        let count = (rights & 1) as i32 + (rights >> 1) as i32;
        let home = Home::from_record(record, color);
        let is_early = rights != 0 && facts.queens[color.index()] > home.queens;
        let steps = home.plan_steps(record, facts.files[color.index()], color, rights != 0);
        [count, steps, if is_early { home.minors } else { 0 }]
    });
    weigh(white, black, weights)
}

/// The pieces on a colour's first rank.
struct Home {
    minors: i32,
    queens: i32,
}

impl Home {
    fn from_record(record: &CellRecord, color: Color) -> Self {
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

    /// Returns the number of consecutive opening-plan steps done, from the first.
    fn plan_steps(
        &self,
        record: &CellRecord,
        with_pawns: u32,
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
        } else if !has_active_rook(record, with_pawns, color) {
            3
        } else if self.queens != 0 {
            4
        } else {
            5
        }
    }
}

/// Returns true if a rook is on a file without own pawns or in the centre.
fn has_active_rook(record: &CellRecord, with_pawns: u32, color: Color) -> bool {
    let rook = cell::piece_bit(color, PieceType::Rook);
    record.pieces().iter().any(|&entry| {
        let file = entry_square(entry) & 7;
        entry & rook != 0 && (matches!(file, 3 | 4) || with_pawns >> file & 1 == 0)
    })
}
