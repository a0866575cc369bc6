//! Drives engines, ours included, as subprocesses over UCI, and measures them.
//!
//! ```text
//! windows → fault, uci_line, connection, descendants → process, mock → engine        driving any UCI engine
//! affinity, load, clock, probe, counters, levels, machine     the machine
//! microarchitecture → identity                                which CPU it is
//! workloads, positions, schedule, kept_limits, protocol, bench, command, stats, summary, precision, changes, record   what is measured
//! references, engine_options, contender, campaign, preflight,
//! output, progress, compare_options, boards, given, commits, compare   the comparison
//! scaling                                                      several threads
//! ```

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
pub mod levels;
pub mod load;
pub mod machine;
pub mod mock;
pub mod positions;
pub mod preflight;
pub mod probe;
pub mod process;
pub mod progress;
pub mod protocol;
pub mod references;
pub mod scaling;
pub mod schedule;
pub mod search_result;
pub mod uci_line;
#[cfg(all(windows, not(nucleus_portable)))]
mod windows;
