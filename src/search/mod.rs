//! The search: iterative deepening over one of the searchers `axon`, `full` and `umko`.
//!
//! | module | what |
//! |---|---|
//! | `engine` | the searcher as others use it: options, table, histories, one call to search |
//! | `root` | iterative deepening, aspiration windows, MultiPV, the moves of the root |
//! | `time` | when iterative deepening ends |
//! | `profile` | what a searcher is to the root, and the searchers' names |
//! | `axon` | the paper's searcher: alpha-beta, null move, quiescence |
//! | `full` | the selective searcher: pruning, extensions, reductions; `umko` is one of its sets |
//! | `parts` | what a search is made of: a board and an evaluator |
//! | `instance` | the recursive functions, instantiated once a level |
//! | `worker` | what one thread owns, and what all threads share |
//! | `stack` | what one ply owns |
//! | `ordering` | what both searchers order moves by: histories, scored moves, captures, quiets |
//! | `see` | static exchange evaluation |
//! | `checks`, `legality` | moves that give check; moves of another position that are legal here |
//! | `table` | the transposition table |
//! | `positions` | those of `bench` |
//! | `limits`, `info`, `log` | what a search is given, reports, and logs as the paper does |
//!
//! `axon` and `full` use what stands below them and not each other; nothing below knows them.

mod axon;
mod checks;
mod engine;
mod full;
mod info;
mod instance;
mod legality;
mod limits;
mod log;
mod ordering;
mod parts;
mod positions;
mod profile;
mod root;
mod see;
mod stack;
mod table;
mod time;
mod worker;

pub use axon::Axon;
pub use engine::{EngineOptions, SearchEngine, SearchOutcome};
pub use full::{
    Full, ParameterSet, Parameters, Played, Schemes, Switched, Technique, Tuned, Umko,
    switch_techniques,
};
pub use info::{SearchInfo, SearchLine};
pub use instance::{Instance, SearchBoard, SearchKernel};
pub use limits::{Clock, Limits, MAX_PLY};
pub use log::SearchLog;
pub use parts::Parts;
pub use positions::BENCH_POSITIONS;
pub use profile::{Profile, ProfileName};
pub use see::exchange_gains;
pub use table::{TableError, TranspositionTable};
pub use worker::{Statistics, draw_score};
