//! A trained network in the engine's integers.

use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::network::{
    INPUTS, InputSet, Network, NetworkAccumulator, NetworkFault, NetworkWeights, OUTPUT_ONE,
    unit_overflow,
};
use nucleus_core::kernels::portable;
use nucleus_core::kernels::units::UNIT_ONE;
use nucleus_core::types::Color;

use super::parameters::NetworkShape;
use super::position::TrainingPosition;
use crate::train::cross_entropy;

/// Bound of the weights in training: 505 in units of 1/255 and 127 in units of 1/64, so that the sums of the
/// quantised network fit its integers.
pub const WIDEST: f32 = 1.98;

/// Returns the network in integers; `scale` is the number of centipawns per unit of the logistic function.
///
/// # Errors
/// If `scale` is not in 1 to 4,096, or a weight or a position could overflow the integers.
pub fn quantised(
    shape: NetworkShape,
    parameters: &[f32],
    scale: f64,
) -> Result<Network, NetworkFault> {
    let mut parameters = parameters.to_vec();
    narrow(shape, &mut parameters);
    Network::new(&integers(shape, &parameters, scale))
}

/// Reduces each unit's influence weights until no position can overflow its integer. The sum of the
/// heaviest weights that a position can add seldom exceeds 16 bits after training.
pub fn narrow(shape: NetworkShape, parameters: &mut [f32]) {
    if shape.input_set.unmirrored() != InputSet::Cells {
        // 32 pieces of 505 and a bias always fit.
        return;
    }
    let (hidden, biases) = (shape.hidden, shape.biases_at());
    for unit in 0..hidden {
        while unit_overflow(&integers(shape, parameters, 1.0), unit) > 0 {
            let influence = &mut parameters[INPUTS * hidden..biases];
            influence.iter_mut().skip(unit).step_by(hidden).for_each(|weight| *weight *= 0.95);
        }
    }
}

/// Returns the weights in integers.
fn integers(shape: NetworkShape, values: &[f32], scale: f64) -> NetworkWeights {
    let integers = |numbers: &[f32], one: f32| {
        numbers.iter().map(|number| (number * one).round() as i16).collect::<Vec<_>>()
    };
    let (parts, one) = (shape.parts(values), f32::from(UNIT_ONE));
    NetworkWeights {
        input_set: shape.input_set,
        hidden: shape.hidden,
        inputs: integers(parts.inputs, one),
        biases: integers(parts.biases, one),
        output: integers(parts.output, OUTPUT_ONE as f32),
        output_bias: (parts.output_bias * one * OUTPUT_ONE as f32).round() as i32,
        scale: scale.round() as u32,
    }
}

/// Returns the mean loss of positions for their games' results, with the engine's integers.
pub fn quantised_loss(network: &Network, scale: f64, positions: &[TrainingPosition]) -> f64 {
    let losses = positions.iter().map(|position| {
        let board = RulesBoard::new(&position.setup(), portable::Token);
        let accumulator = NetworkAccumulator::new(network, &board);
        let value = accumulator.value(network, portable::Token, Color::White);
        cross_entropy(f64::from(value) / scale.round(), f64::from(position.result) / 2.0)
    });
    losses.sum::<f64>() / positions.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::features::ActiveInputs;
    use super::super::gradient::Activations;
    use super::*;
    use nucleus_core::board::Setup;
    use nucleus_core::notation::pgn::Outcome;

    #[test]
    fn integers_say_what_the_numbers_say() {
        for input_set in InputSet::ALL {
            let shape = NetworkShape { input_set, hidden: 128 };
            let (parameters, scale) = (shape.random(4), 174.0);
            let network = quantised(shape, &parameters, scale).unwrap();
            let mut activations = Activations::new(128);
            for fen in [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r1b2rk1/p1q1ppbp/6p1/2Q5/8/4BP2/PPP3PP/2KR1B1R b - - 0 1",
                "8/8/1B6/7b/7k/8/2B1b3/7K w - - 0 1",
            ] {
                let board = RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token);
                let position = TrainingPosition::new(&board, 0, Outcome::Draw);
                let mut active = ActiveInputs::new(input_set);
                active.read(portable::Token, &position, false);
                let value = f64::from(activations.value(&shape.parts(&parameters), &active));
                let accumulator = NetworkAccumulator::new(&network, &board);
                let integer = accumulator.value(&network, portable::Token, board.side());
                assert!((value * scale - f64::from(integer)).abs() < 6.0, "{value} {integer}");
                let loss = quantised_loss(&network, scale, &[position]);
                assert!((loss - cross_entropy(value, 0.5)).abs() < 0.03);
            }
        }
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        let shape = NetworkShape { input_set: InputSet::Pieces, hidden: 32 };
        let mut parameters = shape.random(4);
        assert!(quantised(shape, &parameters, 0.2).is_err());
        parameters[shape.output_at()] = 2.1;
        assert!(quantised(shape, &parameters, 170.0).is_err());
    }

    /// Uses the heaviest weights that training may reach.
    #[test]
    fn no_weights_that_a_training_leads_to_are_refused() {
        for input_set in InputSet::ALL {
            for sign in [1.0, -1.0] {
                let shape = NetworkShape { input_set, hidden: 32 };
                let parameters = vec![sign * WIDEST; shape.numbers()];
                let network = quantised(shape, &parameters, 174.0).unwrap();
                let pieces = network.weights().inputs[0];
                assert_eq!(pieces, (sign * 505.0) as i16, "{input_set:?}");
            }
        }
    }
}
