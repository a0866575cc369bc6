use super::fault::NetworkFault;
use super::inputs::{INPUTS, MOST_HIDDEN, OUTPUT_ONE};
use crate::kernels::units::{UNIT_ONE, UNITS, Units};
use crate::types::fnv1a;

/// The weights of a network as plain numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkWeights {
    /// Hidden units.
    pub hidden: usize,
    /// The first layer, a row of hidden units for each input, in 255ths.
    pub inputs: Vec<i16>,
    /// The first layer's biases, in 255ths.
    pub biases: Vec<i16>,
    /// The output's weights for the side to move, then for the other, in 64ths.
    pub output: Vec<i16>,
    /// The output's bias, in 16,320ths.
    pub output_bias: i32,
    /// Centipawns that an output of one is.
    pub scale: u32,
}

/// A network that the engine can evaluate with: no position overflows its integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Blocks of hidden units.
    pub(super) blocks: usize,
    inputs: Box<[Units]>,
    biases: Box<[Units]>,
    output: Box<[Units]>,
    output_bias: i32,
    scale: i64,
    hash: u64,
}

impl Network {
    /// A network of these weights.
    ///
    /// # Errors
    /// When their shape is another than the engine's, or a position could overflow its integers.
    pub fn new(weights: &NetworkWeights) -> Result<Self, NetworkFault> {
        let NetworkWeights { hidden, inputs, biases, output, output_bias, scale } = weights;
        let shape = NetworkFault::Shape {
            inputs: (inputs.len() / hidden.max(&1)) as u32,
            hidden: *hidden as u32,
        };
        let whole = hidden.is_multiple_of(UNITS)
            && (UNITS..=MOST_HIDDEN).contains(hidden)
            && inputs.len() == INPUTS * hidden
            && biases.len() == *hidden
            && output.len() == 2 * hidden;
        if !whole {
            return Err(shape);
        }
        if !(1..=4_096).contains(scale) {
            return Err(NetworkFault::Scale(*scale));
        }
        if let Some(&weight) = output.iter().find(|weight| i8::try_from(**weight).is_err()) {
            return Err(NetworkFault::OutputWeight(weight));
        }
        for unit in 0..*hidden {
            if !unit_fits(unit, *hidden, inputs, biases) {
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
            blocks: hidden / UNITS,
            inputs: units(inputs),
            biases: units(biases),
            output: units(output),
            output_bias: *output_bias,
            scale: i64::from(*scale),
            hash: hash(weights),
        })
    }

    /// The weights as plain numbers.
    pub fn weights(&self) -> NetworkWeights {
        let numbers = |units: &[Units]| units.iter().flat_map(|units| units.0).collect();
        NetworkWeights {
            hidden: self.hidden(),
            inputs: numbers(&self.inputs),
            biases: numbers(&self.biases),
            output: numbers(&self.output),
            output_bias: self.output_bias,
            scale: self.scale as u32,
        }
    }

    /// Hidden units.
    pub fn hidden(&self) -> usize {
        self.blocks * UNITS
    }

    /// The hash of its weights, which tells networks apart.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The first layer's weights of an input.
    #[inline(always)]
    pub(super) fn row(&self, input: usize) -> &[Units] {
        &self.inputs[input * self.blocks..][..self.blocks]
    }

    /// The first layer's biases.
    pub(super) fn biases(&self) -> &[Units] {
        &self.biases
    }

    /// The output's weights for the side to move (0) or the other (1).
    #[inline(always)]
    pub(super) fn output(&self, side: usize) -> &[Units] {
        &self.output[side * self.blocks..][..self.blocks]
    }

    /// Centipawns of the output's sum, whose units are 255ths of 255ths times 64ths.
    #[inline(always)]
    pub(super) fn centipawns(&self, sum: i32) -> i32 {
        let output = i64::from(sum / i32::from(UNIT_ONE)) + i64::from(self.output_bias);
        (output * self.scale / (i64::from(UNIT_ONE) * i64::from(OUTPUT_ONE)))
            .clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

/// The hash of a network's weights: FNV-1a.
fn hash(weights: &NetworkWeights) -> u64 {
    let NetworkWeights { hidden, inputs, biases, output, output_bias, scale } = weights;
    let head = [*hidden as u32, *scale, output_bias.cast_unsigned()];
    let head = head.into_iter().flat_map(u32::to_le_bytes);
    let numbers = inputs.iter().chain(biases).chain(output).flat_map(|number| number.to_le_bytes());
    fnv1a(head.chain(numbers))
}

/// The most pieces of a position.
const MOST_PIECES: usize = 32;

/// True when no position overflows a unit: a square has one piece, and there are 32 pieces at most.
fn unit_fits(unit: usize, hidden: usize, inputs: &[i16], biases: &[i16]) -> bool {
    let furthest = |sign: i32| {
        let of_square = |square: usize| {
            let pieces = (0..INPUTS / 64)
                .map(|piece| sign * i32::from(inputs[(piece * 64 + square) * hidden + unit]));
            pieces.max().unwrap_or(0).max(0)
        };
        let mut squares: Vec<i32> = (0..64).map(of_square).collect();
        squares.sort_unstable_by_key(|&most| std::cmp::Reverse(most));
        sign * i32::from(biases[unit]) + squares[..MOST_PIECES].iter().sum::<i32>()
    };
    furthest(1) <= i32::from(i16::MAX) && furthest(-1) <= -i32::from(i16::MIN)
}
