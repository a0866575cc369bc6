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
//! | `lazy` | Lazy SMP: the vote on the move |

mod counters;
mod external;
#[cfg(test)]
mod fixture;
mod group;
mod lazy;
mod pool;
mod split;
mod team;

pub use external::{ExternalHelpers, LEAST_SENT, LEAST_TOLD};
pub use group::SearchGroup;
pub use lazy::{ThreadResult, vote};
pub use pool::{JobThread, Pool, PoolJob};
pub use split::{AssignedMove, SharedMove, SplitPoint, SplitProgress};
pub use team::{LeaveOnDrop, SplitTeam, SplitTeamState};

pub use nucleus_core::profiles::ParallelSearch;
