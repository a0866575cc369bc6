//! Classical magic bitboards, as Umko has them (section 2.1 and 2.3): the second board under the
//! same search.
//!
//! - `blockers`: the squares whose occupancy decides a slider's attacks
//! - `table`: the attacks of every square and every set of blockers, in one table
//! - `magics`: the magic numbers, found by trying numbers with few bits at random
//! - `lookup`: the two ways into the table, by magic multiplication and by PEXT
//! - `magic_board`: the board

mod blockers;
mod lookup;
mod magic_board;
mod magics;
mod table;

pub use blockers::{Slider, blocker_mask};
pub use lookup::{Lookup, Magics, Pext};
pub use magic_board::MagicBoard;
