//! Lazy evaluation skips positional terms if material decides. These tests check what it relies on: the
//! range of the evaluation, and the test for positions without captures.

use crate::support::{game_positions, seed};
use nucleus_core::board::{Board, MatrixBoard};
use nucleus_core::eval::{EvaluatedBoard, Evaluator, MaterialSet, Options, Values};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::GenerateCaptures;
use nucleus_core::types::MoveList;
use nucleus_core::types::score::INFINITE;

/// The evaluation lies within its range, whose width follows from the bound, if there is one.
#[test]
fn the_evaluation_lies_within_its_range() {
    let mut bounded = 0;
    for (number, setup) in game_positions(20_000, seed()).into_iter().enumerate() {
        let board = MatrixBoard::new(&setup, portable::Token);
        let (material, _) = MaterialSet::ALL[number % MaterialSet::ALL.len()];
        let bound = [0, 40, Options::BOUND, Options::UNBOUNDED][number / 3 % 4];
        let options = Options { material, bound };
        let evaluator = Evaluator::additive(Values::compiled(), options);
        let mut accumulator = board.accumulate(&evaluator);
        let [least, most] = board.evaluation_range(&evaluator, &accumulator);
        let exact = board.static_evaluation(&evaluator, &mut accumulator);
        assert!(least <= exact && exact <= most, "{exact} in {least} to {most}: {setup:?}");
        if most < INFINITE {
            assert_eq!(i32::from(most) - i32::from(least), 2 * i32::from(bound));
            bounded += 1;
        } else {
            assert_eq!(least, -INFINITE);
        }
    }
    assert!(bounded > 5000, "{bounded}");
}

/// If `has_no_captures` is true for a group of pieces, no capture of it or a higher one exists.
#[test]
fn no_capture_comes_where_there_is_none() {
    let mut none = [0; 4];
    for setup in game_positions(20_000, seed()) {
        let board = MatrixBoard::new(&setup, portable::Token);
        if board.in_check() {
            continue;
        }
        for (least, none) in none.iter_mut().enumerate() {
            if board.has_no_captures(least) {
                *none += 1;
                let mut first = MoveList::new();
                let mut captures = board.good_captures(&mut first);
                assert!(first.is_empty(), "{setup:?}");
                let next = board.next_good_capture(&mut captures, least);
                assert_eq!(next, None, "group {least} of {setup:?}");
            }
        }
    }
    println!("{none:?} of 20000 without captures of pawns and more, minor pieces, rooks, queens");
    assert!(none[0] > 1000 && none.is_sorted());
}
