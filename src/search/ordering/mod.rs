//! Move ordering of both searchers.
//!
//! | module | what |
//! |---|---|
//! | `history` | history tables: quiet moves, captures, counter-moves, continuations |
//! | `scored` | a list of moves with scores, and selection of the best |
//! | `captures` | victims and their values |
//! | `quiets` | quiet moves generated with their scores |
//! | `tried` | moves of a node that receive the malus |

mod captures;
mod history;
mod quiets;
mod scored;
mod tried;

pub use captures::{captured, promotion_score, victim_score};
pub use history::{Histories, HistoryView, PieceTo, QuietHistory};
pub use quiets::generate_scored_quiets;
pub use scored::ScoredMoves;
pub use tried::Tried;
