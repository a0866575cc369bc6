//! Samples of scripted engines.

use crate::NOW;

use nucleus_harness::engine::Engine;
use nucleus_harness::fault::{Fault, FaultKind};
use nucleus_harness::kept_limits::KeptLimits;
use nucleus_harness::mock::Mock;
use nucleus_harness::protocol::{self, SampleOptions};
use nucleus_records::record::{Protocol, Sample, Workload};
use nucleus_records::workloads::{MATE_IN_7, START};

const AT_ONCE: SampleOptions = SampleOptions {
    seconds: 0.0,
    give_up: 0.01,
    core: None,
    threads: 1,
    limits: KeptLimits::ALL,
    in_company: false,
};

fn run(lines: &[&str], workload: &Workload) -> Result<Sample, Fault> {
    let mock = Box::new(Mock::answering(lines));
    let mut engine = Engine::over("mock", mock, NOW, None).unwrap();
    protocol::sample(&mut engine, workload, &AT_ONCE)
}

fn mate_in_7() -> Workload {
    Workload {
        fen: MATE_IN_7.into(),
        limit: "depth 13".into(),
        best: vec!["g5f6".into()],
        mate: Some(7),
        ..Workload::default()
    }
}

#[test]
fn what_came_after_the_proof_is_apart() {
    let lines = [
        "info depth 11 score cp 900 nodes 10 pv g5f6",
        "info depth 12 score mate 7 nodes 15 pv g5f6",
        "info depth 13 score mate 7 nodes 20 pv g5f6",
        "bestmove g5f6",
    ];
    let sample = run(&lines, &mate_in_7()).unwrap();
    assert_eq!(sample.right, Some(true));
    assert_eq!((sample.nodes_to_mate, sample.nodes_after_mate()), (Some(15), Some(5)));
    let longer = ["info depth 13 score mate 8 nodes 20 pv g5f6", "bestmove g5f6"];
    assert_eq!(run(&longer, &mate_in_7()).unwrap().right, Some(false));
    let other = ["info depth 13 score mate 7 nodes 20 pv f5f2", "bestmove f5f2"];
    assert_eq!(run(&other, &mate_in_7()).unwrap().right, Some(false));
    // Time ran out before the mate was found, so the answer is missing, but not wrong.
    let timed = Workload { limit: "movetime 1".into(), ..mate_in_7() };
    let cut_short = ["info depth 11 score cp 900 nodes 10 pv g5f6", "bestmove g5f6"];
    assert_eq!(run(&cut_short, &timed).unwrap().right, None);
    assert_eq!(run(&cut_short, &mate_in_7()).unwrap().right, Some(false));
    assert_eq!(run(&longer, &timed).unwrap().right, None);
    assert_eq!(run(&other, &timed).unwrap().right, Some(false));
    let impossible = ["info depth 13 score mate 6 nodes 20 pv g5f6", "bestmove g5f6"];
    assert_eq!(run(&impossible, &timed).unwrap().right, Some(false));
}

