//! Built-in workloads, and those of a command line.

use nucleus_core::positions::BENCH_POSITIONS;
use nucleus_records::record::Protocol;
use nucleus_records::workloads::{Lengths, START, named, of_boards, parse};

const L: Lengths = Lengths { seconds: 2.0, speed_seconds: 5.0, perft_depth: 6 };

#[test]
fn built_in_workloads() {
    let names: Vec<String> = ["start", "mate7", "perft", "speed", "bench"]
        .iter()
        .flat_map(|n| named(n, L).unwrap())
        .map(|w| w.name)
        .collect();
    let expected = "start/paper start/sustained start/timed mate7/paper mate7/sustained mate7/timed start/perft \
        kiwipete/timed middle/timed endgame/timed positions/set";
    assert_eq!(names.join(" "), expected);
    // Two seconds divided among the set's positions, but at least 50 ms each.
    let bench = &named("positions", L).unwrap()[0];
    assert_eq!(
        (bench.fens.len(), bench.limit.as_str()),
        (BENCH_POSITIONS.len() - 3, "movetime 118")
    );
    assert_eq!(named("bench", L), named("positions", L));
    let short = named("bench", Lengths { seconds: 0.1, ..L }).unwrap();
    assert_eq!(short[0].limit, "movetime 50");
    assert_eq!(named("perft", L).unwrap()[0].expected_nodes, Some(119_060_324));
    for w in ["start", "mate7", "speed"].iter().flat_map(|n| named(n, L).unwrap()) {
        let chosen = parse(&format!("x={}@depth 1", w.fen), L).unwrap();
        assert_eq!((&chosen.workloads[0].fen, chosen.corrections.len()), (&w.fen, 0));
    }
}

#[test]
fn workloads_of_both_boards() {
    let all = of_boards(L);
    let shown: Vec<String> = all.iter().map(|w| format!("{} {}", w.name, w.limit)).collect();
    assert_eq!(
        shown,
        [
            "start/sustained nodes 500000",
            "mate7/sustained nodes 500000",
            "kiwipete/sustained nodes 500000",
            "positions/set nodes 50000",
            "start/perft perft 6",
            "kiwipete/perft perft 5",
        ]
    );
    assert_eq!(all[3].fens.len(), BENCH_POSITIONS.len() - 3);
    assert!(all[3].fens.contains(&all[3].fen));
    let totals: Vec<u64> = all.iter().filter_map(|w| w.expected_nodes).collect();
    assert_eq!(totals, [119_060_324, 193_690_690]);
}

#[test]
fn workloads_of_the_command_line() {
    let two = parse("x=startpos@depth  8", L).unwrap().workloads;
    assert_eq!((two[0].name.as_str(), two[0].limit.as_str()), ("x/paper", "depth 8"));
    assert_eq!((two[1].name.as_str(), two[0].fen.as_str()), ("x/sustained", START));
    let timed = parse("t=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -@movetime 50", L).unwrap();
    assert_eq!(timed.workloads[0].protocol, Protocol::Timed);
    // Engines receive all six fields, and the user is informed that two were missing.
    assert_eq!(timed.workloads[0].fen, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    assert_eq!(timed.corrections, ["workload `t`: no counters given: halfmove clock 0, move 1"]);
    for (bad, word) in [
        ("nothing", "no workload"),
        ("a b=startpos@depth 1", "invalid workload name"),
        ("x=startpos", "@LIMIT"),
        ("x=startpos@depth", "invalid limit"),
        ("x=startpos@depth 0", "invalid limit"),
        ("x=startpos@infinite", "invalid limit"),
    ] {
        let message = parse(bad, L).unwrap_err();
        assert!(message.contains(word), "{bad}: {message}");
    }
}
