//! The speed test.

use std::time::Duration;

use nucleus_matches::suite::{SpeedtestOptions, speedtest};
use nucleus_search::{EngineOptions, Signals};

#[test]
fn positions_are_searched_and_a_stop_keeps_them() {
    let engine = EngineOptions { threads: 2, ..EngineOptions::default() };
    let options = SpeedtestOptions { engine, hash: 1, time: Duration::from_millis(290) };
    let signals = Signals::default();
    let complete = speedtest(&options, &signals, &mut |_| {}).unwrap();
    assert_eq!((complete.positions, complete.of, complete.threads), (29, 29, 2));
    assert!(complete.statistics.nodes > 0 && complete.speed() > 0.0);
    let cut = speedtest(&options, &signals, &mut |so_far| {
        if so_far.positions == 3 {
            signals.stop();
        }
    })
    .unwrap();
    assert_eq!((cut.positions, cut.of), (3, 29));
    assert!(cut.statistics.nodes > 0);
}
