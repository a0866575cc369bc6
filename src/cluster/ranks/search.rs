//! A search at one rank: what it sends to the others, and what it does with what comes.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::entries::WaitingEntries;
use super::message::{Message, Waiters};
use super::tasks::TaskList;
use nucleus_search::{Mirror, RemoteResult, SplitBridge, Statistics, Ticket};

/// How often entries of the table are sent.
const ENTRIES_EVERY: Duration = Duration::from_micros(500);
/// How often the path is sent at most.
const PATH_EVERY: Duration = Duration::from_micros(200);
/// How often counts are sent.
const COUNTS_EVERY: Duration = Duration::from_millis(20);

/// What is to be sent, and to whom.
pub type Mail = Vec<(usize, Message)>;

/// What this rank knows of another one in a search.
#[derive(Default)]
struct OtherRank {
    /// Tasks sent to it, and tasks that came from it.
    sent: u64,
    come: u64,
    /// The waiting threads that it was last told of, and how many of its tasks had come then.
    told: Option<(u64, Waiters)>,
    /// What it was last told of where this rank is.
    path: Option<(u64, Vec<u64>)>,
    /// Entries of the table that it is to be sent.
    entries: WaitingEntries,
    lost: bool,
    /// It could not read a node, or cannot share the search: nothing is sent to it.
    unable: bool,
}

/// A search at one rank.
pub struct RankSearch {
    /// Its number: later searches have higher ones.
    pub number: u32,
    me: usize,
    leads: bool,
    bridge: SplitBridge,
    tickets: TaskList<Ticket>,
    /// Other ranks' moves that are searched here, by the rank and its number of the task.
    mirrors: BTreeMap<(usize, u64), Mirror>,
    others: Vec<OtherRank>,
    entries_sent: Instant,
    counts_sent: Instant,
    path_sent: Instant,
}

