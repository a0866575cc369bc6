use std::path::PathBuf;
use std::sync::Arc;

use super::record::SuiteLimit;
use nucleus_core::board::BoardType;
use nucleus_core::eval::Values;
use nucleus_core::eval::network::Network;
use nucleus_core::types::Score;
use nucleus_search::{Parameters, ProfileName};

/// Options of a run over suites.
#[derive(Debug, Clone)]
pub struct SuiteOptions {
    /// The suites.
    pub files: Vec<PathBuf>,
    /// Limit of the search of each position.
    pub limit: SuiteLimit,
    /// Only this position of the file, 1 the first.
    pub position: Option<u64>,
    /// The record: written after each position, and resumed from when it is there.
    pub json: Option<PathBuf>,
    /// The searcher.
    pub profile: ProfileName,
    /// The board, `None` for the profile's own.
    pub board: Option<BoardType>,
    /// The weights of the evaluation, `None` for the profile's own.
    pub weights: Option<SuiteWeights>,
    /// The network that profile `full` evaluates with, if one does.
    pub network: Option<Arc<Network>>,
    /// The bound of the positional part in centipawns, `None` for the profile's own.
    pub bound: Option<Score>,
    /// The techniques of profile `full`, `None` for those that it plays with.
    pub techniques: Option<Parameters>,
    /// Table size in MiB.
    pub hash: u32,
    /// Search threads.
    pub threads: u32,
}

/// Weights that came from a file.
#[derive(Debug, Clone)]
pub struct SuiteWeights {
    /// Name of the weights in tables.
    pub name: String,
    /// The weights.
    pub values: Arc<Values>,
}
