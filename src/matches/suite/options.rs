use std::path::PathBuf;
use std::sync::Arc;

use super::record::SuiteLimit;
use nucleus_core::board::BoardType;
use nucleus_core::eval::Values;
use nucleus_core::eval::network::Network;
use nucleus_core::types::Score;
use nucleus_search::{Parameters, ProfileName};

/// The options of a run over suites.
#[derive(Debug, Clone)]
pub struct SuiteOptions {
    /// The EPD files of the suites.
    pub files: Vec<PathBuf>,
    /// The limit of each position's search.
    pub limit: SuiteLimit,
    /// The number of the only position to search, from 1; `None` for all.
    pub position: Option<u64>,
    /// The number of the last position to search; `None` for all.
    pub last: Option<u64>,
    /// The record file, written after each position; an existing one is resumed.
    pub json: Option<PathBuf>,
    /// The search profile: `axon`, `full` or `umko`.
    pub profile: ProfileName,
    /// The board; `None` for the profile's own.
    pub board: Option<BoardType>,
    /// The weights of the evaluation; `None` for the profile's own.
    pub weights: Option<SuiteWeights>,
    /// The network that profile `full` evaluates with, if any.
    pub network: Option<Arc<Network>>,
    /// The bound of the positional part in centipawns; `None` for the profile's own.
    pub bound: Option<Score>,
    /// The search parameters of profile `full`; `None` for its defaults.
    pub techniques: Option<Parameters>,
    /// The transposition table in MiB.
    pub hash: u32,
    /// The number of search threads.
    pub threads: u32,
}

/// Weights loaded from a file.
#[derive(Debug, Clone)]
pub struct SuiteWeights {
    /// The name of the weights in tables.
    pub name: String,
    /// The values of the weights.
    pub values: Arc<Values>,
}
