//! What other ranks are told of a search, and the door to them.

use std::fmt;
use std::sync::Arc;

use super::bridge::SplitBridge;
use nucleus_core::board::Setup;
use nucleus_core::types::Move;

/// What ranks are told of a search that they are to share; `O` are the options of an engine.
#[derive(Clone, Debug)]
pub struct RankJob<O> {
    /// Where the game starts.
    pub setup: Setup,
    /// The legal moves played since.
    pub moves: Vec<Move>,
    /// How to search; each rank has a level of its own.
    pub options: O,
    /// The size of the table of every rank, in MiB.
    pub hash: usize,
}

/// The door to the other ranks of a cluster, as the engine of the rank that leads knows it.
pub trait RankDoor<O>: Send + Sync {
    /// How many ranks there are, this one among them.
    fn ranks(&self) -> usize;

    /// A search begins.
    fn begin(&self, job: RankJob<O>, bridge: SplitBridge);

    /// The search has ended here; returns when it has ended everywhere, or when a rank is late.
    fn end(&self);

    /// Forget everything learnt from earlier searches.
    fn clear(&self);
}

/// The other ranks, as an option of an engine.
pub struct Ranks<O>(Arc<dyn RankDoor<O>>);

impl<O> Clone for Ranks<O> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<O> Ranks<O> {
    /// Through this door.
    pub fn new(door: Arc<dyn RankDoor<O>>) -> Self {
        Self(door)
    }

    /// The door.
    pub fn door(&self) -> Arc<dyn RankDoor<O>> {
        Arc::clone(&self.0)
    }
}

impl<O> fmt::Debug for Ranks<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ranks", self.0.ranks())
    }
}
