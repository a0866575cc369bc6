//! Parsing the limits of a move, and sending them to engines.

use std::time::Duration;

use nucleus_matches::MoveLimit;

#[test]
fn clocks_are_read_and_sent() {
    let clock = MoveLimit::parse_clock("10+0.1").unwrap();
    assert_eq!(clock.clock(), Some(Duration::from_secs(10)));
    assert_eq!(clock.added(40), Duration::from_millis(100));
    let left = [Duration::from_millis(9_500), Duration::ZERO];
    assert_eq!(clock.go(left, 3), "wtime 9500 btime 1 winc 100 binc 100");
    assert_eq!((clock.pgn(), clock.to_string()), ("10+0.1".into(), "10+0.1 s".into()));
    assert_eq!(MoveLimit::parse_clock("5").unwrap().pgn(), "5+0");
    for bad in [
        "", "0", "0+1", "-1+1", "1+", "1+-1", "a+b", "1+1+1", "inf", "NaN", "1e9", "0/5", "/5",
        "40/", "40/0", "1001/5", "4/4/4", "-4/5",
    ] {
        assert!(MoveLimit::parse_clock(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_clock_for_some_moves_begins_again_after_them() {
    let clock = MoveLimit::parse_clock("40/60+0.5").unwrap();
    let left = [Duration::from_secs(1); 2];
    let times = "wtime 1000 btime 1000 winc 500 binc 500 movestogo";
    for (made, to_go) in [(0, 40), (1, 39), (39, 1), (40, 40), (41, 39)] {
        assert_eq!(clock.go(left, made), format!("{times} {to_go}"));
    }
    assert_eq!(clock.added(39), Duration::from_millis(500));
    assert_eq!(clock.added(40), Duration::from_millis(60_500));
    assert_eq!(clock.pgn(), "40/60+0.5");
}

#[test]
fn other_limits() {
    let movetime = MoveLimit::Movetime { milliseconds: 100 };
    assert_eq!(movetime.go([Duration::ZERO; 2], 0), "movetime 100");
    assert_eq!((movetime.pgn(), movetime.clock()), ("1/0.1".into(), None));
    assert_eq!(MoveLimit::Depth { plies: 7 }.go([Duration::ZERO; 2], 0), "depth 7");
    assert_eq!(MoveLimit::Nodes { nodes: 9 }.pgn(), "-");
}
