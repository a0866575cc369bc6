//! The interface for a search shared by several processes.
//!
//! The engine of the leading process has a [`DistributedSearch`] among its options; the engines of
//! the other processes run [`super::SearchEngine::help`]. Each engine receives a [`SearchGroup`]
//! with [`ExternalHelpers`] for every search.
//!
//! | item | purpose |
//! |---|---|
//! | [`ExternalHelpers`] | helpers in other processes, which exchange moves of split points |
//! | [`SplitPoint`], [`SplitTeam`], [`SearchGroup`] | the state that threads and helpers share |
//! | [`SharedNode`] with [`SharedRoot`], [`FullNode`] or [`AxonNode`] | the payload of a split point, sent and reconstructed |
//! | [`TableEntry`] | an entry of the transposition table |

pub use super::axon::AxonNode;
pub use super::full::{FullNode, Node, NodeState};
pub use super::limits::Deadlines;
pub use super::node_result::NodeResult;
pub use super::ordering::PieceTo;
pub use super::parallel::{
    AssignedMove, ExternalHelpers, LEAST_SENT, SearchGroup, SharedMove, SplitPoint, SplitProgress,
    SplitTeam, SplitTeamState,
};
pub use super::root_moves::{RootFinding, SharedRoot};
pub use super::sharing::SharedNode;
pub use super::table::{TableBound, TableEntry, from_table, holds_at, pack, to_table, unpack};
pub use super::task::{DistributedSearch, SearchTask};
pub use super::window::{DepthWindow, Window};
