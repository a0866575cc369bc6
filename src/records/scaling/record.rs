use serde::{Deserialize, Serialize};

use crate::json::{RawRecord, to_json};
use crate::record::{EngineRecord, FailureRecord, Machine, Source};

/// Measurements of engines with several threads, of one run on one machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ScalingRecord {
    /// The version of this shape, [`ScalingRecord::VERSION`].
    pub scaling: u32,
    /// Start of the run, UTC.
    pub started: String,
    /// False while the run goes on, and for ever when it was cut short.
    pub complete: bool,
    /// The machine it ran on.
    pub machine: Machine,
    /// The program's own source and compiler.
    pub source: Source,
    /// Processors that engines may use: with more threads than that nothing is timed.
    pub processors: u32,
    /// The numbers of threads, one among them.
    pub threads: Vec<u32>,
    /// Seconds within which one thread reaches the depth of a position.
    pub seconds: f64,
    /// Palindromes of thread numbers a position and engine.
    pub rounds: u32,
    /// Transposition table that the depth of a position was chosen with, MiB.
    pub hash_mib: u32,
    /// The engines, in table order.
    pub engines: Vec<EngineRecord>,
    /// The positions.
    pub positions: Vec<ScalingPosition>,
    /// The searches, in the order in which they were made.
    pub samples: Vec<ScalingSample>,
    /// Failures of engines.
    pub failures: Vec<FailureRecord>,
    /// Warnings about the whole run, and its omissions.
    pub warnings: Vec<String>,
}

impl ScalingRecord {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;

    /// The record as indented JSON with a final newline.
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// A sentence, when it is none or of a newer version.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let raw = RawRecord::parse(text).map_err(|e| format!("not a record: {e}"))?;
        match raw.number("scaling") {
            Some(version) if version <= u64::from(Self::VERSION) => {
                raw.typed().map_err(|e| format!("not a record: {e}"))
            }
            Some(version) => Err(format!("version {version} is newer than {}", Self::VERSION)),
            None => Err("not a record of scaling: it has no number `scaling`".to_owned()),
        }
    }
}

/// A position to search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ScalingPosition {
    /// Name of the position.
    pub name: String,
    /// The position.
    pub fen: String,
}

/// One search of one engine from a cleared state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ScalingSample {
    /// [`EngineRecord::name`].
    pub engine: String,
    /// [`ScalingPosition::name`].
    pub position: String,
    /// Search threads.
    pub threads: u32,
    /// Index of the palindrome, from 0.
    pub round: u32,
    /// The depth that was asked for.
    pub depth: u32,
    /// Transposition table, MiB: another than the one that the depth was chosen with. None where the
    /// engine has no such option, and in records made when all were alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash_mib: Option<u32>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Seconds by our clock.
    pub seconds: f64,
    /// Times that a thread waited for a lock, where the engine counts them.
    pub lock_waits: Option<u64>,
    /// Split points opened, where the engine counts them.
    pub splits: Option<u64>,
}
