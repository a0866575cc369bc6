//! The largest sums that any position could have. A network whose sums could overflow is rejected.

use super::inputs::{InputSet, cell_input};
use super::numbers::NetworkWeights;
use crate::matrix::InfluenceKind;
use crate::types::bitboard::{king_influence, squares};
use crate::types::{Color, PieceType, Square};

const MOST_PIECES: usize = 32;
/// The most pieces of a side without its king.
const MOST_OF_SIDE: usize = 15;

/// Returns the amount by which a position could exceed the 16 bits of a hidden unit; 0 if none does.
///
/// The bound assumes that a square has one piece, a position at most 32, and a side a king and at
/// most 15 others. The number of weights must match their shape.
pub fn unit_overflow(weights: &NetworkWeights, unit: usize) -> i32 {
    let furthest = |sign: i32| {
        let weight = |input: usize| sign * i32::from(weights.inputs[input * weights.hidden + unit]);
        let bias = sign * i32::from(weights.biases[unit]);
        let influence = match weights.input_set.unmirrored() {
            InputSet::Cells => Color::ALL.map(|color| of_influence(color, &weight)).iter().sum(),
            _ => 0,
        };
        bias + of_pieces(weights.input_set, &weight) + influence
    };
    let above = furthest(1) - i32::from(i16::MAX);
    let below = furthest(-1) + i32::from(i16::MIN);
    above.max(below).max(0)
}

/// Returns the most that the inputs of pieces add.
fn of_pieces(input_set: InputSet, weight: &impl Fn(usize) -> i32) -> i32 {
    let inputs = match input_set.unmirrored() {
        InputSet::Guarded => input_set.inputs(),
        _ => InputSet::Pieces.inputs(),
    };
    let of_square = |square: usize| {
        let pieces = (0..inputs / 64).map(|piece| weight(piece * 64 + square));
        pieces.max().unwrap_or(0).max(0)
    };
    let mut squares: Vec<i32> = (0..64).map(of_square).collect();
    squares.sort_unstable_by_key(|&most| std::cmp::Reverse(most));
    squares[..MOST_PIECES].iter().sum()
}

/// Returns the most that the influence of a side's pieces adds. A piece influences a limited number of
/// squares, and a king those around it.
fn of_influence(color: Color, weight: &impl Fn(usize) -> i32) -> i32 {
    let value = |kind: InfluenceKind, square| {
        weight(cell_input(Color::White, color, PieceType::ALL.len() + kind as usize, square))
    };
    // The sum of the largest weights of a kind, as many as the squares that some pieces reach.
    let heaviest = |kind| {
        let mut all: Vec<i32> = Square::all().map(|square| value(kind, square).max(0)).collect();
        all.sort_unstable_by_key(|&most| std::cmp::Reverse(most));
        move |reached: usize| all[..reached.min(64)].iter().sum::<i32>()
    };
    let by_king = |king: Square| {
        let reached = squares(king_influence(king.bit()));
        reached.map(|square| value(InfluenceKind::King, square)).sum::<i32>()
    };
    let king = Square::all().map(by_king).max().unwrap_or(0);
    let sliders = [InfluenceKind::RookRank, InfluenceKind::RookFile].map(heaviest);
    let (pawns, knights) = (heaviest(InfluenceKind::Pawn), heaviest(InfluenceKind::Knight));
    let (bishops, queens) = (heaviest(InfluenceKind::Bishop), heaviest(InfluenceKind::Queen));
    // The most pieces of a type, and the most that a number of them adds.
    let types: [(usize, &dyn Fn(usize) -> i32); 5] = [
        (8, &|pieces| pawns(2 * pieces)),
        (10, &|pieces| knights(8 * pieces)),
        (10, &|pieces| bishops(13 * pieces)),
        (10, &|pieces| sliders.iter().map(|slider| slider(7 * pieces)).sum()),
        (9, &|pieces| queens(27 * pieces)),
    ];
    let mut most = [0; MOST_OF_SIDE + 1];
    for (limit, adds) in types {
        let adds: Vec<i32> = (0..=limit).map(adds).collect();
        for pieces in (0..=MOST_OF_SIDE).rev() {
            let of_type = (0..=limit.min(pieces)).map(|count| most[pieces - count] + adds[count]);
            most[pieces] = of_type.max().unwrap_or(0);
        }
    }
    king + most[MOST_OF_SIDE]
}
