//! Weights of the evaluation, found by experiment.
//!
//! | module | what |
//! |---|---|
//! | [`games`] | games of the engine against itself, and the store that they are in |
//! | [`train`] | passes over positions by gradient descent, resumed where they ended |
//! | [`fit`] | weights of our evaluation fitted to the results of games by logistic regression |
//! | [`net`] | a network trained on positions of games |
//! | [`spsa`] | integer options of any UCI engine, by SPSA over matches |
//! | [`paper`] | the tuning paper: 29 weights, evolution, Hooke-Jeeves |
//! | `chart`, `fault`, `shuffle` | lines of a chart, faults of files, a shuffle |
//!
//! `docs/notebook/TUNING.md` has the results.

mod chart;
mod fault;
mod shuffle;

pub mod fit;
pub mod games;
pub mod net;
pub mod paper;
pub mod spsa;
pub mod train;

pub use fault::FileFault;
