//! The weights of an evaluation that is linear in them.

use super::FitError;
use nucleus_core::eval::Values;
use nucleus_core::eval::table::{COUNT, TABLE};

/// A value for each weight: middlegame and endgame; the same number twice where a weight is one
/// number.
pub type WeightPairs = Vec<[f64; 2]>;

/// A weight.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearFeature {
    /// Name of the weight.
    pub name: String,
    /// True when it is two numbers, for the middlegame and for the endgame.
    pub tapered: bool,
    /// The values to begin with.
    pub start: [f64; 2],
    /// The lowest and the highest value.
    pub range: [f64; 2],
}

impl LinearFeature {
    /// True when a value may change: the range has more than one, and a weight that is one number
    /// has but the first.
    pub fn is_free(&self, half: usize) -> bool {
        self.range[0] < self.range[1] && (half == 0 || self.tapered)
    }
}

/// All weights of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearModel {
    /// The weights, in the order of the features.
    pub features: Vec<LinearFeature>,
}

impl LinearModel {
    /// Our evaluation's, beginning with these values.
    pub fn of_table(values: &Values) -> Self {
        let features = TABLE.iter().zip(values.rows()).map(|(row, value)| LinearFeature {
            name: row.name.to_owned(),
            tapered: row.tapered,
            start: value.map(f64::from),
            range: row.range.map(f64::from),
        });
        Self { features: features.collect() }
    }

    /// The values to begin with.
    pub fn start(&self) -> WeightPairs {
        self.features.iter().map(|feature| feature.start).collect()
    }

    /// Returns the number of free parameters.
    pub fn free(&self) -> usize {
        self.features.iter().map(|f| (0..2).filter(|&half| f.is_free(half)).count()).sum()
    }

    /// Holds weights at the values that they begin with: those of these names, a name that ends in
    /// `*` standing for all that begin so.
    ///
    /// # Errors
    /// When a name is none.
    pub fn hold(&mut self, names: &[String]) -> Result<(), FitError> {
        for name in names {
            let mut any = false;
            for feature in &mut self.features {
                let is_meant = match name.strip_suffix('*') {
                    Some(beginning) => feature.name.starts_with(beginning),
                    None => feature.name == *name,
                };
                if is_meant {
                    any = true;
                    feature.range = [feature.start[0]; 2];
                }
            }
            if !any {
                return Err(FitError::Asked(format!("no weight is named '{name}'")));
            }
        }
        Ok(())
    }

    /// Moves values into their ranges, and keeps weights of one number so.
    pub fn clamp(&self, weights: &mut WeightPairs) {
        for (feature, pair) in self.features.iter().zip(weights) {
            for half in 0..2 {
                pair[half] = match (feature.is_free(half), feature.tapered) {
                    (true, _) => pair[half].clamp(feature.range[0], feature.range[1]),
                    (false, true) => feature.start[half],
                    (false, false) if half == 1 => pair[0],
                    (false, false) => feature.start[0],
                };
            }
        }
    }

    /// The values of our evaluation, rounded to whole centipawns.
    ///
    /// # Errors
    /// When these are not the weights of our evaluation.
    pub fn to_values(&self, weights: &WeightPairs) -> Result<Values, FitError> {
        let ours = self.features.len() == COUNT
            && self.features.iter().zip(&TABLE).all(|(feature, row)| feature.name == row.name);
        if !ours {
            let fault = "these are not the weights of Nucleus's evaluation".to_owned();
            return Err(FitError::Asked(fault));
        }
        let mut rows = [[0; 2]; COUNT];
        for ((value, pair), row) in rows.iter_mut().zip(weights).zip(&TABLE) {
            *value = pair.map(|number| (number.round() as i32).clamp(row.range[0], row.range[1]));
        }
        Ok(Values::new(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_weights_survive_the_way_there_and_back() {
        let model = LinearModel::of_table(Values::compiled());
        let start = model.start();
        assert_eq!(&model.to_values(&start).unwrap(), Values::compiled());
        let mut weights = start.iter().map(|pair| pair.map(|number| number + 1e6)).collect();
        model.clamp(&mut weights);
        let values = model.to_values(&weights).unwrap();
        for ((feature, row), value) in model.features.iter().zip(&TABLE).zip(values.rows()) {
            assert_eq!(*value, [row.range[1]; 2], "{}", feature.name);
        }
    }

    #[test]
    fn what_is_held_does_not_move() {
        let mut model = LinearModel::of_table(Values::compiled());
        let free = model.free();
        model.hold(&["material.pawn".to_owned(), "passed.rank_*".to_owned()]).unwrap();
        assert_eq!(model.free(), free - 1 - 12);
        let mut weights = model.start().iter().map(|pair| pair.map(|n| n - 3.0)).collect();
        model.clamp(&mut weights);
        for (feature, pair) in model.features.iter().zip(&weights) {
            if feature.name == "material.pawn" || feature.name.starts_with("passed.rank_") {
                assert_eq!(*pair, feature.start, "{}", feature.name);
            }
        }
        let fault = model.hold(&["material.prawn".to_owned()]).unwrap_err().to_string();
        assert!(fault.contains("'material.prawn'"), "{fault}");
    }
}
