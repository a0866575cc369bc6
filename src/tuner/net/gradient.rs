//! The network's value of a position, and the gradient of its loss.

use super::features::ActiveInputs;
use super::parameters::{GradientParts, NetworkParts};

/// Number of partial sums of the output; their order does not depend on the registers' width.
const SUMS: usize = 8;

/// Memory for computing a position's value.
#[derive(Clone, Debug)]
pub struct Activations {
    /// The hidden layer before clamping, for the side to move and for the opponent.
    sums: [Vec<f32>; 2],
    /// Gradient with respect to one side's sums.
    slopes: Vec<f32>,
}

impl Activations {
    /// Creates memory for networks with this number of hidden units.
    pub fn new(hidden: usize) -> Self {
        let zeros = vec![0.0; hidden];
        Self { sums: [zeros.clone(), zeros.clone()], slopes: zeros }
    }

    /// Returns the network's value of a position for the side to move, in units of the logistic
    /// function.
    #[inline(always)]
    pub fn value(&mut self, network: &NetworkParts<'_>, active: &ActiveInputs) -> f32 {
        let hidden = network.biases.len();
        let mut parts = [0.0; SUMS];
        for side in 0..2 {
            let sums = &mut self.sums[side][..hidden];
            sums.copy_from_slice(network.biases);
            for &input in active.side(side) {
                add(sums, &network.inputs[usize::from(input) * hidden..][..hidden]);
            }
            let weights = &network.output[side * hidden..][..hidden];
            let (sums, weights) = (sums.as_chunks::<SUMS>().0, weights.as_chunks::<SUMS>().0);
            for (sums, weights) in sums.iter().zip(weights) {
                for place in 0..SUMS {
                    let clamped = sums[place].clamp(0.0, 1.0);
                    parts[place] += clamped * clamped * weights[place];
                }
            }
        }
        network.output_bias + parts.iter().sum::<f32>()
    }

    /// Adds the gradient of a position's loss, given the loss's derivative with respect to the
    /// value. Call [`Activations::value`] for the same position before.
    #[inline(always)]
    pub fn add_gradient(
        &mut self,
        network: &NetworkParts<'_>,
        active: &ActiveInputs,
        slope: f32,
        gradient: GradientParts<'_>,
    ) {
        let hidden = network.biases.len();
        let GradientParts { inputs, biases, output, output_bias } = gradient;
        *output_bias += slope;
        for side in 0..2 {
            let sums = &self.sums[side][..hidden];
            let weights = &network.output[side * hidden..][..hidden];
            let output = &mut output[side * hidden..][..hidden];
            let slopes = &mut self.slopes[..hidden];
            for unit in 0..hidden {
                let clamped = sums[unit].clamp(0.0, 1.0);
                output[unit] += slope * clamped * clamped;
                // The derivative of the clamp is zero at both ends.
                let inside = if clamped < 1.0 { clamped } else { 0.0 };
                slopes[unit] = 2.0 * slope * weights[unit] * inside;
            }
            add(biases, slopes);
            for &input in active.side(side) {
                add(&mut inputs[usize::from(input) * hidden..][..hidden], slopes);
            }
        }
    }
}

