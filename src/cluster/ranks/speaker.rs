//! The thread of a rank that speaks with the others while those that search have nothing to do.
//!
//! A thread that searches takes a turn at the conversation itself, every hundred nodes or so and
//! when it opens a split point or looks for work: to wake a thread for it costs more than the turn.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::conversation::{Conversation, ConversationState, SHORT, SpeakerEnd, SpeakerOptions};
use super::door::{ClusterDoor, RankNotice};
use super::transport::RankTransport;
use nucleus_search::RankSpeaker;

/// The longest while a thread of the search waits for what another rank says.
const LONG: Duration = Duration::from_micros(250);
/// The longest while all search, and between searches.
const BETWEEN: Duration = Duration::from_millis(2);
/// How long a speaker stays awake after the last message while a thread here waits for work: nobody
/// needs the processor then.
const AWAKE: Duration = Duration::from_millis(2);

/// A conversation that the threads of a search take turns at.
struct SharedConversation<T> {
    conversation: Mutex<Conversation<T>>,
    thread: Thread,
    has_turns: bool,
}

impl<T: RankTransport + Send + 'static> SharedConversation<T> {
    /// Shares a conversation with the threads of its searches.
    fn new(conversation: Conversation<T>) -> Arc<Self> {
        Arc::new_cyclic(|own: &Weak<Self>| {
            let (thread, has_turns) = (conversation.thread().clone(), conversation.has_turns());
            let turns: Weak<dyn RankSpeaker> = own.clone();
            let conversation = Mutex::new(conversation.share(turns));
            Self { conversation, thread, has_turns }
        })
    }

    /// Waits for its turn.
    fn lock(&self) -> MutexGuard<'_, Conversation<T>> {
        self.conversation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: RankTransport + Send + 'static> RankSpeaker for SharedConversation<T> {
    fn take_turn(&self) -> bool {
        // Whoever has it looks at everything, or this thread does the next time.
        if self.has_turns
            && let Ok(mut conversation) = self.conversation.try_lock()
        {
            conversation.turn();
        }
        self.has_turns
    }

    fn wake(&self) {
        self.thread.unpark();
    }
}

/// The thread of a rank that speaks with the others.
pub struct Speaker<T>(Conversation<T>);

impl<T: RankTransport + Send + 'static> Speaker<T> {
    /// The speaker of the rank that leads, and the door to it for the rank's engine. `notice` is
    /// told what a user should know.
    pub fn leader(
        transport: T,
        options: SpeakerOptions,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> (Self, ClusterDoor) {
        let (orders, received) = channel();
        let door = ClusterDoor::new(transport.size(), orders, std::thread::current());
        (Self(Conversation::new(transport, options, Some(received), Box::new(notice))), door)
    }

    /// The speaker of another rank.
    pub fn helper(
        transport: T,
        options: SpeakerOptions,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> Self {
        Self(Conversation::new(transport, options, None, Box::new(notice)))
    }

    /// Speaks until the session is over, in the thread that made this.
    pub fn run(self) -> SpeakerEnd {
        let shared = SharedConversation::new(self.0);
        shared.lock().greet();
        let (mut sleep, mut waits) = (SHORT, 0);
        let mut spoken = Instant::now();
        loop {
            let mut conversation = shared.lock();
            let busy = conversation.turn();
            let state = conversation.state();
            drop(conversation);
            if state == ConversationState::Over {
                break;
            }
            if busy {
                sleep = SHORT;
                spoken = Instant::now();
                continue;
            }
            if state == ConversationState::Awaited && spoken.elapsed() < AWAKE {
                std::thread::yield_now();
                continue;
            }
            waits += 1;
            // Threads that search take turns themselves.
            let longest = match state {
                ConversationState::Idle | ConversationState::Over => BETWEEN,
                _ => LONG,
            };
            let searching = state == ConversationState::Searching && shared.has_turns;
            std::thread::park_timeout(if searching { BETWEEN } else { sleep });
            sleep = (sleep * 2).min(longest);
        }
        let mut end = shared.lock().end();
        end.counts.waits = waits;
        end
    }
}
