//! A search at one rank: its messages to the others, and the handling of theirs.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::entries::WaitingEntries;
use super::local::{LocalSearch, TaskHandle, WaitingThread};
use super::message::Message;
use super::shared::RankPlace;
use super::split_list::{RemoteResult, RemoteSplitPoint, RemoteWaiter};
use super::tasks::TaskList;
use nucleus_search::Statistics;

/// Interval at which entries of the table are sent.
const ENTRIES_EVERY: Duration = Duration::from_micros(500);
/// Shortest interval at which the path is sent.
const PATH_EVERY: Duration = Duration::from_micros(200);
/// Interval at which counts are sent.
const COUNTS_EVERY: Duration = Duration::from_millis(20);

/// Messages to send, with their receivers.
pub type Mail = Vec<(usize, Message)>;

/// State of another rank in a search.
#[derive(Default)]
struct OtherRank {
    /// Tasks sent to it, and tasks that came from it.
    sent: u64,
    come: u64,
    /// The waiting threads that it was last told of, and how many of its tasks had come then.
    told: Option<(u64, Vec<WaitingThread>)>,
    /// The path of this rank that was last sent there.
    path: Option<(u64, Vec<u64>)>,
    /// Entries of the table that it is to be sent.
    entries: WaitingEntries,
    lost: bool,
    /// True if the rank could not read a node, or cannot share the search: nothing is sent to it.
    unable: bool,
}

/// A search at one rank.
pub struct RankSearch {
    /// Number of the search: later searches have higher ones.
    pub number: u32,
    me: usize,
    leads: bool,
    local: LocalSearch,
    tasks: TaskList<TaskHandle>,
    /// Other ranks' moves that are searched here, by the rank and its number of the task.
    remote: BTreeMap<(usize, u64), RemoteSplitPoint>,
    others: Vec<OtherRank>,
    entries_sent: Instant,
    counts_sent: Instant,
    path_sent: Instant,
}

impl RankSearch {
    /// A search at the rank of this place; `lost` are the ranks that are lost.
    pub fn new(number: u32, place: RankPlace, local: LocalSearch, lost: &[bool]) -> Self {
        let RankPlace { rank: me, ranks } = place;
        let other = |rank| OtherRank { lost: lost[rank], ..OtherRank::default() };
        let now = Instant::now();
        Self {
            number,
            me,
            leads: me == 0,
            local,
            tasks: TaskList::default(),
            remote: BTreeMap::new(),
            others: (0..ranks).map(other).collect(),
            entries_sent: now,
            counts_sent: now,
            path_sent: now,
        }
    }

    /// The ranks that are there, without this one.
    fn there(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.me;
        let there: Vec<bool> = self.others.iter().map(|o| !o.lost && !o.unable).collect();
        (0..there.len()).filter(move |&rank| rank != me && there[rank])
    }

    /// Handles a message of another rank about this search.
    pub fn obey(&mut self, from: usize, message: Message, mail: &mut Mail) {
        match message {
            Message::Task(_, id, below, node) => {
                self.others[from].come += 1;
                self.others[from].told = None;
                let task = below.and_then(|id| self.tasks.get(from, id));
                // Below a task that has ended since: it does not matter any more.
                let late = below.is_some() && task.is_none();
                match if late { None } else { self.local.accept(task, &node) } {
                    Some(remote) => drop(self.remote.insert((from, id), remote)),
                    None => mail.push((from, Message::Refused(self.number, id, false))),
                }
            }
            Message::Result(_, id, result) => self.note(from, id, result),
            Message::Refused(_, id, unread) => {
                self.others[from].unable |= unread;
                if let Some(task) = self.tasks.done(from, id) {
                    self.local.give_back(&task);
                }
            }
            Message::Cancel(_, id) => {
                if let Some(remote) = self.remote.remove(&(from, id)) {
                    self.local.cancel(&remote);
                }
            }
            Message::Bound(_, id, alpha) => {
                if let Some(remote) = self.remote.get(&(from, id)) {
                    self.local.raise(remote, alpha);
                }
            }
            Message::Waiting(_, seen, waiters) => {
                // The first places are those of the tasks that it has not seen yet.
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
            Message::Entries(_, entries) => self.local.store(&entries),
            Message::Path(_, call, path) => self.local.set_path(from, call, path),
            Message::Counts(_, counts) | Message::Done(_, counts) => self.count(from, &counts),
            _ => {}
        }
    }

    fn note(&mut self, from: usize, id: u64, result: RemoteResult) {
        if let Some(task) = self.tasks.done(from, id) {
            self.local.note(&task, result);
        }
        // Its thread goes on with the one in reserve that has the deepest search left.
        let reserve = self.tasks.out_mut().filter(|one| one.1 == from && one.2.is_in_reserve());
        if let Some((.., next)) = reserve.max_by_key(|one| (one.2.depth(), Reverse(one.0))) {
            next.begin();
        }
    }

    /// Notes another rank's counts.
    fn count(&mut self, from: usize, counts: &Statistics) {
        let place = if from < self.me { from } else { from - 1 };
        self.local.note_counts(place, counts);
    }

    /// A rank cannot share this search.
    pub fn exclude(&mut self, rank: usize) {
        self.others[rank].unable = true;
        self.forget(rank);
    }

    /// Handles the loss of a rank: its tasks are searched here, or by others.
    pub fn lose(&mut self, rank: usize) {
        self.others[rank].lost = true;
        self.forget(rank);
    }

    fn forget(&mut self, rank: usize) {
        self.local.set_waiting(rank, Vec::new());
        self.local.set_path(rank, 0, Vec::new());
        self.tasks.lost(rank);
        for task in self.tasks.take_waiting() {
            self.local.give_back(&task);
        }
        let gone: Vec<_> = self.remote.keys().filter(|key| key.0 == rank).copied().collect();
        for key in gone {
            if let Some(remote) = self.remote.remove(&key) {
                self.local.cancel(&remote);
            }
        }
    }

    /// Ends it here.
    pub fn finish(&self) {
        self.local.finish();
    }

    /// This rank's counts.
    pub fn counts(&self) -> Box<Statistics> {
        Box::new(self.local.counts())
    }

    /// Collects the results of the threads here since the last call, and adds the messages that
    /// follow; `room` is the number of messages that may still be sent to a rank.
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
        self.send_path(mail, &room);
        self.send_entries(mail, &room);
        if !self.leads && self.counts_sent.elapsed() >= COUNTS_EVERY {
            self.counts_sent = Instant::now();
            mail.push((0, Message::Counts(self.number, self.counts())));
        }
    }

