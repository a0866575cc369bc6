use serde::{Deserialize, Serialize};

use nucleus_core::board::BoardType;
use nucleus_core::eval;
use nucleus_core::types::Score;
use nucleus_search::Limits;

/// The version of the record's form.
pub const VERSION: u32 = 1;

/// Limit of the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum SuiteLimit {
    /// A fixed time.
    Movetime {
        /// The time.
        milliseconds: u64,
    },
    /// A fixed depth.
    Depth {
        /// The depth.
        plies: u64,
    },
    /// A number of nodes.
    Nodes {
        /// The number of nodes.
        nodes: u64,
    },
}

impl SuiteLimit {
    /// The limit as the search takes it.
    pub fn limits(self) -> Limits {
        match self {
            Self::Movetime { milliseconds } => Limits {
                movetime: Some(std::time::Duration::from_millis(milliseconds)),
                ..Limits::default()
            },
            Self::Depth { plies } => Limits::depth(plies as u32),
            Self::Nodes { nodes } => Limits { nodes: Some(nodes), ..Limits::default() },
        }
    }
}

impl std::fmt::Display for SuiteLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Movetime { milliseconds } => write!(f, "{} s", *milliseconds as f64 / 1000.0),
            Self::Depth { plies } => write!(f, "depth {plies}"),
            Self::Nodes { nodes } => write!(f, "{nodes} nodes"),
        }
    }
}

/// Settings of a run; a record is only resumed by a run with the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteSettings {
    /// The engine's version.
    pub engine: String,
    /// The searcher.
    pub profile: String,
    /// The kernels' level.
    pub level: String,
    /// The board; records made before there were two have the matrix.
    #[serde(default = "matrix")]
    pub board: String,
    /// The weights' name and the start of their SHA-256; none for the profile's own, as in records
    /// made before there were others.
    #[serde(default)]
    pub weights: Option<String>,
    /// The hash of the network that evaluates; none for the evaluation by hand, as in records made
    /// before there were networks.
    #[serde(default)]
    pub network: Option<String>,
    /// The bound of the positional part, in centipawns; records made before it could be chosen have
    /// the paper's.
    #[serde(default = "paper_bound")]
    pub bound: Score,
    /// Table size in MiB.
    pub hash: u32,
    /// Search threads.
    pub threads: u32,
    /// The limit of each position.
    pub limit: SuiteLimit,
}

fn matrix() -> String {
    BoardType::Matrix.name().to_owned()
}

fn paper_bound() -> Score {
    eval::Options::BOUND
}

/// One line of a search: the result of an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Iteration {
    /// Plies.
    pub depth: u32,
    /// The deepest ply entered.
    pub selective_depth: u32,
    /// Centipawns from the side to move's view; beyond ±31,000 a mate.
    pub score: i16,
    /// Seconds since the search began.
    pub seconds: f64,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Use of the table in thousandths.
    pub hashfull: usize,
    /// The variation in UCI's notation.
    pub moves: Vec<String>,
}

/// Result of the search of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PositionRecord {
    /// Number of the line in the file, from 1.
    pub number: usize,
    /// The position's `id`, or else its line.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The move chosen at the end, in UCI's notation.
    pub chosen: String,
    /// The score at the end.
    pub score: i16,
    /// The move solves the position.
    pub solved: bool,
    /// Seconds until the solution was found and not given up again.
    pub found: Option<f64>,
    /// Points of the move, and of the best one.
    pub points: (u32, u32),
    /// Seconds of the search.
    pub seconds: f64,
    /// Nodes.
    pub nodes: u64,
    /// Nodes of the quiescence search.
    pub quiescence_nodes: u64,
    /// Nodes that cut off.
    pub cutoffs: u64,
    /// Cutoffs by the first move.
    pub first_move_cutoffs: u64,
    /// The iterations that ended.
    pub iterations: Vec<Iteration>,
}

/// Results of a run over a suite so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteResult {
    /// The file's name without its ending.
    pub name: String,
    /// The file's SHA-256.
    pub sha256: String,
    /// Positions in the file.
    pub total: usize,
    /// The positions searched, in their order.
    pub positions: Vec<PositionRecord>,
}

/// Record of a run over suites.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteRecord {
    /// The version of this form.
    pub version: u32,
    /// Start of the run, UTC; empty in older records.
    #[serde(default)]
    pub started: String,
    /// Settings of the run.
    pub settings: SuiteSettings,
    /// One for each file.
    pub suites: Vec<SuiteResult>,
}
