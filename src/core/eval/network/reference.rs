//! The value of a position from scratch: what every other way to compute it is defined by.

use super::inputs::{INPUTS, OUTPUT_ONE, input};
use super::weights::{Network, NetworkWeights};
use crate::matrix::Planes;
use crate::types::bitboard::squares;
use crate::types::{Color, PieceType};

/// The first layer's sums as one side sees the position.
pub fn sums(weights: &NetworkWeights, planes: &Planes, perspective: Color) -> Vec<i32> {
    let mut sums: Vec<i32> = weights.biases.iter().map(|&bias| i32::from(bias)).collect();
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for square in squares(planes.of(color, kind)) {
                let row = input(perspective, color, kind, square);
                debug_assert!(row < INPUTS);
                for (unit, sum) in sums.iter_mut().enumerate() {
                    *sum += i32::from(weights.inputs[row * weights.hidden + unit]);
                }
            }
        }
    }
    sums
}

/// The value of a position in centipawns, positive when `side`, which is to move, is better.
pub fn value(network: &Network, planes: &Planes, side: Color) -> i32 {
    let weights = network.weights();
    let mut output = 0_i64;
    for (index, perspective) in [side, !side].into_iter().enumerate() {
        for (unit, sum) in sums(&weights, planes, perspective).into_iter().enumerate() {
            let clamped = i64::from(sum.clamp(0, 255));
            let weight = i64::from(weights.output[index * weights.hidden + unit]);
            output += clamped * clamped * weight;
        }
    }
    // A clamped unit is in 255ths, its square in 255ths of 255ths.
    let one = 255 * i64::from(OUTPUT_ONE);
    ((output / 255 + i64::from(weights.output_bias)) * i64::from(weights.scale) / one)
        .clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
