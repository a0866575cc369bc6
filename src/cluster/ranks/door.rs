//! The leading rank's engine and the thread that speaks for it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use nucleus_search::{EngineOptions, RankDoor, RankJob, SearchEnd, SplitBridge};

/// How often an engine that waits for the other ranks looks whether it still has to. Relaxed: a flag
/// that is seen late costs that much.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// How long an engine waits for a speaker that says nothing: one that hangs in a message to a rank
/// that has stopped. A speaker that does not says sooner which rank is late.
const HUNG: Duration = Duration::from_secs(1);

/// What the engine of the leading rank asks of the thread that speaks.
pub enum SpeakerOrder {
    /// A search begins.
    Begin(Box<(RankJob<EngineOptions>, SplitBridge)>),
    /// It has ended here; tell when it has everywhere.
    End(Sender<()>),
    /// Forget everything learnt.
    Clear,
    /// The session is over.
    Quit,
}

/// What a user should know of the other ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RankNotice {
    /// A rank is lost, and why.
    Lost(usize, String),
    /// A rank cannot share a search, and why.
    Unable(usize, String),
}

impl fmt::Display for RankNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(rank, why) => write!(f, "rank {rank} is lost: {why}"),
            Self::Unable(rank, why) => write!(f, "rank {rank} does not share the search: {why}"),
        }
    }
}

/// The door from the leading rank's engine to the other ranks.
pub struct ClusterDoor {
    ranks: usize,
    orders: Mutex<Sender<SpeakerOrder>>,
    speaker: Thread,
    /// Ends the search that runs.
    ender: Mutex<Option<SearchEnd>>,
    /// The other ranks are not waited for any more.
    abandoned: AtomicBool,
}

impl ClusterDoor {
    /// To the speaker that gets the orders.
    pub(super) fn new(ranks: usize, orders: Sender<SpeakerOrder>, speaker: Thread) -> Self {
        let (ender, abandoned) = (Mutex::default(), AtomicBool::default());
        Self { ranks, orders: Mutex::new(orders), speaker, ender, abandoned }
    }

    fn order(&self, order: SpeakerOrder) {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        // A speaker that has ended has nobody to speak to.
        let _ = orders.send(order);
        self.speaker.unpark();
    }

    /// Ends the search that runs, and waits for no other rank any more: also when the thread that
    /// speaks with them hangs, as it may when one of them has died.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
        if let Some(ender) = &*self.ender.lock().unwrap_or_else(PoisonError::into_inner) {
            ender.finish();
        }
    }

    /// Ends the session at all ranks.
    pub fn quit(&self) {
        self.order(SpeakerOrder::Quit);
    }
}

impl RankDoor<EngineOptions> for ClusterDoor {
    fn ranks(&self) -> usize {
        self.ranks
    }

    fn begin(&self, job: RankJob<EngineOptions>, bridge: SplitBridge) {
        *self.ender.lock().unwrap_or_else(PoisonError::into_inner) = Some(bridge.ender());
        self.order(SpeakerOrder::Begin(Box::new((job, bridge))));
    }

    fn end(&self) {
        let (ended, wait) = channel();
        self.order(SpeakerOrder::End(ended));
        let since = Instant::now();
        // Disconnected when the speaker has ended: then there is nothing to wait for.
        while !self.abandoned.load(Ordering::Relaxed) && since.elapsed() < HUNG {
            if wait.recv_timeout(LOOK_AGAIN) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        *self.ender.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn clear(&self) {
        self.order(SpeakerOrder::Clear);
    }
}
