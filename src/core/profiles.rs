//! The searchers and the ways of sharing a search, by the names that options, tables and records
//! use.

use std::str::FromStr;

use crate::board::BoardType;
#[cfg(feature = "eval")]
use crate::eval::{Options, Values};
use crate::kernels::Variant;
use crate::types::named;

nucleus_base::named_enum! {
    /// A searcher by its name.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
    pub enum ProfileName {
        /// The paper's benchmark searcher.
        Axon = "axon",
        /// The complete searcher.
        #[default]
        Full = "full",
        /// The searcher with the techniques that Umko's paper lists, and its schemes of move
        /// picking.
        Umko = "umko",
    }
}

nucleus_base::named_enum! {
    /// A way in which several threads share a search.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum ParallelSearch {
        /// Young Brothers Wait: once the first move of a node is searched, others may be searched
        /// by other threads (Umko, section 2.2; Feldmann, Mysliwietz and Monien).
        YoungBrothersWait = "ybw",
        /// Lazy SMP: every thread deepens on its own, and they share the table alone.
        Lazy = "lazy",
    }
}

impl ParallelSearch {
    /// The largest number of threads that a search gains from. Young Brothers Wait was fastest with eight
    /// of the sixteen cores of a Raptor Cove, and slower with all of them than with four (at b679c48).
    pub const fn most_threads(self) -> usize {
        match self {
            Self::YoungBrothersWait => 8,
            Self::Lazy => usize::MAX,
        }
    }
}

impl ProfileName {
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
    #[cfg(feature = "eval")]
    pub const fn values(self) -> &'static Values {
        match self {
            Self::Full => Values::fitted(),
            _ => Values::compiled(),
        }
    }

    /// The bound of the positional part that it plays with where no other is given, in centipawns.
    #[cfg(feature = "eval")]
    pub const fn bound(self) -> crate::types::Score {
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

    /// The boards that it plays on, each with the variants under which that board runs different
    /// code, the matrix first.
    pub fn boards(self) -> impl Iterator<Item = (BoardType, Variant)> {
        let matrix = self.variants().map(|variant| (BoardType::Matrix, variant));
        let axon32 = Variant::usable().map(|variant| (BoardType::Axon32, variant));
        matrix
            .chain([(BoardType::Magic, Variant::Intrinsics)])
            .chain(axon32.filter(move |_| self == Self::Axon))
    }

    /// Returns the profile's default parallel search with a number of threads: `umko` has its paper's.
    /// The others use Lazy SMP from three threads on; two reach a depth sooner by Young Brothers Wait.
    pub const fn parallel(self, threads: usize) -> ParallelSearch {
        match self {
            Self::Axon | Self::Full if threads > 2 => ParallelSearch::Lazy,
            _ => ParallelSearch::YoungBrothersWait,
        }
    }

    /// The variants under which it runs different code.
    pub fn variants(self) -> impl Iterator<Item = Variant> {
        Variant::usable().filter(move |&variant| self.scans() || variant == Variant::Intrinsics)
    }
}

impl FromStr for ProfileName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named("profile", "", &Self::ALL, name)
    }
}

impl FromStr for ParallelSearch {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named("parallel search", "", &Self::ALL, name)
    }
}
