//! The message loop's view of the search at this rank: moves to send, received moves, their
//! results.

use std::sync::{Arc, Weak};

use super::helpers::{HandedOut, MessagePoller, RemoteHelpers, RemoteWaiter};
use super::message::{PackedEntry, RemoteResult, SentTask, WaitingThread};
use super::node::{SentNode, moves_of};
use super::remote::RemoteSplitPoint;
use nucleus_core::types::{Move, Score};
use nucleus_search::distributed::{
    AssignedMove, Deadlines, DepthWindow, RootFinding, SearchGroup, SearchTask, SharedNode,
    SharedRoot, SplitPoint, SplitTeam, Window, pack, unpack,
};
use nucleus_search::{
    EngineOptions, Limits, MAX_PLY, ParallelSearch, ProfileName, Signals, Statistics,
    TranspositionTable,
};

/// The group of a search's threads, whose helpers elsewhere are the other ranks. The counts of those
/// stand behind the threads'.
#[derive(Clone)]
pub struct RankGroup {
    /// State that the threads of this rank share.
    pub group: Arc<SearchGroup>,
    helpers: Arc<RemoteHelpers>,
}

impl RankGroup {
    /// For so many threads here, among so many ranks.
    pub fn new(threads: usize, ranks: usize) -> Self {
        let (helpers, way) = (Arc::default(), ParallelSearch::YoungBrothersWait);
        let external = Arc::<RemoteHelpers>::clone(&helpers);
        let group = SearchGroup::with_external(threads + ranks - 1, way, external).into();
        Self { group, helpers }
    }
}

/// The root that a split point shares, if it is one.
fn shared_root(split: &SplitPoint) -> Option<&SharedRoot> {
    split.payload::<SharedNode<SharedRoot>>().map(|shared| &shared.node)
}

/// A search that ranks share, at this rank.
pub struct LocalSearch {
    search: RankGroup,
    threads: usize,
    profile: ProfileName,
    table: Arc<TranspositionTable>,
    limits: Limits,
    deadlines: Deadlines,
    signals: Signals,
}

/// A move of a split point here that another rank searches.
pub struct TaskHandle {
    split: Arc<SplitPoint>,
    assigned: AssignedMove,
    /// The alpha that its rank was told.
    told: Score,
    /// True if the move waits in reserve while its rank searches something else.
    reserve: bool,
}

impl TaskHandle {
    /// True while its rank searches something else.
    pub const fn is_in_reserve(&self) -> bool {
        self.reserve
    }

    /// The plies left at its node.
    pub fn depth(&self) -> i32 {
        self.split.place.depth
    }

    /// Notes that its rank has sent a result and goes on with this one.
    pub const fn begin(&mut self) {
        self.reserve = false;
    }
}

/// Split points whose owners wait for their end.
pub struct WaitingOwners(Vec<Arc<SplitPoint>>);

impl WaitingOwners {
    /// True when an owner waits for a move that its rank has in reserve: it could search it itself.
    pub fn has_in_reserve(&self, task: &TaskHandle) -> bool {
        task.reserve && self.0.iter().any(|own| Arc::ptr_eq(own, &task.split))
    }
}

/// The threads of a team that wait: for each the split point for whose end it waits, if any.
fn waiting_owners(team: &SplitTeam) -> Vec<Option<Arc<SplitPoint>>> {
    team.locked(|state| state.waiting_owners().map(Option::<&Arc<SplitPoint>>::cloned).collect())
}

impl LocalSearch {
    /// A search as it was begun here.
    pub fn new(search: RankGroup, task: &SearchTask<EngineOptions>) -> Self {
        Self {
            search,
            threads: task.threads,
            profile: task.options.profile,
            table: Arc::clone(&task.table),
            limits: task.limits.clone(),
            deadlines: task.deadlines,
            signals: task.signals.clone(),
        }
    }

    fn team(&self) -> &SplitTeam {
        &self.search.group.team
    }

