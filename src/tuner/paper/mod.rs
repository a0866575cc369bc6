//! The tuning paper rebuilt: 29 weights are evolved until 1-ply searches play grandmasters' moves
//! as often as they can, and refined by Hooke-Jeeves. `nucleus reproduce` runs its experiments.
//!
//! | file | what |
//! |---|---|
//! | `positions` | positions with the grandmaster's move, from games |
//! | `tree` | 1-ply searches as trees of counts, so that a player is a product a node |
//! | `players` | how many positions players solve, in parallel |
//! | `evolution` | the population from generation to generation |
//! | `hooke_jeeves` | the pattern search |
//! | `refine` | the pattern search on positions that no player solved |
//! | `ranking` | a linear ranking support vector machine on the same weights |
//! | `readings` | the questions that the paper leaves open, measured |

mod evolution;
mod hooke_jeeves;
mod players;
mod positions;
mod ranking;
mod readings;
mod refine;
mod tree;

pub use evolution::{
    CurvePoint, EvolutionOptions, EvolutionRun, VirtualPlayer, best_run, evolve, first_best,
};
pub use hooke_jeeves::{PatternOptions, PatternSearch, pattern_search};
pub use players::{Solved, count_solved, score};
pub use positions::{DrawOptions, GamePosition, PositionSets, read_games};
pub use ranking::{RankingOptions, rank};
pub use readings::{PaperReading, ReadingScore, all_readings};
pub use refine::{Climbed, Refinement, RefinementOptions, refine};
pub use tree::{Leaf, SearchForest};
