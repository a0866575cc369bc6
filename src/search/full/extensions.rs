//! Extensions of checks, forced replies, pawns on the seventh rank and recaptures (Umko, 2.2).

use super::pruning::Candidate;
use super::recursion::Node;
use super::state::NodeState;
use crate::instance::SearchBoard;
use crate::parameters::{CheckExtension, Parameters};
use crate::see::exchange_gains;
use crate::stack::StackEntry;
use nucleus_core::types::PieceType;

/// Returns the plies by which a move is extended, 0 or 1; `pv` is true in the principal variation.
#[inline(always)]
pub fn extension<B: SearchBoard>(
    parameters: &Parameters,
    entry: &StackEntry<B>,
    node: &Node,
    state: &NodeState,
    candidate: &Candidate,
    pv: bool,
) -> i32 {
    let Candidate { chess_move, kind, gives_check, .. } = *candidate;
    let board = &entry.board;
    let sound = || exchange_gains(board, chess_move, 0);
    let check = gives_check
        && match parameters.check_extension {
            CheckExtension::Off => false,
            CheckExtension::Mating => (pv || state.short_of_flights) && sound(),
            CheckExtension::All => true,
        };
    let passed_pawn = node.at.depth <= parameters.passed_depth
        && kind == PieceType::Pawn
        && chess_move.to().relative(board.side()).rank() == 6
        && sound();
    let recapture = node.at.depth <= parameters.recapture_depth
        && (pv || !parameters.recapture_pv)
        && chess_move.is_capture()
        && entry.last_move.is_capture()
        && chess_move.to() == entry.last_move.to()
        && sound();
    i32::from(check || state.forced || passed_pawn || recapture)
}
