//! The terms that Umko's paper lists for its evaluation (section 2.4), in profile umko.

use nucleus_core::board::Board;
use nucleus_core::eval::table::TABLE;
use nucleus_core::eval::{Options, Values, evaluate, features, fixed};
use nucleus_core::types::Color;

use super::evaluation::{POSITIONS, positions};
use super::unit::{StepFault, StepResult};
use super::workshop::StepContext;

/// The listed terms except simple endings, with the rows of the data table that evaluate each; a name that ends in `.`
/// or `_` is a prefix.
const KNOWLEDGE: [(&str, &str); 16] = [
    ("trapped pieces", "trapped.bishop trapped.bishop_6 trapped.rook"),
    ("blocked pieces", "mobility.blocked mobility.bishop_behind_pawns trapped.blocked_bishop"),
    ("material", "material. pair.bishops"),
    ("mobility", "mobility.knight mobility.bishop mobility.rank mobility.file mobility.queen"),
    ("position values", "placement."),
    ("storm of pawns", "king.storm_"),
    ("shelter squares", "king.shield_ king.open_file"),
    ("attack on the king", "king.danger_"),
    ("chain of pawns", "pawns.supported pawns.phalanx"),
    ("doubled pawns", "pawns.doubled"),
    ("isolated pawns", "pawns.isolated"),
    ("backward pawns", "pawns.backward"),
    ("candidates for promotion", "pawns.candidate"),
    (
        "passed pawns",
        "passed.rank_ passed.connected passed.connected_ passed.own_king passed.enemy_king \
         passed.blocked passed.free",
    ),
    ("unstoppable passed pawns", "passed.unstoppable passed.runner"),
    ("threats", "threats."),
];

/// Returns the index in [`KNOWLEDGE`] of the term that a row evaluates.
fn item_of(row: &str) -> Option<usize> {
    let is_meant = |name: &str| row == name || name.ends_with(['.', '_']) && row.starts_with(name);
    KNOWLEDGE.iter().position(|(_, names)| names.split(' ').any(is_meant))
}

/// Samples each term's mean absolute value, the share of interpolated values, and the other rows.
pub fn knowledge(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let (values, items) = (Values::umko(), TABLE.map(|row| item_of(row.name)));
    let options = Options { bound: Options::UNBOUNDED, ..Options::default() };
    let (mut worth, mut equal, mut compared) = ([0.0; KNOWLEDGE.len()], 0, 0);
    positions(step, |board| {
        let counted = features(board);
        let opening = f64::from(counted.phase) / f64::from(fixed::FULL_PHASE);
        let mut here = [0.0; KNOWLEDGE.len()];
        for ((item, units), row) in items.iter().zip(&counted.trace.counts).zip(values.rows()) {
            let [first, second] = row.map(f64::from);
            let value = opening * first + (1.0 - opening) * second;
            item.iter().for_each(|&item| here[item] += f64::from(units[0] - units[1]) * value);
        }
        worth.iter_mut().zip(here).for_each(|(sum, value)| *sum += value.abs());
        if !counted.known && counted.winnable == [fixed::WINNABLE; 2] {
            let value = i32::from(evaluate(values, board, &options));
            let white = if board.side() == Color::White { value } else { -value };
            equal += i32::from(white == counted.value(values));
            compared += 1;
        }
        Ok(())
    })?;
    let mut result = StepResult::new("nucleus eval --profile umko on positions of gm2600_wch.pgn");
    for ((item, _), sum) in KNOWLEDGE.iter().zip(worth) {
        result.value(*item, sum / POSITIONS as f64);
    }
    result.value("interpolated", 100.0 * f64::from(equal) / f64::from(compared.max(1)));
    let others = items.iter().zip(values.rows()).filter(|(item, _)| item.is_none());
    result.value("other rows", others.filter(|(_, row)| **row != [0, 0]).count() as f64);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_a_value_and_nothing_else_has_one() {
        let mut valued = [false; KNOWLEDGE.len()];
        for (row, value) in TABLE.iter().zip(Values::umko().rows()) {
            match item_of(row.name) {
                Some(item) => valued[item] |= *value != [0, 0],
                None => assert_eq!(*value, [0, 0], "{}", row.name),
            }
        }
        assert_eq!(valued, [true; KNOWLEDGE.len()]);
    }
}
