//! The limits of `go` that an engine keeps.

use nucleus_records::record::{Protocol, Workload};

/// The form in which an engine is given a time for one search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeLimit {
    /// `movetime`.
    Movetime,
    /// A clock with this many times the search's time left, where `movetime` is not kept.
    Clock(f64),
}

impl TimeLimit {
    /// Returns the arguments of `go` for a search of that many milliseconds.
    pub fn go(self, milliseconds: f64) -> String {
        let whole = |ms: f64| ms.round().max(1.0) as u64;
        match self {
            Self::Movetime => format!("movetime {}", whole(milliseconds)),
            Self::Clock(times) => {
                let left = whole(milliseconds * times);
                format!("wtime {left} btime {left} winc 0 binc 0")
            }
        }
    }
}

/// The limits of `go` that an engine keeps; by default none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KeptLimits {
    /// True for `depth`.
    pub depth: bool,
    /// True for `nodes`.
    pub nodes: bool,
    /// The form of a time.
    pub time: Option<TimeLimit>,
}

impl KeptLimits {
    /// Every limit of UCI.
    pub const ALL: Self = Self { depth: true, nodes: true, time: Some(TimeLimit::Movetime) };
    /// Nodes of a short search.
    pub const FEW_NODES: u64 = 5_000;

    /// Returns the arguments of `go` for a limit as workloads have it; `None` where it is not kept.
    pub fn go(&self, limit: &str) -> Option<String> {
        let (kind, number) = limit.split_once(' ').unwrap_or((limit, ""));
        match kind {
            "depth" if !self.depth => None,
            "nodes" if !self.nodes => None,
            "movetime" => Some(self.time?.go(number.trim().parse().ok()?)),
            _ => Some(limit.to_owned()),
        }
    }

    /// Returns the arguments of `go` for a short search by any limit that is kept.
    pub fn short(&self, milliseconds: f64) -> Option<String> {
        let timed = || Some(self.time?.go(milliseconds));
        let nodes = || self.nodes.then(|| format!("nodes {}", Self::FEW_NODES));
        self.depth.then(|| "depth 1".to_owned()).or_else(timed).or_else(nodes)
    }

    /// True if a workload can be searched.
    pub fn allow(&self, workload: &Workload) -> bool {
        let whole =
            matches!(workload.protocol, Protocol::Perft | Protocol::Bench | Protocol::Command);
        let to_depth = workload.protocol != Protocol::Depth || self.depth;
        whole || to_depth && self.go(&workload.limit).is_some()
    }
}
