//! Flow control by credits: what may be on its way to a rank.
//!
//! MPI has room for some; who sends more waits for the receiver, and for ever when that has stopped.
//! So every rank says how many messages have come, and what is too much for now is kept here until
//! then.

use std::collections::VecDeque;

/// The most that may be on its way to a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlowLimit {
    messages: usize,
    /// Bytes of the fast box that they fill.
    bytes: usize,
}

impl FlowLimit {
    /// Through shared memory. Open MPI 4.1 has a fast box of 4,096 bytes for each receiver; a quarter of
    /// it is left to the messages that no flow control holds.
    pub const IN_MEMORY: Self = Self { messages: 12, bytes: 3_072 };
    /// Over a network, where a message and its acknowledgement take a millisecond each or more, and
    /// where no thread that searches sends: with 12 and 1 ms a message entries came late.
    pub const OVER_NETWORK: Self = Self { messages: 48, bytes: usize::MAX };
    /// A rank says how many messages have come after so many, or after a quarter of the bytes.
    const TELL_AFTER: usize = 4;
}

/// The most bytes of the fast box that a message fills.
const MOST_BYTES: usize = 1_088;

/// The bytes of the fast box that a message of a length fills: with its header, unless that is more than
/// a quarter of the box; then it travels by itself.
const fn bytes_of(length: usize) -> usize {
    if length + 64 <= MOST_BYTES { length + 64 } else { 64 }
}

/// The flow of messages to and from one rank.
pub struct FlowControl {
    limit: FlowLimit,
    /// The bytes of each message on its way, the oldest first.
    on_way: VecDeque<usize>,
    /// Messages that the rank has acknowledged.
    arrived: u64,
    /// Messages that wait until there is room.
    held: VecDeque<Vec<u8>>,
    received: u64,
    /// Messages that were last acknowledged to the rank, and the bytes of those that came since.
    told: u64,
    untold_bytes: usize,
}

impl FlowControl {
    /// With so much on its way at most.
    pub fn new(limit: FlowLimit) -> Self {
        let (on_way, held) = (VecDeque::new(), VecDeque::new());
        Self { limit, on_way, arrived: 0, held, received: 0, told: 0, untold_bytes: 0 }
    }

    /// Returns the bytes that are left.
    fn bytes_left(&self) -> usize {
        self.limit.bytes.saturating_sub(self.on_way.iter().sum())
    }

    /// Returns the number of further messages that may be sent, however long: the credit.
    pub fn room(&self) -> usize {
        let messages = self.limit.messages.saturating_sub(self.on_way.len());
        if self.held.is_empty() { messages.min(self.bytes_left() / MOST_BYTES) } else { 0 }
    }

    /// A message that may be sent now; one that may not is kept.
    pub fn pass(&mut self, message: Vec<u8>) -> Option<Vec<u8>> {
        self.held.push_back(message);
        self.next_held()
    }

    /// The next message that was kept, once it may be sent.
    pub fn next_held(&mut self) -> Option<Vec<u8>> {
        let bytes = bytes_of(self.held.front()?.len());
        if self.on_way.len() >= self.limit.messages || bytes > self.bytes_left() {
            return None;
        }
        self.on_way.push_back(bytes);
        self.held.pop_front()
    }

    /// The rank says how many have come.
    pub fn note_arrived(&mut self, count: u64) {
        let sent = self.arrived + self.on_way.len() as u64;
        let arrived = self.arrived.max(count.min(sent));
        self.on_way.drain(..(arrived - self.arrived) as usize);
        self.arrived = arrived;
    }

    /// A message of a length has come from the rank; true when it has to be told.
    pub fn receive(&mut self, length: usize) -> bool {
        self.received += 1;
        self.untold_bytes += bytes_of(length);
        self.received - self.told >= FlowLimit::TELL_AFTER as u64
            || self.untold_bytes >= self.limit.bytes / 4
    }

    /// Returns the number of received messages, to be acknowledged.
    pub fn tell(&mut self) -> u64 {
        (self.told, self.untold_bytes) = (self.received, 0);
        self.received
    }
}

#[cfg(test)]
mod tests {
    use super::{FlowControl, FlowLimit};

    /// Sends messages of a length, which are received at once; returns how many pass as long as nobody
    /// is told.
    fn passes(limit: FlowLimit, length: usize) -> usize {
        let (mut from, mut to) = (FlowControl::new(limit), FlowControl::new(limit));
        let mut arrived = Vec::new();
        let mut told = false;
        for number in 0..100 {
            let mut message = vec![0; length];
            message[0] = number;
            if let Some(message) = from.pass(message) {
                told |= to.receive(message.len());
                arrived.push(message[0]);
            }
        }
        let at_once = arrived.len();
        assert!(told && from.room() == 0 && from.next_held().is_none());
        // Until nothing is left, each time that the receiver says how many have come.
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
