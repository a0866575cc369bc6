//! Messages between ranks, as CBOR: what MPI has room for is counted in bytes.

use serde::{Deserialize, Serialize};

use super::job::SentSearch;
use super::node::SentNode;

/// The largest message, in bytes.
pub const LARGEST: usize = 1 << 20;

/// A message between ranks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The first message: the version, and with it the format of messages.
    Hello(String),
    /// The rank is there, and so many messages have come from the receiver, these not counted.
    Beat(u64),
    /// Share this search, of this number.
    Begin(u32, Box<SentSearch>),
    /// The search of this number is over.
    End(u32),
    /// The search of this number cannot be shared, for this reason.
    Fault(u32, String),
    /// About the search of this number, which identifies late messages.
    Search(u32, SearchMessage),
    /// Forget everything learnt.
    Clear,
    /// The session is over.
    Quit,
}

/// A message about a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SearchMessage {
    /// Search a move: its number, and the receiver's task below which it lies.
    Task(u64, Option<u64>, Box<SentTask>),
    /// Result of a task.
    Result(u64, RemoteResult),
    /// A task is not searched: no thread waits for one. True when its node could not be read.
    Refused(u64, bool),
    /// A task does not matter any more.
    Cancel(u64),
    /// Alpha of a task's node was raised.
    Bound(u64, i16),
    /// The threads that wait; before them how many tasks had come from the receiver by then.
    Waiting(u64, Vec<WaitingThread>),
    /// Entries of the table.
    Entries(Vec<PackedEntry>),
    /// The counts so far ([`nucleus_search::Statistics::counts`]).
    Counts([u64; 12]),
    /// The search has ended here, with these counts.
    Done([u64; 12]),
}

/// A move of a node, to be searched by another rank.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SentTask {
    /// Plies from the root.
    pub ply: usize,
    /// Plies left.
    pub depth: i32,
    /// Scores up to here are too low to matter.
    pub alpha: i16,
    /// Scores from here on are too high to matter.
    pub beta: i16,
    /// The move.
    pub chess_move: u16,
    /// A capture that loses material.
    pub losing: bool,
    /// The best score of the node so far.
    pub best: i16,
    /// The number of moves with this one.
    pub count: usize,
    /// The node.
    pub node: SentNode,
}

/// Result of a move that was searched for another rank.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RemoteResult {
    /// False when it was pruned.
    pub searched: bool,
    /// The best score of the node with it.
    pub score: i16,
    /// The variation after it, where it raised alpha.
    pub line: Vec<u16>,
    /// The quiet moves that follow it need not be searched.
    pub skip_quiets: bool,
    /// Nodes below it, where it was a move of the root.
    pub nodes: u64,
}

/// A thread that waits, as another rank is told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WaitingThread {
    /// True when it searches something, and wants a move in reserve.
    pub reserve: bool,
    /// The tasks of the rank that is told for one of which it waits; none when it waits for nothing.
    pub tasks: Vec<u64>,
}

/// An entry of the table as ranks send it: its key and its packed data.
pub type PackedEntry = (u64, u64);

impl Message {
    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // A vector takes everything.
        let _ = ciborium::into_writer(self, &mut bytes);
        bytes
    }

    /// Reads one; none when it is not whole, or has something behind it.
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

    /// Of longer ones MPI sends the beginning alone, and who receives it spins until the sender calls
    /// MPI again.
    #[test]
    fn entries_of_a_message_are_sent_at_once() {
        let entries = vec![(u64::MAX, u64::MAX); super::super::entries::MOST_ENTRIES];
        let length = Message::Search(u32::MAX, SearchMessage::Entries(entries)).write().len();
        assert!((3_000..4_000).contains(&length), "{length} bytes");
    }
}
