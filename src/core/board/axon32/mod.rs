//! The board of Axon II: the record of its paper (section V.B) without planes.
//!
//! - `make`: moves on the record, in 32-bit words
//! - `rebuild`: the piece list and the bits of the cells (see [`crate::matrix::cell`]) after a move
//! - `axon32_board`: the record as a [`super::Board`]
//!
//! `make`, `rebuild`, `kernels::axon32`, `movegen::axon32` and `eval::axon32` have no 64-bit
//! arithmetic, except `kernels::axon32::keys` and `words`. These files and `axon32_board` are the
//! interface to the shared code, whose keys and values have 64 bits. Callers that need planes (FEN, books,
//! endgame tables, known endings) receive planes derived from the cells.
//!
//! The paper does not describe how influence is updated after a move. The influence of one piece alone
//! cannot be removed, because two pieces of one type share a bit. So a move clears some types of
//! influence on all cells: those of the pieces that it moves or captures, and of sliders that reach one
//! of its squares. The pieces of these types then write their influence again. Castling, promotions and
//! captures en passant clear all types, as do levels whose kernels write all influence at once.

mod axon32_board;
mod make;
mod rebuild;

pub use axon32_board::Axon32Board;
pub use make::en_passant_takers;
