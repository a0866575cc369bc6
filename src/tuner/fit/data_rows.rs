//! Weights as Rust source, for the values compiled into a profile.

use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;

const HEAD: &str = "\
//! The values that a profile plays with, fitted to games: middlegame and endgame of every row of the data
//! table, in centipawns a unit.
//!
//! `nucleus tune rows FILE` prints this source for FILE, a file of weights.

use super::table::COUNT;

/// The values, by row.
#[rustfmt::skip]
pub(super) const FITTED: [[i32; 2]; COUNT] = [
";

/// Returns the text of `src/core/eval/fitted.rs` for these values.
pub fn data_rows(values: &Values) -> String {
    let parts = |row: usize| TABLE[row].name.rsplit_once('.').unwrap_or_default();
    let rows: Vec<usize> = (0..TABLE.len()).collect();
    let families = rows.chunk_by(|&row, &next| parts(row).0 == parts(next).0);
    let lines = families.flat_map(|family| family.chunks(4)).map(|line| {
        let pair =
            |&row: &usize| format!("[{}, {}], ", values.rows()[row][0], values.rows()[row][1]);
        let names: Vec<&str> = line.iter().map(|&row| parts(row).1).collect();
        let values: String = line.iter().map(pair).collect();
        format!("    {values}// {}: {}\n", parts(line[0]).0, names.join(", "))
    });
    lines.fold(HEAD.to_owned(), |text, line| text + &line) + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiled_sets_are_what_is_written() {
        for (values, source) in [
            (Values::fitted(), include_str!("../../core/eval/fitted.rs")),
            (Values::umko(), include_str!("../../core/eval/fitted_umko.rs")),
        ] {
            assert!(data_rows(values) == source, "not what `nucleus tune rows` writes");
        }
    }
}