#[test]
fn answers_that_are_none() {
    let start = Workload { fen: START.into(), limit: "depth 1".into(), ..Workload::default() };
    let kind = |lines: &[&str]| run(lines, &start).unwrap_err().kind;
    let nodes = "info depth 1 score cp 0 nodes 20";
    let unknown = Workload { fen: "unknown".into(), ..start.clone() };
    let stalemate = Workload { fen: "k7/2Q5/8/8/8/8/8/K7 b - - 0 1".into(), ..start.clone() };
    assert_eq!(kind(&[nodes, "bestmove e2e5"]), FaultKind::IllegalMove);
    for none in ["bestmove hello", "bestmove"] {
        assert_eq!(run(&[nodes, none], &unknown).unwrap_err().kind, FaultKind::IllegalMove);
    }
    assert!(run(&[nodes, "bestmove e2e5"], &unknown).is_ok());
    assert_eq!(kind(&[nodes, "bestmove (none)"]), FaultKind::IllegalMove);
    assert!(run(&[nodes, "bestmove (none)"], &stalemate).is_ok());
    assert!(run(&[nodes, "bestmove e2e4"], &start).is_ok());
    assert_eq!(kind(&["bestmove e2e4"]), FaultKind::NoNodes);
    let none = run(&["info nodes 0", "bestmove e2e4"], &start).unwrap_err();
    assert_eq!(none.kind, FaultKind::NoNodes);
    assert!(none.message.starts_with("it reported 0 nodes of 0."), "{none}");
    let absurd = format!("info nodes {}", u64::MAX);
    assert_eq!(kind(&[&absurd, "bestmove e2e4"]), FaultKind::AbsurdNodes);
    for counts in ["18446744073709551615", "18446744073709551616", "3001", "-1"] {
        for line in [format!("rebuilds {counts} evals 7"), format!("rebuilds 7 evals {counts}")] {
            let line = format!("info string {line} qnodes 3");
            assert_eq!(kind(&[nodes, &line, "bestmove e2e4"]), FaultKind::AbsurdCounts);
        }
    }
    let possible = "info string rebuilds 21 evals 19 qnodes 3 nodes 20";
    let sample = run(&[nodes, possible, "bestmove e2e4"], &start).unwrap();
    assert_eq!((sample.rebuilds, sample.evals), (Some(21), Some(19)));
}

/// Each position of a set is a part of the sample; the sample's speed is the geometric mean of theirs.
#[test]
fn a_set_is_searched_position_by_position() {
    let mut nodes = [30_u64, 20, 60].into_iter().cycle();
    let mut position = String::new();
    let script = move |line: &str| match line.split(' ').next() {
        Some("uci") => vec!["uciok".to_owned()],
        Some("isready") => vec!["readyok".to_owned()],
        Some("position") => {
            position = line.to_owned();
            Vec::new()
        }
        Some("go") => {
            let best = if position.contains(" b ") { "e7e5" } else { "e2e4" };
            let nodes = format!("info nodes {}", nodes.next().unwrap());
            vec![nodes, "info string rebuilds 9 evals 8".to_owned(), format!("bestmove {best}")]
        }
        _ => Vec::new(),
    };
    let mut engine = Engine::over("mock", Box::new(Mock::new(script)), NOW, None).unwrap();
    let workload = Workload {
        fen: START.into(),
        fens: [START, "unknown", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"].map(str::to_owned).into(),
        limit: "nodes 20".into(),
        protocol: Protocol::Set,
        ..Workload::default()
    };
    let options = SampleOptions { seconds: 9.0, ..AT_ONCE };
    let sample = protocol::sample(&mut engine, &workload, &options).unwrap();
    assert_eq!((sample.repeats, sample.nodes, sample.nodes_vary), (1, Some(110), false));
    assert_eq!((sample.rebuilds, sample.evals), (Some(27), Some(24)));
    assert_eq!(sample.parts.iter().map(|p| p.nodes).collect::<Vec<_>>(), [30, 20, 60]);
    let seconds: f64 = sample.parts.iter().map(|p| p.seconds).sum();
    assert!((seconds - sample.seconds).abs() < 1e-9 && seconds > 0.0);
    let product: f64 = sample.parts.iter().map(|p| p.nodes as f64 / p.seconds).product();
    assert!((sample.nps().unwrap() / product.cbrt() - 1.0).abs() < 1e-9);
    assert_eq!(sample.task_nps(), None, "no processor time was reported");
    // The legal moves are those of the searched position.
    let mut wrong = workload.clone();
    wrong.fens[2] = "4k3/8/8/8/8/8/8/4K3 b - - 0 1".into();
    let error = protocol::sample(&mut engine, &wrong, &options).unwrap_err();
    assert_eq!(error.kind, FaultKind::IllegalMove);
    let empty = Workload { fens: Vec::new(), ..workload };
    let error = protocol::sample(&mut engine, &empty, &options).unwrap_err();
    assert_eq!(error.kind, FaultKind::Unsupported);
}
