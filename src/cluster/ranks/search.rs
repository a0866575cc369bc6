//! A search at one rank: the messages that it sends, and the handling of those received.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::entries::WaitingEntries;
use super::helpers::RemoteWaiter;
use super::local::{LocalSearch, TaskHandle};
use super::message::{RemoteResult, SearchMessage, WaitingThread};
use super::remote::RemoteSplitPoint;
use nucleus_search::Statistics;

/// Interval at which table entries are sent.
const ENTRIES_EVERY: Duration = Duration::from_micros(500);
/// Interval at which counts are sent.
const COUNTS_EVERY: Duration = Duration::from_millis(20);

/// Messages to send, each with its receiver's rank.
pub type Mail = Vec<(usize, SearchMessage)>;

/// State of another rank in a search.
#[derive(Default)]
struct OtherRank {
    /// Number of tasks sent to the rank, and number of tasks received from it.
    sent: u64,
    come: u64,
    /// The last announcement of waiting threads to the rank, with the number of the rank's tasks
    /// that were received by then.
    announced: Option<(u64, Vec<WaitingThread>)>,
    /// Table entries to send to the rank.
    entries: WaitingEntries,
    lost: bool,
    /// True if the rank could not read a node or cannot share the search; it then receives no
    /// tasks.
    unable: bool,
}

/// A search at one rank.
pub struct RankSearch {
    /// Number of the search; later searches have higher numbers.
    pub number: u32,
    me: usize,
    leads: bool,
    /// The search's threads at this rank.
    pub local: LocalSearch,
    /// Moves of this rank that others search, by rank and task number.
    tasks: BTreeMap<(usize, u64), TaskHandle>,
    /// Number of the last task.
    last_task: u64,
    /// Other ranks' moves that this rank searches, by rank and that rank's task number.
    remote: BTreeMap<(usize, u64), RemoteSplitPoint>,
    others: Vec<OtherRank>,
    entries_sent: Instant,
    counts_sent: Instant,
}

impl RankSearch {
    /// Creates the search at rank `me`; `lost` marks lost ranks.
    pub fn new(number: u32, me: usize, local: LocalSearch, lost: &[bool]) -> Self {
        let other = |rank| OtherRank { lost: lost[rank], ..OtherRank::default() };
        let now = Instant::now();
        Self {
            number,
            me,
            leads: me == 0,
            local,
            tasks: BTreeMap::new(),
            last_task: 0,
            remote: BTreeMap::new(),
            others: (0..lost.len()).map(other).collect(),
            entries_sent: now,
            counts_sent: now,
        }
    }

    /// Returns the other ranks that take part.
    fn there(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.me;
        let there: Vec<bool> = self.others.iter().map(|o| !o.lost && !o.unable).collect();
        (0..there.len()).filter(move |&rank| rank != me && there[rank])
    }

    /// Handles a message of another rank about this search.
    pub fn obey(&mut self, from: usize, message: SearchMessage, mail: &mut Mail) {
        match message {
            SearchMessage::Task(id, below, sent) => {
                self.others[from].come += 1;
                self.others[from].announced = None;
                let task = below.and_then(|id| self.tasks.get(&(from, id)));
                // If the task above the received one has ended, the received one is not needed.
                let late = below.is_some() && task.is_none();
                match if late { Ok(None) } else { self.local.accept(task, *sent) } {
                    Ok(Some(remote)) => drop(self.remote.insert((from, id), remote)),
                    Ok(None) => mail.push((from, SearchMessage::Refused(id, false))),
                    Err(()) => mail.push((from, SearchMessage::Refused(id, true))),
                }
            }
            SearchMessage::Result(id, result) => self.note(from, id, result),
            SearchMessage::Refused(id, unread) => {
                self.others[from].unable |= unread;
                if let Some(task) = self.tasks.remove(&(from, id)) {
                    self.local.give_back(&task);
                }
            }
            SearchMessage::Cancel(id) => {
                if let Some(remote) = self.remote.remove(&(from, id)) {
                    self.local.cancel(&remote);
                }
            }
            SearchMessage::Bound(id, alpha) => {
                if let Some(remote) = self.remote.get(&(from, id)) {
                    remote.0.raise_alpha(alpha);
                }
            }
            SearchMessage::Waiting(seen, waiters) => {
                // The first waiting threads take the tasks that the rank has not received yet.
                let on_their_way = self.others[from].sent.saturating_sub(seen) as usize;
                let waiter = |WaitingThread { reserve, tasks }: WaitingThread| {
                    let known = tasks.iter().filter_map(|&id| self.remote.get(&(from, id)));
                    let below: Vec<_> = known.map(|remote| Arc::clone(&remote.0)).collect();
                    let can_help = tasks.is_empty() || !below.is_empty();
                    can_help.then_some(RemoteWaiter { rank: from, below, reserve })
                };
                let waiters = waiters.into_iter().skip(on_their_way).filter_map(waiter).collect();
                self.local.set_waiting(from, waiters);
            }
            SearchMessage::Entries(entries) => self.local.store(&entries),
            SearchMessage::Counts(counts) | SearchMessage::Done(counts) => {
                let place = if from < self.me { from } else { from - 1 };
                self.local.note_counts(place, &Statistics::of_counts(counts));
            }
        }
    }

    fn note(&mut self, from: usize, id: u64, result: RemoteResult) {
        if let Some(task) = self.tasks.remove(&(from, id)) {
            self.local.note(&task, result);
        }
        // The rank's thread continues with its move in reserve of the greatest remaining depth.
        let reserve =
            self.tasks.iter_mut().filter(|((rank, _), task)| *rank == from && task.reserve);
        let depth = |task: &TaskHandle| task.split.place.depth;
        if let Some((_, next)) = reserve.max_by_key(|((_, id), task)| (depth(task), Reverse(*id))) {
            next.reserve = false;
        }
    }

