//! Weights as Rust source, for the values compiled into profile `full`.

use std::fmt::Write as _;

use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;

/// Returns the text of `src/core/eval/fitted.rs` for these values.
pub fn data_rows(values: &Values) -> String {
    let mut text = "\
//! The values that profile `full` plays with, one row of the data table each: middlegame and endgame,
//! in centipawns a unit.
//!
//! `nucleus tune rows FILE` writes this file from a file of weights.

use super::table::COUNT;

/// The values, by row.
#[rustfmt::skip]
pub(super) const FITTED: [[i32; 2]; COUNT] = [
"
    .to_owned();
    for (row, [first, second]) in TABLE.iter().zip(values.rows()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    [{first}, {second}], // {}", row.name);
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiled_set_is_what_is_written() {
        let same = data_rows(Values::fitted()) == include_str!("../../core/eval/fitted.rs");
        assert!(same, "src/core/eval/fitted.rs is not what `nucleus tune rows` writes");
    }
}
