#![doc = include_str!("README.md")]
//!
//! Each layer uses only those before it:
//!
//! ```text
//! types → matrix → kernels → board → movegen → eval
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`types`] | squares, pieces, moves, scores, bitboards |
//! | [`matrix`] | the 8×8 matrix: the bits of its cells; planes; influence |
//! | [`kernels`] | routines over the 64 squares, one folder per instruction set; levels and their detection |
//! | [`board`] | a position: making moves, attacks, FEN, keys, the rules |
//! | [`movegen`] | legal moves; perft |
//! | [`mod@eval`] | the evaluation: terms over one table of weights |
//! | [`notation`] | moves, positions and games as text: UCI, SAN, EPD, PGN |
//! | [`profiles`] | names of searchers and of parallel searches |
//! | [`positions`] | the positions of `bench` |

pub mod board;
#[cfg(feature = "eval")]
pub mod eval;
pub mod kernels;
pub mod matrix;
pub mod movegen;
pub mod notation;
pub mod positions;
pub mod profiles;
pub mod types;
