use serde::{Deserialize, Serialize};

use nucleus_core::board::BoardType;
use nucleus_core::eval;
use nucleus_core::types::Score;
use nucleus_search::Limits;

/// The version of the record's form.
pub const VERSION: u32 = 1;

/// The limit of a position's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum SuiteLimit {
    /// A fixed time.
    Movetime {
        /// The time in milliseconds.
        milliseconds: u64,
    },
    /// A fixed depth.
    Depth {
        /// The depth in plies.
        plies: u64,
    },
    /// A number of nodes.
    Nodes {
        /// The number of nodes.
        nodes: u64,
    },
}

impl SuiteLimit {
    /// Converts the limit to the search's own form.
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

/// The settings of a run; a record is only resumed with the same settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteSettings {
    /// The engine's version, e.g. `0.3.0`.
    pub engine: String,
    /// The search profile: `axon`, `full` or `umko`.
    pub profile: String,
    /// The instruction set level of the kernels.
    pub level: String,
    /// The board; `matrix` in records made before there was a second one.
    #[serde(default = "matrix")]
    pub board: String,
    /// The name of the weights and the start of their SHA-256; `None` for the profile's own, and in records
    /// made before there were others.
    #[serde(default)]
    pub weights: Option<String>,
    /// The hash of the network; `None` for the hand-written evaluation, and in records made before there
    /// were networks.
    #[serde(default)]
    pub network: Option<String>,
    /// The bound of the positional part, in centipawns; the paper's in records made before it could be
    /// chosen.
    #[serde(default = "paper_bound")]
    pub bound: Score,
    /// The transposition table in MiB.
    pub hash: u32,
    /// The number of search threads.
    pub threads: u32,
    /// The limit of each position's search.
    pub limit: SuiteLimit,
}

fn matrix() -> String {
    BoardType::Matrix.name().to_owned()
}

fn paper_bound() -> Score {
    eval::Options::BOUND
}

/// The result of one iteration of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Iteration {
    /// The depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The score in centipawns from the side to move's view; beyond ±31,000 a mate.
    pub score: i16,
    /// Seconds since the start of the search.
    pub seconds: f64,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// The used part of the transposition table in thousandths.
    pub hashfull: usize,
    /// The principal variation in UCI notation.
    pub moves: Vec<String>,
}

/// The result of a position's search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PositionRecord {
    /// The number of the position in the suite, from 1.
    pub number: usize,
    /// The position's `id`; if it has none, the word `line` and the line number.
    pub id: String,
    /// The position as FEN.
    pub fen: String,
    /// The chosen move in UCI notation.
    pub chosen: String,
    /// The final score, in centipawns.
    pub score: i16,
    /// `true` if the chosen move solves the position.
    pub solved: bool,
    /// Seconds until the solution was found and then kept.
    pub found: Option<f64>,
    /// The points of the chosen move and of the best one.
    pub points: (u32, u32),
    /// The search time in seconds.
    pub seconds: f64,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The number of quiescence nodes among them.
    pub quiescence_nodes: u64,
    /// The number of nodes with a beta cutoff.
    pub cutoffs: u64,
    /// The number of cutoffs by the first move.
    pub first_move_cutoffs: u64,
    /// The completed iterations, in order of depth.
    pub iterations: Vec<Iteration>,
}

/// The results of a run over one suite so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteResult {
    /// The file's name without its extension.
    pub name: String,
    /// The SHA-256 of the file, by which a resumed run recognises it.
    pub sha256: String,
    /// The number of positions in the file.
    pub total: usize,
    /// The positions searched, in order.
    pub positions: Vec<PositionRecord>,
}

/// The record of a run over suites.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SuiteRecord {
    /// The version of this form.
    pub version: u32,
    /// The start time of the run, UTC; empty in older records.
    #[serde(default)]
    pub started: String,
    /// The settings of the run.
    pub settings: SuiteSettings,
    /// The results of each suite.
    pub suites: Vec<SuiteResult>,
}
