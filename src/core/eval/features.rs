//! The evaluation as feature counts and their values, for a tuner.

use super::accumulator::Accumulator;
use super::endgame::{self, Knowledge};
use super::pawns::Structure;
use super::sets::size;
use super::table::TABLE;
use super::tally::Trace;
use super::values::Values;
use super::weights::Weight;
use super::{any_check, ending_terms, fixed, patterns, placement, terms};
use crate::board::Board;
use crate::types::bitboard::squares;
use crate::types::{Color, PieceType};

/// Counts of the evaluation's features in a position. Their product with [`Values`] is the
/// evaluation for White before bounds and draw rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The units of every row of the data table.
    pub trace: Trace,
    /// Game phase, from 0 (endgame) to [`fixed::FULL_PHASE`] (middlegame).
    pub phase: i32,
    /// True if strong passers lift the bound of the positional part.
    pub lifted: bool,
    /// True if the ending is known and its value replaces the sum.
    pub known: bool,
    /// The part of the sum that the draw rules keep, in parts of [`fixed::WINNABLE`], if White is
    /// better and if Black is.
    pub winnable: [i32; 2],
}

/// Counts the features of a rebuilt position.
pub fn features<B: Board>(board: &B) -> Features {
    let planes = board.planes();
    // The parts read here do not depend on the values.
    let accumulator = Accumulator::new(Values::compiled(), planes);
    let counted = accumulator.material();
    let mut trace = Trace::default();
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for square in squares(planes.pieces(color, kind)) {
                let square = square.relative(color);
                trace.counts[placement::index(kind, square)][color.index()] += 1;
                let weights = [Weight::material(kind), placement::weight_of_place(kind, square)];
                for weight in weights.into_iter().flatten() {
                    trace.counts[weight as usize][color.index()] += 1;
                }
            }
        }
    }
    let structure = Structure::tally(board.kernel(), planes, &mut trace);
    terms(board, &structure, &mut trace);
    patterns(planes, structure.passed, &mut trace);
    let mut lifted = structure.lifts;
    if counted.pieces <= fixed::MOST_PIECES {
        lifted |= ending_terms(board, &structure, counted, &mut trace);
    }
    counted.trade(size(planes.kind(PieceType::Pawn)), &mut trace);
    let (mut known, mut winnable) = (false, [fixed::WINNABLE; 2]);
    if counted.pieces <= fixed::MOST_PIECES {
        known = endgame::is_candidate(planes)
            && endgame::known(planes, any_check(board)) != Knowledge::None;
        winnable = [true, false].map(|white| endgame::winnable(planes, white));
    }
    Features { trace, phase: accumulator.phase(), lifted, known, winnable }
}

impl Features {
    /// Returns the evaluation for White in centipawns, before bounds and draw rules, rounded as in
    /// the engine: untapered rows as they are, all others between middlegame and endgame.
    pub fn value(&self, values: &Values) -> i32 {
        let (mut plain, mut tapered) = (0, [0; 2]);
        for ((row, &[white, black]), value) in
            TABLE.iter().zip(&self.trace.counts).zip(values.rows())
        {
            let units = white - black;
            if row.tapered {
                tapered[0] += units * value[0];
                tapered[1] += units * value[1];
            } else {
                plain += units * value[0];
            }
        }
        plain + between(tapered, self.phase)
    }
}

/// Interpolates a value between middlegame and endgame.
pub(super) fn between([middlegame, endgame]: [i32; 2], phase: i32) -> i32 {
    (middlegame * phase + endgame * (fixed::FULL_PHASE - phase)) / fixed::FULL_PHASE
}
