//! The words of the game: colours, pieces, squares, sets of squares, moves, scores; and the seeded
//! generator that all layers draw from.

pub mod bitboard;
mod chessmove;
mod color;
mod hash;
mod movelist;
mod piece;
mod random;
pub mod score;
mod square;

pub use chessmove::{Move, MoveKind};
pub use color::Color;
pub use hash::fnv1a;
pub use movelist::{MAX_MOVES, MoveList};
pub use piece::{Piece, PieceType};
pub use random::Random;
pub use score::Score;
pub use square::Square;

/// A set of squares, one bit a square, a1 the lowest.
pub type Bitboard = u64;
