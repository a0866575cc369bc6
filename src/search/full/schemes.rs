//! How moves are picked, as a type that a set of parameters names.

use super::parameters::ParameterSet;
use super::picker::FullPicker;
use super::quiescence::quiescence;
use super::umko::{UmkoPicker, umko_quiescence};
use crate::instance::{SearchBoard, Window};
use crate::ordering::{HistoryView, ScoredMoves};
use crate::search_types::SearchTypes;
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::types::{Move, Score};

/// Picks the moves of a node of the main search, best first.
pub trait MovePicker: Clone {
    /// A picker for a rebuilt position that is not in check; `table_move` is legal or none.
    /// The refutations are both killers and the counter-move.
    fn new(table_move: Move, refutations: [Move; 3]) -> Self;

    /// A picker for a position in check: all evasions are generated at once; see
    /// [`ScoredMoves::list`] for how many there are.
    fn evasions<B: SearchBoard>(
        board: &B,
        table_move: Move,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Self;

    /// Leaves out the quiet moves that are still to come.
    fn skip_quiets(&mut self);

    /// The next move, or none.
    fn next<B: SearchBoard>(
        &mut self,
        board: &B,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Option<Move>;

    /// True once the captures that lose are being picked.
    fn is_at_bad_captures(&self) -> bool;
}

/// The schemes by which a search picks its moves.
pub trait Schemes: Send + Sync + 'static {
    /// Those of the main search.
    type Picker: MovePicker;

    /// The quiescence search with its own.
    fn quiescence<I: SearchTypes, S: ParameterSet, const PV: bool, const FIRST: bool>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: Window,
    ) -> Score;
}

/// What measures best: captures that the cells alone call good come first, the counter-move after
/// the killers, and the quiescence search asks no table.
pub struct TunedSchemes;

impl Schemes for TunedSchemes {
    type Picker = FullPicker;

    #[inline(always)]
    fn quiescence<I: SearchTypes, S: ParameterSet, const PV: bool, const FIRST: bool>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: Window,
    ) -> Score {
        quiescence::<I, S, PV, FIRST>(worker, stack, window)
    }
}

/// Umko's four schemes, exactly (2.3).
pub struct UmkoSchemes;

impl Schemes for UmkoSchemes {
    type Picker = UmkoPicker;

    #[inline(always)]
    fn quiescence<I: SearchTypes, S: ParameterSet, const PV: bool, const FIRST: bool>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: Window,
    ) -> Score {
        umko_quiescence::<I, S, PV, FIRST>(worker, stack, window)
    }
}
