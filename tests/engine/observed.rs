//! Searches that report their progress to an observer search the same nodes as without one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use nucleus_core::board::Setup;
use nucleus_search::{
    EngineOptions, Limits, ProfileName, SearchEngine, SearchEvent, SearchInfo, SearchLine,
    SearchObserver, SearchOutcome, Signals,
};

/// Positions with at least twenty legal moves. In at least one, a score falls outside its window.
const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// Runs a search to a depth; returns its outcome and its reports.
fn search(
    options: &EngineOptions,
    fen: &str,
    depth: u32,
    signals: &Signals,
) -> (SearchOutcome, Vec<SearchInfo>) {
    let mut engine = SearchEngine::new(4, options.clone()).unwrap();
    let mut reports = Vec::new();
    let setup = Setup::from_fen(fen).unwrap();
    let report = &mut |info: &SearchInfo| reports.push(info.clone());
    let outcome = engine.search(&setup, &[], &Limits::depth(depth), signals, report);
    (outcome, reports)
}

/// Returns an observer of every event without delay, and the list of its events.
fn everything() -> (Signals, Arc<Mutex<Vec<SearchEvent>>>) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&events);
    let tell = move |event| list.lock().unwrap().push(event);
    let observer = SearchObserver::new(Duration::ZERO, Duration::ZERO, tell);
    (Signals::default().observed_by(observer), events)
}

#[test]
fn an_observed_search_is_the_same_search() {
    let mut bounds = 0;
    for profile in ProfileName::ALL {
        for (fen, multipv) in POSITIONS.into_iter().zip([1, 3, 1]) {
            let options = EngineOptions { profile, multipv, ..EngineOptions::default() };
            let depth = if profile == ProfileName::Axon { 5 } else { 9 };
            let (plain, reports) = search(&options, fen, depth, &Signals::default());
            let (signals, events) = everything();
            let (observed, reported) = search(&options, fen, depth, &signals);
            assert_eq!(plain.statistics, observed.statistics, "{profile}: {fen}");
            assert_eq!(plain.lines, observed.lines, "{profile}: {fen}");
            // The observed search also reports bounds, but only for a single variation.
            let lines = |reports: &[SearchInfo]| -> Vec<(u32, usize, SearchLine)> {
                reports.iter().map(|info| (info.depth, info.multipv, info.line.clone())).collect()
            };
            let exact: Vec<SearchInfo> =
                reported.iter().filter(|info| info.line.is_exact()).cloned().collect();
            assert_eq!(lines(&exact), lines(&reports), "{profile}: {fen}");
            bounds += reported.len() - exact.len();
            assert!(multipv == 1 || reported.len() == exact.len());

            let mut numbers: Vec<(u32, usize)> = Vec::new();
            let mut nodes = Vec::new();
            for event in events.lock().unwrap().iter() {
                match event {
                    SearchEvent::RootMove { depth, number, .. } => numbers.push((*depth, *number)),
                    SearchEvent::Progress { statistics, hashfull, .. } => {
                        nodes.push(statistics.nodes);
                        assert!(*hashfull <= 1000);
                    }
                    _ => {}
                }
            }
            // The first iteration's first variation searches every move in order.
            let first: Vec<usize> = numbers
                .iter()
                .take_while(|(depth, _)| *depth == 1)
                .map(|(_, number)| *number)
                .collect();
            let moves =
                first.windows(2).position(|pair| pair[1] <= pair[0]).unwrap_or(first.len() - 1) + 1;
            assert_eq!(first[..moves], (1..=moves).collect::<Vec<_>>()[..], "{profile}: {fen}");
            assert!(moves >= 20, "{first:?}");
            assert!(!nodes.is_empty() && nodes.is_sorted(), "{profile}: {nodes:?}");
            assert!(nodes.last().unwrap() <= &observed.statistics.nodes);
        }
    }
    assert!(bounds > 0, "no score fell outside its window");
}

/// Helpers report progress too, one thread at a time.
#[test]
fn several_threads_tell_their_sum() {
    for way in nucleus_search::ParallelSearch::ALL {
        let options = EngineOptions { threads: 3, parallel: Some(way), ..EngineOptions::default() };
        let (signals, events) = everything();
        let (outcome, _) = search(&options, POSITIONS[2], 9, &signals);
        let (mut nodes, mut depths) = (Vec::new(), Vec::new());
        for event in events.lock().unwrap().iter() {
            match event {
                SearchEvent::Progress { statistics, .. } => nodes.push(statistics.nodes),
                SearchEvent::RootMove { depth, .. } => depths.push(*depth),
                _ => {}
            }
        }
        // One thread reports the root moves, in the order of its iterations.
        assert!(depths.is_sorted() && depths.contains(&9), "{way}: {depths:?}");
        let (most, all) = (nodes.into_iter().max().expect("progress"), outcome.statistics.nodes);
        assert!(most <= all && most * 4 > all, "{way}: {most}");
    }
}