    /// Sets the receiver and sender of this rank's messages.
    pub fn set_poller(&self, poller: Weak<dyn MessagePoller>) {
        self.search.helpers.set_poller(poller);
    }

    /// Ends the search in all threads here.
    pub fn finish(&self) {
        self.search.group.finish();
    }

    /// True once the search has ended here.
    pub fn is_finished(&self) -> bool {
        self.search.group.is_finished()
    }

    /// Ends the search at a limit or a signal: the threads that would see it may all wait for other
    /// ranks.
    pub fn look_at_limits(&self) {
        let group = &self.search.group;
        let spent = self.limits.nodes.is_some_and(|most| group.nodes() >= most);
        if spent || self.deadlines.are_over(&self.signals) {
            group.finish();
        }
    }

    /// The counts of the threads here.
    pub fn counts(&self) -> Statistics {
        self.search.group.statistics()
    }

    /// Notes the counts of another rank, by its place among the others.
    pub fn note_counts(&self, place: usize, counts: &Statistics) {
        self.search.group.publish(self.threads + place, counts);
    }

    /// The waiting threads here, of those that could help one rank; `tasks` are those that it has.
    pub fn waiting<'a>(
        &self,
        tasks: impl Iterator<Item = (u64, &'a TaskHandle)> + Clone,
    ) -> Vec<WaitingThread> {
        let team = self.team();
        let waiting = waiting_owners(team).into_iter().map(|own| (false, own));
        let in_reserve =
            self.search.helpers.reserve_owners(team).into_iter().map(|own| (true, own));
        let below = |own: Arc<SplitPoint>| {
            let found = tasks.clone().filter(|(_, task)| task.split.is_at_or_below(&own));
            found.map(|(id, _)| id).collect::<Vec<_>>()
        };
        // A thread that waits for nothing of that rank's cannot help it.
        waiting
            .chain(in_reserve)
            .map(|(reserve, own)| (reserve, own.map(below)))
            .filter(|(_, tasks)| tasks.as_ref().is_none_or(|ids| !ids.is_empty()))
            .map(|(reserve, tasks)| WaitingThread { reserve, tasks: tasks.unwrap_or_default() })
            .collect()
    }

    /// Notes a rank's waiting threads.
    pub fn set_waiting(&self, rank: usize, waiters: Vec<RemoteWaiter>) {
        self.search.helpers.set_waiting(self.team(), rank, waiters);
    }

    /// Takes a move for a waiting thread of a rank.
    pub fn take_for(&self, rank: usize) -> Option<(TaskHandle, SentTask)> {
        if self.is_finished() {
            return None;
        }
        let taken = self.search.helpers.take_for(self.team(), rank)?;
        let HandedOut { split, assigned, reserve } = taken;
        let task = TaskHandle { told: assigned.alpha, split, assigned, reserve };
        let Some(node) = SentNode::of(&task.split) else {
            self.give_back(&task);
            return None;
        };
        let DepthWindow { window: Window { beta, .. }, depth, ply } = task.split.place;
        let AssignedMove { chess_move, losing, alpha, best, count } = assigned;
        let chess_move = chess_move.0;
        Some((task, SentTask { ply, depth, alpha, beta, chess_move, losing, best, count, node }))
    }

    /// The lowest remote split point, of those given, below which a task's split point was opened.
    pub fn above<'a, T>(
        &self,
        task: &TaskHandle,
        remote: impl Iterator<Item = (T, &'a RemoteSplitPoint)>,
    ) -> Option<T> {
        let above = remote.filter(|(_, remote)| task.split.is_at_or_below(&remote.0));
        above.max_by_key(|(_, remote)| remote.0.place.ply).map(|(id, _)| id)
    }

