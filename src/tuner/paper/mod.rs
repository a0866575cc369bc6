//! The tuning paper rebuilt: 29 weights are evolved until 1-ply searches play grandmasters' moves
//! as often as they can, refined by Hooke-Jeeves, and proven by matches.
//!
//! | file | what |
//! |---|---|
//! | `positions` | positions with the grandmaster's move, from games |
//! | `files` | sets of positions, records and weights as files |
//! | `tree` | 1-ply searches as trees of counts, so that a player is a product a node |
//! | `players` | how many positions players solve, in parallel |
//! | `mutation` | Michalewicz's non-uniform mutation |
//! | `evolution` | the population from generation to generation |
//! | `hooke_jeeves` | the pattern search |
//! | `refine` | the pattern search on positions that no player solved |
//! | `ranking` | a linear ranking support vector machine on the same weights |
//! | `readings` | what the paper leaves open, measured |
//! | `prove` | matches between the players of a run |
//! | `proof_chart` | wins, draws and losses of these matches, the paper's figure 2 |
//! | `page` | tables and charts beside the paper's |

mod evolution;
mod files;
mod hooke_jeeves;
mod mutation;
mod page;
mod players;
mod positions;
mod proof_chart;
mod prove;
mod ranking;
mod readings;
mod refine;
mod tree;

pub use evolution::{
    CurvePoint, EvolutionOptions, EvolutionRun, EvolutionSettings, VirtualPlayer, best_run, evolve,
    first_average, random_population,
};
pub use files::{
    DataSet, EVOLVED_FILE, FIRST_FILE, REFINED_FILE, load_runs, read_json, read_weights, run_file,
    write_json, write_text, write_weights,
};
pub use hooke_jeeves::{PatternOptions, PatternSearch, pattern_search};
pub use mutation::non_uniform;
pub use page::{evolution_page, refinement_page, weights_table};
pub use players::{Solved, score};
pub use positions::{DataCounts, DataOptions, GameGathering, GamePosition, PositionSets};
pub use prove::{FirstPlayer, ProveOptions, proof_page, prove};
pub use ranking::{RankingOptions, rank};
pub use readings::{PaperReading, ReadingScore, all_readings, readings_chart, readings_table};
pub use refine::{Climbed, Refinement, RefinementOptions, RefinementSettings, refine};
pub use tree::{Leaf, SearchForest};
