//! The communication thread of a rank, which receives and sends messages.
//!
//! Within a host, search threads poll too, about every hundred nodes and whenever they open a split
//! point or look for work, because waking the communication thread costs more.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::client::{ClusterClient, RankNotice};
use super::helpers::MessagePoller;
use super::message_loop::{CommunicationOptions, MessageLoop, MessageLoopState, SHORT, SessionEnd};
use super::transport::RankTransport;

/// The longest sleep while a search thread waits for another rank, or search threads may not poll.
const LONG: Duration = Duration::from_micros(250);
/// The sleep while all search threads work and poll, and the longest sleep between searches.
const BETWEEN: Duration = Duration::from_millis(2);
/// Time for which the thread stays awake after the last message while a search thread of this rank
/// waits for work. The waiting thread's processor is free meanwhile.
const AWAKE: Duration = Duration::from_millis(2);

/// A message loop that search threads run too.
struct SharedMessageLoop<T> {
    message_loop: Mutex<MessageLoop<T>>,
    thread: Thread,
    may_be_polled: bool,
}

impl<T: RankTransport + Send + 'static> SharedMessageLoop<T> {
    /// Shares a message loop with the threads of its searches.
    fn new(message_loop: MessageLoop<T>) -> Arc<Self> {
        Arc::new_cyclic(|own: &Weak<Self>| {
            let thread = message_loop.thread.clone();
            let may_be_polled = message_loop.may_be_polled();
            let poller: Weak<dyn MessagePoller> = own.clone();
            let message_loop = Mutex::new(message_loop.share(poller));
            Self { message_loop, thread, may_be_polled }
        })
    }

    fn lock(&self) -> MutexGuard<'_, MessageLoop<T>> {
        self.message_loop.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: RankTransport + Send + 'static> MessagePoller for SharedMessageLoop<T> {
    fn poll(&self) -> bool {
        // If another thread holds the loop, it handles all messages, or this thread does at its next poll.
        if self.may_be_polled
            && let Ok(mut message_loop) = self.message_loop.try_lock()
        {
            message_loop.run_once();
        }
        self.may_be_polled
    }

    fn wake(&self) {
        self.thread.unpark();
    }
}

/// The thread of a rank that receives and sends messages.
pub struct CommunicationThread<T>(MessageLoop<T>);

impl<T: RankTransport + Send + 'static> CommunicationThread<T> {
    /// Returns the leading rank's communication thread and the client for its engine. `notice` receives the
    /// notices for the user.
    pub fn leader(
        transport: T,
        options: CommunicationOptions,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> (Self, ClusterClient) {
        let (requests, received) = channel();
        let client = ClusterClient::new(transport.size(), requests, std::thread::current());
        (Self(MessageLoop::new(transport, options, Some(received), Box::new(notice))), client)
    }

    /// Returns the communication thread of another rank.
    pub fn helper(
        transport: T,
        options: CommunicationOptions,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> Self {
        Self(MessageLoop::new(transport, options, None, Box::new(notice)))
    }

    /// Receives and sends until the session ends. Call it in the thread that created this value.
    pub fn run(self) -> SessionEnd {
        let shared = SharedMessageLoop::new(self.0);
        shared.lock().greet();
        let (mut sleep, mut waits) = (SHORT, 0);
        let mut spoken = Instant::now();
        loop {
            let mut message_loop = shared.lock();
            let busy = message_loop.run_once();
            let state = message_loop.state();
            drop(message_loop);
            if state == MessageLoopState::Over {
                break;
            }
            if busy {
                sleep = SHORT;
                spoken = Instant::now();
                continue;
            }
            if state == MessageLoopState::WaitingForRank && spoken.elapsed() < AWAKE {
                std::thread::yield_now();
                continue;
            }
            waits += 1;
            // While search threads poll, this thread sleeps for `BETWEEN` (below).
            let longest = match state {
                MessageLoopState::Idle | MessageLoopState::Over => BETWEEN,
                _ => LONG,
            };
            let searching = state == MessageLoopState::Searching && shared.may_be_polled;
            std::thread::park_timeout(if searching { BETWEEN } else { sleep });
            sleep = (sleep * 2).min(longest);
        }
        let mut end = shared.lock().end();
        end.counts.waits = waits;
        end
    }
}
