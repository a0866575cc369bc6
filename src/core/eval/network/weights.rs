use super::bounds::unit_overflow;
use super::fault::NetworkFault;
use super::inputs::{InputSet, MOST_HIDDEN, OUTPUT_ONE};
use super::numbers::NetworkWeights;
use crate::kernels::units::{UNIT_ONE, UNITS, Units};
use crate::types::fnv1a;

/// A network that the engine can evaluate with: no position overflows its integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    input_set: InputSet,
    /// Number of blocks of hidden units.
    pub(super) blocks: usize,
    inputs: Box<[Units]>,
    biases: Box<[Units]>,
    output: Box<[Units]>,
    output_bias: i32,
    scale: i64,
    hash: u64,
}

impl Network {
    /// Returns a network with these weights.
    ///
    /// # Errors
    /// If the engine does not support their shape, or a position could overflow its integers.
    pub fn new(weights: &NetworkWeights) -> Result<Self, NetworkFault> {
        let NetworkWeights { input_set, hidden, inputs, biases, output, output_bias, scale } =
            weights;
        let shape = NetworkFault::Shape {
            inputs: (inputs.len() / hidden.max(&1)) as u32,
            hidden: *hidden as u32,
        };
        let consistent = hidden.is_multiple_of(UNITS)
            && (UNITS..=MOST_HIDDEN).contains(hidden)
            && inputs.len() == input_set.inputs() * hidden
            && biases.len() == *hidden
            && output.len() == 2 * hidden;
        if !consistent {
            return Err(shape);
        }
        if !(1..=4_096).contains(scale) {
            return Err(NetworkFault::Scale(*scale));
        }
        if let Some(&weight) = output.iter().find(|weight| i8::try_from(**weight).is_err()) {
            return Err(NetworkFault::OutputWeight(weight));
        }
        for unit in 0..*hidden {
            if unit_overflow(weights, unit) > 0 {
                return Err(NetworkFault::Unit(unit));
            }
        }
        let most = i64::from(UNIT_ONE) * i64::from(UNIT_ONE);
        let sum = |sign: i64| {
            let weights = output.iter().map(|&weight| (sign * i64::from(weight)).max(0));
            weights.sum::<i64>() * most
        };
        if sum(1) > i64::from(i32::MAX) || sum(-1) > i64::from(i32::MAX) {
            return Err(NetworkFault::Output);
        }
        let units = |numbers: &[i16]| numbers.as_chunks().0.iter().map(|&row| Units(row)).collect();
        Ok(Self {
            input_set: *input_set,
            blocks: hidden / UNITS,
            inputs: units(inputs),
            biases: units(biases),
            output: units(output),
            output_bias: *output_bias,
            scale: i64::from(*scale),
            hash: hash(weights),
        })
    }

    /// Returns the weights as plain numbers.
    pub fn weights(&self) -> NetworkWeights {
        let numbers = |units: &[Units]| units.iter().flat_map(|units| units.0).collect();
        NetworkWeights {
            input_set: self.input_set,
            hidden: self.hidden(),
            inputs: numbers(&self.inputs),
            biases: numbers(&self.biases),
            output: numbers(&self.output),
            output_bias: self.output_bias,
            scale: self.scale as u32,
        }
    }

    /// Returns the input set.
    #[inline(always)]
    pub fn input_set(&self) -> InputSet {
        self.input_set
    }

    /// Returns the number of hidden units.
    pub fn hidden(&self) -> usize {
        self.blocks * UNITS
    }

    /// Returns the hash of its weights, which identifies the network.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the first layer's weights of an input.
    #[inline(always)]
    pub(super) fn row(&self, input: usize) -> &[Units] {
        &self.inputs[input * self.blocks..][..self.blocks]
    }

    /// Returns the first layer's weights, row by row.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[Units] {
        &self.inputs
    }

    /// Returns the first layer's biases.
    pub(super) fn biases(&self) -> &[Units] {
        &self.biases
    }

    /// Returns the output's weights for the side to move (0) or the other (1).
    #[inline(always)]
    pub(super) fn output(&self, side: usize) -> &[Units] {
        &self.output[side * self.blocks..][..self.blocks]
    }

    /// Converts the output's sum, whose units are 255ths of 255ths times 64ths, to centipawns.
    #[inline(always)]
    pub(super) fn centipawns(&self, sum: i32) -> i32 {
        let output = i64::from(sum / i32::from(UNIT_ONE)) + i64::from(self.output_bias);
        (output * self.scale / (i64::from(UNIT_ONE) * i64::from(OUTPUT_ONE)))
            .clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

/// Returns the FNV-1a hash of a network's weights.
fn hash(weights: &NetworkWeights) -> u64 {
    let NetworkWeights { hidden, inputs, biases, output, output_bias, scale, .. } = weights;
    let head = [*hidden as u32, *scale, output_bias.cast_unsigned()];
    let mirrored = weights.input_set.is_mirrored().then_some(1);
    let head = head.into_iter().chain(mirrored).flat_map(u32::to_le_bytes);
    let numbers = inputs.iter().chain(biases).chain(output).flat_map(|number| number.to_le_bytes());
    fnv1a(head.chain(numbers))
}
