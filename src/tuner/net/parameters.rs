//! The weights of a network in one row of numbers.

use nucleus_core::eval::network::InputSet;
use nucleus_core::types::Random;

/// Inputs and hidden units of a network. They decide each weight's index in a row of numbers: first layer,
/// input by input; its biases; the output's weights for the side to move, then for the opponent; the output's
/// bias. A gradient has the same layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkShape {
    /// The set of inputs.
    pub input_set: InputSet,
    /// Number of hidden units, a multiple of 32.
    pub hidden: usize,
}

/// The weights of a network, by layer.
#[derive(Clone, Copy, Debug)]
pub struct NetworkParts<'a> {
    /// The first layer, a row for each input.
    pub inputs: &'a [f32],
    /// The first layer's biases.
    pub biases: &'a [f32],
    /// The output's weights: for the side to move, then for the opponent.
    pub output: &'a [f32],
    /// The bias of the output.
    pub output_bias: f32,
}

/// A gradient by layer, to add to.
#[derive(Debug)]
pub struct GradientParts<'a> {
    /// Gradient of the first layer, a row for each input.
    pub inputs: &'a mut [f32],
    /// Gradient of the first layer's biases.
    pub biases: &'a mut [f32],
    /// Gradient of the output's weights.
    pub output: &'a mut [f32],
    /// Gradient of the output's bias.
    pub output_bias: &'a mut f32,
}

impl NetworkShape {
    /// Returns the number of weights.
    pub fn numbers(self) -> usize {
        self.output_at() + 2 * self.hidden + 1
    }

    /// Returns random start weights, so small that hardly any hidden unit is clamped at 1.
    pub fn random(self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(seed);
        let output_width = 1.0 / (2.0 * self.hidden as f32).sqrt();
        // Approximate number of active inputs.
        let set: f32 = if self.input_set.unmirrored() == InputSet::Cells { 150.0 } else { 30.0 };
        let uniform = |index| {
            let width =
                if index < self.output_at() { 1.0 / set.sqrt() * 0.5 } else { output_width };
            (2.0 * random.unit() as f32 - 1.0) * width
        };
        (0..self.numbers()).map(uniform).collect()
    }

    /// Returns the index of the output's first weight.
    pub fn output_at(self) -> usize {
        (self.input_set.inputs() + 1) * self.hidden
    }

    /// Returns the index of the first layer's first bias.
    pub fn biases_at(self) -> usize {
        self.input_set.inputs() * self.hidden
    }

    /// Returns the layers of weights.
    pub fn parts(self, values: &[f32]) -> NetworkParts<'_> {
        let (layer, output) = values.split_at(self.output_at());
        let (inputs, biases) = layer.split_at(self.biases_at());
        let (output, output_bias) = output.split_at(2 * self.hidden);
        NetworkParts { inputs, biases, output, output_bias: output_bias[0] }
    }

    /// Returns the layers of a gradient, to add to.
    #[inline(always)]
    pub fn parts_mut(self, values: &mut [f32]) -> GradientParts<'_> {
        let (layer, output) = values.split_at_mut(self.output_at());
        let (inputs, biases) = layer.split_at_mut(self.biases_at());
        let (output, output_bias) = output.split_at_mut(2 * self.hidden);
        GradientParts { inputs, biases, output, output_bias: &mut output_bias[0] }
    }
}
