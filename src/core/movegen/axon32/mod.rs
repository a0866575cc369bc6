//! Moves from the record of [`crate::board::Axon32Board`], in 32-bit words and in the order of the
//! other boards.
//!
//! - `generate`: all legal moves of a kind
//! - `pawns`: moves of pawns, by kind
//! - `castling`: castling and en passant
//! - `captures`: good captures one at a time
//! - `legality`: legality of a move of another position
//! - `squares`: a set of squares in two words
//!
//! Moves are generated in parts. The moves of some pieces fill [`crate::kernels::axon32::MoveWords`],
//! the paper's `Moves` of 128, which is emptied into the search's list before it overflows. So even
//! the longest known list, of 218 moves, fits.

pub mod captures;
mod castling;
mod generate;
mod legality;
mod pawns;
mod squares;

pub use castling::may_castle;
pub use generate::generate;
pub use legality::is_playable;
pub use squares::SquareWords;
