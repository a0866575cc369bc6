//! UCI: the engine as GUIs and the harness speak to it.

mod command;
mod options;
mod output;
mod session;
mod signature;
mod show;

pub use command::{Command, Go, PositionCommand};
pub use session::run;
pub use signature::{BENCH_DEPTH, BENCH_POSITIONS, BenchResult, bench};
pub use show::{compiler, show_board};
