//! Basic types: colours, pieces, squares, sets of squares, moves, scores; and what all layers use:
//! Zobrist words, a hash of bytes, a seeded random generator.

pub mod bitboard;
mod chessmove;
mod color;
mod hash;
mod movelist;
mod piece;
mod random;
pub mod score;
mod square;
pub mod zobrist;

pub use chessmove::{Move, MoveKind};
pub use color::Color;
pub use hash::fnv1a;
pub use movelist::{MAX_MOVES, MoveList};
pub use piece::{Piece, PieceType};
pub use random::Random;
pub use score::Score;
pub use square::Square;

/// A set of squares, one bit per square, a1 the lowest.
pub type Bitboard = u64;

/// Returns the value of `all` with this name, ignoring case. The error lists the accepted names,
/// those of `also` first.
pub(crate) fn named<T: Copy + ToString>(
    what: &str,
    also: &str,
    all: &[T],
    name: &str,
) -> Result<T, String> {
    let is_it = |one: &T| one.to_string().eq_ignore_ascii_case(name);
    all.iter().copied().find(is_it).ok_or_else(|| {
        let names = all.iter().map(T::to_string).collect::<Vec<_>>().join(", ");
        format!("unknown {what} '{name}': expected one of {also}{names}")
    })
}
