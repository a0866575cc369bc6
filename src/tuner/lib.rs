//! Weights of the evaluation, found by experiment.
//!
//! | module | what |
//! |---|---|
//! | [`games`] | positions with results: games of the engine against itself, or of a PGN file |
//! | [`fit`] | weights fitted to results by logistic regression, of our evaluation or any other |
//! | [`paper`] | the tuning paper: 29 weights, evolution, Hooke-Jeeves, matches |
//!
//! `docs/notebook/TUNING.md` has the results.

pub mod fit;
pub mod games;
pub mod paper;
