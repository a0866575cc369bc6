//! The weights of a network as one row of numbers.

use nucleus_core::eval::network::InputSet;
use nucleus_core::types::Random;

/// Inputs and hidden units of a network, which decide where in a row of numbers each weight is: the
/// first layer input by input, its biases, the output's weights for the side to move and for the other,
/// its bias. A gradient has the same row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkShape {
    /// The inputs.
    pub input_set: InputSet,
    /// Units of the hidden layer, a multiple of 32.
    pub hidden: usize,
}

/// The weights of a network by layers.
#[derive(Clone, Copy, Debug)]
pub struct NetworkParts<'a> {
    /// The first layer, a row for each input.
    pub inputs: &'a [f32],
    /// The first layer's biases.
    pub biases: &'a [f32],
    /// The output's weights: for the side to move, then for the other.
    pub output: &'a [f32],
    /// The output's bias.
    pub output_bias: f32,
}

/// A gradient by layers, to add to.
#[derive(Debug)]
pub struct GradientParts<'a> {
    /// The part of the first layer, a row for each input.
    pub inputs: &'a mut [f32],
    /// The part of its biases.
    pub biases: &'a mut [f32],
    /// The part of the output's weights.
    pub output: &'a mut [f32],
    /// The part of its bias.
    pub output_bias: &'a mut f32,
}

impl NetworkShape {
    /// Returns the number of weights.
    pub fn numbers(self) -> usize {
        self.output_at() + 2 * self.hidden + 1
    }

    /// Random weights to begin with, small enough that no unit is cut off.
    pub fn random(self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(seed);
        let output_width = 1.0 / (2.0 * self.hidden as f32).sqrt();
        // About as many inputs are set.
        let set: f32 = if self.input_set.unmirrored() == InputSet::Cells { 150.0 } else { 30.0 };
        let uniform = |index| {
            let width =
                if index < self.output_at() { 1.0 / set.sqrt() * 0.5 } else { output_width };
            (2.0 * random.unit() as f32 - 1.0) * width
        };
        (0..self.numbers()).map(uniform).collect()
    }

    /// The offset of the output's weights.
    pub fn output_at(self) -> usize {
        (self.input_set.inputs() + 1) * self.hidden
    }

    /// The offset of the first layer's biases.
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
