#![doc = include_str!("README.md")]
//!
//! | module | what |
//! |---|---|
//! | `engine` | the interface of the searcher: table, histories, threads, one call to search |
//! | `options`, `strength` | the engine's options; play below full strength |
//! | `root` | iterative deepening, aspiration windows, MultiPV |
//! | `root_moves` | one iteration over the moves of the root |
//! | `mate_search` | a search for forced mates between the iterations |
//! | `mate_line` | completes the lines of announced mates |
//! | `time`, `automatic_depth` | the end of iterative deepening; a depth chosen by the time |
//! | `profile` | the interface of a searcher to the root, and the searchers' names |
//! | `axon` | the paper's searcher: alpha-beta, null move, quiescence |
//! | `full` | the selective searcher: pruning, extensions, reductions; `umko` is one of its sets |
//! | `thread` | one thread of a search: selects the board and the profile for its task |
//! | `boards` | the selection of the board as a type; in a page of the browser the matrix alone |
//! | `parallel` | several threads in one search |
//! | `sharing` | a node and its moves shared among threads |
//! | `task` | the task of a search |
//! | [`distributed`] | the interface for a search shared by several processes |
//! | `parameters` | margins, depth limits and switches of the selective search, in named sets |
//! | `instance` | recursive functions, evaluation, move generation, compiled once per level |
//! | `worker` | the state of one thread, and the state of all threads |
//! | `window`, `node_result` | alpha and beta, and the result of a node's moves |
//! | `stack` | the search stack: one entry per ply |
//! | `ordering` | move ordering of both searchers: histories, scored moves, captures, quiets |
//! | `see` | static exchange evaluation |
//! | `checks` | tests for checks, and generation of quiet checks |
//! | `table` | the transposition table |
//! | `tables` | the interface of endgame tables to the search |
//! | `root_tables` | results of endgame tables at the root |
//! | `limits`, `signals` | the limits of a search, and signals that end it |
//! | `slices` | a search in slices, for a host with one thread |
//! | `info`, `observer`, `statistics`, `log` | reports and counts, and the log in the paper's format |
//!
//! `axon` and `full` do not use each other; no module but `thread` and `distributed` uses them.

mod automatic_depth;
mod axon;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod boards;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[path = "boards_page.rs"]
mod boards;
mod checks;
pub mod distributed;
mod engine;
mod full;
mod info;
mod instance;
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
mod slices;
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

pub use engine::SearchEngine;
pub use full::{Technique, switch_techniques};
pub use info::{SearchInfo, SearchLine, SearchOutcome};
pub use instance::SearchBoard;
pub use limits::{Clock, Limits, MAX_PLY};
pub use log::SearchLog;
pub use observer::{SearchEvent, SearchObserver};
pub use options::{EngineOptions, MAX_THREADS};
pub use parallel::{JobThread, ParallelSearch, PoolJob};
pub use parameters::{CheckExtension, Margins, Parameters, Schemes};
pub use profile::ProfileName;
pub use see::exchange_gains;
pub use signals::Signals;
pub use slices::Slices;
pub use statistics::Statistics;
pub use strength::{ELO_RANGE, FULL_SKILL, Handicap, LADDER, StrengthStep};
pub use table::{TableError, TranspositionTable};
pub use tables::{RootTableMove, TableValue, Tablebases};
pub use window::Window;
pub use worker::draw_score;
