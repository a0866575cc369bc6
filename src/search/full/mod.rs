//! The selective searcher: everything that makes a tree of the same worth smaller (Umko, 2.2).
//!
//! | file | what |
//! |---|---|
//! | `search` | the numbered steps of a node |
//! | `pruning` | nodes that end, and moves that are left out, without being searched |
//! | `singular` | is the table's move the only good one? |
//! | `moves` | one move: made, extended, reduced, searched, rewarded |
//! | `quiescence` | captures and first checks until the position is calm |
//! | `picker` | the order of moves in Umko's four schemes |
//! | `quiets` | quiet moves with their scores |
//! | `legality` | may a remembered move be played here? |
//! | `checks` | which moves give check |
//! | `see` | what an exchange comes to |
//! | `memory` | what was learnt: counter-moves, capture and continuation history |
//! | `reductions` | plies by which late moves are reduced |
//! | `parameters` | every margin and switch |

mod checks;
mod legality;
mod memory;
mod moves;
mod parameters;
mod picker;
mod pruning;
mod quiescence;
mod quiets;
mod reductions;
mod search;
mod see;
mod singular;

pub use checks::push_quiet_checks;
pub use legality::is_playable;
pub use memory::Memory;
pub use parameters::PARAMETERS;
pub use picker::Knowledge;
pub use quiets::push_scored_quiets;
pub use see::exchange_gains;

use super::context::Context;
use super::frame::Frame;
use super::instance::{Instance, Step};
use crate::types::{Move, Score};

/// The window and place of a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Scores up to here are too low to matter.
    pub alpha: Score,
    /// Scores from here on are too high to be reached.
    pub beta: Score,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// True where a cut-off is expected.
    pub cut: bool,
    /// False right after a null move.
    pub may_pass: bool,
    /// A move that is left out, to see how good the others are.
    pub excluded: Move,
}

impl Node {
    /// A node with a null window below `beta`.
    #[inline(always)]
    pub fn empty(beta: Score, depth: i32, ply: usize, cut: bool) -> Self {
        let alpha = beta - 1;
        Self { alpha, beta, depth, ply, cut, may_pass: true, excluded: Move::NONE }
    }

    /// A node with a whole window.
    #[inline(always)]
    pub fn open(alpha: Score, beta: Score, depth: i32, ply: usize) -> Self {
        Self { alpha, beta, depth, ply, cut: false, may_pass: true, excluded: Move::NONE }
    }
}

/// A node of the main search.
pub struct Search<const PV: bool>;

impl<const PV: bool> Step for Search<PV> {
    type Place = Node;

    #[inline(always)]
    fn run<B: Instance>(context: &mut Context<'_>, stack: &mut [Frame<B>], node: Node) -> Score {
        search::search::<B, PV>(context, stack, node)
    }
}

/// A node of the quiescence search; its first ply tries checks, too.
pub struct Calm<const PV: bool, const FIRST: bool>;

impl<const PV: bool, const FIRST: bool> Step for Calm<PV, FIRST> {
    /// Alpha, beta, ply.
    type Place = (Score, Score, usize);

    #[inline(always)]
    fn run<B: Instance>(
        context: &mut Context<'_>,
        stack: &mut [Frame<B>],
        place: Self::Place,
    ) -> Score {
        quiescence::quiescence::<B, PV, FIRST>(context, stack, place)
    }
}

/// A node of the quiescence search whose side to move is in check, rebuilt.
pub struct Evade<const PV: bool>;

impl<const PV: bool> Step for Evade<PV> {
    /// Alpha, beta, ply.
    type Place = (Score, Score, usize);

    #[inline(always)]
    fn run<B: Instance>(
        context: &mut Context<'_>,
        stack: &mut [Frame<B>],
        place: Self::Place,
    ) -> Score {
        quiescence::evade::<B, PV>(context, stack, place)
    }
}

/// Searches the position below a move: the main search, or the quiescence search when no depth is
/// left.
#[inline(always)]
pub fn below<B: Instance, const PV: bool>(
    kernel: B::Kernel,
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: Node,
) -> Score {
    if node.depth <= 0 {
        B::step::<Calm<PV, true>>(kernel, context, stack, (node.alpha, node.beta, node.ply))
    } else {
        B::step::<Search<PV>>(kernel, context, stack, node)
    }
}
