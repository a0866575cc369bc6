//! The interface for a search that several processes share, in one place.
//!
//! The engine of the process that leads has a [`DistributedSearch`] among its options; the engines of
//! the others are told to help ([`super::SearchEngine::help`]). Both are given a [`SearchGroup`] with
//! [`ExternalHelpers`] for every search.
//!
//! | what | for what |
//! |---|---|
//! | [`ExternalHelpers`] | helpers elsewhere that take moves of split points, and give some |
//! | [`SplitPoint`], [`SplitTeam`], [`SearchGroup`] | what these work on |
//! | [`SharedNode`] with [`SharedRoot`], [`FullNode`] or [`AxonNode`] | the payload of a split point, to be sent and made anew |
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
