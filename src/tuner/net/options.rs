use nucleus_core::eval::network::InputSet;

/// The options of a training; the same options and positions give the same network, in any number of
/// threads.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainOptions {
    /// Chooses the first weights and the order of positions.
    pub seed: u64,
    /// The inputs.
    pub input_set: InputSet,
    /// Units of the hidden layer, a multiple of 32.
    pub hidden: usize,
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// The size of the first step.
    pub rate: f64,
    /// The size of the last step, as a share of the first.
    pub last_rate: f64,
    /// Weight decay.
    pub decay: f64,
    /// The share of the game's result in what is learnt; the rest is the search's score.
    pub result_share: f64,
    /// Centipawns that are one unit of the logistic function, `None` for what fits the results.
    pub scale: Option<f64>,
    /// Shows half of the positions mirrored left to right.
    pub mirror: bool,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            input_set: InputSet::Pieces,
            hidden: 128,
            epochs: 20,
            batch: 16_384,
            rate: 1e-3,
            last_rate: 0.01,
            decay: 0.01,
            result_share: 0.2,
            scale: None,
            mirror: true,
        }
    }
}