    /// Sends the results of other ranks' moves.
    fn send_results(&mut self, mail: &mut Mail) {
        let Self { local, remote, number, .. } = self;
        remote.retain(|&(rank, id), split| {
            let Some(result) = local.result(split) else { return true };
            let message = match result {
                Ok(result) => Message::Result(*number, id, result),
                Err(()) => Message::Refused(*number, id, true),
            };
            mail.push((rank, message));
            false
        });
    }

    /// Cancels tasks that do not matter any more.
    fn cancel_needless(&mut self, mail: &mut Mail) {
        let is_needless = |(_, _, task): &(u64, usize, &TaskHandle)| self.local.is_needless(task);
        let needless: Vec<_> =
            self.tasks.out().filter(is_needless).map(|(id, rank, _)| (id, rank)).collect();
        for (id, rank) in needless {
            self.tasks.done(rank, id);
            mail.push((rank, Message::Cancel(self.number, id)));
        }
    }

    /// Takes moves back that a rank has in reserve while their owner waits.
    fn take_back(&mut self, mail: &mut Mail) {
        if self.tasks.is_done() {
            return;
        }
        let owners = self.local.waiting_owners();
        let idle = |(_, _, task): &(u64, usize, &TaskHandle)| owners.has_in_reserve(task);
        let idle: Vec<_> = self.tasks.out().filter(idle).map(|(id, rank, _)| (id, rank)).collect();
        for (id, rank) in idle {
            if let Some(task) = self.tasks.done(rank, id) {
                self.local.give_back(&task);
                mail.push((rank, Message::Cancel(self.number, id)));
            }
        }
    }

    /// True while a thread here waits.
    pub fn is_waited(&self) -> bool {
        self.local.is_waited()
    }

    /// Tells the ranks that search our moves how good a move must be by now.
    fn tell_bounds(&mut self, mail: &mut Mail) {
        for (id, rank, task) in self.tasks.out_mut() {
            if let Some(alpha) = self.local.better_bound(task) {
                mail.push((rank, Message::Bound(self.number, id, alpha)));
            }
        }
    }

    /// Hands moves out to the threads of a rank that wait.
    fn hand_out(&mut self, rank: usize, mail: &mut Mail) {
        while let Some((task, node)) = self.local.take_for(rank) {
            let of_rank = self.remote.iter().filter(|(key, _)| key.0 == rank);
            let of_rank = of_rank.map(|(&(_, id), remote)| (id, remote));
            let below = self.local.above(&task, of_rank);
            let id = self.tasks.give(rank, task);
            self.others[rank].sent += 1;
            mail.push((rank, Message::Task(self.number, id, below, node)));
        }
    }

    /// Tells a rank which threads wait here, when it does not know.
    fn tell_waiting(&mut self, rank: usize, mail: &mut Mail) {
        let waiting = self.local.waiting(self.tasks.of(rank));
        let other = &mut self.others[rank];
        let news = (other.come, waiting);
        if other.told.as_ref() != Some(&news) {
            mail.push((rank, Message::Waiting(self.number, news.0, news.1.clone())));
            other.told = Some(news);
        }
    }

    /// Tells the others where this rank is, where they search the same root.
    fn send_path(&mut self, mail: &mut Mail, room: impl Fn(usize) -> usize) {
        if self.path_sent.elapsed() < PATH_EVERY {
            return;
        }
        let path = self.local.path();
        let Some((call, keys)) = &path else { return };
        for rank in self.there() {
            if self.others[rank].path != path && room(rank) > count_to(mail, rank) {
                mail.push((rank, Message::Path(self.number, *call, keys.clone())));
                self.others[rank].path.clone_from(&path);
                self.path_sent = Instant::now();
            }
        }
    }

    /// Sends entries of deep searches, as many as there is room for.
    fn send_entries(&mut self, mail: &mut Mail, room: impl Fn(usize) -> usize) {
        if self.entries_sent.elapsed() < ENTRIES_EVERY {
            return;
        }
        self.entries_sent = Instant::now();
        let new = self.local.take_entries();
        for rank in self.there() {
            let messages = room(rank).saturating_sub(count_to(mail, rank));
            let waiting = &mut self.others[rank].entries;
            waiting.add(&new);
            for entries in waiting.take(messages) {
                mail.push((rank, Message::Entries(self.number, entries)));
            }
        }
    }
}

/// Returns the number of messages to a rank.
fn count_to(mail: &Mail, rank: usize) -> usize {
    mail.iter().filter(|(to, _)| *to == rank).count()
}
