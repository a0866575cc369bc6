#![doc = include_str!("README.md")]
//!
//! | module | content |
//! |---|---|
//! | [`record`] | the record of a comparison: engines, workloads, samples, failures |
//! | [`machine_record`], [`identity`], [`microarchitecture`] | the machine and the identity of its CPU |
//! | [`workloads`] | positions with limits |
//! | [`stats`], [`normal`] | quantiles, intervals, geometric means; the normal distribution and Student's |
//! | [`estimate`] | the estimate of a ratio, shared by all outputs |
//! | [`summary`], [`precision`], [`changes`] | ratios with intervals; their precision; changes along commits |
//! | [`sequential`], [`gate`] | intervals that are valid at every block; ratios compared with a limit |
//! | [`probe`] | blocks in which the machine itself was slow |
//! | [`scaling`] | speed and nodes with several threads, relative to one thread |
//! | [`papers`] | the record of a reproduction of published figures |
//! | [`output`], [`time`] | files that are replaced atomically; dates |
//! | [`envelope`], [`check`], [`json`] | reading and checking records of any kind; cleaning their text |

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
