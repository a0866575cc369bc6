//! Legal move generation and perft.

pub mod axon32;
pub mod captures;
mod children;
mod count;
mod ending;
pub mod generate;
mod perft;
pub mod pieces;
mod sink;

pub use captures::{GenerateCaptures, GoodCaptures};
pub use count::CountMoves;
pub use ending::Ending;
pub use generate::append_castling;
pub use generate::{ALL, GenerateMoves, NOISY, QUIET, generate, legal_moves};
pub use perft::{Perft, PerftMode, Scratch, divide, perft};
