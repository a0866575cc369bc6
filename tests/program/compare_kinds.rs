//! `nucleus compare` with engines that implement UCI partially, each modelled on a real one.
#![cfg(unix)]

use crate::bench_room::BenchRoom;
use crate::program::{Ended, at_once};
use nucleus_records::record::Record;

const SHORT: [&str; 6] = ["--rounds", "1", "--warmup", "0", "--time", "0.2"];

/// Compares `old`, an engine in these modes, with one without modes.
fn compare(modes: &[&str], args: &[&str]) -> (Ended, BenchRoom) {
    let room = BenchRoom::new();
    room.engine("old/engine", &[&["player"], modes].concat());
    room.engine("new/engine", &["player"]);
    let ended = room.compare(&[&["old/engine", "new/engine"], &SHORT[..], args].concat());
    (ended, room)
}

/// Returns the number of samples of the engine with modes.
fn measured(record: &Record, workload: &str) -> usize {
    let old = record.samples.iter().filter(|sample| sample.engine == "old");
    old.filter(|sample| sample.workload == workload).count()
}

#[test]
fn nothing_but_uci_is_sent() {
    let perft = ["--workload", "p=startpos@perft 2", "--workload", "x=startpos@depth 2"];
    let cases = [
        (&[][..], "four/set"),
        (&["--bench", "--workload", "x=startpos@depth 2"], "x/paper"),
        (&perft, "x/paper"),
    ];
    at_once(cases, |(args, workload)| {
        let (ended, room) = compare(&["uci-alone"], args);
        let record = room.record();
        let failed: Vec<_> = record.failures.iter().filter(|f| f.kind != "unsupported").collect();
        assert!(failed.is_empty(), "{args:?}: {failed:?} {}", ended.stderr);
        assert_eq!(measured(&record, workload), 2, "{args:?}: {}", ended.stderr);
        assert_eq!(measured(&record, "p/perft"), 0);
    });
    // `--quick` includes perft among its workloads, although no option requests it.
    let room = BenchRoom::new();
    room.engine("one", &["player", "uci-alone"]);
    let args = ["--quick", "--without-ours", "--engine", "one=./one", "--engine", "two=./one"];
    room.compare(&[&args, &SHORT[..]].concat()).done();
    let warnings = room.record().warnings;
    let warning = "two: `go perft` is not UCI: no row of perft".to_owned();
    assert!(warnings.contains(&warning), "{warnings:?}");
}

#[test]
fn a_time_is_given_by_a_clock_where_movetime_is_not_kept() {
    for mode in ["clock-alone", "hasty"] {
        let (ended, room) = compare(&[mode], &[]);
        assert_eq!(ended.code, Some(0), "{mode}: {}", ended.stderr);
        let record = room.record();
        let expected = "old: it does not keep `go movetime`: its time is given by a clock";
        let noted = record.warnings.iter().any(|warning| warning.starts_with(expected));
        assert!(noted, "{mode}: {:?}", record.warnings);
        assert_eq!(measured(&record, "four/set"), 2);
        for sample in record.samples.iter().filter(|sample| sample.engine == "old") {
            // A position has 50 ms of 200, on a busy machine as little as 15 ms.
            assert!(sample.parts.iter().all(|part| part.seconds > 0.015), "{mode}: {sample:?}");
        }
    }
    // An engine without modes receives what was requested.
    let (ended, room) = compare(&[], &[]);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(room.record().warnings.iter().all(|warning| !warning.contains("does not keep")));
}

