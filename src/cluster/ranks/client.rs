//! The cluster client: the interface of the leading rank's engine to the communication thread.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::job::SentSearch;
use super::local::{LocalSearch, RankGroup};
use nucleus_search::EngineOptions;
use nucleus_search::distributed::{DistributedSearch, SearchGroup, SearchTask};

/// Interval at which an engine that waits for the other ranks checks whether it still has to.
/// Relaxed: a flag that is seen late costs that much.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Time limit for a communication thread that reports nothing, because it hangs in a message to a
/// rank that has stopped. A thread that works reports earlier which rank is late.
const HUNG: Duration = Duration::from_secs(1);

/// A request of the leading rank's engine to the communication thread.
pub enum ClientRequest {
    /// A search begins.
    Begin(Box<(SentSearch, LocalSearch)>),
    /// The search has ended here; report when it has ended on all ranks.
    End(Sender<()>),
    /// Forget everything learnt.
    Clear,
    /// The session is over.
    Quit,
}

/// A notice for the user about the other ranks.
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

/// The cluster as the engine of the leading rank knows it.
pub struct ClusterClient {
    ranks: usize,
    requests: Mutex<Sender<ClientRequest>>,
    communication: Thread,
    /// The search that runs.
    current: Mutex<Option<RankGroup>>,
    /// The other ranks are not waited for any more.
    abandoned: AtomicBool,
}

impl fmt::Debug for ClusterClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ranks", self.ranks)
    }
}

impl ClusterClient {
    /// A client of the thread that gets the requests.
    pub(super) fn new(
        ranks: usize,
        requests: Sender<ClientRequest>,
        communication: Thread,
    ) -> Self {
        let (current, abandoned) = (Mutex::default(), AtomicBool::default());
        Self { ranks, requests: Mutex::new(requests), communication, current, abandoned }
    }

    fn request(&self, request: ClientRequest) {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        // A thread that has ended has nobody to speak to.
        let _ = requests.send(request);
        self.communication.unpark();
    }

    fn current(&self) -> MutexGuard<'_, Option<RankGroup>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search that runs, and waits for no other rank any more: also when the thread that
    /// has the messages hangs, as it may when a rank has died.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
        if let Some(search) = &*self.current() {
            search.group.finish();
        }
    }

    /// Ends the session at all ranks.
    pub fn quit(&self) {
        self.request(ClientRequest::Quit);
    }
}

impl DistributedSearch<EngineOptions> for ClusterClient {
    fn share(&self, threads: usize) -> Option<Arc<SearchGroup>> {
        let search = (self.ranks > 1).then(|| RankGroup::new(threads, self.ranks));
        let group = search.as_ref().map(|search| Arc::clone(&search.group));
        *self.current() = search;
        group
    }

    fn begin(&self, task: &SearchTask<EngineOptions>) {
        let search = self.current().clone();
        let begun = search.map(|search| (SentSearch::new(task), LocalSearch::new(search, task)));
        if let Some(begun) = begun {
            self.request(ClientRequest::Begin(begun.into()));
        }
    }

    fn end(&self) {
        let (ended, wait) = channel();
        self.request(ClientRequest::End(ended));
        let since = Instant::now();
        // Disconnected when the thread has ended: then there is nothing to wait for.
        while !self.abandoned.load(Ordering::Relaxed) && since.elapsed() < HUNG {
            if wait.recv_timeout(LOOK_AGAIN) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        *self.current() = None;
    }

    fn clear(&self) {
        self.request(ClientRequest::Clear);
    }
}
