use std::path::PathBuf;

use super::record::SuiteLimit;
use nucleus_search::EngineOptions;

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
    /// The options of the engine.
    pub engine: EngineOptions,
    /// The name in tables of the engine's weights, if they are not the profile's own.
    pub weights_name: String,
    /// The transposition table in MiB.
    pub hash: u32,
}
