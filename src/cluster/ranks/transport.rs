//! Transport of messages between ranks.

use std::fmt;

/// Transport of messages between ranks: each arrives once, those of one rank in their order, unless
/// one of the two ranks is lost. To be used by one thread at a time.
pub trait RankTransport {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn size(&self) -> usize;

    /// Sends a message without waiting for its arrival. To a rank that is lost it goes nowhere.
    fn send(&mut self, to: usize, message: Vec<u8>);

    /// Returns the next message that has arrived, and its sender. Never waits.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// True when neither sending nor receiving hangs when another rank is lost, so that threads
    /// that search may do both.
    fn never_hangs(&self) -> bool;
}

/// Counts of a rank's messages and waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TransportCounts {
    /// Messages sent.
    pub sent: u64,
    /// Messages received.
    pub received: u64,
    /// Bytes sent.
    pub bytes_sent: u64,
    /// Bytes received.
    pub bytes_received: u64,
    /// Times that there was nothing to do, and the communication thread slept.
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
