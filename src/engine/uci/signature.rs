use std::ops::RangeInclusive;
use std::time::Duration;

use nucleus_core::board::{FenError, Setup};
use nucleus_core::positions::BENCH_POSITIONS;
use nucleus_search::{EngineOptions, Limits, SearchEngine, Signals, Statistics, TableError};

/// Default depth of `bench`, in plies.
pub const BENCH_DEPTH: u32 = 7;
/// Depths that `bench` accepts, in plies.
pub const BENCH_DEPTHS: RangeInclusive<u32> = 1..=60;

/// Counts and time of a `bench`.
#[derive(Clone, Debug, Default)]
pub struct BenchResult {
    /// Counts over all positions; `nodes` is the signature.
    pub statistics: Statistics,
    /// Total time of the searches.
    pub time: Duration,
}

impl BenchResult {
    /// Returns the lines that scripts parse: Stockfish's three, and OpenBench's as the last.
    pub fn for_scripts(&self) -> String {
        let (nodes, ms) = (self.statistics.nodes, self.time.as_millis().max(1));
        let nps = u128::from(nodes) * 1_000_000 / self.time.as_micros().max(1);
        format!(
            "===========================\n\
             Total time (ms) : {ms}\n\
             Nodes searched  : {nodes}\n\
             Nodes/second    : {nps}\n\
             {nodes} nodes {nps} nps\n"
        )
    }
}

/// Reason why `bench` could not run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A built-in position is not valid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The table could not be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Searches the built-in positions, each from a cleared state; `report` receives the position's
/// number, FEN and nodes.
///
/// # Errors
/// If there is no memory for the table.
pub fn bench(
    depth: u32,
    hash: usize,
    options: EngineOptions,
    report: &mut dyn FnMut(usize, &str, u64),
) -> Result<BenchResult, BenchError> {
    bench_until(depth, hash, options, &Signals::default(), report)
}

/// Runs the bench. `signals` can stop the bench early; the counts are then partial.
pub fn bench_until(
    depth: u32,
    hash: usize,
    options: EngineOptions,
    signals: &Signals,
    report: &mut dyn FnMut(usize, &str, u64),
) -> Result<BenchResult, BenchError> {
    let mut engine = SearchEngine::new(hash, options)?;
    let mut result = BenchResult::default();
    for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
        if signals.is_stopped() {
            break;
        }
        engine.clear();
        let setup = Setup::from_fen(fen)?;
        let outcome = engine.search(&setup, &[], &Limits::depth(depth), signals, &mut |_| {});
        result.statistics.add(&outcome.statistics);
        result.time += outcome.time;
        report(index + 1, fen, outcome.statistics.nodes);
    }
    Ok(result)
}
