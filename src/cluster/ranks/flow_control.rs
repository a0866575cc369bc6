//! Flow control by credits: how many messages may be on their way to a rank.
//!
//! MPI has room for some; who sends more waits for the receiver, and for ever when that has stopped.
//! So every rank says how many have come, and what is too much for now is kept here until then.

use std::collections::VecDeque;

/// The most messages that are on their way to a rank through shared memory: set by trial, with Open
/// MPI. With 24 a rank that was stopped hung the sender in one try of six, with 12 in none of twelve.
pub const MOST_IN_MEMORY: u64 = 12;
/// Messages on their way over a network at most, where a message and its acknowledgement take a
/// millisecond each or more, and where no thread that searches sends: with 12 and 1 ms a message
/// entries came late.
pub const MOST_OVER_NETWORK: u64 = 48;
/// A rank says how many have come after so many.
const TELL_AFTER: u64 = 4;

/// The flow of messages to and from one rank.
pub struct FlowControl {
    /// The most that are on their way.
    most: u64,
    sent: u64,
    /// Messages that the rank has acknowledged.
    arrived: u64,
    /// Messages that wait until there is room.
    held: VecDeque<Vec<u8>>,
    received: u64,
    /// Messages that were last acknowledged to the rank.
    told: u64,
}

impl FlowControl {
    /// With so many on their way at most.
    pub fn new(most: u64) -> Self {
        Self { most, sent: 0, arrived: 0, held: VecDeque::new(), received: 0, told: 0 }
    }

    /// Returns the number of messages on their way.
    fn on_way(&self) -> u64 {
        self.sent - self.arrived
    }

    /// Returns the number of further messages that may be sent: the credit.
    pub fn room(&self) -> usize {
        if self.held.is_empty() { (self.most - self.on_way()) as usize } else { 0 }
    }

    /// A message that may be sent now; one that may not is kept.
    pub fn pass(&mut self, message: Vec<u8>) -> Option<Vec<u8>> {
        self.held.push_back(message);
        self.next_held()
    }

    /// The next message that was kept, once it may be sent.
    pub fn next_held(&mut self) -> Option<Vec<u8>> {
        let message = if self.on_way() < self.most { self.held.pop_front() } else { None };
        self.sent += u64::from(message.is_some());
        message
    }

    /// The rank says how many have come.
    pub fn note_arrived(&mut self, count: u64) {
        self.arrived = self.arrived.max(count.min(self.sent));
    }

    /// One has come from the rank; true when it has to be told.
    pub fn receive(&mut self) -> bool {
        self.received += 1;
        self.received - self.told >= TELL_AFTER
    }

    /// Returns the number of received messages, to be acknowledged.
    pub fn tell(&mut self) -> u64 {
        self.told = self.received;
        self.received
    }
}

#[cfg(test)]
mod tests {
    use super::{FlowControl, MOST_IN_MEMORY as MOST, TELL_AFTER};

    #[test]
    fn messages_keep_their_order_and_wait_for_room() {
        let (mut from, mut to) = (FlowControl::new(MOST), FlowControl::new(MOST));
        let mut arrived = Vec::new();
        let mut take = |message: Vec<u8>, to: &mut FlowControl| {
            arrived.push(message[0]);
            to.receive()
        };
        let mut told = 0;
        for number in 0..100 {
            if let Some(message) = from.pass(vec![number]) {
                told += u64::from(take(message, &mut to));
            }
        }
        assert_eq!(told, MOST - TELL_AFTER + 1, "as long as nobody is told");
        assert!(from.room() == 0 && from.next_held().is_none());
        // Until nothing is left, each time that the receiver says how many have come.
        for _ in 0..100 {
            from.note_arrived(to.tell());
            while let Some(message) = from.next_held() {
                take(message, &mut to);
            }
        }
        assert_eq!(arrived, (0..100).collect::<Vec<u8>>());
        from.note_arrived(to.tell());
        from.note_arrived(3);
        from.note_arrived(u64::MAX);
        assert_eq!(from.room(), MOST as usize, "it neither forgets nor believes everything");
        assert_eq!((from.sent, from.arrived), (100, 100));
    }
}
