//! UCI: the protocol between the engine and GUIs or the harness.

mod book;
mod command;
mod evaluation;
mod help;
mod input;
mod option_table;
mod options;
mod output;
mod place;
mod player;
mod position;
mod session;
mod show;
mod signature;
mod tables;
mod wdl;
mod work;

pub use command::{Go, PositionCommand, UciCommand};
pub use evaluation::configure;
pub use option_table::MAX_HASH;
pub use session::{converse, run};
pub use show::{compiler, show_board};
pub use signature::{BENCH_DEPTH, BENCH_DEPTHS, BenchResult, bench};
