//! The data table: every weight of the evaluation, one row each.

use super::placement;
use super::weights::{NAMED, NAMED_ROWS, Row, Weight};

/// Number of rows in the table.
pub const COUNT: usize = NAMED + placement::COUNT;

/// All rows: the named weights, then each piece type's value on each pair of mirrored squares.
pub const TABLE: [Row; COUNT] = {
    let mut table = [NAMED_ROWS[0]; COUNT];
    let mut row = 0;
    while row < COUNT {
        table[row] = if row < NAMED { NAMED_ROWS[row] } else { placement::row(row - NAMED) };
        row += 1;
    }
    table
};

impl Weight {
    /// Returns the row of the table for this weight.
    pub const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}
