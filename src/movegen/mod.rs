//! Legal moves, perft.

pub mod generate;
mod perft;

pub use generate::{ALL, NOISY, QUIET, generate, is_legal};
pub use perft::{Perft, PerftMode, Scratch, divide, perft};
