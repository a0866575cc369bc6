//! Classical magic bitboards, as in Umko (sections 2.1 and 2.3): a second board for the same search.
//!
//! - `blockers`: the squares whose occupancy determines a slider's attacks
//! - `table`: the attacks of each slider from every square for every set of blockers, in two orders
//! - `magics`: the magic numbers
//! - `lookup`: the two ways to index the tables, by magic multiplication and by PEXT
//! - `magic_board`: the board

mod blockers;
mod lookup;
mod magic_board;
mod magics;
mod table;

pub use blockers::{Slider, blocker_mask};
pub use lookup::{Lookup, Magics, Pext};
pub use magic_board::MagicBoard;
