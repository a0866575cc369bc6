//! The rows of the data table for a piece on a square (section III.C).
//!
//! A row is for a square of files a to d and its mirror image. The values are the printed matrices,
//! each weighted in 64ths; a file of weights contains the products.

use super::matrices::{MATRICES, WEIGHT_UNIT, WEIGHTS};
use super::weights::{NAMED, Row, Weight};
use crate::types::{PieceType, Square};

/// Number of rows of one piece type.
const PER_KIND: usize = 32;

/// Number of rows of all piece types.
pub const COUNT: usize = 6 * PER_KIND;

/// Returns the row, in the complete table, of a piece type on a square from its side's view.
pub const fn index(kind: PieceType, square: Square) -> usize {
    NAMED + kind as usize * PER_KIND + half_square(square)
}

/// Returns the rows, in the complete table, of a piece type.
pub fn rows(kind: PieceType) -> std::ops::Range<usize> {
    let first = NAMED + kind as usize * PER_KIND;
    first..first + PER_KIND
}

/// Returns the development weight that a white piece earns by its square alone. The table of pieces
/// on squares contains these weights, so that the engine computes them at no cost.
pub(super) const fn weight_of_place(kind: PieceType, square: Square) -> Option<Weight> {
    match (kind, square.rank(), square.file()) {
        (PieceType::Knight | PieceType::Bishop, 0, _) => Some(Weight::Undeveloped),
        (PieceType::King, 0, 0 | 1 | 6 | 7) => Some(Weight::Castled),
        (PieceType::Rook, 6, _) => Some(Weight::RookSeventh),
        _ => None,
    }
}

/// Returns a square's number on the half of files a to d; its mirror image has the same.
const fn half_square(square: Square) -> usize {
    let file = square.file() as usize;
    square.rank() as usize * 4 + if file < 4 { file } else { 7 - file }
}

/// Returns a row of placement by its number.
pub(super) const fn row(number: usize) -> Row {
    const WHAT: [&str; 6] = [
        "a pawn on the square or its mirror image",
        "a knight on the square or its mirror image",
        "a bishop on the square or its mirror image",
        "a rook on the square or its mirror image",
        "a queen on the square or its mirror image",
        "a king on the square or its mirror image",
    ];
    const HIGHEST: i32 = 128;
    let (kind, rank, file) = (number / PER_KIND, number % PER_KIND / 4, number % 4);
    // The matrices are printed with the eighth rank first.
    let entry = (7 - rank) * 8 + file;
    let [middlegame, endgame] = MATRICES[kind];
    let [first, second] = WEIGHTS[kind];
    // No pawn can be on the first or last rank.
    let highest = if kind == 0 && (rank == 0 || rank == 7) { 0 } else { HIGHEST };
    Row {
        name: name(number),
        what: WHAT[kind],
        value: [weighed(middlegame[entry], first), weighed(endgame[entry], second)],
        tapered: true,
        range: [-highest, highest],
    }
}

/// Returns an entry times a weight in 64ths, rounded to the nearest.
const fn weighed(entry: i32, weight: i32) -> i32 {
    let product = entry * weight;
    const HALF: i32 = WEIGHT_UNIT / 2;
    (if product < 0 { product - HALF } else { product + HALF }) / WEIGHT_UNIT
}

/// The name of each piece type's first row.
const FIRST: [&str; 6] = [
    "placement.pawn.a1",
    "placement.knight.a1",
    "placement.bishop.a1",
    "placement.rook.a1",
    "placement.queen.a1",
    "placement.king.a1",
];

/// The names of all rows. Each is as long as the first name of its piece type; zeros follow it.
const NAMES: &[[u8; 19]; COUNT] = &{
    let mut names = [[0; 19]; COUNT];
    let mut number = 0;
    while number < COUNT {
        let first = FIRST[number / PER_KIND].as_bytes();
        names[number].split_at_mut(first.len()).0.copy_from_slice(first);
        names[number][first.len() - 2] += (number % 4) as u8;
        names[number][first.len() - 1] += (number % PER_KIND / 4) as u8;
        number += 1;
    }
    names
};

/// Returns the name of a row by its number.
const fn name(number: usize) -> &'static str {
    let name = NAMES[number].split_at(FIRST[number / PER_KIND].len()).0;
    match str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => unreachable!(),
    }
}
