//! Scores and Elo differences with their intervals.

use nucleus_matches::{MatchScore, Method, ScoreEstimate, estimate};
use nucleus_records::normal::{Z, normal_share};

/// Returns pairs with these half-points for the first engine.
fn pairs(list: &[(u32, u32)]) -> Vec<(u32, u32)> {
    list.iter()
        .zip((1..).step_by(2))
        .flat_map(|(&(first, second), number)| [(number, first), (number + 1, second)])
        .collect()
}

fn near(found: Option<f64>, expected: f64, digits: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < digits, "{found} is not {expected}");
}

#[test]
fn ten_pairs_by_hand() {
    // Points of the pairs: 2 four times, 1½ twice, 1 three times, ½ never, 0 once. As shares:
    // mean (4 + 2·¾ + 3·½) / 10 = 0.7; squares 4·0.09 + 2·0.0025 + 3·0.04 + 0.49 = 0.975;
    // error √(0.975 / 9 / 10) = 0.104083.
    let games =
        pairs(&[(2, 2), (2, 2), (2, 2), (2, 2), (2, 1), (1, 2), (1, 1), (2, 0), (0, 2), (0, 0)]);
    let result = estimate(&games).unwrap();
    assert_eq!(result.method, Method::Pentanomial);
    assert_eq!(result.pairs, [1, 0, 3, 2, 4]);
    assert_eq!(result.score, MatchScore { wins: 12, draws: 4, losses: 4 });
    near(result.points.value, 0.7, 1e-12);
    near(result.points.low, 0.496_001, 1e-6);
    near(result.points.high, 0.903_999, 1e-6);
    // -400 log10(1/0.7 - 1) = 400 log10(7/3)
    near(result.elo.value, 147.190_7, 1e-4);
    near(result.elo.low, -2.779, 1e-3);
    near(result.elo.high, 389.56, 1e-2);
    near(Some(result.superiority), normal_share(0.2 / 0.104_083_3), 1e-5);
}

#[test]
fn an_incomplete_pair_makes_it_games() {
    // 3 won, 1 drawn, 1 lost: mean 0.7, squares 3·0.09 + 0.04 + 0.49 = 0.8, error √(0.8/4/5).
    let result = estimate(&[(1, 2), (2, 2), (3, 2), (4, 1), (5, 0)]).unwrap();
    assert_eq!(result.method, Method::Trinomial);
    assert_eq!(result.pairs, [0, 0, 0, 1, 1]);
    near(result.points.low, 0.7 - Z * 0.2, 1e-12);
    near(result.points.high, 1.0, 1e-12);
    assert_eq!(result.elo.high, None, "infinite");
}

#[test]
fn pairs_that_cancel_are_surer_than_their_games() {
    let split = estimate(&pairs(&[(2, 0), (0, 2), (2, 0), (1, 2), (0, 2), (0, 1)])).unwrap();
    let mixed = estimate(&pairs(&[(2, 2), (0, 0), (2, 2), (0, 0), (2, 1), (0, 1)])).unwrap();
    assert_eq!(split.points.value, mixed.points.value);
    let width = |e: &ScoreEstimate| e.points.high.unwrap() - e.points.low.unwrap();
    assert!(width(&split) < width(&mixed) / 2.0);
}

#[test]
fn results_without_variance_are_not_certain() {
    // After four won pairs, the interval allows for another result in z² / (4 + z²) = 49 % of pairs.
    let won = estimate(&pairs(&[(2, 2); 4])).unwrap();
    assert_eq!((won.points.value, won.elo.value), (Some(1.0), None));
    near(won.points.low, 4.0 / (4.0 + Z * Z), 1e-12);
    near(won.points.high, 1.0, 1e-12);
    near(Some(won.superiority), normal_share(8.0_f64.sqrt()), 1e-12);
    let even = estimate(&pairs(&[(1, 1), (2, 0)])).unwrap();
    assert_eq!((even.elo.value, even.superiority), (Some(0.0), 0.5));
    assert!(even.points.low < Some(0.3) && even.points.high > Some(0.7));
    let one = estimate(&[(1, 2)]).unwrap();
    assert_eq!((one.points.low, one.points.high), (None, None));
    assert_eq!(estimate(&[]), None);
}

#[test]
fn the_other_side_sees_the_reverse() {
    let result = estimate(&pairs(&[(2, 2), (2, 1), (0, 1), (1, 1)])).unwrap();
    let reversed = estimate(&pairs(&[(0, 0), (0, 1), (2, 1), (1, 1)])).unwrap();
    let turned = result.reversed();
    assert_eq!((turned.score, turned.pairs), (reversed.score, reversed.pairs));
    near(turned.points.low, reversed.points.low.unwrap(), 1e-12);
    near(turned.elo.high, reversed.elo.high.unwrap(), 1e-9);
    near(Some(turned.superiority), reversed.superiority, 1e-12);
}
