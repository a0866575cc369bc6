//! Tests of what pages claim against the records.

mod figures;
mod gate_rates;
