//! Several threads in one search.
//!
//! | module | what |
//! |---|---|
//! | `pool` | threads that live as long as the engine, parked between searches |
//! | `group` | what the threads of one search share beside the table |
//! | `counters` | each thread's counts as the others see them |
//! | `split` | Young Brothers Wait: a node whose moves are handed out |
//! | `team` | Young Brothers Wait: who waits, and what can be joined |
//! | `external` | Young Brothers Wait: helpers that are no threads of this process |
//! | `lazy` | Lazy SMP: who skips which depth, and the vote on the move |

mod counters;
mod external;
#[cfg(test)]
mod fixture;
mod group;
mod lazy;
mod pool;
mod split;
mod team;

pub use external::ExternalHelpers;
pub use group::SearchGroup;
pub use lazy::{ThreadResult, skips, vote};
pub use pool::{JobThread, Pool, PoolJob};
pub use split::{AssignedMove, SharedMove, SplitPlace, SplitPoint, SplitProgress};
pub use team::{LeaveOnDrop, SplitTeam, SplitTeamState};

use std::fmt;
use std::str::FromStr;

/// How several threads share a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ParallelSearch {
    /// Young Brothers Wait: once the first move of a node is searched, others may be searched by
    /// other threads (Umko, section 2.2; Feldmann, Mysliwietz and Monien).
    YoungBrothersWait,
    /// Lazy SMP: every thread deepens on its own, and they share the table alone.
    Lazy,
}

impl ParallelSearch {
    /// Both.
    pub const ALL: [Self; 2] = [Self::YoungBrothersWait, Self::Lazy];

    /// The name used in options, tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::YoungBrothersWait => "ybw",
            Self::Lazy => "lazy",
        }
    }
}

impl fmt::Display for ParallelSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ParallelSearch {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|way| way.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown parallel search '{name}': expected one of {names}")
        })
    }
}
