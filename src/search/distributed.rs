//! The interface for a search that several processes share, in one place.
//!
//! The engine of the process that leads has a [`DistributedSearch`] among its options; the engines of
//! the others are told to help ([`super::SearchEngine::help`]). Both are given a [`SearchShare`] for
//! every search: what its threads share, and a [`ThreadSearch`] that runs each of them with hooks
//! ([`search_thread_with`]).
//!
//! | what | for what |
//! |---|---|
//! | [`SearchHooks`] | called by a thread at its turning points |
//! | [`ExternalHelpers`] | helpers elsewhere that take moves of split points, and give some |
//! | [`SplitPoint`], [`SplitTeam`], [`SearchGroup`] | what these work on |
//! | [`SharedNode`] with [`SharedRoot`], [`FullNode`] or [`AxonNode`] | the payload of a split point, to be sent and made anew |
//! | [`RemainingMoves`] | the moves of a node, to be searched in another order |
//! | [`TableEntry`] | an entry of the transposition table |

pub use super::axon::AxonNode;
pub use super::full::{FullNode, Node, NodeState};
pub use super::hooks::{
    DeferredMove, DeferredOutcome, LeftNode, NoHooks, NodePlace, POLL_EVERY_IN_GROUP,
    RemainingMoves, RootSearch, SearchHooks, TrackedNode,
};
pub use super::limits::Deadlines;
pub use super::node_result::NodeResult;
pub use super::ordering::{Histories, PieceTo};
pub use super::parallel::{
    AssignedMove, ExternalHelpers, SearchGroup, SharedMove, SplitPoint, SplitProgress, SplitTeam,
    SplitTeamState,
};
pub use super::root_moves::{RootFinding, SharedRoot};
pub use super::sharing::SharedNode;
pub use super::table::{TableBound, TableEntry, from_table, holds_at, pack, to_table, unpack};
pub use super::task::{DistributedSearch, SearchShare, SearchTask, ThreadSearch};
pub use super::thread::search_thread_with;
pub use super::window::{DepthWindow, Window};
