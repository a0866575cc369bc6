//! A thread's part in a search of the same root by several ranks: it reports the deep nodes on its
//! path, leaves a node that another rank has finished, and follows the leading rank.

use super::failed_moves::stored_failure;
use super::searching_table::{SearchingTable, pack_root};
use nucleus_core::types::{Move, Score};
use nucleus_search::TranspositionTable;
use nucleus_search::distributed::{
    LeftNode, NodePlace, RootSearch, TrackedNode, from_table, holds_at,
};

/// The least depth of a node that is announced to other ranks.
///
/// A node without a table move is searched less deep (internal iterative reduction), but announced
/// with its full depth, since ranks that know the move look for that depth.
const TRACKED_DEPTH: i32 = 14;
/// The least depth of a node whose moves are deferred. A rank searches a node in vain until it hears
/// that another one has finished it, so a shared node has to take several times as long as a message.
const DEFER_DEPTH: i32 = 15;

/// A node on the path of this thread that is announced to other ranks.
struct PathNode {
    node: TrackedNode,
    /// The node before it, where that is one of these, too.
    parent: Option<NodePlace>,
}

/// A node on the path that another rank has finished.
struct FinishedNode {
    /// Index of the node on the path.
    index: usize,
    score: Score,
}

/// A thread's knowledge of the ranks that search the same root.
pub struct Tracker {
    tracked_depth: i32,
    defer_depth: i32,
    /// The nodes on the path that are announced to the others.
    path: Vec<PathNode>,
    /// The node that is left.
    left: Option<FinishedNode>,
    /// Number of arrivals at the last look at the path.
    arrivals: u64,
    /// True at a rank that does as the leading one does.
    follows: bool,
    /// The search of the root that was last begun as the leading rank did.
    followed: Option<RootSearch>,
}

impl Tracker {
    /// A thread that tells other ranks where it is, or one that does not; of the rank that leads, or
    /// another.
    pub const fn new(tracks: bool, leads: bool) -> Self {
        Self {
            tracked_depth: if tracks { TRACKED_DEPTH } else { i32::MAX },
            defer_depth: if tracks { DEFER_DEPTH } else { i32::MAX },
            path: Vec::new(),
            left: None,
            arrivals: 0,
            follows: tracks && !leads,
            followed: None,
        }
    }

    /// True for a node of so many plies left that other ranks are told.
    #[inline(always)]
    pub const fn tracks(&self, depth: i32) -> bool {
        depth >= self.tracked_depth
    }

    /// True for a node of so many plies left whose moves may be deferred.
    #[inline(always)]
    pub const fn defers(&self, depth: i32) -> bool {
        depth >= self.defer_depth
    }

    /// Tells the other ranks that a node is searched here.
    pub fn enter_node(&mut self, searching: &SearchingTable, node: TrackedNode) {
        let parent = self.path.last().map(|last| last.node.place);
        let parent = parent.filter(|parent| parent.ply + 1 == node.place.ply);
        self.path.push(PathNode { node, parent });
        searching.enter(node.place.key);
    }

    /// Notes that the node entered last is searched. Returns its score where another rank has
    /// finished it meanwhile.
    pub fn leave_node(&mut self, searching: &SearchingTable) -> Option<LeftNode> {
        self.path.pop();
        searching.leave();
        let length = self.path.len();
        let FinishedNode { score, .. } = self.left.take_if(|left| left.index == length)?;
        Some(LeftNode { score, leaves_all: self.newer_root(searching).is_some() })
    }

    /// Begins a search of the root, and announces it to the other ranks with the rank's own lead.
    pub fn enter_root(&mut self, searching: &SearchingTable, key: u64, search: RootSearch) {
        if self.tracked_depth == i32::MAX {
            return;
        }
        if !self.follows {
            searching.set_root(pack_root(search));
        }
        let place = NodePlace { key, halfmove: 0, depth: search.depth as i32, ply: 0 };
        let (last_move, window) = (Move::NONE, search.window);
        self.enter_node(searching, TrackedNode { place, last_move, window, pv: true });
    }

    /// Ends a search of the root.
    pub fn leave_root(&mut self, searching: &SearchingTable) {
        if self.tracked_depth != i32::MAX {
            self.leave_node(searching);
        }
    }

    /// The search of the root that the leading rank has begun, where it is another than this rank's.
    fn newer_root(&self, searching: &SearchingTable) -> Option<RootSearch> {
        let told = if self.follows { searching.root() } else { None };
        told.filter(|_| told != self.followed)
    }

    /// Returns the next search of the root, to be searched now.
    pub fn next_root_search(&mut self, searching: &SearchingTable) -> Option<RootSearch> {
        let newer = self.newer_root(searching)?;
        self.followed = Some(newer);
        Some(newer)
    }

    /// True when the current search is to be left: the leading rank searches something else by now,
    /// or other ranks have finished a node on the path.
    pub fn has_to_leave(&mut self, searching: &SearchingTable, table: &TranspositionTable) -> bool {
        if self.path.is_empty() {
            return false;
        }
        if self.newer_root(searching).is_some() {
            return true;
        }
        let arrivals = searching.arrivals();
        if arrivals == self.arrivals {
            return false;
        }
        self.arrivals = arrivals;
        let path = self.path.iter().enumerate();
        let finished = |(index, on_path): (usize, &PathNode)| {
            Some(FinishedNode { index, score: on_path.score_elsewhere(table)? })
        };
        self.left = path.filter_map(finished).next();
        self.left.is_some()
    }
}

impl PathNode {
    /// The score of the node, where another rank has finished it.
    fn score_elsewhere(&self, table: &TranspositionTable) -> Option<Score> {
        let TrackedNode { place, last_move, window, pv } = self.node;
        // No entry of the table ends a node of the principal variation.
        if pv {
            return None;
        }
        let own = table.probe(place.key).and_then(|stored| {
            let score = from_table(stored.score, place.ply);
            let decides = i32::from(stored.depth) >= place.depth
                && stored.bound.decides(score, window)
                && holds_at(stored.score, place.halfmove);
            decides.then_some(score)
        });
        own.or_else(|| {
            let parent = NodePlace { halfmove: place.halfmove, ..self.parent? };
            let score = -stored_failure(table, parent, last_move)?;
            (score >= window.beta).then_some(score)
        })
    }
}
