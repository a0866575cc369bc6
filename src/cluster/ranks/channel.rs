//! Messages between threads of one process, for tests.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::transport::RankTransport;

/// The transport of a rank that is a thread of this process.
pub struct ChannelTransport {
    rank: usize,
    others: Vec<Sender<(usize, Vec<u8>)>>,
    mail: Receiver<(usize, Vec<u8>)>,
}

/// Returns the connected transports of `ranks` ranks, in their order.
pub fn channels(ranks: usize) -> Vec<ChannelTransport> {
    let (others, mails): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
    let end = |(rank, mail)| ChannelTransport { rank, others: others.clone(), mail };
    mails.into_iter().enumerate().map(end).collect()
}

impl RankTransport for ChannelTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.others.len()
    }

    fn never_hangs(&self) -> bool {
        true
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        if let Some(other) = self.others.get(to) {
            let _ = other.send((self.rank, message));
        }
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.mail.try_recv().ok()
    }
}
