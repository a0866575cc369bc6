//! Umko's four schemes of move picking (2.3) and the quiescence search that has two of them.
//!
//! | search | in check | scheme |
//! |---|---|---|
//! | main | no | table move, captures that lose nothing, killers, quiets by history, losing captures |
//! | main | yes | table move, evasions that lose nothing, evasions that lose |
//! | quiescence | no | table move, captures that lose nothing, checks at depth 0 |
//! | quiescence | yes | table move, all evasions |
//!
//! Static exchange evaluation determines the loss of a move. Promotions count as captures.

mod moves;
mod quiescence;
mod quiescence_picker;
#[cfg(test)]
mod tests;

pub use moves::{generate_judged_evasions, generate_quiets_by_history, generate_scored_captures};
