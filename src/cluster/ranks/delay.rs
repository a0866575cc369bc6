//! A transport whose messages take longer, to measure the cost of a slower network.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::flow_control::MOST_OVER_NETWORK;
use super::transport::RankTransport;

/// Keeps every message for some time before it is sent.
pub struct DelayedTransport<T> {
    inner: T,
    delay: Duration,
    /// Messages in the order in which they are due.
    kept: VecDeque<(Instant, usize, Vec<u8>)>,
}

impl<T: RankTransport> DelayedTransport<T> {
    /// Adds this to the time that each message takes.
    pub fn new(inner: T, delay: Duration) -> Self {
        Self { inner, delay, kept: VecDeque::new() }
    }

    fn send_due(&mut self) {
        let now = Instant::now();
        while let Some((_, to, message)) = self.kept.pop_front_if(|kept| kept.0 <= now) {
            self.inner.send(to, message);
        }
    }
}

impl<T: RankTransport> RankTransport for DelayedTransport<T> {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    fn never_hangs(&self) -> bool {
        self.inner.never_hangs()
    }

    fn most_on_way(&self) -> u64 {
        if self.delay.is_zero() { self.inner.most_on_way() } else { MOST_OVER_NETWORK }
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        if self.delay.is_zero() {
            return self.inner.send(to, message);
        }
        self.send_due();
        self.kept.push_back((Instant::now() + self.delay, to, message));
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.send_due();
        self.inner.receive()
    }

    fn keeps_messages(&self) -> bool {
        !self.kept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::channel::channels;
    use super::super::flow_control::MOST_IN_MEMORY;
    use super::*;

    #[test]
    fn messages_come_late_and_in_order() {
        let mut ends = channels(2).into_iter();
        let delay = Duration::from_millis(20);
        let mut from = DelayedTransport::new(ends.next().unwrap(), delay);
        let mut to = DelayedTransport::new(ends.next().unwrap(), Duration::ZERO);
        let start = Instant::now();
        from.send(1, vec![1]);
        from.send(1, vec![2]);
        let mut got = Vec::new();
        while got.len() < 2 {
            assert_eq!(from.receive(), None);
            if let Some((rank, message)) = to.receive() {
                assert!(start.elapsed() >= delay);
                got.push((rank, message));
            }
        }
        assert_eq!(got, [(0, vec![1]), (0, vec![2])]);
        assert_eq!(from.most_on_way(), MOST_OVER_NETWORK, "as on the network that it stands for");
        assert_eq!(to.most_on_way(), MOST_IN_MEMORY);
    }
}
