//! Tests of the search as a library.

#[path = "../support/faulty_fen.rs"]
mod faulty_fen;
#[path = "../support/mod.rs"]
mod support;

mod eval_terms;
mod fen;
mod interpreted;
mod strength;
