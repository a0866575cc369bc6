//! Tests that need the search: terms of the evaluation, FEN, one run of every layer, strengths.

#[path = "../support/faulty_fen.rs"]
mod faulty_fen;
#[path = "../support/mod.rs"]
mod support;

mod eval_terms;
mod fen;
mod interpreted;
mod strength;
