//! Finds weights, networks and options of engines by experiment.
//!
//! | module | contents |
//! |---|---|
//! | [`games`] | games of the engine against itself, and their store |
//! | [`train`] | gradient descent in passes over positions, which can be resumed |
//! | [`fit`] | weights of our evaluation, fitted to games' results by logistic regression |
//! | [`net`] | a network, trained on positions of games |
//! | [`spsa`] | integer options of any UCI engine, tuned by SPSA with matches |
//! | [`paper`] | the tuning paper: 29 weights, evolution, Hooke-Jeeves |
//! | `quiet` | positions that a static evaluation can judge |
//! | `chart`, `fault`, `shuffle` | lines of a chart, errors with files, a shuffle |
//!
//! `docs/notebook/TUNING.md` has the results.

mod chart;
mod fault;
mod quiet;
mod shuffle;

pub mod fit;
pub mod games;
pub mod net;
pub mod paper;
pub mod spsa;
pub mod train;

pub use fault::FileFault;
