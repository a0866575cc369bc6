//! The cluster client: the leading rank's engine sends its requests to the communication thread.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::job::SentSearch;
use super::local::{LocalSearch, RankGroup};
use nucleus_search::distributed::{DistributedSearch, SearchGroup, SearchTask};

/// Interval at which an engine that waits for the other ranks reads the `abandoned` flag, so the
/// longest delay of an abandoned search's answer.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Time limit for a communication thread that does not answer because it hangs in a message to a
/// dead rank. A thread that works reports late ranks sooner.
const HUNG: Duration = Duration::from_secs(1);

/// A request of the leading rank's engine to the communication thread.
pub enum ClientRequest {
    /// A search has begun at the leading rank: share it.
    Begin(Box<(SentSearch, LocalSearch)>),
    /// The search has ended at the leading rank: end it at all ranks, then answer.
    End(Sender<()>),
    /// Clear the table and the histories of all ranks.
    Clear,
    /// End the session at all ranks.
    Quit,
}

/// A notice for the user about the other ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RankNotice {
    /// The rank with this number is lost, for this reason.
    Lost(usize, String),
    /// The rank with this number cannot share a search, for this reason.
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

/// The cluster as the leading rank's engine uses it.
pub struct ClusterClient {
    ranks: usize,
    requests: Mutex<Sender<ClientRequest>>,
    communication: Thread,
    /// The current search; `None` between searches.
    current: Mutex<Option<RankGroup>>,
    /// True once [`Self::abandon`] was called: no other rank is waited for.
    abandoned: AtomicBool,
}

impl fmt::Debug for ClusterClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ranks", self.ranks)
    }
}

impl ClusterClient {
    /// Creates the client of the communication thread that receives `requests`.
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
        // Fails only when the thread has ended; the request is then void.
        let _ = requests.send(request);
        self.communication.unpark();
    }

    fn current(&self) -> MutexGuard<'_, Option<RankGroup>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the current search and stops waiting for other ranks, even if the communication thread
    /// hangs after the death of a rank.
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

impl DistributedSearch for ClusterClient {
    fn share(&self, threads: usize) -> Option<Arc<SearchGroup>> {
        let search = (self.ranks > 1).then(|| RankGroup::new(threads, self.ranks));
        let group = search.as_ref().map(|search| Arc::clone(&search.group));
        *self.current() = search;
        group
    }

    fn begin(&self, task: &SearchTask) {
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
        // A disconnected channel means that the thread has ended.
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
