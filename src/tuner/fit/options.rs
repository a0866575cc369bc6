/// Options of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitOptions {
    /// Splits games and orders positions.
    pub seed: u64,
    /// Passes over the training positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// About the most that a weight moves in a step of the first pass, in centipawns; it falls to a
    /// fiftieth by half a cosine.
    pub rate: f64,
    /// Standard deviation of a weight's prior in centipawns, a normal distribution about its first
    /// value: L2 towards these values. A game counts as one observation, since its positions share
    /// a result. Infinite for none.
    pub spread: f64,
    /// The logistic function's scale; fitted before the weights where none is given.
    pub k: Option<f64>,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { seed: 1, epochs: 100, batch: 16_384, rate: 0.6, spread: 60.0, k: None }
    }
}

impl FitOptions {
    /// Ratio of the last pass's learning rate to the first's.
    const LAST: f64 = 0.02;

    /// The rate of a pass, from 0.
    pub fn rate_of(&self, epoch: u32) -> f64 {
        let done = f64::from(epoch) / f64::from(self.epochs.max(2) - 1);
        let fallen = (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
        self.rate * (Self::LAST + (1.0 - Self::LAST) * fallen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_to_a_fiftieth() {
        let options = FitOptions { epochs: 11, rate: 2.0, ..FitOptions::default() };
        assert_eq!(options.rate_of(0), 2.0);
        assert!((options.rate_of(10) - 0.04).abs() < 1e-12);
        assert!((0..10).all(|epoch| options.rate_of(epoch) > options.rate_of(epoch + 1)));
        assert_eq!(FitOptions { epochs: 1, ..options }.rate_of(0), 2.0);
    }
}
