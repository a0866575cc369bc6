//! Names of the searchers and of parallel searches, and the defaults of each searcher.

use std::str::FromStr;

use crate::board::BoardType;
#[cfg(feature = "eval")]
use crate::eval::{Options, Values};
use crate::kernels::Variant;
use crate::types::named;

nucleus_base::named_enum! {
    /// The name of a searcher.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
    #[non_exhaustive]
    pub enum ProfileName {
        /// The searcher of the paper's benchmark.
        Axon = "axon",
        /// The strongest searcher, with all techniques.
        #[default]
        Full = "full",
        /// The searcher with the techniques of Umko's paper, and its schemes of move picking.
        Umko = "umko",
    }
}

nucleus_base::named_enum! {
    /// The method by which several threads share a search.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    #[non_exhaustive]
    pub enum ParallelSearch {
        /// Young Brothers Wait: after the first move of a node, other threads may search the
        /// remaining ones (Umko, section 2.2; Feldmann, Mysliwietz and Monien).
        YoungBrothersWait = "ybw",
        /// Lazy SMP: every thread deepens independently; the threads share only the table.
        Lazy = "lazy",
    }
}

impl ParallelSearch {
    /// Returns the largest number of threads from which a search gains. Young Brothers Wait was fastest with
    /// eight of the sixteen cores of a Raptor Cove, and slower with all of them than with four (at b679c48).
    pub const fn most_threads(self) -> usize {
        match self {
            Self::YoungBrothersWait => 8,
            Self::Lazy => usize::MAX,
        }
    }
}

impl ProfileName {
    /// Returns true if the search uses endgame tables, as in Umko's paper. `axon` searches as in its paper.
    pub const fn uses_tables(self) -> bool {
        !matches!(self, Self::Axon)
    }

    /// Returns true if moves are generated from a scanner's list, so that the variant selects the
    /// code. `full` and `umko` read the planes and use no scanner.
    pub const fn scans(self) -> bool {
        matches!(self, Self::Axon)
    }

    /// Returns the default weights: those of the paper's evaluation for `axon`, those fitted to games
    /// for `full` and, restricted to its paper's list, for `umko`.
    #[cfg(feature = "eval")]
    pub const fn values(self) -> &'static Values {
        match self {
            Self::Axon => Values::compiled(),
            Self::Full => Values::fitted(),
            Self::Umko => Values::umko(),
        }
    }

    /// Returns the default bound of the evaluation's positional part, in centipawns.
    #[cfg(feature = "eval")]
    pub const fn bound(self) -> crate::types::Score {
        match self {
            Self::Axon => Options::BOUND,
            Self::Full | Self::Umko => Options::UNBOUNDED,
        }
    }

    /// Returns the default board; `umko` has its paper's.
    pub const fn board(self) -> BoardType {
        match self {
            Self::Umko => BoardType::Magic,
            _ => BoardType::Matrix,
        }
    }

    /// Returns the boards that the searcher supports, each with the variants that run different
    /// code on it, the matrix first.
    pub fn boards(self) -> impl Iterator<Item = (BoardType, Variant)> {
        let matrix = self.variants().map(|variant| (BoardType::Matrix, variant));
        let axon32 = Variant::usable().map(|variant| (BoardType::Axon32, variant));
        matrix
            .chain([(BoardType::Magic, Variant::Intrinsics)])
            .chain(axon32.filter(move |_| self == Self::Axon))
    }

    /// Returns the default parallel search for a number of threads: `umko` has its paper's. The
    /// others use Lazy SMP from three threads on; two reach a depth sooner by Young Brothers Wait.
    pub const fn parallel(self, threads: usize) -> ParallelSearch {
        match self {
            Self::Axon | Self::Full if threads > 2 => ParallelSearch::Lazy,
            _ => ParallelSearch::YoungBrothersWait,
        }
    }

    /// Returns the variants that run different code.
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
