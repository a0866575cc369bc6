//! A search shared by several processes. The processes, called ranks, send each other messages.
//!
//! | module | contents |
//! |---|---|
//! | `transport` | the trait that sends and receives messages; their counts |
//! | `channel` | a transport between threads of one process, for tests |
//! | `flow_control` | the limit of the messages in transit |
//! | `message` | the messages and their format |
//! | `job`, `node` | a search, and a node of it, in messages |
//! | `entries` | table entries that wait to be sent |
//! | `client` | the cluster as the leading rank's engine uses it |
//! | `helper` | the engine of a rank that does not lead |
//! | `communication` | the thread that runs the message loop when the search threads do not |
//! | `message_loop` | the handling of all messages of a rank |
//! | `search` | the messages of one search |
//! | `local` | the search at this rank, for the message loop: moves sent and received, results |
//! | `helpers` | idle threads of other ranks that help at this rank's split points |
//! | `remote` | a split point of another rank that this rank searches, and its result |
//!
//! The paper (Axon II 2026, section V.A): a module connects a second processor over a local network, and the
//! two search in parallel "according to the original split list method", for 40 to 50 Elo. The paper does not
//! describe how the list is split or which messages are sent when.
//!
//! Our design: any node with enough remaining depth is split once its first move is searched (Young Brothers
//! Wait, as between the threads of one process); the root and its replies come first. A waiting thread
//! receives one move. Its result is sent at once, and the next move carries the best score so far. A move
//! that fails high ends the others of its node. Each rank also splits the moves that it searches for others,
//! and a rank that waits for a move may take moves from below it, so idle ranks take work from busy ones.
//! Each rank has its own table; it sends the entries of deep searches to all others in batches.

mod channel;
mod client;
mod communication;
mod entries;
#[cfg(test)]
mod fixture;
mod flow_control;
mod helper;
mod helpers;
mod job;
mod local;
mod message;
mod message_loop;
mod node;
mod remote;
mod search;
mod transport;

pub use channel::{ChannelTransport, channels};
pub use client::{ClusterClient, RankNotice};
pub use communication::CommunicationThread;
pub use message_loop::{CommunicationOptions, SessionEnd};
pub use transport::{RankTransport, TransportCounts};
