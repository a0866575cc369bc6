//! The chess core of Nucleus: a board that is an 8×8 matrix of 32-bit cells.
//!
//! The layers, each using only those before it:
//!
//! ```text
//! types → matrix → kernels → board → movegen → eval
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`types`] | squares, pieces, moves, scores, bitboards |
//! | [`matrix`] | the 8×8 matrix: its cells, bit by bit; planes; influence |
//! | [`kernels`] | whole-board routines, one folder per instruction set; levels and their detection |
//! | [`board`] | a position: making moves, attacks, FEN, keys, the rules |
//! | [`movegen`] | legal moves; perft |
//! | [`mod@eval`] | the evaluation: terms over one table of weights |
//! | [`notation`] | moves, positions and games as text: UCI, SAN, EPD, PGN |
//! | [`profiles`] | the searchers and ways of sharing a search, by name |
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
