//! Weights of the evaluation, found by experiment.
//!
//! | module | what |
//! |---|---|
//! | [`games`] | positions with results: games of the engine against itself, or of a PGN file |
//! | [`data`] | games in four bytes a position, to train a network on |
//! | [`fit`] | weights fitted to results by logistic regression, of our evaluation or any other |
//! | [`net`] | a network trained on positions |
//! | [`spsa`] | integer options of any UCI engine, by SPSA over matches |
//! | [`paper`] | the tuning paper: 29 weights, evolution, Hooke-Jeeves, matches |
//!
//! `docs/notebook/TUNING.md` has the results.

pub mod data;
pub mod fit;
pub mod games;
pub mod net;
pub mod paper;
pub mod spsa;
