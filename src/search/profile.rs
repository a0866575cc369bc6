//! What a searcher is to iterative deepening, and the searchers by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::parallel::{ParallelSearch, SplitPoint};
use super::search_types::{SearchTypes, TokenOf};
use super::stack::StackEntry;
use super::worker::Worker;
use nucleus_core::board::BoardType;
use nucleus_core::eval::{Options, Values};
use nucleus_core::kernels::Variant;
use nucleus_core::types::Score;

/// Aspiration windows: narrow windows around the last iteration's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Half the first window, in centipawns.
    pub half: i32,
    /// The least depth.
    pub depth: i32,
}

/// A searcher, as a type, so that what is off costs nothing.
pub trait Profile: Send + Sync + 'static {
    /// True when the time of an iteration depends on how sure the best move is.
    const ADAPTIVE_TIME: bool;

    /// Aspiration windows, or none.
    fn aspiration() -> Option<Aspiration>;

    /// Searches the position after a move of the root with a window (alpha, beta) to a depth.
    fn search_child<I: SearchTypes, const PV: bool>(
        kernel: TokenOf<I>,
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: (Score, Score),
        depth: i32,
    ) -> Score;

    /// The least depth at which a node is split among threads (Young Brothers Wait).
    const SPLIT_DEPTH: i32;

    /// Searches the moves that a split point of this searcher hands out; the stack begins at its
    /// ply.
    fn help<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        split: &Arc<SplitPoint>,
    );

    /// Plies by which a late quiet move of the root is reduced at first; 0 for never. `count` moves
    /// came before it.
    fn root_reduction(depth: i32, count: usize) -> i32;
}

/// The profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ProfileName {
    /// The paper's benchmark searcher.
    Axon,
    /// The complete searcher.
    #[default]
    Full,
    /// The searcher with what Umko's paper lists, and its schemes of move picking.
    Umko,
}

impl ProfileName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Axon, Self::Full, Self::Umko];

    /// True when it asks endgame tables, as Umko's paper has it. `axon` searches as its paper does.
    pub const fn uses_tables(self) -> bool {
        !matches!(self, Self::Axon)
    }

    /// True when it generates moves from the list that a scanner makes, so that the variant tells
    /// which code runs. `full` and `umko` read the planes and run no scanner.
    pub const fn scans(self) -> bool {
        matches!(self, Self::Axon)
    }

    /// The weights that it plays with where no others are given: `axon` and `umko` those of the
    /// paper's evaluation, `full` those that are fitted to games.
    pub const fn values(self) -> &'static Values {
        match self {
            Self::Full => Values::fitted(),
            _ => Values::compiled(),
        }
    }

    /// The bound of the positional part that it plays with where no other is given, in centipawns.
    pub const fn bound(self) -> Score {
        match self {
            Self::Full => Options::FITTED_BOUND,
            _ => Options::BOUND,
        }
    }

    /// The board that it plays on where none is chosen: `umko` has its paper's.
    pub const fn board(self) -> BoardType {
        match self {
            Self::Umko => BoardType::Magic,
            _ => BoardType::Matrix,
        }
    }

    /// How several threads share its search where nothing else is asked for: as Umko's paper has
    /// it. For `full` it was measured, too: two threads reach a depth sooner so than by Lazy SMP.
    pub const fn parallel(self) -> ParallelSearch {
        match self {
            Self::Axon | Self::Full | Self::Umko => ParallelSearch::YoungBrothersWait,
        }
    }

    /// The variants under which it runs different code.
    pub fn variants(self) -> impl Iterator<Item = Variant> {
        Variant::usable().filter(move |&variant| self.scans() || variant == Variant::Intrinsics)
    }

    /// The name used in options, tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axon => "axon",
            Self::Full => "full",
            Self::Umko => "umko",
        }
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ProfileName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|profile| profile.name().eq_ignore_ascii_case(name)).ok_or_else(
            || {
                let names = Self::ALL.map(Self::name).join(", ");
                format!("unknown profile '{name}': expected one of {names}")
            },
        )
    }
}