    /// Opens another rank's split point here, below that of one of our own tasks or nowhere; none
    /// when no thread waits for it.
    ///
    /// # Errors
    /// When its node is none of a search like this one.
    pub fn accept(
        &self,
        below: Option<&TaskHandle>,
        sent: SentTask,
    ) -> Result<Option<RemoteSplitPoint>, ()> {
        let SentTask { ply, depth, alpha, beta, chess_move, losing, best, count, node } = sent;
        let assigned = AssignedMove { chess_move: Move(chess_move), losing, alpha, best, count };
        let place = DepthWindow { window: Window { alpha, beta }, depth, ply };
        let payload = node.payload(place, self.profile, below.is_some());
        let payload = payload.filter(|_| ply < MAX_PLY).ok_or(())?;
        let parent = below.map(|task| Arc::clone(&task.split));
        let remote = RemoteSplitPoint::new(parent, place, payload, &assigned);
        let accepted = !self.is_finished() && self.search.helpers.accept(self.team(), &remote);
        Ok(accepted.then_some(remote))
    }

    /// Returns the result of a remote split point's move, once it is searched.
    pub fn result(&self, remote: &RemoteSplitPoint) -> Option<RemoteResult> {
        if !remote.0.is_over() || self.is_finished() {
            return None;
        }
        self.team().close(&remote.0, &mut 0);
        Some(remote.result(shared_root(&remote.0).map_or(0, SharedRoot::nodes)))
    }

    /// Ends the search of a remote split point's move.
    pub fn cancel(&self, remote: &RemoteSplitPoint) {
        remote.0.cancel();
        self.team().close(&remote.0, &mut 0);
    }

    /// Alpha of a task's node, where it was raised since its rank was last told.
    pub fn better_bound(&self, task: &mut TaskHandle) -> Option<Score> {
        let alpha = task.split.alpha();
        let better = alpha > task.told;
        task.told = alpha;
        better.then_some(alpha)
    }

    /// Raises alpha of a remote split point to the value that its owner has sent.
    pub fn raise(&self, remote: &RemoteSplitPoint, alpha: Score) {
        remote.0.raise_alpha(alpha);
    }

    /// Notes the result of a task's move.
    pub fn note(&self, task: &TaskHandle, result: RemoteResult) {
        let TaskHandle { split, assigned, .. } = task;
        let RemoteResult { searched, score, line, skip_quiets, nodes } = result;
        let (chess_move, line) = (assigned.chess_move, moves_of(&line));
        if skip_quiets {
            split.skip_quiets(&mut 0);
        }
        if searched && !split.is_cut() {
            let raised = split.finish_move(chess_move, score, &line, &mut 0);
            let raised = raised.then_some((score, line));
            if let Some(root) = shared_root(split) {
                root.note(RootFinding { chess_move, nodes, raised });
            }
        }
        split.leave();
    }

    /// Gives the move of a task back: its rank does not search it.
    pub fn give_back(&self, task: &TaskHandle) {
        task.split.give_back(&task.assigned);
        task.split.leave();
    }

    /// True while a thread here waits, for whatever.
    pub fn is_waited(&self) -> bool {
        self.team().locked(|state| state.waiting_owners().next().is_some())
    }

    /// The split points here whose owners wait for their end.
    pub fn waiting_owners(&self) -> WaitingOwners {
        WaitingOwners(waiting_owners(self.team()).into_iter().flatten().collect())
    }

    /// True when the result of a task's move does not matter any more; its rank has then left.
    pub fn is_needless(&self, task: &TaskHandle) -> bool {
        let cut = task.split.is_cut();
        if cut {
            task.split.leave();
        }
        cut
    }

    /// Entries of the table that the other ranks were not told yet.
    pub fn take_entries(&self) -> Vec<PackedEntry> {
        let entries = self.search.helpers.take_entries();
        entries.into_iter().map(|(key, entry)| (key, pack(entry, 0))).collect()
    }

    /// Stores entries that another rank tells, unless more is known here.
    pub fn store(&self, entries: &[PackedEntry]) {
        for &(key, _) in entries {
            self.table.prefetch(key);
        }
        for &(key, packed) in entries {
            let entry = unpack(packed);
            if self.table.probe(key).is_none_or(|known| known.depth <= entry.depth) {
                self.table.store(key, entry);
            }
        }
    }
}
