//! Several threads in one search.
//!
//! | module | what |
//! |---|---|
//! | `pool` | threads that live as long as the engine, parked between searches |
//! | `group` | the state shared by the threads of one search |
//! | `counters` | counts of each thread, readable by the others |
//! | `split` | Young Brothers Wait: a node whose moves are distributed |
//! | `team` | Young Brothers Wait: waiting threads, and open split points |
//! | `external` | Young Brothers Wait: helpers outside this process |
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
