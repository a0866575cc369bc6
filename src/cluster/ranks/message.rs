//! Messages between ranks, in CBOR: compact, because MPI's buffers are small.

use serde::{Deserialize, Serialize};

use super::job::SentSearch;
use super::node::SentNode;

/// Size of the largest message, in bytes.
pub const LARGEST: usize = 1 << 20;

/// A message between ranks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The first message: the sender's version, which fixes the format of messages.
    Hello(String),
    /// The rank is alive and has received this number of messages from the receiver, `Beat`s not counted.
    Beat(u64),
    /// Share this search, of this number.
    Begin(u32, Box<SentSearch>),
    /// The search of this number is over.
    End(u32),
    /// The search of this number cannot be shared, for this reason.
    Fault(u32, String),
    /// A message about the search with this number; one about an earlier search is ignored.
    Search(u32, SearchMessage),
    /// Clear the table and the histories.
    Clear,
    /// The session is over.
    Quit,
}

/// A message about a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SearchMessage {
    /// Search a move: the task's number, and the receiver's task below which it lies, if any.
    Task(u64, Option<u64>, Box<SentTask>),
    /// The result of the task of this number.
    Result(u64, RemoteResult),
    /// The task of this number is not searched; the flag is true if its node cannot be read.
    Refused(u64, bool),
    /// The task of this number is no longer needed.
    Cancel(u64),
    /// Alpha of the node of the task of this number has risen to this value.
    Bound(u64, i16),
    /// The number of tasks received from the receiver so far, and the threads that wait now.
    Waiting(u64, Vec<WaitingThread>),
    /// Table entries to store.
    Entries(Vec<PackedEntry>),
    /// The counts so far ([`nucleus_search::Statistics::counts`]).
    Counts([u64; 12]),
    /// The search has ended at the sender, with these counts.
    Done([u64; 12]),
}

/// A move of a node, for another rank to search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SentTask {
    /// Distance of the node from the root, in plies.
    pub ply: usize,
    /// Remaining depth of the node, in plies.
    pub depth: i32,
    /// Lower bound of the window.
    pub alpha: i16,
    /// Upper bound of the window.
    pub beta: i16,
    /// The move, encoded as in [`Move`](nucleus_core::types::Move).
    pub chess_move: u16,
    /// True for a capture that loses material.
    pub losing: bool,
    /// Best score of the node so far.
    pub best: i16,
    /// Number of moves tried at the node, this one included.
    pub count: usize,
    /// The node that the move belongs to.
    pub node: SentNode,
}

/// The result of a move that was searched for another rank.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RemoteResult {
    /// False if the move was pruned.
    pub searched: bool,
    /// Best score of the node, this move included.
    pub score: i16,
    /// Principal variation after the move, if it raised alpha.
    pub line: Vec<u16>,
    /// True if the quiet moves after this one need not be searched.
    pub skip_quiets: bool,
    /// Number of nodes below a move of the root; otherwise 0.
    pub nodes: u64,
}

/// A waiting thread, as it is announced to another rank.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WaitingThread {
    /// True if the thread searches and takes a move in reserve.
    pub reserve: bool,
    /// Tasks of the receiver for one of which the thread waits; empty if it waits for none.
    pub tasks: Vec<u64>,
}

/// A table entry in a message: its key and its packed data.
pub type PackedEntry = (u64, u64);

impl Message {
    /// Returns the message as CBOR.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to a vector cannot fail.
        let _ = ciborium::into_writer(self, &mut bytes);
        bytes
    }

    /// Reads a message; `None` if it is incomplete or more bytes follow it.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let message = ciborium::from_reader(&mut rest).ok()?;
        rest.is_empty().then_some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_whole_or_not_at_all() {
        let waiting = WaitingThread { reserve: true, tasks: vec![4, 5] };
        for message in [
            Message::Begin(3, Box::default()),
            Message::Search(3, SearchMessage::Task(8, Some(7), Box::default())),
            Message::Search(3, SearchMessage::Waiting(2, vec![waiting])),
            Message::Search(3, SearchMessage::Entries(vec![(1, 2), (u64::MAX, 4)])),
            Message::Quit,
        ] {
            let bytes = message.write();
            assert_eq!(Message::read(&bytes), Some(message.clone()));
            for length in 0..bytes.len() {
                assert_eq!(Message::read(&bytes[..length]), None, "{message:?}, {length} bytes");
            }
            assert_eq!(Message::read(&[&bytes[..], &[0]].concat()), None, "{message:?} and more");
        }
    }

    /// MPI sends only the start of a longer message; the receiver then spins until the sender calls MPI
    /// again.
    #[test]
    fn entries_of_a_message_are_sent_at_once() {
        let entries = vec![(u64::MAX, u64::MAX); super::super::entries::MOST_ENTRIES];
        let length = Message::Search(u32::MAX, SearchMessage::Entries(entries)).write().len();
        assert!((3_000..4_000).contains(&length), "{length} bytes");
    }
}
