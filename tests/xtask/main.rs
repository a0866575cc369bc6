//! Tests of what pages claim against the records.

mod duets;
mod figures;
mod gate_rates;
