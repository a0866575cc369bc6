//! UCI: the engine as GUIs and the harness speak to it.

mod command;
mod options;
mod output;
mod session;
mod show;
mod signature;

pub use command::{Command, Go, PositionCommand};
pub use session::run;
pub use show::{compiler, show_board};
pub use signature::{BENCH_DEPTH, BENCH_POSITIONS, BenchResult, bench};
