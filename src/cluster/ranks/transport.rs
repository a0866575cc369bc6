//! The transport of messages between ranks.

use std::fmt;

/// A transport of messages between ranks. Each message arrives once, in the order of its sender,
/// unless one of the two ranks is lost. One thread at a time may use it.
pub trait RankTransport {
    /// Returns the number of this rank, from 0.
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn size(&self) -> usize;

    /// Sends a message without waiting for its arrival; to a lost rank, without effect.
    fn send(&mut self, to: usize, message: Vec<u8>);

    /// Returns the next message and its sender's rank, or `None`, without waiting.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Returns true if sending and receiving never hang after the loss of a rank, so that search
    /// threads may do both.
    fn never_hangs(&self) -> bool;
}

/// Counts of a rank's messages and sleeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TransportCounts {
    /// Number of messages sent.
    pub sent: u64,
    /// Number of messages received.
    pub received: u64,
    /// Bytes of the messages sent.
    pub bytes_sent: u64,
    /// Bytes of the messages received.
    pub bytes_received: u64,
    /// Number of times that the communication thread slept because it had no work.
    pub waits: u64,
}

impl fmt::Display for TransportCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sent, received, bytes_sent, bytes_received, waits } = self;
        write!(
            f,
            "messages sent {sent} received {received} bytes sent {bytes_sent} \
             received {bytes_received} waits {waits}"
        )
    }
}
