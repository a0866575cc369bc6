//! Nucleus: a chess engine core on one 8×8 matrix of 32-bit cells, and the harness that measures it.
//!
//! The layers, each using only those before it:
//!
//! ```text
//! types → matrix → kernels → board → movegen → eval → search → uci
//!                                                       ↘ harness → report
//! ```
//!
//! [`notation`] (moves, positions and games as text) stands on movegen, [`inspect`] on eval and
//! notation, [`mod@matches`] on harness and notation. [`mod@text`] is beneath them all: what is done with a
//! text that a stranger wrote.

pub mod board;
pub mod eval;
#[cfg(feature = "harness")]
pub mod harness;
#[cfg(feature = "inspect")]
pub mod inspect;
pub mod kernels;
pub mod lines;
#[cfg(feature = "matches")]
pub mod matches;
pub mod matrix;
pub mod movegen;
pub mod notation;
#[cfg(feature = "report")]
pub mod report;
pub mod search;
#[cfg(feature = "suite")]
pub mod suite;
pub mod text;
pub mod types;
#[cfg(feature = "uci")]
pub mod uci;
