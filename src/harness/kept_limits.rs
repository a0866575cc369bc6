//! The limits of `go` that an engine keeps.

use nucleus_records::record::{Protocol, Workload};

/// The command that limits a search by time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeLimit {
    /// The command `go movetime`.
    Movetime,
    /// A clock that shows this multiple of the search's time, for engines that do not keep `movetime`.
    Clock(f64),
}

impl TimeLimit {
    /// Returns the arguments of `go` for a search of this length in milliseconds.
    pub fn go(self, milliseconds: f64) -> String {
        let rounded = |ms: f64| ms.round().max(1.0) as u64;
        match self {
            Self::Movetime => format!("movetime {}", rounded(milliseconds)),
            Self::Clock(times) => {
                let left = rounded(milliseconds * times);
                format!("wtime {left} btime {left} winc 0 binc 0")
            }
        }
    }
}

/// The limits of `go` that an engine keeps; by default none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KeptLimits {
    /// `true` if it keeps `depth`.
    pub depth: bool,
    /// `true` if it keeps `nodes`.
    pub nodes: bool,
    /// The command that limits a search by time, if it keeps one.
    pub time: Option<TimeLimit>,
}

impl KeptLimits {
    /// Every limit of UCI.
    pub const ALL: Self = Self { depth: true, nodes: true, time: Some(TimeLimit::Movetime) };
    /// The node limit of a short search.
    pub const FEW_NODES: u64 = 5_000;

    /// Returns the arguments of `go` for a workload's limit; `None` if the engine does not keep it.
    pub fn go(&self, limit: &str) -> Option<String> {
        let (kind, number) = limit.split_once(' ').unwrap_or((limit, ""));
        match kind {
            "depth" if !self.depth => None,
            "nodes" if !self.nodes => None,
            "movetime" => Some(self.time?.go(number.trim().parse().ok()?)),
            _ => Some(limit.to_owned()),
        }
    }

    /// Returns the arguments of `go` for a short search by any limit that the engine keeps.
    pub fn short(&self, milliseconds: f64) -> Option<String> {
        let timed = || Some(self.time?.go(milliseconds));
        let nodes = || self.nodes.then(|| format!("nodes {}", Self::FEW_NODES));
        self.depth.then(|| "depth 1".to_owned()).or_else(timed).or_else(nodes)
    }

    /// Returns `true` if the engine can search a workload.
    pub fn allow(&self, workload: &Workload) -> bool {
        let exempt =
            matches!(workload.protocol, Protocol::Perft | Protocol::Bench | Protocol::Command);
        let to_depth = workload.protocol != Protocol::Depth || self.depth;
        exempt || to_depth && self.go(&workload.limit).is_some()
    }
}
