//! ABDADA among ranks that all search the root (Weill 1996): every rank tells the others which deep
//! nodes it is at, and a rank defers moves that another one searches.
//!
//! | module | what |
//! |---|---|
//! | `searching_table` | the nodes that ranks are at |
//! | `tracking` | what a thread does when it enters a deep node, leaves one, and looks at the others |
//! | `deferred` | the moves of a node that another rank is at, too |
//! | `failed_moves` | moves that failed low, told from rank to rank |

mod deferred;
mod failed_moves;
mod searching_table;
mod tracking;

pub use deferred::{choose_move, search_deferred};
pub use failed_moves::{failed_move, stored_failure};
pub use searching_table::SearchingTable;
pub use tracking::Tracker;