impl RankSearch {
    /// The search at rank `me` of so many.
    pub fn new(
        number: u32,
        (me, ranks): (usize, usize),
        bridge: SplitBridge,
        lost: &[bool],
    ) -> Self {
        let other = |rank| OtherRank { lost: lost[rank], ..OtherRank::default() };
        let now = Instant::now();
        Self {
            number,
            me,
            leads: me == 0,
            bridge,
            tickets: TaskList::default(),
            mirrors: BTreeMap::new(),
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

    /// Takes in what another rank says of this search.
    pub fn obey(&mut self, from: usize, message: Message, mail: &mut Mail) {
        match message {
            Message::Task(_, id, below, node) => {
                self.others[from].come += 1;
                self.others[from].told = None;
                let ticket = below.and_then(|id| self.tickets.get(from, id));
                // Below a task that has ended since: it does not matter any more.
                let late = below.is_some() && ticket.is_none();
                match if late { None } else { self.bridge.accept(ticket, &node) } {
                    Some(mirror) => drop(self.mirrors.insert((from, id), mirror)),
                    None => mail.push((from, Message::Refused(self.number, id, false))),
                }
            }
            Message::Result(_, id, result) => self.note(from, id, result),
            Message::Refused(_, id, unread) => {
                self.others[from].unable |= unread;
                if let Some(ticket) = self.tickets.done(from, id) {
                    self.bridge.give_back(&ticket);
                }
            }
            Message::Cancel(_, id) => {
                if let Some(mirror) = self.mirrors.remove(&(from, id)) {
                    self.bridge.cancel(&mirror);
                }
            }
            Message::Bound(_, id, alpha) => {
                if let Some(mirror) = self.mirrors.get(&(from, id)) {
                    self.bridge.raise(mirror, alpha);
                }
            }
            Message::Waiting(_, seen, waiters) => {
                // The first places are those of the tasks that it has not seen yet.
                let on_their_way = self.others[from].sent.saturating_sub(seen) as usize;
                let mirrors = |(reserve, ids): (bool, Vec<u64>)| {
                    let free = ids.is_empty();
                    let known = ids.iter().filter_map(|&id| self.mirrors.get(&(from, id)));
                    let known: Vec<Mirror> = known.cloned().collect();
                    (free || !known.is_empty()).then_some((reserve, known))
                };
                let waiters = waiters.into_iter().skip(on_their_way).filter_map(mirrors).collect();
                self.bridge.set_waiting(from, waiters);
            }
            Message::Entries(_, entries) => {
                self.bridge.store(&entries);
                self.bridge.note_arrival();
            }
            Message::Path(_, call, path) => self.bridge.set_path(from, call, path),
            Message::Counts(_, counts) | Message::Done(_, counts) => self.count(from, &counts),
            _ => {}
        }
    }

    fn note(&mut self, from: usize, id: u64, result: RemoteResult) {
        if let Some(ticket) = self.tickets.done(from, id) {
            self.bridge.note(&ticket, result);
        }
        // Its thread goes on with the one in reserve that has the deepest search left.
        let reserve = self.tickets.out_mut().filter(|one| one.1 == from && one.2.is_in_reserve());
        if let Some((.., next)) = reserve.max_by_key(|one| (one.2.depth(), Reverse(one.0))) {
            next.begin();
        }
    }

    /// Notes another rank's counts.
    fn count(&mut self, from: usize, counts: &Statistics) {
        let place = if from < self.me { from } else { from - 1 };
        self.bridge.note_counts(place, counts);
    }

    /// A rank cannot share this search.
    pub fn exclude(&mut self, rank: usize) {
        self.others[rank].unable = true;
        self.forget(rank);
    }

    /// A rank is lost: what it had is searched here, or by others.
    pub fn lose(&mut self, rank: usize) {
        self.others[rank].lost = true;
        self.forget(rank);
    }

    fn forget(&mut self, rank: usize) {
        self.bridge.set_waiting(rank, Vec::new());
        self.bridge.set_path(rank, 0, Vec::new());
        self.tickets.lost(rank);
        for ticket in self.tickets.take_waiting() {
            self.bridge.give_back(&ticket);
        }
        let gone: Vec<_> = self.mirrors.keys().filter(|key| key.0 == rank).copied().collect();
        for key in gone {
            if let Some(mirror) = self.mirrors.remove(&key) {
                self.bridge.cancel(&mirror);
            }
        }
    }

    /// Ends it here.
    pub fn finish(&self) {
        self.bridge.finish();
    }

    /// This rank's counts.
    pub fn counts(&self) -> Box<Statistics> {
        Box::new(self.bridge.counts())
    }

    /// Looks at what the threads here have done since, and says what follows; `room` is how many
    /// messages more may be on their way to a rank.
    pub fn step(&mut self, mail: &mut Mail, room: impl Fn(usize) -> usize) {
        if self.leads {
            self.bridge.look_at_limits();
        }
        if self.bridge.is_finished() {
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

    /// Sends what other ranks' moves have come to.
    fn send_results(&mut self, mail: &mut Mail) {
        let Self { bridge, mirrors, number, .. } = self;
        mirrors.retain(|&(rank, id), mirror| {
            let Some(result) = bridge.result(mirror) else { return true };
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
        let is_needless = |(_, _, ticket): &(u64, usize, &Ticket)| self.bridge.is_needless(ticket);
        let needless: Vec<_> =
            self.tickets.out().filter(is_needless).map(|(id, rank, _)| (id, rank)).collect();
        for (id, rank) in needless {
            self.tickets.done(rank, id);
            mail.push((rank, Message::Cancel(self.number, id)));
        }
    }

    /// Takes moves back that a rank has in reserve while their owner waits.
    fn take_back(&mut self, mail: &mut Mail) {
        if self.tickets.is_done() {
            return;
        }
        let awaited = self.bridge.awaited();
        let idle = |(_, _, ticket): &(u64, usize, &Ticket)| awaited.has_in_reserve(ticket);
        let idle: Vec<_> =
            self.tickets.out().filter(idle).map(|(id, rank, _)| (id, rank)).collect();
        for (id, rank) in idle {
            if let Some(ticket) = self.tickets.done(rank, id) {
                self.bridge.give_back(&ticket);
                mail.push((rank, Message::Cancel(self.number, id)));
            }
        }
    }

    /// True while a thread here waits.
    pub fn is_waited(&self) -> bool {
        self.bridge.is_waited()
    }

    /// Tells the ranks that search our moves how good a move must be by now.
    fn tell_bounds(&mut self, mail: &mut Mail) {
        for (id, rank, ticket) in self.tickets.out_mut() {
            if let Some(alpha) = self.bridge.better_bound(ticket) {
                mail.push((rank, Message::Bound(self.number, id, alpha)));
            }
        }
    }

    /// Hands moves out to the threads of a rank that wait.
    fn hand_out(&mut self, rank: usize, mail: &mut Mail) {
        while let Some((ticket, node)) = self.bridge.take_for(rank) {
            let of_rank = self.mirrors.iter().filter(|(key, _)| key.0 == rank);
            let of_rank = of_rank.map(|(&(_, id), mirror)| (id, mirror));
            let below = self.bridge.above(&ticket, of_rank);
            let id = self.tickets.give(rank, ticket);
            self.others[rank].sent += 1;
            mail.push((rank, Message::Task(self.number, id, below, node)));
        }
    }

    /// Tells a rank which threads wait here, when it does not know.
    fn tell_waiting(&mut self, rank: usize, mail: &mut Mail) {
        let waiting = self.bridge.waiting(self.tickets.of(rank));
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
        let path = self.bridge.path();
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
        let new = self.bridge.take_entries();
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

/// How many messages to a rank there are.
fn count_to(mail: &Mail, rank: usize) -> usize {
    mail.iter().filter(|(to, _)| *to == rank).count()
}
