//! The benchmark harness: it drives engines, including ours, as subprocesses over UCI and measures
//! them. `nucleus_records` has the records and their statistics.
//!
//! | module | content |
//! |---|---|
//! | [`uci_line`], [`fault`], [`search_result`], [`connection`], [`engine`], [`mock`] | driving any UCI engine |
//! | [`process`], [`descendants`], [`task_clock`], `windows` | engines as processes |
//! | [`affinity`], [`load`], [`clock`], [`probe`], [`counters`], [`machine`] | the machine |
//! | [`positions`], [`kept_limits`], `limits`, [`protocol`], [`mod@bench`], [`command`] | one measurement |
//! | [`references`], [`given`], [`commits`], [`engine_options`], [`contender`], [`preflight`], [`pairing`] | the engines |
//! | [`compare_options`], [`compare`], [`campaign`], [`progress`], [`boards`] | whole runs |

pub mod affinity;
pub mod bench;
pub mod boards;
pub mod campaign;
pub mod clock;
pub mod command;
pub mod commits;
pub mod compare;
pub mod compare_options;
pub mod connection;
pub mod contender;
pub mod counters;
pub mod descendants;
pub mod engine;
pub mod engine_options;
pub mod fault;
pub mod given;
pub mod kept_limits;
mod limits;
pub mod load;
pub mod machine;
pub mod mock;
pub mod pairing;
pub mod positions;
pub mod preflight;
pub mod probe;
pub mod process;
pub mod progress;
pub mod protocol;
pub mod references;
pub mod search_result;
pub mod task_clock;
pub mod uci_line;
#[cfg(windows)]
mod windows;
