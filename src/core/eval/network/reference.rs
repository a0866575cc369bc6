//! The value of a position, computed from scratch. It defines the results of all faster code.

use super::inputs::{InputSet, OUTPUT_ONE, cell_input, guarded_input, input};
use super::numbers::NetworkWeights;
use super::weights::Network;
use crate::kernels::{Rebuilt, reference};
use crate::matrix::{Planes, cell};
use crate::types::{Color, PieceType, Square};

/// Returns the active inputs of a position from one side's view, read from the cells square by square.
pub fn inputs(input_set: InputSet, planes: &Planes, perspective: Color) -> Vec<usize> {
    let mut rebuilt = Rebuilt::default();
    reference::rebuild(planes, Color::White, &mut rebuilt);
    let mut inputs = Vec::new();
    for square in Square::all() {
        let here = rebuilt.nucleus.cells.at(square);
        if let Some(piece) = cell::piece(here) {
            let attacked = here & cell::influence_mask(!piece.color) != 0;
            let defended = here & cell::influence_mask(piece.color) != 0;
            inputs.push(match input_set {
                InputSet::Pieces => input(perspective, piece.color, piece.kind, square),
                InputSet::Guarded | InputSet::MirroredGuarded => {
                    guarded_input(perspective, piece, square, attacked, defended)
                }
                _ => cell_input(perspective, piece.color, piece.kind.index(), square),
            });
        }
        if input_set.unmirrored() != InputSet::Cells {
            continue;
        }
        for color in Color::ALL {
            for influence in 0..7 {
                if here >> (cell::influence_shift(color) + 6 - influence) & 1 == 1 {
                    inputs.push(cell_input(perspective, color, 6 + influence as usize, square));
                }
            }
        }
    }
    let kings_file = Square::lowest(planes.pieces(perspective, PieceType::King)).file();
    if input_set.is_mirrored() && kings_file >= 4 {
        inputs.iter_mut().for_each(|input| *input ^= 7);
    }
    inputs
}

/// Returns the first layer's sums from one side's view.
pub fn sums(weights: &NetworkWeights, planes: &Planes, perspective: Color) -> Vec<i32> {
    let mut sums: Vec<i32> = weights.biases.iter().map(|&bias| i32::from(bias)).collect();
    for row in inputs(weights.input_set, planes, perspective) {
        for (unit, sum) in sums.iter_mut().enumerate() {
            *sum += i32::from(weights.inputs[row * weights.hidden + unit]);
        }
    }
    sums
}

/// Returns the value of a position in centipawns, positive if the side to move, `side`, is better.
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
