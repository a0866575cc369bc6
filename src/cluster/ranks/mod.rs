//! A search that several processes share: ranks, which send each other messages.
//!
//! | module | what |
//! |---|---|
//! | `transport` | how messages travel, as a trait; counts of them |
//! | `channel` | between threads of one process, for tests |
//! | `flow_control` | how many messages may be on their way |
//! | `message` | what ranks send each other |
//! | `job`, `node` | a search, and a node of it, as ranks send them |
//! | `entries` | entries of the table that wait to be sent |
//! | `client` | the cluster as the engine of the leading rank knows it |
//! | `helper` | the engine of a rank that does not lead |
//! | `communication` | the thread that receives and sends while those that search have nothing to do |
//! | `message_loop` | what a rank sends to the others, and what it does with what they send |
//! | `search` | a search at one rank: what it sends and what it does with what comes |
//! | `local` | that search's split points as the message loop sees them |
//! | `helpers` | threads of other ranks that wait, as helpers of the split points here |
//! | `remote` | a split point of another rank that is searched here, and what its move came to |
//!
//! What the paper says (Axon II 2026, section V.A): a module connects a second processor over a
//! local network, and the two search in parallel "according to the original split list method",
//! which is worth 40 to 50 Elo. How the list is split, what is sent and when, it does not print.
//!
//! What is ours: the list of moves that is split is that of any node of the search with enough
//! depth left, the root and its replies first, once its first move is searched (Young Brothers
//! Wait, as the threads of one process do it). Moves are handed out one by one, each to a thread
//! that has asked for one; what it came to is told at once, and with it the best score so far goes
//! out with the next; a move that fails high ends the others at its node at once. Every rank
//! splits what it searches for others in turn, and a rank that waits for one of its moves may take
//! moves from below it: who runs out takes work from the others. Every rank has a table of its
//! own; what deep searches store is sent to all in batches.

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
