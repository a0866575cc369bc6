//! `nucleus compare old/engine new/engine`: engines given as plain commands, with fake engines.
#![cfg(unix)]

use crate::bench_room::BenchRoom;
use nucleus_records::precision::percent;
use nucleus_records::summary;

/// The second engine reports twice the nodes in the same time.
#[test]
fn two_commands_end_in_a_sentence() {
    let room = BenchRoom::new();
    room.engine("old/engine", &["player"]);
    room.engine("new/engine", &["player", "twice-as-fast"]);
    let ended =
        room.compare(&["old/engine", "new/engine", "--rounds", "3", "--time", "0.02"]).done();
    let last = ended.stdout.lines().last().unwrap();
    assert!(last.starts_with("new is "), "{last}");
    // Figures come from the record; on a busy machine they may have any value.
    let overall = summary::overall(&room.record(), "new", "old").unwrap().ratio;
    let width = (overall.high.unwrap() / overall.low.unwrap()).sqrt() - 1.0;
    let change = 100.0 * (overall.ratio - 1.0).abs();
    let word = if overall.ratio < 1.0 { "slower" } else { "faster" };
    let expected = format!("new is {change:.2} % {word} than old ± {} (95 %)", percent(width));
    assert!(
        last.starts_with(&expected) && last.contains(" s, alternating, by wall time"),
        "{last}: {expected}"
    );

    let record = room.record();
    let [result] = &record.results[..] else { panic!("{:?}", record.results) };
    assert!(result.engine == "new" && (result.ratio.ratio / overall.ratio - 1.0).abs() < 1e-9);
    let shown = !last.ends_with(": no difference shown");
    assert_eq!(result.verdict == "faster" || result.verdict == "slower", shown, "{last}");
    assert_eq!(record.gate, None);
    assert!(record.complete && record.failures.is_empty());
    let names: Vec<&str> = record.engines.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["old", "new"], "ours is not among them");
    assert_eq!(record.workloads.len(), 1);
    let set = &record.workloads[0];
    assert_eq!((set.name.as_str(), set.fens.len()), ("four/set", 4));
    let measured = record.samples.iter().filter(|s| !s.warmup).collect::<Vec<_>>();
    assert_eq!(measured.len(), 2 * 2 * 3);
    for sample in measured {
        let nodes = if sample.engine == "new" { 20_000 } else { 10_000 };
        let parts: Vec<u64> = sample.parts.iter().map(|part| part.nodes).collect();
        assert_eq!(parts, [nodes; 4], "each position was searched");
    }
}