    /// Excludes a rank that cannot share this search.
    pub fn exclude(&mut self, rank: usize) {
        self.others[rank].unable = true;
        self.forget(rank);
    }

    /// Handles the loss of a rank: this rank or others search its tasks.
    pub fn lose(&mut self, rank: usize) {
        self.others[rank].lost = true;
        self.forget(rank);
    }

    fn forget(&mut self, rank: usize) {
        self.local.set_waiting(rank, Vec::new());
        for (_, task) in self.tasks.extract_if((rank, 0)..(rank + 1, 0), |_, _| true) {
            self.local.give_back(&task);
        }
        for (_, remote) in self.remote.extract_if((rank, 0)..(rank + 1, 0), |_, _| true) {
            self.local.cancel(&remote);
        }
    }

    /// Returns this rank's counts.
    pub fn counts(&self) -> [u64; 12] {
        self.local.counts().counts()
    }

    /// Collects the results of this rank's threads since the last call, and adds the resulting messages to
    /// `mail`. `room` returns the number of messages that may still be sent to a rank.
    pub fn step(&mut self, mail: &mut Mail, room: impl Fn(usize) -> usize) {
        if self.leads {
            self.local.look_at_limits();
        }
        if self.local.is_finished() {
            return;
        }
        self.send_results(mail);
        self.cancel_needless(mail);
        self.take_back(mail);
        self.tell_bounds(mail);
        for rank in self.there() {
            self.hand_out(rank, mail);
            self.tell_waiting(rank, mail);
        }
        self.send_entries(mail, &room);
        if !self.leads && self.counts_sent.elapsed() >= COUNTS_EVERY {
            self.counts_sent = Instant::now();
            mail.push((0, SearchMessage::Counts(self.counts())));
        }
    }

    /// Sends the results of other ranks' moves.
    fn send_results(&mut self, mail: &mut Mail) {
        let Self { local, remote, .. } = self;
        remote.retain(|&(rank, id), split| {
            let result = local.result(split);
            let goes_on = result.is_none();
            mail.extend(result.map(|result| (rank, SearchMessage::Result(id, result))));
            goes_on
        });
    }

    /// Cancels tasks whose results are no longer needed.
    fn cancel_needless(&mut self, mail: &mut Mail) {
        for ((rank, id), _) in self.tasks.extract_if(.., |_, task| self.local.is_needless(task)) {
            mail.push((rank, SearchMessage::Cancel(id)));
        }
    }

    /// Takes back moves in other ranks' reserves if the owners of their split points wait.
    fn take_back(&mut self, mail: &mut Mail) {
        if self.tasks.is_empty() {
            return;
        }
        let owners = self.local.waiting_owners();
        let is_wanted = |task: &TaskHandle| {
            task.reserve && owners.iter().any(|own| Arc::ptr_eq(own, &task.split))
        };
        for ((rank, id), task) in self.tasks.extract_if(.., |_, task| is_wanted(task)) {
            self.local.give_back(&task);
            mail.push((rank, SearchMessage::Cancel(id)));
        }
    }

    /// Sends the current alpha to the ranks that search moves of its node.
    fn tell_bounds(&mut self, mail: &mut Mail) {
        for (&(rank, id), task) in &mut self.tasks {
            if let Some(alpha) = self.local.better_bound(task) {
                mail.push((rank, SearchMessage::Bound(id, alpha)));
            }
        }
    }

    /// Hands out moves to the waiting threads of a rank.
    fn hand_out(&mut self, rank: usize, mail: &mut Mail) {
        while let Some((task, sent)) = self.local.take_for(rank) {
            let of_rank = self.remote.iter().filter(|(key, _)| key.0 == rank);
            let of_rank = of_rank.map(|(&(_, id), remote)| (id, remote));
            let below = self.local.above(&task, of_rank);
            self.last_task += 1;
            self.tasks.insert((rank, self.last_task), task);
            self.others[rank].sent += 1;
            mail.push((rank, SearchMessage::Task(self.last_task, below, Box::new(sent))));
        }
    }

    /// Announces this rank's waiting threads to another rank, if they have changed.
    fn tell_waiting(&mut self, rank: usize, mail: &mut Mail) {
        let of_rank = self.tasks.range((rank, 0)..(rank + 1, 0));
        let waiting = self.local.waiting(of_rank.map(|(&(_, id), task)| (id, task)));
        let other = &mut self.others[rank];
        let news = (other.come, waiting);
        if other.announced.as_ref() != Some(&news) {
            mail.push((rank, SearchMessage::Waiting(news.0, news.1.clone())));
            other.announced = Some(news);
        }
    }

    /// Sends table entries of deep searches, as many as the flow control allows.
    fn send_entries(&mut self, mail: &mut Mail, room: impl Fn(usize) -> usize) {
        if self.entries_sent.elapsed() < ENTRIES_EVERY {
            return;
        }
        self.entries_sent = Instant::now();
        let new = self.local.take_entries();
        for rank in self.there() {
            let queued = mail.iter().filter(|(to, _)| *to == rank).count();
            let messages = room(rank).saturating_sub(queued);
            let waiting = &mut self.others[rank].entries;
            waiting.add(&new);
            for entries in waiting.take(messages) {
                mail.push((rank, SearchMessage::Entries(entries)));
            }
        }
    }
}
