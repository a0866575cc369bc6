//! Searches and perft through UCI, with scripted engines.

use crate::{NOW, SHORT};

use nucleus_harness::engine::{Engine, Search};
use nucleus_harness::fault::{Fault, FaultKind};
use nucleus_harness::mock::Mock;
use nucleus_harness::uci_line::UciScore;

fn engine(lines: &[&str]) -> Engine {
    Engine::over("mock", Box::new(Mock::answering(lines)), NOW, None).unwrap()
}

fn go(lines: &[&str]) -> Result<Search, Fault> {
    engine(lines).go("depth 3", SHORT, |_, _| {})
}

#[test]
fn a_search_keeps_the_last_exact_line() {
    let search = go(&[
        "info depth 1 score cp 10 nodes 20 pv e2e4",
        "info depth 2 score cp 30 nodes 50 time 3 pv d2d4 d7d5",
        "info depth 3 score cp 90 lowerbound nodes 60 pv a2a3",
        "info depth 3 multipv 2 score cp 9 pv h2h3",
        "info string rebuilds 55 evals 33 qnodes 9 nodes 60",
        "bestmove d2d4 ponder d7d5",
    ])
    .unwrap();
    assert_eq!(search.bestmove, "d2d4");
    assert_eq!(search.depth, Some(2));
    assert_eq!(search.score, Some(UciScore::Cp(30)));
    assert_eq!(search.pv, ["d2d4", "d7d5"]);
    assert_eq!((search.nodes, search.time_ms), (Some(60), Some(3)));
    assert_eq!((search.rebuilds, search.evals), (Some(55), Some(33)));
    assert_eq!((search.nodes_fault, search.counts_fault), (None, None));
}

#[test]
fn silence_slowness_and_ends_are_distinguished() {
    assert_eq!(go(&["info depth 1"]).unwrap_err().kind, FaultKind::Silent);
    assert_eq!(go(&["info depth 1", "!exit"]).unwrap_err().kind, FaultKind::Exited);
    let slow = Mock::new(|line| match line {
        "uci" => vec!["uciok".into()],
        "isready" => vec!["readyok".into()],
        "stop" => vec!["bestmove e2e4".into()],
        _ => vec![],
    });
    let mut slow = Engine::over("slow", Box::new(slow), NOW, None).unwrap();
    let error = slow.go("infinite", SHORT, |_, _| {}).unwrap_err();
    assert_eq!(error.kind, FaultKind::TooSlow);
    assert_eq!(slow.perft(3, SHORT).unwrap_err().kind, FaultKind::Unsupported);
}

#[test]
fn perft_is_read() {
    let perft = engine(&["e2e4: 20", "", "Nodes searched: 400"]).perft(2, SHORT);
    assert_eq!(perft.unwrap().nodes, Some(400));
    let none = engine(&["bestmove e2e4"]).perft(2, SHORT).unwrap_err();
    assert_eq!(none.kind, FaultKind::Unsupported);
}
