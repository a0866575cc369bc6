//! A position as inputs of the network.

use crate::data::TrainingPosition;

/// The most pieces of a position.
const MOST: usize = 32;

/// The inputs of a position that are set, for the side to move and for the other.
#[derive(Clone, Copy, Debug)]
pub struct ActiveInputs {
    count: usize,
    inputs: [[u16; MOST]; 2],
}

impl ActiveInputs {
    /// Those of a position; with `mirrored` of the position mirrored left to right.
    pub fn of(position: &TrainingPosition, mirrored: bool) -> Self {
        let mirror = if mirrored { 7 } else { 0 };
        let mut active = Self { count: 0, inputs: [[0; MOST]; 2] };
        for (opponent, kind, square) in position.iter().take(MOST) {
            let (color, square) = (usize::from(opponent), square ^ mirror);
            let of = |color: usize, square: usize| (color * 384 + kind * 64 + square) as u16;
            active.inputs[0][active.count] = of(color, square);
            active.inputs[1][active.count] = of(1 - color, square ^ 56);
            active.count += 1;
        }
        active
    }

    /// Those that one side sees: 0 for the side to move, 1 for the other.
    pub fn side(&self, side: usize) -> &[u16] {
        &self.inputs[side][..self.count]
    }
}
