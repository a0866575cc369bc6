//! The split list among ranks: moves of split points handed out to the threads of other ranks, and
//! moves of other ranks searched here (Young Brothers Wait).
//!
//! | module | what |
//! |---|---|
//! | `helpers` | threads of other ranks that wait, as helpers of the split points here |
//! | `remote` | a split point of another rank that is searched here, and what its move came to |
//! | `serialize` | the node of a split point as bytes |
//! | `nodes` | what each searcher adds to a node, as bytes |

#[cfg(test)]
mod fixture;
mod helpers;
mod nodes;
mod remote;
mod serialize;

pub use helpers::{HandedOut, RemoteHelpers, RemoteWaiter};
pub use remote::{RemoteResult, RemoteSplitPoint};
pub use serialize::{SearcherFunctions, deserialize, node_tag};
