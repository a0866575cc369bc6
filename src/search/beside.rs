//! What a thread does beside its search where other ranks search the same root: it shows them the
//! deep nodes on its path, leaves moves to them that they search, leaves a node that they have
//! finished, and follows the rank that leads.

use super::failed_moves::{failure_entry, key_of_move, stored_failure};
use super::info::RootMove;
use super::instance::Instance;
use super::parallel::{Presence, RootCall};
use super::parts::Parts;
use super::peers::ShownNode;
use super::table::{TableEntry, from_table, holds_at};
use super::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::{Move, Score};

/// Entries that a thread collects before it hands them on; those of shown nodes go at once.
const KEPT_TOGETHER: usize = 32;

impl<P: Parts> Worker<'_, P> {
    fn presence(&self) -> Option<&Presence> {
        self.shared.group.map(|group| &group.presence)
    }

    /// Keeps an entry of the table for the other ranks when a deep search stored it.
    #[inline(always)]
    pub fn keep_entry(&mut self, key: u64, entry: TableEntry) {
        if entry.depth >= self.peers.kept_depth {
            self.keep_deep_entry(key, entry);
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_deep_entry(&mut self, key: u64, entry: TableEntry) {
        let kept = &mut self.peers.kept;
        kept.push((key, entry));
        let awaited = i32::from(entry.depth) >= self.peers.shown_depth;
        if (awaited || kept.len() >= KEPT_TOGETHER)
            && let Some(group) = self.shared.group
        {
            group.exchange.add(kept);
        }
    }

    /// Shows the other ranks that a node is searched here.
    #[cold]
    #[inline(never)]
    pub fn show_node(
        &mut self,
        (key, halfmove): (u64, u8),
        last_move: Move,
        (depth, ply): (i32, usize),
        window: (Score, Score),
        pv: bool,
    ) {
        let parent = self.peers.path.last().filter(|parent| parent.ply + 1 == ply);
        let parent = parent.map(|parent| (key_of_move(parent.key, last_move), parent.depth));
        self.peers.path.push(ShownNode { key, halfmove, ply, depth, window, pv, parent });
        if let Some(presence) = self.presence() {
            presence.enter(key);
        }
    }

    /// The node shown last is searched. Its score: this one, or that of another rank that has
    /// finished it meanwhile.
    #[cold]
    #[inline(never)]
    pub fn hide_node(&mut self, score: Score) -> Score {
        self.peers.path.pop();
        if let Some(presence) = self.presence() {
            presence.leave();
        }
        match self.peers.left {
            Some((place, score)) if place == self.peers.path.len() => {
                self.peers.left = None;
                self.stopped = self.has_to_leave() || self.has_newer_call();
                score
            }
            _ => score,
        }
    }

    /// True when another rank is at the node of this key, too.
    #[cold]
    #[inline(never)]
    pub fn is_elsewhere(&self, key: u64) -> bool {
        self.presence().is_some_and(|presence| presence.is_elsewhere(key))
    }

    /// The place of the move to search next at a node of this depth at which other ranks are, too.
    pub fn choose_move<B: Board>(
        &self,
        board: &B,
        depth: i32,
        moves: impl Iterator<Item = Move>,
    ) -> usize {
        let Some(presence) = self.presence() else { return 0 };
        let is_known = |key| {
            let stored = self.shared.table.probe(key);
            stored.is_some_and(|stored| i32::from(stored.depth) >= depth - 1)
        };
        let children = moves.map(|chess_move| board.likely_key_after(chess_move));
        presence.choose(board.state().key, children, is_known)
    }

    fn has_newer_call(&self) -> bool {
        self.presence().is_some_and(|presence| self.peers.newer_call(presence).is_some())
    }

    /// Looks whether the leading rank searches something else by now, and whether other ranks have
    /// finished a node on the path: what is searched below it is then left.
    pub fn look_at_peers(&mut self) {
        let Some(presence) = self.presence() else { return };
        if self.stopped || self.peers.path.is_empty() {
            return;
        }
        let arrivals = presence.arrivals();
        if self.has_newer_call() {
            self.stopped = true;
        } else if arrivals != self.peers.arrivals {
            self.peers.arrivals = arrivals;
            let shown = self.peers.path.iter().enumerate();
            self.peers.left =
                shown.filter_map(|(place, node)| Some((place, self.score_elsewhere(node)?))).next();
            self.stopped = self.peers.left.is_some();
        }
    }

    /// The score of a node that another rank has finished.
    fn score_elsewhere(&self, node: &ShownNode) -> Option<Score> {
        if node.pv {
            return None;
        }
        let (alpha, beta) = node.window;
        let own = self.shared.table.probe(node.key).and_then(|stored| {
            let score = from_table(stored.score, node.ply);
            let decides = i32::from(stored.depth) >= node.depth
                && stored.bound.decides(score, alpha, beta)
                && holds_at(stored.score, node.halfmove);
            decides.then_some(score)
        });
        own.or_else(|| {
            let (key, depth) = node.parent?;
            let place = (depth, node.ply.saturating_sub(1));
            let score = stored_failure(self.shared.table, key, place, node.halfmove)?;
            (-score >= beta).then_some(-score)
        })
    }

    /// Tells the other ranks that a move of a node has failed low; `place` is the plies left there, and
    /// those from the root.
    pub fn tell_failure(
        &mut self,
        (node, chess_move): (u64, Move),
        place: (i32, usize),
        score: Score,
    ) {
        let key = key_of_move(node, chess_move);
        let entry = failure_entry(score, place);
        self.shared.table.store(key, entry);
        self.keep_entry(key, entry);
    }

    /// The score of a move of a node, where another rank found that it fails low.
    pub fn failure_elsewhere(
        &self,
        (node, chess_move): (u64, Move),
        place: (i32, usize),
        (alpha, halfmove): (Score, u8),
    ) -> Option<Score> {
        let key = key_of_move(node, chess_move);
        let score = stored_failure(self.shared.table, key, place, halfmove)?;
        (score <= alpha).then_some(score)
    }

    /// The search of the root that the leading rank has begun, where it is another than this rank's.
    pub fn follow_call(&mut self) -> Option<RootCall> {
        let call = self.peers.newer_call(self.presence()?)?;
        self.peers.followed = Some(call);
        Some(call)
    }
}

impl<I: Instance> Worker<'_, I> {
    /// Begins a search of the root: the other ranks are shown it, and what this rank leads.
    pub fn show_root(&mut self, board: &I::Board, call: RootCall) {
        if self.peers.shown_depth == i32::MAX {
            return;
        }
        if !self.peers.follows
            && let Some(presence) = self.presence()
        {
            presence.set_call(call.pack());
        }
        let state = board.state();
        self.show_node((state.key, 0), Move::NONE, (call.depth as i32, 0), call.window, true);
    }

    /// Ends a search of the root.
    pub fn hide_root(&mut self) {
        if self.peers.shown_depth != i32::MAX {
            self.hide_node(0);
        }
    }

    /// True when another rank has found that a move of the root fails low.
    pub fn has_failed_elsewhere(&self, there: (u64, Move), depth: u32, bound: (Score, u8)) -> bool {
        let depth = depth as i32;
        depth >= self.peers.defer_depth
            && self.failure_elsewhere(there, (depth, 0), bound).is_some()
    }

    /// Brings the move of the root to the front that is to be searched next.
    pub fn bring_forward(&self, board: &I::Board, depth: u32, moves: &mut [RootMove]) {
        if depth as i32 >= self.peers.defer_depth {
            let left = moves.iter().map(|root| root.chess_move);
            let chosen = self.choose_move(board, depth as i32, left);
            moves[..=chosen].rotate_right(1);
        }
    }
}
