//! Flow control by credits: it limits the messages in transit to each rank.
//!
//! MPI buffers a limited amount. Beyond it the sender waits for the receiver, for ever if the receiver has
//! stopped. So each rank acknowledges the messages that it received, and the sender holds back those beyond
//! the limit until then.

use std::collections::VecDeque;

/// The limit of the messages in transit to a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlowLimit {
    messages: usize,
    /// Bytes that the messages may fill in Open MPI's fast box, its small buffer in shared memory.
    bytes: usize,
}

impl FlowLimit {
    /// For shared memory. Open MPI 4.1 has a fast box of 4,096 bytes per receiver; a quarter of it is left to
    /// messages without flow control.
    pub const IN_MEMORY: Self = Self { messages: 12, bytes: 3_072 };
    /// For a network, where a message and its acknowledgement take a millisecond or more each and search
    /// threads do not send. With 12 messages and 1 ms each, table entries came late.
    pub const OVER_NETWORK: Self = Self { messages: 48, bytes: usize::MAX };
    /// A rank acknowledges after this number of messages, or after a quarter of the bytes.
    const TELL_AFTER: usize = 4;
}

/// The most bytes of the fast box that a message can fill.
const MOST_BYTES: usize = 1_088;

/// Returns the bytes of the fast box that a message of this length fills with its 64-byte header.
/// A message that exceeds [`MOST_BYTES`] with the header has only the header in the box.
const fn bytes_of(length: usize) -> usize {
    if length + 64 <= MOST_BYTES { length + 64 } else { 64 }
}

/// State of the messages to and from one rank.
pub struct FlowControl {
    limit: FlowLimit,
    /// Bytes of the fast box for each message in transit, oldest first.
    on_way: VecDeque<usize>,
    /// Number of messages that the rank has acknowledged.
    arrived: u64,
    /// Messages held back until the limit allows them.
    held: VecDeque<Vec<u8>>,
    received: u64,
    /// Number of messages acknowledged to the rank, and the bytes received since then.
    acknowledged: u64,
    pending_bytes: usize,
}

impl FlowControl {
    /// Creates the state with nothing in transit.
    pub fn new(limit: FlowLimit) -> Self {
        let (on_way, held) = (VecDeque::new(), VecDeque::new());
        Self { limit, on_way, arrived: 0, held, received: 0, acknowledged: 0, pending_bytes: 0 }
    }

    /// Returns the bytes that may still be sent.
    fn bytes_left(&self) -> usize {
        self.limit.bytes.saturating_sub(self.on_way.iter().sum())
    }

    /// Returns the credit: the number of further messages that may be sent, of any length.
    pub fn room(&self) -> usize {
        let messages = self.limit.messages.saturating_sub(self.on_way.len());
        if self.held.is_empty() { messages.min(self.bytes_left() / MOST_BYTES) } else { 0 }
    }

    /// Returns a message that may be sent now, and queues the given one behind those held back.
    pub fn pass(&mut self, message: Vec<u8>) -> Option<Vec<u8>> {
        self.held.push_back(message);
        self.next_held()
    }

    /// Returns the next message held back, if the limit allows it.
    pub fn next_held(&mut self) -> Option<Vec<u8>> {
        let bytes = bytes_of(self.held.front()?.len());
        if self.on_way.len() >= self.limit.messages || bytes > self.bytes_left() {
            return None;
        }
        self.on_way.push_back(bytes);
        self.held.pop_front()
    }

    /// Handles the rank's acknowledgement of `count` messages since the beginning.
    pub fn note_arrived(&mut self, count: u64) {
        let sent = self.arrived + self.on_way.len() as u64;
        let arrived = self.arrived.max(count.min(sent));
        self.on_way.drain(..(arrived - self.arrived) as usize);
        self.arrived = arrived;
    }

    /// Counts a received message of this length; returns true when an acknowledgement is due.
    pub fn receive(&mut self, length: usize) -> bool {
        self.received += 1;
        self.pending_bytes += bytes_of(length);
        self.received - self.acknowledged >= FlowLimit::TELL_AFTER as u64
            || self.pending_bytes >= self.limit.bytes / 4
    }

    /// Returns the number of received messages, and notes it as acknowledged.
    pub fn tell(&mut self) -> u64 {
        (self.acknowledged, self.pending_bytes) = (self.received, 0);
        self.received
    }
}

#[cfg(test)]
mod tests {
    use super::{FlowControl, FlowLimit};

    /// Sends 100 messages of this length, received at once; returns how many pass without acknowledgement.
    fn passes(limit: FlowLimit, length: usize) -> usize {
        let (mut from, mut to) = (FlowControl::new(limit), FlowControl::new(limit));
        let mut arrived = Vec::new();
        let mut due = false;
        for number in 0..100 {
            let mut message = vec![0; length];
            message[0] = number;
            if let Some(message) = from.pass(message) {
                due |= to.receive(message.len());
                arrived.push(message[0]);
            }
        }
        let at_once = arrived.len();
        assert!(due && from.room() == 0 && from.next_held().is_none());
        // Acknowledge again and again, until every message has been sent.
        for _ in 0..100 {
            from.note_arrived(to.tell());
            while let Some(message) = from.next_held() {
                to.receive(message.len());
                arrived.push(message[0]);
            }
        }
        assert_eq!(arrived, (0..100).collect::<Vec<u8>>(), "in their order");
        from.note_arrived(to.tell());
        let room = from.room();
        from.note_arrived(3);
        from.note_arrived(u64::MAX);
        assert_eq!((from.room(), from.arrived), (room, 100), "it neither forgets nor believes all");
        at_once
    }

    #[test]
    fn messages_keep_their_order_and_wait_for_room() {
        assert_eq!(passes(FlowLimit::IN_MEMORY, 100), 12);
        assert_eq!(passes(FlowLimit::IN_MEMORY, 900), 3, "the fast box is full");
        assert_eq!(passes(FlowLimit::IN_MEMORY, 4_000), 12, "they travel by themselves");
        assert_eq!(passes(FlowLimit::OVER_NETWORK, 900), 48);
    }
}
