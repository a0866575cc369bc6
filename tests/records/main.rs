//! Tests of records and of their statistics.

mod changes;
mod estimate;
mod identity;
mod json;
mod microarchitecture;
mod normal;
mod output;
mod papers;
mod precision;
mod record;
mod scaling;
mod stats;
mod summary;
mod time;
mod workloads;
