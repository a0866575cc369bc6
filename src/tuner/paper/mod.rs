//! The tuning paper, reproduced: it evolves 29 weights until 1-ply searches play grandmasters'
//! moves as often as possible, and refines them by Hooke-Jeeves. `nucleus reproduce` runs the
//! experiments.
//!
//! | file | contents |
//! |---|---|
//! | `positions` | positions from games, with the grandmaster's move |
//! | `tree` | 1-ply searches as trees of feature counts, which a player's weights multiply |
//! | `players` | numbers of positions that players solve, in parallel |
//! | `evolution` | the population over its generations |
//! | `hooke_jeeves` | the pattern search |
//! | `refine` | the pattern search on positions that no player solved |
//! | `ranking` | a linear ranking support vector machine for the same weights |
//! | `readings` | solved positions under each reading of the paper's open questions |

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
