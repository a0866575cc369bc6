//! Inputs of the network for a position.

use nucleus_core::eval::network::{InputSet, SeenSets};
use nucleus_core::kernels::{MatrixKernel, Rebuilt};
use nucleus_core::matrix::Planes;
use nucleus_core::types::{Color, Piece, PieceType, Square};

use super::position::TrainingPosition;

/// The most pieces of a position.
const MOST: usize = 32;

/// The active inputs of a position, for the side to move and for the opponent.
#[derive(Clone, Debug)]
pub struct ActiveInputs {
    input_set: InputSet,
    inputs: [Vec<u16>; 2],
}

impl ActiveInputs {
    /// Creates empty lists of a set of inputs.
    pub fn new(input_set: InputSet) -> Self {
        Self { input_set, inputs: [Vec::new(), Vec::new()] }
    }

    /// Reads a position, mirrored left to right if `mirrored` is set.
    #[inline(always)]
    pub fn read<K: MatrixKernel>(
        &mut self,
        kernel: K,
        position: &TrainingPosition,
        mirrored: bool,
    ) {
        let mirror = if mirrored { 7 } else { 0 };
        self.inputs.iter_mut().for_each(Vec::clear);
        if self.input_set != InputSet::Pieces {
            return self.read_cells(kernel, position, mirror);
        }
        for (opponent, kind, square) in position.iter().take(MOST) {
            let (color, square) = (usize::from(opponent), square ^ mirror);
            let input = |color: usize, square: usize| (color * 384 + kind * 64 + square) as u16;
            self.inputs[0].push(input(color, square));
            self.inputs[1].push(input(1 - color, square ^ 56));
        }
    }

    /// Reads a position as sets of squares, with the side to move as White.
    #[inline(always)]
    fn read_cells<K: MatrixKernel>(
        &mut self,
        kernel: K,
        position: &TrainingPosition,
        mirror: usize,
    ) {
        let (mut planes, mut rebuilt) = (Planes::EMPTY, Rebuilt::default());
        for (opponent, kind, square) in position.iter().take(MOST) {
            let color = if opponent { Color::Black } else { Color::White };
            let square = Square::new((square ^ mirror) as u8);
            planes.put(square, Piece::new(color, PieceType::from_index(kind)));
        }
        kernel.rebuild(&planes, Color::White, &mut rebuilt);
        let input_set = self.input_set;
        let seen = SeenSets::new(input_set, &planes, &rebuilt.influence);
        let mirrors = input_set.mirrors(&planes);
        let exchanges = [mirrors[0], mirrors[1] ^ InputSet::EXCHANGE];
        let [own, other] = &mut self.inputs;
        seen.changes(input_set, &SeenSets::default(), |changed| {
            own.extend(changed.added().iter().map(|input| input ^ exchanges[0]));
            other.extend(changed.added().iter().map(|input| input ^ exchanges[1]));
        });
    }

    /// Returns the inputs of a side: 0 for the side to move, 1 for the opponent.
    pub fn side(&self, side: usize) -> &[u16] {
        &self.inputs[side]
    }
}
