use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::board::{FenError, Setup};
use crate::search::{BENCH_POSITIONS, EngineOptions, Limits, SearchEngine, Statistics, TableError};

/// The depth of `bench` when none is given.
pub const BENCH_DEPTH: u32 = 7;
/// The depths that `bench` takes.
pub const BENCH_DEPTHS: RangeInclusive<u32> = 1..=60;

/// What `bench` found.
#[derive(Clone, Debug, Default)]
pub struct BenchResult {
    /// Counts over all positions; `nodes` is the signature.
    pub statistics: Statistics,
    /// Time of the searches.
    pub time: Duration,
}

/// `bench` could not run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A built-in position is not valid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// No memory.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Searches the built-in positions, each from a cleared state; `report` gets the position's
/// number, FEN and nodes.
///
/// # Errors
/// When there is no memory for the table.
pub fn bench(
    depth: u32,
    hash: usize,
    options: EngineOptions,
    report: &mut dyn FnMut(usize, &str, u64),
) -> Result<BenchResult, BenchError> {
    bench_until(depth, hash, options, &AtomicBool::new(false), report)
}

/// The same until it is stopped; what it has then counted is a part.
pub fn bench_until(
    depth: u32,
    hash: usize,
    options: EngineOptions,
    stop: &AtomicBool,
    report: &mut dyn FnMut(usize, &str, u64),
) -> Result<BenchResult, BenchError> {
    let mut engine = SearchEngine::new(hash, options)?;
    let mut result = BenchResult::default();
    let never = AtomicBool::new(false);
    for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        engine.clear();
        let setup = Setup::from_fen(fen)?;
        let outcome = engine.search(&setup, &[], &Limits::depth(depth), stop, &never, &mut |_| {});
        let (sum, one) = (&mut result.statistics, outcome.statistics);
        sum.nodes += one.nodes;
        sum.quiescence_nodes += one.quiescence_nodes;
        sum.rebuilds += one.rebuilds;
        sum.evaluations += one.evaluations;
        sum.cutoffs += one.cutoffs;
        sum.first_move_cutoffs += one.first_move_cutoffs;
        sum.selective_depth = sum.selective_depth.max(one.selective_depth);
        result.time += outcome.time;
        report(index + 1, fen, one.nodes);
    }
    Ok(result)
}
