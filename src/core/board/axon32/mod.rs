//! Axon II's own machine: the record of its paper (section V.B) and nothing else.
//!
//! - `make`: moves on the record, in 32-bit words
//! - `keys`: the halves of the Zobrist words
//! - `rebuild`: piece list, influence, sensors and approaches after a move; pins
//! - `axon32_board`: the record as a [`super::Board`]
//!
//! `make` and `rebuild` have no 64-bit arithmetic, nor have `kernels::axon32`, `movegen::axon32` and
//! `eval::axon32`. `keys` and `axon32_board` are the seam to what all boards share: keys are of 64
//! bits there, and callers that want planes (FEN, books, endgame tables, known endings) are given
//! planes that are derived from the cells when they ask.
//!
//! The paper does not print how influence follows a move. Here a move clears it, and the piece list,
//! made anew by the scanner, writes it again piece by piece: two pieces of a kind share a bit, so
//! that the influence of one cannot be taken back.

mod axon32_board;
mod keys;
mod make;
mod rebuild;

pub use axon32_board::Axon32Board;
pub use make::{castling_rook, en_passant_takers};
pub use rebuild::pinned_ray;
