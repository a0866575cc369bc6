//! The board of Axon II: the record of its paper (section V.B) without planes.
//!
//! - `make`: moves on the record, in 32-bit words
//! - `keys`: the halves of the Zobrist words
//! - `rebuild`: piece list, influence, sensors and approaches after a move
//! - `axon32_board`: the record as a [`super::Board`]
//!
//! `make`, `rebuild`, `kernels::axon32`, `movegen::axon32` and `eval::axon32` have no 64-bit
//! arithmetic. `keys` and `axon32_board` are the interface to the shared code: keys have 64 bits
//! there, and callers that need planes (FEN, books, endgame tables, known endings) receive planes
//! derived from the cells.
//!
//! The paper does not describe how influence is updated after a move. The influence of one piece alone
//! cannot be removed, because two pieces of one type share a bit. So a move clears some types of
//! influence on all cells: those of the pieces that it moves or captures, and of sliders that reach one
//! of its squares. The pieces of these types then write their influence again. Castling, promotions and
//! captures en passant clear all types, as do levels whose kernels write all influence at once.

mod axon32_board;
mod keys;
mod make;
mod rebuild;

pub use axon32_board::Axon32Board;
pub use make::{castling_rook, en_passant_takers};
