//! The weights of our evaluation as numbers to fit.

use nucleus_core::eval::Values;
use nucleus_core::eval::table::{COUNT, TABLE};

/// Middlegame and endgame value of each weight; equal for a weight with a single value.
pub type WeightPairs = Vec<[f64; 2]>;

/// The start values of the weights, and their ranges.
#[derive(Clone, PartialEq, Debug)]
pub struct FitWeights {
    /// Start values, in centipawns.
    pub start: WeightPairs,
    /// Lowest and highest value of each weight.
    pub(super) ranges: Vec<[f64; 2]>,
}

impl FitWeights {
    /// Creates weights that start with these values.
    pub fn new(values: &Values) -> Self {
        Self {
            start: values.rows().iter().map(|value| value.map(f64::from)).collect(),
            ranges: TABLE.iter().map(|row| row.range.map(f64::from)).collect(),
        }
    }

    /// Returns true if a value may change: its range is not a single value, and it is not the
    /// second half of a weight with a single value.
    pub fn is_free(&self, weight: usize, half: usize) -> bool {
        let [low, high] = self.ranges[weight];
        low < high && (half == 0 || TABLE[weight].tapered)
    }

    /// Returns the number of values that may change.
    pub fn free(&self) -> usize {
        let numbers = (0..COUNT).flat_map(|weight| [(weight, 0), (weight, 1)]);
        numbers.filter(|&(weight, half)| self.is_free(weight, half)).count()
    }

    /// Fixes weights at their start values, by name; a trailing `*` matches any ending.
    ///
    /// # Errors
    /// If no weight has one of the names.
    pub fn hold(&mut self, names: &[String]) -> Result<(), String> {
        for name in names {
            let is_meant = |own: &str| match name.strip_suffix('*') {
                Some(beginning) => own.starts_with(beginning),
                None => own == name,
            };
            let meant: Vec<_> = (0..COUNT).filter(|&weight| is_meant(TABLE[weight].name)).collect();
            if meant.is_empty() {
                return Err(format!("no weight is named '{name}'"));
            }
            meant.iter().for_each(|&weight| self.ranges[weight] = [self.start[weight][0]; 2]);
        }
        Ok(())
    }

    /// Moves values into their ranges, and keeps the halves of single-valued weights equal.
    pub fn clamp(&self, weights: &mut WeightPairs) {
        for (weight, pair) in weights.iter_mut().enumerate() {
            let ([low, high], tapered) = (self.ranges[weight], TABLE[weight].tapered);
            for half in 0..2 {
                pair[half] = match (self.is_free(weight, half), tapered) {
                    (true, _) => pair[half].clamp(low, high),
                    (false, true) => self.start[weight][half],
                    (false, false) if half == 1 => pair[0],
                    (false, false) => self.start[weight][0],
                };
            }
        }
    }
}

/// Rounds weights to full centipawns.
pub fn to_values(weights: &WeightPairs) -> Values {
    let mut rows = [[0; 2]; COUNT];
    for ((value, pair), row) in rows.iter_mut().zip(weights).zip(&TABLE) {
        *value = pair.map(|number| (number.round() as i32).clamp(row.range[0], row.range[1]));
    }
    Values::new(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_weights_survive_the_way_there_and_back() {
        let weights = FitWeights::new(Values::compiled());
        assert_eq!(&to_values(&weights.start), Values::compiled());
        let mut high = weights.start.iter().map(|pair| pair.map(|number| number + 1e6)).collect();
        weights.clamp(&mut high);
        for (row, value) in TABLE.iter().zip(to_values(&high).rows()) {
            assert_eq!(*value, [row.range[1]; 2], "{}", row.name);
        }
    }

    #[test]
    fn what_is_held_does_not_move() {
        let mut weights = FitWeights::new(Values::compiled());
        let free = weights.free();
        weights.hold(&["material.pawn".to_owned(), "passed.rank_*".to_owned()]).unwrap();
        assert_eq!(weights.free(), free - 1 - 12);
        let mut moved = weights.start.iter().map(|pair| pair.map(|n| n - 3.0)).collect();
        weights.clamp(&mut moved);
        for ((row, start), pair) in TABLE.iter().zip(&weights.start).zip(&moved) {
            if row.name == "material.pawn" || row.name.starts_with("passed.rank_") {
                assert_eq!(pair, start, "{}", row.name);
            }
        }
        let error = weights.hold(&["material.prawn".to_owned()]).unwrap_err();
        assert!(error.contains("'material.prawn'"), "{error}");
    }
}
