//! The choice of a move from a book.

use nucleus_core::types::{Move, MoveKind, Random, Square};
use nucleus_engine::book::{BookMove, best_of, choose};

fn book_move(file: u8, weight: u32) -> BookMove {
    let (from, to) = (Square::at(file, 1), Square::at(file, 2));
    BookMove { chess_move: Move::new(from, to, MoveKind::Quiet), weight }
}

#[test]
fn moves_are_drawn_by_their_weights() {
    let moves = [(0, 10), (1, 0), (2, 70), (3, 20)].map(|(file, w)| book_move(file, w));
    let mut random = Random::new(5);
    let mut drawn = [0_u32; 4];
    for _ in 0..100_000 {
        let chosen = choose(&moves, &mut random).unwrap();
        drawn[moves.iter().position(|m| m.chess_move == chosen).unwrap()] += 1;
    }
    assert_eq!(drawn[1], 0);
    // Four standard deviations of a binomial count are below 600.
    for (count, weight) in drawn.into_iter().zip([10, 0, 70, 20]) {
        assert!(count.abs_diff(weight * 1000) < 600, "{drawn:?}");
    }
    let again = |seed| {
        let mut random = Random::new(seed);
        (0..20).map(|_| choose(&moves, &mut random)).collect::<Vec<_>>()
    };
    assert_eq!(again(1), again(1));
    assert_ne!(again(1), again(2));
}

#[test]
fn the_best_is_the_first_that_may_be_chosen() {
    let moves = [(0, 0), (1, 9), (2, 9)].map(|(file, w)| book_move(file, w));
    assert_eq!(best_of(&moves), Some(moves[1].chess_move));
    for none in [&[][..], &[book_move(0, 0)]] {
        assert_eq!(best_of(none), None);
        assert_eq!(choose(none, &mut Random::new(1)), None);
    }
    let most = [book_move(0, u32::MAX), book_move(1, u32::MAX)];
    assert!(choose(&most, &mut Random::new(1)).is_some());
}
