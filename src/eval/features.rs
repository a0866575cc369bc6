//! The evaluation as counts and the values they are multiplied by: what a tuner works on.

use super::accumulator::{Accumulator, place_of};
use super::pawns::Structure;
use super::tally::Trace;
use super::weights::{COUNT, MATERIAL, TABLE, Weight};
use super::{development, endgame, ending_terms, material, terms};
use crate::board::Board;
use crate::types::bitboard::squares;
use crate::types::{Color, PieceType};

/// What the evaluation counts in a position. Its product with [`Values`] is the evaluation before
/// bounds and draw rules, for White.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// White's pieces less Black's, by type.
    pub material: [i32; 6],
    /// The same by square, each colour's as it sees the board: 1, 0 or -1.
    pub placement: [[i8; 64]; 6],
    /// The units of every row of the data table but the matrices', which `placement` has.
    pub trace: Trace,
    /// How much of the middlegame is left, 0 to [`Accumulator::FULL_PHASE`].
    pub phase: i32,
    /// True when strong passers lift the bound of the positional part.
    pub lifted: bool,
}

/// What the counts of [`Features`] are multiplied by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// A piece of a type, in centipawns.
    pub material: [i32; 6],
    /// A piece of a type on a square, middlegame and endgame: its matrices, weighed and rounded.
    pub placement: [[[i32; 2]; 64]; 6],
    /// A unit of each row of the data table, middlegame and endgame.
    pub rows: [[i32; 2]; COUNT],
}

impl Default for Values {
    /// The values that the engine plays with.
    fn default() -> Self {
        let place = |kind: usize, square: usize| {
            let square = crate::types::Square::new(square as u8);
            let (middlegame, endgame) = place_of(PieceType::from_index(kind), square);
            [middlegame, endgame]
        };
        Self {
            material: MATERIAL,
            placement: std::array::from_fn(|kind| std::array::from_fn(|at| place(kind, at))),
            rows: TABLE.map(|row| row.value),
        }
    }
}

/// Counts what the evaluation counts in a rebuilt position.
pub fn features<B: Board>(board: &B) -> Features {
    let planes = board.planes();
    let accumulator = Accumulator::of(planes);
    let (balance, pieces) = accumulator.material();
    let mut trace = Trace::default();
    development::places(planes, &mut trace);
    let structure = Structure::tally(board.kernel(), planes, &mut trace);
    terms(board, &structure, &mut trace);
    let mut lifted = structure.lifts;
    if pieces <= endgame::MOST_PIECES {
        lifted |= ending_terms(planes, &structure, pieces, &mut trace);
    }
    material::trade(planes, balance, pieces, &mut trace);
    let mut found = Features {
        material: [0; 6],
        placement: [[0; 64]; 6],
        trace,
        phase: accumulator.phase(),
        lifted,
    };
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        for kind in PieceType::ALL {
            for square in squares(planes.of(color, kind)) {
                found.material[kind.index()] += i32::from(sign);
                found.placement[kind.index()][square.relative(color).index()] += sign;
            }
        }
    }
    found
}

impl Features {
    /// The evaluation for White in centipawns, before bounds and draw rules, rounded as the
    /// engine rounds it: material and trading as they are, all else between middlegame and
    /// endgame.
    pub fn value(&self, values: &Values) -> i32 {
        let trades = [Weight::TradePieces as usize, Weight::KeepPawns as usize];
        let mut material: i32 = self.material.iter().zip(values.material).map(|(n, v)| n * v).sum();
        let mut sum = [0; 2];
        for (row, (&[white, black], value)) in self.trace.counts.iter().zip(values.rows).enumerate()
        {
            if trades.contains(&row) {
                material += (white - black) * value[0];
            } else {
                sum[0] += (white - black) * value[0];
                sum[1] += (white - black) * value[1];
            }
        }
        let placed = self.placement.as_flattened().iter();
        for (&count, value) in placed.zip(values.placement.as_flattened()) {
            sum[0] += i32::from(count) * value[0];
            sum[1] += i32::from(count) * value[1];
        }
        let full = Accumulator::FULL_PHASE;
        material + (sum[0] * self.phase + sum[1] * (full - self.phase)) / full
    }
}
