//! Sliders' fills. A direction across ranks is a shift to the right, of the board or of the board
//! upside down, in the instruction that accumulates. The sum equals the union, because only one
//! source sees a square in a given direction: the squares between are empty. A direction along the
//! ranks is a subtraction.

use std::arch::aarch64::*;

/// The squares that sliders pass over in a direction.
#[derive(Clone, Copy)]
pub struct Paths {
    /// Squares from which a step stays on the board.
    on_board: uint64x2_t,
    /// The empty ones among these squares.
    one: uint64x2_t,
    /// The squares where a path of two such squares begins, and where one of four begins.
    two: uint64x2_t,
    four: uint64x2_t,
}

/// The squares seen in both directions of a line: `down` on the board, `up` on the board upside down.
#[derive(Clone, Copy)]
pub struct Seen {
    pub down: uint64x2_t,
    pub up: uint64x2_t,
}

#[target_feature(enable = "neon")]
#[inline]
pub fn as_bytes(sets: uint64x2_t) -> uint8x16_t {
    vreinterpretq_u8_u64(sets)
}

#[target_feature(enable = "neon")]
#[inline]
pub fn as_sets(bytes: uint8x16_t) -> uint64x2_t {
    vreinterpretq_u64_u8(bytes)
}

/// Returns the board upside down: its ranks in reverse order.
#[target_feature(enable = "neon")]
#[inline]
pub fn flipped(sets: uint64x2_t) -> uint64x2_t {
    as_sets(vrev64q_u8(as_bytes(sets)))
}

/// Returns the squares seen in either direction.
#[target_feature(enable = "neon")]
#[inline]
pub fn either(seen: Seen) -> uint64x2_t {
    vorrq_u64(seen.down, flipped(seen.up))
}

/// Returns the paths of a direction over the squares that `occupied` leaves empty.
#[target_feature(enable = "neon")]
#[inline]
pub fn paths<const ONE: i32, const TWO: i32>(occupied: uint64x2_t, on_board: u64) -> Paths {
    let on_board = vdupq_n_u64(on_board);
    let one = vbicq_u64(on_board, occupied);
    let two = vandq_u64(one, vshlq_n_u64::<ONE>(one));
    let four = vandq_u64(two, vshlq_n_u64::<TWO>(two));
    Paths { on_board, one, two, four }
}

/// Returns the squares seen from the sources in one direction, up to and including the first piece.
#[target_feature(enable = "neon")]
#[inline]
pub fn fill<const ONE: i32, const TWO: i32, const FOUR: i32>(
    sources: uint64x2_t,
    paths: &Paths,
) -> uint64x2_t {
    let seen = vshrq_n_u64::<ONE>(vandq_u64(sources, paths.on_board));
    let seen = vsraq_n_u64::<ONE>(seen, vandq_u64(seen, paths.one));
    let seen = vsraq_n_u64::<TWO>(seen, vandq_u64(seen, paths.two));
    vsraq_n_u64::<FOUR>(seen, vandq_u64(seen, paths.four))
}

/// Returns the squares seen along the ranks towards the h-file. A subtraction borrows through the
/// empty squares and ends in its byte.
#[target_feature(enable = "neon")]
#[inline]
pub fn east(sources: uint8x16_t, occupied: uint8x16_t) -> uint8x16_t {
    let borrowed = vsubq_u8(occupied, vaddq_u8(sources, sources));
    veorq_u8(occupied, borrowed)
}

/// Returns the squares seen along the ranks towards the a-file; `mirrored` holds the occupied
/// squares with the files in reverse order.
#[target_feature(enable = "neon")]
#[inline]
pub fn west(sources: uint8x16_t, occupied: uint8x16_t, mirrored: uint8x16_t) -> uint8x16_t {
    let sources = vrbitq_u8(sources);
    let borrowed = vsubq_u8(mirrored, vaddq_u8(sources, sources));
    veorq_u8(occupied, vrbitq_u8(borrowed))
}
