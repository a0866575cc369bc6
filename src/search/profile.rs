use std::fmt;
use std::str::FromStr;

use super::context::Context;
use super::frame::Frame;
use super::instance::Instance;
use super::{full, pvs};
use crate::types::Score;

/// What a searcher does beyond alpha-beta; a type, so that what is off costs nothing.
pub trait Profile: Send + Sync + 'static {
    /// True when moves may be reduced, extended and pruned.
    const SELECTIVE: bool;

    /// Searches the position after a move of the root with a window (alpha, beta) to a depth.
    fn below<B: Instance, const PV: bool>(
        context: &mut Context<'_>,
        stack: &mut [Frame<B>],
        window: (Score, Score),
        depth: i32,
    ) -> Score;
}

/// The paper's searcher: full width, null move with R = 2, no extensions, no reductions (our
/// reading of Axon II, section VI).
pub struct Axon;

impl Profile for Axon {
    const SELECTIVE: bool = false;

    fn below<B: Instance, const PV: bool>(
        context: &mut Context<'_>,
        stack: &mut [Frame<B>],
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Score {
        if depth <= 0 {
            context.statistics.quiescence_nodes += 1;
            B::quiescence::<Self, PV>(context, stack, alpha, beta, 1)
        } else {
            let node = pvs::Node { alpha, beta, depth, ply: 1 };
            B::pvs::<Self, PV>(context, stack, node)
        }
    }
}

/// The player: everything that measures well.
pub struct Full;

impl Profile for Full {
    const SELECTIVE: bool = true;

    fn below<B: Instance, const PV: bool>(
        context: &mut Context<'_>,
        stack: &mut [Frame<B>],
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Score {
        let cut = !PV;
        full::below::<B, PV>(
            context,
            stack,
            full::Node { cut, ..full::Node::open(alpha, beta, depth, 1) },
        )
    }
}

/// The profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ProfileName {
    /// The paper's benchmark searcher.
    Axon,
    /// The complete searcher.
    #[default]
    Full,
}

impl ProfileName {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Axon, Self::Full];

    /// The name used in options, tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axon => "axon",
            Self::Full => "full",
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
        Self::ALL
            .into_iter()
            .find(|profile| profile.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("unknown profile '{name}': expected one of axon, full"))
    }
}
