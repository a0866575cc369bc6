//! Groups of players that are linked by games.

use nucleus_matches::rating::{PairTally, groups};

fn tally(white: usize, black: usize, [wins, draws, losses]: [f64; 3]) -> PairTally {
    PairTally { white, black, wins, draws, losses }
}

#[test]
fn groups_are_found() {
    let won = [1.0, 0.0, 0.0];
    let all = [tally(0, 3, won), tally(2, 4, won), tally(4, 1, won)];
    assert_eq!(groups(6, &all), [vec![1, 2, 4], vec![0, 3], vec![5]]);
}