/// Adds a row of numbers to another of the same length.
#[inline(always)]
fn add(to: &mut [f32], row: &[f32]) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::NetworkShape;
    use super::super::position::TrainingPosition;
    use super::*;
    use crate::train::{cross_entropy, expected};
    use nucleus_core::board::{Board, RulesBoard, Setup};
    use nucleus_core::eval::network::{InputSet, reference};
    use nucleus_core::kernels::portable;
    use nucleus_core::notation::pgn::Outcome;
    use nucleus_core::types::{Color, Random};

    fn position(fen: &str) -> TrainingPosition {
        let board = RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token);
        TrainingPosition::new(&board, 0, Outcome::Draw)
    }

    fn active(input_set: InputSet, fen: &str, mirrored: bool) -> ActiveInputs {
        let mut active = ActiveInputs::new(input_set);
        active.read(portable::Token, &position(fen), mirrored);
        active
    }

    const BUSY: &str = "r1b2rk1/p1q1ppbp/6p1/2Q5/8/4BP2/PPP3PP/2KR1B1R b - - 0 1";
    const OTHER: &str = "1r2b1rk/pbpp1q1p/1p6/5Q2/8/2PB4/PP3PPP/R1BR2K1 w - - 0 1";

    /// Compares the gradient with differences of the loss, for weights of every layer.
    #[test]
    fn the_gradient_is_that_of_the_loss() {
        for input_set in InputSet::ALL {
            let hidden = 32;
            let shape = NetworkShape { input_set, hidden };
            let mut network = shape.random(3);
            let active = active(input_set, BUSY, false);
            let mut activations = Activations::new(hidden);
            let target = 0.8;
            let value = activations.value(&shape.parts(&network), &active);
            let mut gradient = vec![0.0; shape.numbers()];
            let slope = expected(f64::from(value)) as f32 - target;
            let into = shape.parts_mut(&mut gradient);
            activations.add_gradient(&shape.parts(&network), &active, slope, into);
            let mut random = Random::new(5);
            let set = usize::from(active.side(0)[3]) * hidden;
            let (biases, output) = (shape.biases_at(), shape.output_at());
            let mut places: Vec<_> = (0..hidden).map(|unit| set + unit).collect();
            places.extend((0..20).map(|_| biases + random.below(hidden)));
            places.extend(output..output + 2 * hidden + 1);
            places.extend((0..50).map(|_| random.below(biases)));
            let mut nonzero = 0;
            for place in places {
                let (step, before) = (2e-3, network[place]);
                let mut at = |value: f32| {
                    network[place] = value;
                    let value = activations.value(&shape.parts(&network), &active);
                    cross_entropy(f64::from(value), f64::from(target))
                };
                let difference = (at(before + step) - at(before - step)) / f64::from(2.0 * step);
                at(before);
                let analytic = f64::from(gradient[place]);
                assert!((analytic - difference).abs() < 2e-4, "{place}: {analytic} {difference}");
                nonzero += usize::from(analytic.abs() > 1e-3);
            }
            assert!(nonzero > 40, "{nonzero} of the gradients differ from zero");
        }
    }

    fn reversed(fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').unwrap();
        let ranks = board.split('/').map(|rank| rank.chars().rev().collect::<String>());
        format!("{} {rest}", ranks.collect::<Vec<_>>().join("/"))
    }

    #[test]
    fn a_mirrored_position_is_seen_as_its_mirror() {
        for input_set in InputSet::ALL {
            let shape = NetworkShape { input_set, hidden: 64 };
            let network = shape.random(1);
            let mut activations = Activations::new(64);
            let mut value = |fen: &str, mirrored| {
                activations.value(&shape.parts(&network), &active(input_set, fen, mirrored))
            };
            let differs = (value(OTHER, false) - value(OTHER, true)).abs() > 1e-5;
            assert_ne!(differs, input_set.is_mirrored(), "{input_set:?}");
            let of_mirror = value(&reversed(OTHER), false);
            assert!((value(OTHER, true) - of_mirror).abs() < 1e-5, "{input_set:?}");
        }
    }

    #[test]
    fn the_engine_reads_the_same_inputs() {
        for input_set in InputSet::ALL {
            for fen in [BUSY, OTHER] {
                let active = active(input_set, fen, false);
                let planes = position(fen).setup().planes;
                for (side, perspective) in Color::ALL.into_iter().enumerate() {
                    let mut expected = reference::inputs(input_set, &planes, perspective);
                    let mut read: Vec<usize> =
                        active.side(side).iter().map(|&n| n.into()).collect();
                    expected.sort_unstable();
                    read.sort_unstable();
                    assert_eq!(read, expected, "{input_set:?} {fen} {side}");
                }
            }
        }
    }
}
