//! The search: iterative deepening over one of the searchers `axon`, `full` and `umko`.
//!
//! | module | what |
//! |---|---|
//! | `engine` | the searcher as others use it: table, histories, threads, one call to search |
//! | `options`, `strength` | what can be set on it; play below full strength |
//! | `root` | iterative deepening, aspiration windows, MultiPV |
//! | `root_moves` | one iteration over the moves of the root |
//! | `mate_search` | mates by force, looked for beside the iterations |
//! | `mate_line` | lines of announced mates, told to their end |
//! | `time`, `automatic_depth` | when iterative deepening ends; a depth chosen by the time |
//! | `profile` | what a searcher is to the root, and the searchers' names |
//! | `axon` | the paper's searcher: alpha-beta, null move, quiescence |
//! | `full` | the selective searcher: pruning, extensions, reductions; `umko` is one of its sets |
//! | `thread` | one thread of a search, from what it is given to board and profile |
//! | `parallel` | several threads in one search |
//! | `sharing` | a node and its moves shared among threads |
//! | `task` | what a search is given |
//! | [`distributed`] | what a search needs that several processes share |
//! | `parameters` | every margin and switch of the selective search, in named sets |
//! | `instance` | the recursive functions, instantiated once a level |
//! | `worker` | what one thread owns, and what all threads share |
//! | `window`, `node_result` | alpha and beta, and the result of a node's moves |
//! | `stack` | the search stack: an entry a ply |
//! | `ordering` | what both searchers order moves by: histories, scored moves, captures, quiets |
//! | `see` | static exchange evaluation |
//! | `checks`, `legality` | moves that give check; moves of another position that are legal here |
//! | `table` | the transposition table |
//! | `tables` | endgame tables as the search sees them |
//! | `root_tables` | the root where endgame tables know it |
//! | `limits`, `signals` | what a search is given, and what ends it from outside |
//! | `info`, `observer`, `statistics`, `log` | what it reports and counts, and its log as the paper prints it |
//!
//! `axon` and `full` use what stands below them and not each other; nothing below knows them.

mod automatic_depth;
mod axon;
mod checks;
pub mod distributed;
mod engine;
mod full;
mod info;
mod instance;
mod legality;
mod limits;
mod log;
mod mate_line;
mod mate_search;
mod node_result;
mod observer;
mod options;
mod ordering;
mod parallel;
mod parameters;
mod profile;
mod root;
mod root_moves;
mod root_tables;
mod see;
mod sharing;
mod signals;
mod stack;
mod statistics;
mod strength;
mod table;
mod tables;
mod task;
mod thread;
mod time;
mod window;
mod worker;

pub use axon::Axon;
pub use engine::SearchEngine;
pub use full::{Full, Technique, switch_techniques};
pub use info::{SearchInfo, SearchLine, SearchOutcome};
pub use instance::{SearchBoard, SearchKernel};
pub use limits::{Clock, Limits, MAX_PLY};
pub use log::SearchLog;
pub use observer::{SearchEvent, SearchObserver};
pub use options::{EngineOptions, MAX_THREADS};
pub use parallel::{JobThread, ParallelSearch, PoolJob};
pub use parameters::{CheckExtension, MARGINS, Margins, Parameters, Schemes};
pub use profile::{Profile, ProfileName};
pub use see::exchange_gains;
pub use signals::Signals;
pub use statistics::Statistics;
pub use strength::{ELO_RANGE, FULL_SKILL, Handicap, LADDER, StrengthStep};
pub use table::{TableError, TranspositionTable};
pub use tables::{RootTableMove, TableValue, Tablebases};
pub use window::Window;
pub use worker::draw_score;
