//! Pairings.

use nucleus_matches::Tournament;

#[test]
fn encounters() {
    let [round, gauntlet] = [Tournament::RoundRobin, Tournament::Gauntlet];
    assert_eq!(round.encounters(2), [[0, 1]]);
    assert_eq!(gauntlet.encounters(2), [[0, 1]]);
    assert_eq!(round.encounters(4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    assert_eq!(gauntlet.encounters(4), [[0, 1], [0, 2], [0, 3]]);
}
