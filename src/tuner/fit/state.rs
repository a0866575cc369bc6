//! The state of a fit between two passes.

use super::adam::Adam;
use super::model::WeightPairs;

/// Losses of the weights after a pass; pass 0 is the start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitPoint {
    /// The pass.
    pub epoch: u32,
    /// The mean loss over training, validation and test games.
    pub losses: [f64; 3],
}

/// State of a fit between two passes.
#[derive(Clone, PartialEq, Debug)]
pub struct FitState {
    /// The weights.
    pub weights: WeightPairs,
    /// The descent.
    pub adam: Adam,
    /// The scale.
    pub k: f64,
    /// The curve so far.
    pub curve: Vec<FitPoint>,
    /// The best pass, and its weights.
    pub best: (u32, WeightPairs),
}
