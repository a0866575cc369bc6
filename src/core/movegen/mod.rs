//! Legal move generation and perft.

pub mod axon32;
pub mod captures;
mod children;
mod count;
pub mod generate;
mod perft;
pub mod pieces;
mod sink;

pub use captures::GoodCaptures;
pub use count::CountMoves;
pub use generate::append_castling;
pub use generate::{ALL, NOISY, QUIET, generate, is_legal};
pub use perft::{Perft, PerftMode, Scratch, divide, perft};
