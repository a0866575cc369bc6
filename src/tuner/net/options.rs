use nucleus_core::eval::network::InputSet;

use super::parameters::NetworkShape;
use crate::train::PassOptions;

/// Options of a network's training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkOptions {
    /// The passes; their seed also chooses the first weights.
    pub passes: PassOptions,
    /// Inputs and hidden units.
    pub shape: NetworkShape,
    /// Share of the game's result in the target; the rest is the search's score.
    pub result_share: f64,
    /// Centipawns per unit of the logistic function; `None` to fit them to the results.
    pub scale: Option<f64>,
    /// Mirror half of the positions left to right.
    pub mirror: bool,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        let passes = PassOptions {
            seed: 1,
            epochs: 20,
            batch: 16_384,
            rate: 1e-3,
            last_rate: 0.01,
            decay: 0.01,
        };
        let shape = NetworkShape { input_set: InputSet::Pieces, hidden: 128 };
        Self { passes, shape, result_share: 0.2, scale: None, mirror: true }
    }
}
