//! Noise of the evaluation: bounded, centred, and reproducible from its seed.

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::eval::{EvaluatedBoard, Evaluator, Noise, Options, Values};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::Planes;
use nucleus_core::types::{Color, Piece, PieceType, Score, Square};

/// Returns the errors of the evaluation for a white king on a1, and a white rook and a black king
/// on any two other squares.
fn errors(amplitude: Score, seed: u64) -> Vec<i32> {
    let exact = Evaluator::additive(Values::compiled(), Options::default());
    let noisy = Evaluator::noisy(Values::compiled(), Options::default(), Noise { amplitude, seed });
    let pairs = (1..64).flat_map(|rook| (1..64).map(move |king| (rook, king)));
    let apart = pairs.filter(|(rook, king)| rook != king);
    let placed = apart.map(|(rook, king)| {
        let mut setup = Setup::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").expect("a valid FEN");
        setup.planes = Planes::default();
        for (square, color, piece_type) in [
            (0, Color::White, PieceType::King),
            (rook, Color::White, PieceType::Rook),
            (king, Color::Black, PieceType::King),
        ] {
            setup.planes.put(Square::new(square), Piece::new(color, piece_type));
        }
        let board = RulesBoard::new(&setup, portable::Token);
        let value = |evaluator: &Evaluator| {
            i32::from(board.static_evaluation(evaluator, &mut board.accumulate(evaluator)))
        };
        value(&noisy) - value(&exact)
    });
    placed.collect()
}

#[test]
fn errors_are_centred_bounded_and_of_the_seed() {
    let first = errors(100, 7);
    assert!(first.iter().all(|error| error.abs() <= 100));
    assert!(first.iter().any(|&error| error > 60) && first.iter().any(|&error| error < -60));
    let mean = first.iter().sum::<i32>() as f64 / first.len() as f64;
    // The limit is five times the standard error of the mean, 0.65.
    assert!(mean.abs() < 3.25, "{mean}");
    assert_eq!(first, errors(100, 7));
    assert_ne!(first, errors(100, 8));
    assert!(errors(0, 7).iter().all(|&error| error == 0));
}
