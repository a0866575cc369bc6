//! Records of speed measurements: the measurements of one run on one machine, as JSON, and the
//! statistics over its samples.
//!
//! | module | content |
//! |---|---|
//! | [`record`] | the record of a comparison: engines, workloads, samples, failures |
//! | [`machine_record`], [`identity`], [`microarchitecture`] | the machine; which CPU it has |
//! | [`workloads`] | positions with limits |
//! | [`stats`], [`normal`] | quantiles, intervals, geometric means; the normal distribution and Student's |
//! | [`estimate`] | the estimate of a ratio that every output shares |
//! | [`summary`], [`precision`], [`changes`] | ratios with intervals; how exact they are; changes along commits |
//! | [`sequential`], [`gate`] | intervals that hold at every block; ratios held against a limit |
//! | [`probe`] | blocks in which the machine itself was slow |
//! | [`scaling`] | engines over numbers of threads, from a comparison |
//! | [`papers`] | the record of published figures measured anew |
//! | [`output`], [`time`] | files that are replaced whole; dates |
//! | [`envelope`], [`check`], [`json`] | what every kind of record has: read, checked, its text cleaned |

pub mod changes;
pub mod check;
pub mod envelope;
pub mod estimate;
pub mod gate;
pub mod identity;
pub mod json;
pub mod machine_record;
pub mod microarchitecture;
pub mod normal;
pub mod output;
pub mod papers;
pub mod precision;
pub mod probe;
pub mod record;
pub mod scaling;
pub mod sequential;
pub mod stats;
pub mod summary;
pub mod time;
pub mod workloads;
