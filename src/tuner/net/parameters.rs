//! The weights of a network as one row of numbers.

use nucleus_core::eval::network::InputSet;
use nucleus_core::types::Random;

/// Hidden units come in so many at a time, as the engine computes them.
const BLOCK: usize = 32;

/// The weights of a network, or the gradient of each: the first layer input by input, its biases, the
/// output's weights for the side to move and for the other, its bias.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkParameters {
    input_set: InputSet,
    hidden: usize,
    values: Vec<f32>,
}

/// The parts of [`NetworkParameters`].
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

/// The parts of a gradient, to add to.
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

impl NetworkParameters {
    /// Zeros.
    ///
    /// # Panics
    /// When `hidden` is no multiple of 32.
    pub fn zeros(input_set: InputSet, hidden: usize) -> Self {
        assert!(hidden.is_multiple_of(BLOCK) && hidden > 0, "{hidden} is no multiple of {BLOCK}");
        let numbers = (input_set.inputs() + 3) * hidden + 1;
        Self { input_set, hidden, values: vec![0.0; numbers] }
    }

    /// Random weights to begin with, small enough that no unit is cut off.
    pub fn random(input_set: InputSet, hidden: usize, seed: u64) -> Self {
        let mut parameters = Self::zeros(input_set, hidden);
        let mut random = Random::new(seed);
        let mut uniform = |width: f32| (2.0 * random.unit() as f32 - 1.0) * width;
        let output = parameters.output_at();
        let output_width = 1.0 / (2.0 * hidden as f32).sqrt();
        // As many inputs are set, or so.
        let set: f32 = if input_set.unmirrored() == InputSet::Cells { 150.0 } else { 30.0 };
        for (index, value) in parameters.values.iter_mut().enumerate() {
            let width = if index < output { 1.0 / set.sqrt() * 0.5 } else { output_width };
            *value = uniform(width);
        }
        parameters
    }

    /// The inputs.
    pub fn input_set(&self) -> InputSet {
        self.input_set
    }

    /// Units of the hidden layer.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// All numbers.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All numbers, to change.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The offset of the output's weights.
    pub fn output_at(&self) -> usize {
        (self.input_set.inputs() + 1) * self.hidden
    }

    /// The offset of the first layer's biases.
    pub fn biases_at(&self) -> usize {
        self.input_set.inputs() * self.hidden
    }

    /// Returns the parts.
    pub fn parts(&self) -> NetworkParts<'_> {
        let (layer, output) = self.values.split_at(self.output_at());
        let (inputs, biases) = layer.split_at(self.biases_at());
        NetworkParts {
            inputs,
            biases,
            output: &output[..2 * self.hidden],
            output_bias: output[2 * self.hidden],
        }
    }

    /// Returns the parts, to add to.
    #[inline(always)]
    pub fn parts_mut(&mut self) -> GradientParts<'_> {
        let (biases_at, output_at) = (self.biases_at(), self.output_at());
        let (layer, output) = self.values.split_at_mut(output_at);
        let (inputs, biases) = layer.split_at_mut(biases_at);
        let (output, output_bias) = output.split_at_mut(2 * self.hidden);
        GradientParts { inputs, biases, output, output_bias: &mut output_bias[0] }
    }
}
