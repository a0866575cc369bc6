//! Searches to a fixed depth, one line per level and profile.

mod support;

use criterion::{BenchmarkId, Throughput};
use nucleus_core::board::{START_FEN, Setup};
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_search::{EngineOptions, Limits, ProfileName, SearchEngine, Signals};

const POSITIONS: [(&str, &str, u32); 2] =
    [("start", START_FEN, 8), ("mate7", "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1", 8)];

fn nodes(engine: &mut SearchEngine, setup: &Setup, depth: u32) -> u64 {
    let never = Signals::default();
    engine.clear();
    engine.search(setup, &[], &Limits::depth(depth), &never, &mut |_| {}).statistics.nodes
}

fn main() {
    let mut criterion = support::criterion();
    let shallower = match (support::is_test(), support::is_quick()) {
        (true, _) => 3,
        (false, true) => 2,
        (false, false) => 0,
    };
    for (name, fen, depth) in POSITIONS {
        let depth = depth - shallower;
        let setup = Setup::from_fen(fen).expect("a valid FEN");
        for profile in ProfileName::ALL {
            let mut group = criterion.benchmark_group(format!("search/{name}/{profile}"));
            group.sample_size(10);
            let mut signature = None;
            for level in Level::usable() {
                let choice = Choice { level, variant: Variant::Intrinsics };
                let options = EngineOptions { choice, profile, ..EngineOptions::default() };
                let mut engine = SearchEngine::new(16, options).expect("16 MiB");
                let count = nodes(&mut engine, &setup, depth);
                assert_eq!(*signature.get_or_insert(count), count, "{level}: another tree");
                group.throughput(Throughput::Elements(count));
                group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                    bencher.iter(|| nodes(&mut engine, &setup, depth));
                });
            }
            group.finish();
        }
    }
    criterion.final_summary();
}