#[test]
fn what_an_engine_does_not_keep_is_named() {
    let workloads = ["d=startpos@depth 2", "n=startpos@nodes 9000", "t=startpos@movetime 20"];
    let args: Vec<&str> = workloads.iter().flat_map(|w| ["--workload", w]).collect();
    let rows = ["d/paper", "n/paper", "t/timed"];
    let cases = [
        ("endless-depth", [false, true, true], "depth"),
        ("endless-nodes", [true, false, true], "nodes"),
        ("few-nodes", [true, false, true], "nodes"),
    ];
    at_once(cases, |(mode, left, kind)| {
        let (ended, room) = compare(&[mode], &args);
        assert_eq!(ended.code, Some(0), "{mode}: {}", ended.stderr);
        let record = room.record();
        assert_eq!(rows.map(|row| measured(&record, row) > 0), left, "{mode}");
        let row = rows[left.iter().position(|is_left| !is_left).unwrap()];
        let warning = format!("old: it does not keep `go {kind}`: no row of {row}");
        assert!(record.warnings.contains(&warning), "{mode}: {:?}", record.warnings);
    });
    let (ended, _) = compare(&["clock-alone"], &["--workload", workloads[0]]);
    assert_eq!(ended.code, Some(1));
    let error = "dropped old: no bestmove to `go depth 1` in 5.0 s, nor in 2.0 s after `stop`";
    assert!(ended.stderr.contains(error), "{}", ended.stderr);
}

/// Engines get a pause after each search, no book, and more time if no move comes in time.
#[test]
fn engines_are_given_what_they_need() {
    for (mode, workload, row) in [
        ("no-move-soon", "t=startpos@movetime 100", "t/timed"),
        ("drops-lines", "d=startpos@depth 2", "d/paper"),
        ("book", "d=startpos@depth 2", "d/paper"),
    ] {
        let (ended, room) = compare(&[mode], &["--workload", workload]);
        assert_eq!(ended.code, Some(0), "{mode}: {}", ended.stderr);
        assert_eq!(measured(&room.record(), row), 2, "{mode}");
        let off = ("OwnBook".to_owned(), "false".to_owned());
        let is_off = room.record().engine("old").unwrap().options.contains(&off);
        assert_eq!(is_off, mode == "book", "{mode}");
    }
}

/// With several numbers of threads, an engine is timed to the depth that its single thread reaches.
/// An engine without the option `Threads` is left out with a warning.
#[test]
fn engines_are_compared_with_themselves_over_numbers_of_threads() {
    let room = BenchRoom::new();
    room.engine("single", &["player", "no-threads"]);
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    std::fs::write(room.path("one.epd"), format!("{fen} id \"kiwipete\";\n")).unwrap();
    let args = ["--threads", "2,1", "--engine", "single=./single", "--positions", "one.epd"];
    let ended = room.compare(&[&args[..], &["--time-limit", "5"]].concat()).done();
    let record = room.record();
    assert_eq!((&*record.settings.mode, record.settings.threads), ("threads", 2));
    // Each of three engines has a search to choose the depth, and two searches with one thread.
    assert!((0.2..5.0 / 9.0).contains(&record.settings.seconds), "{}", record.settings.seconds);
    let text =
        "single, 2 threads: it has no option `Threads`, but 2 threads were requested".to_owned();
    assert!(record.failures.is_empty() && record.warnings.contains(&text), "{:?}", record.warnings);
    for way in ["ybw", "lazy"] {
        let alone = format!("nucleus-{way}");
        let two = format!("{alone}, 2 threads");
        assert_eq!(record.engine(&two).unwrap().paired_with.as_ref(), Some(&alone));
        let searches = |engine: &str| -> Vec<_> {
            let own = record.samples.iter().filter(|sample| sample.engine == engine);
            own.map(|sample| (sample.depth, sample.hash_mib)).collect()
        };
        let depth = searches(&alone)[0].0;
        assert!(depth > Some(0));
        assert_eq!(searches(&alone), [(depth, Some(15)), (depth, Some(17))]);
        assert_eq!(searches(&alone), searches(&two));
        let row = record.summary(&two, "kiwipete/depth").unwrap();
        assert_eq!(row.ratios[0].reference, alone);
        let row = format!("| {alone} | 2 | 1 |");
        let shown: Vec<&str> = ended.stdout.split_whitespace().collect();
        assert!(shown.join(" ").contains(&row), "{}", ended.stdout);
    }
}
