//! What a thread knows of the ranks that search the same root, and is to tell them.

use super::parallel::{ParallelSearch, Presence, RootCall, SearchGroup};
use super::table::TableEntry;
use nucleus_core::types::Score;

/// The least depth of an entry of the table that other ranks are told.
const ENTRY_DEPTH: i8 = 5;
/// The least depth of a node that other ranks are shown.
///
/// One that is searched shallower for want of a table move is stored as deep as it was asked for: to
/// the others, who then know the move, it would be missing otherwise.
const SHOWN_DEPTH: i32 = 14;
/// The least depth of a node whose moves are left to other ranks. A rank that has not heard yet that
/// another one has done with a node searches on there in vain, so that what is shared has to take
/// several times as long as a message.
const DEFER_DEPTH: i32 = 15;

/// A node on the path of this thread that other ranks are shown.
pub struct ShownNode {
    /// Its key and its halfmove clock.
    pub key: u64,
    pub halfmove: u8,
    /// Plies from the root, and plies left.
    pub ply: usize,
    pub depth: i32,
    /// What it is searched with.
    pub window: (Score, Score),
    /// A node of the principal variation, which no entry of the table ends.
    pub pv: bool,
    /// What the table keeps the move to it under, and the plies left at the node before it.
    pub parent: Option<(u64, i32)>,
}

/// What a thread knows of the ranks that search the same root.
pub struct Peers {
    /// Entries of the table that the other ranks do not know.
    pub kept: Vec<(u64, TableEntry)>,
    /// The least depth from which on they are kept; none has it where there is one rank.
    pub kept_depth: i8,
    /// The least depth of a node that the others are shown.
    pub shown_depth: i32,
    /// The least depth of a node whose moves are left to others.
    pub defer_depth: i32,
    /// The nodes on the path that the others are shown.
    pub path: Vec<ShownNode>,
    /// The place on the path of the node that is left, as another rank has finished it, and its
    /// score.
    pub left: Option<(usize, Score)>,
    /// How often entries had come when the path was last looked at.
    pub arrivals: u64,
    /// True at a rank that does as the leading one does.
    pub follows: bool,
    /// What was last searched of what the leading rank said.
    pub followed: Option<RootCall>,
}

impl Peers {
    /// Of this thread of a rank, the one that leads or not.
    pub fn new(group: Option<&SearchGroup>, thread: usize, leads: bool) -> Self {
        let with_ranks = group.is_some_and(SearchGroup::has_ranks);
        let lazy = group.is_some_and(|group| group.way == ParallelSearch::Lazy);
        let shows = with_ranks && lazy && thread == 0;
        Self {
            kept: Vec::new(),
            kept_depth: if with_ranks { ENTRY_DEPTH } else { i8::MAX },
            shown_depth: if shows { SHOWN_DEPTH } else { i32::MAX },
            defer_depth: if shows { DEFER_DEPTH } else { i32::MAX },
            path: Vec::new(),
            left: None,
            arrivals: 0,
            follows: shows && !leads,
            followed: None,
        }
    }

    /// What the leading rank searches, where it is not what is searched here.
    pub fn newer_call(&self, presence: &Presence) -> Option<RootCall> {
        let told = if self.follows { presence.call() } else { None };
        told.filter(|_| told != self.followed)
    }
}
