//! The 64 cells (see [`crate::matrix::cell`]) from the planes: six fills, then a transpose of bits.
//!
//! A type's white and black sets are adjacent in one 128-bit part of a register. Sliders are filled
//! forward (N, NE, NW, E) and backward, four lines at a time: the parts hold, in this order, the
//! file, the diagonal, the anti-diagonal and the rank.

use std::arch::x86_64::*;

use super::lanes::{ByteIndices, LaneIndices, all, sets, vector};
use super::wide::{
    AND3, NOT_OR, OR_THEN_AND, Wide, and, bit_product, blend, both_ways, bytes, even_lanes, fill,
    lanes, lanes_of_two, odd_lanes, or, or_and, parts, paths, splat, ternary, united,
};
use crate::kernels::Rebuilt;
use crate::matrix::{Matrix, Planes};
use crate::types::Color;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_8};

/// Rotation to the left of one step forward: N, NE, NW, E.
const FORWARD: [i64; 8] = [8, 8, 9, 9, 7, 7, 1, 1];
/// Rotation to the left of one step backward: S, SW, SE, W.
const BACKWARD: [i64; 8] = [56, 56, 55, 55, 57, 57, 63, 63];
/// The squares where a step forward can end.
const FORWARD_ON_BOARD: [u64; 8] =
    pairs([!RANK_1, !(FILE_A | RANK_1), !(FILE_H | RANK_1), !FILE_A]);
/// The squares where a step backward can end.
const BACKWARD_ON_BOARD: [u64; 8] =
    pairs([!RANK_8, !(FILE_H | RANK_8), !(FILE_A | RANK_8), !FILE_H]);

/// Returns each set twice.
const fn pairs(sets: [u64; 4]) -> [u64; 8] {
    [sets[0], sets[0], sets[1], sets[1], sets[2], sets[2], sets[3], sets[3]]
}

/// Masks of 128-bit parts. They are vectors, because a mask register is filled through a general one,
/// which costs a shuffle.
const PART_1: [u64; 8] = pairs([0, !0, 0, 0]);
const PART_2: [u64; 8] = pairs([0, 0, !0, 0]);
const PARTS_12: [u64; 8] = pairs([0, !0, !0, 0]);
const PARTS_13: [u64; 8] = pairs([0, !0, 0, !0]);
const PARTS_23: [u64; 8] = pairs([0, 0, !0, !0]);
/// The lane of the set for a cell's highest bit.
const LANE_1: [u64; 8] = [0, !0, 0, 0, 0, 0, 0, 0];

/// `1 << b` in byte `b` of each quadword: picks the columns of an 8×8 bit matrix.
const COLUMNS: [u64; 8] = [0x8040_2010_0804_0201; 8];

/// Returns the 8×8 bit matrix that moves the bits of each byte, a rank, left by `files`; bits that
/// leave the byte are dropped.
const fn moved(files: i32) -> u64 {
    let mut matrix = 0;
    let mut bit = 0;
    while bit < 8 {
        let source = bit - files;
        if source >= 0 && source < 8 {
            matrix |= 1u64 << source << (8 * (7 - bit));
        }
        bit += 1;
    }
    matrix
}
/// The matrices that move by one file, two files, one file and two files: to the east, and to the west.
const EAST: [u64; 8] = pairs([moved(1), moved(2), moved(1), moved(2)]);
const WEST: [u64; 8] = pairs([moved(-1), moved(-2), moved(-1), moved(-2)]);
/// Shift by ranks in a knight's step: two ranks with one file, one rank with two files.
const RANKS: [i64; 8] = [16, 16, 8, 8, 16, 16, 8, 8];

/// Sets of `N` positions.
pub(super) struct LaneSets<const N: usize> {
    /// Squares that both colours' sliders see, forward and backward: by White's sliders in the even
    /// lanes, by Black's in the odd ones.
    pub(super) slides: [Wide<N>; 2],
    /// The squares between Black's king and a white slider, and the reverse.
    pub(super) between: [__m128i; N],
    /// Influence: pawns, knights, bishops, rooks along the rank, White's and Black's alternating.
    first: Wide<N>,
    /// Influence: rooks along the file, queens, kings; then rooks along the rank again.
    second: Wide<N>,
}

/// Returns pawn influence: White's in the lowest lane, Black's in the next.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pawn_influence<const N: usize>(pawns: Wide<N>) -> Wide<N> {
    let mut out = pawns;
    for n in 0..N {
        let set = _mm512_castsi512_si128(pawns.0[n]);
        let right = _mm_rolv_epi64(set, _mm_set_epi64x(57, 9));
        let left = _mm_rolv_epi64(set, _mm_set_epi64x(55, 7));
        let right = _mm_and_si128(
            right,
            _mm_set_epi64x((!(FILE_A | RANK_8)).cast_signed(), (!(FILE_A | RANK_1)).cast_signed()),
        );
        let left = _mm_and_si128(
            left,
            _mm_set_epi64x((!(FILE_H | RANK_8)).cast_signed(), (!(FILE_H | RANK_1)).cast_signed()),
        );
        out.0[n] = _mm512_zextsi128_si512(_mm_or_si128(right, left));
    }
    out
}

/// Writes the complete output of a rebuild from the planes.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn rebuild(pieces: &Planes, side: Color, out: &mut Rebuilt) {
    rebuild_then(pieces, side, out, |_, _| ());
}

/// Does the work of [`rebuild`] and passes the sets on while they are in registers.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn rebuild_then<R>(
    pieces: &Planes,
    side: Color,
    out: &mut Rebuilt,
    then: impl FnOnce(&LaneSets<1>, &Rebuilt) -> R,
) -> R {
    // Planes are broadcast from memory; this leaves the shuffle unit to operations that cross
    // lanes.
    let men = [splat(all(pieces.0[6])), splat(all(pieces.0[7]))];
    // SAFETY: `Planes` is 64 bytes, aligned to 64.
    let planes = splat(unsafe { _mm512_load_si512((&raw const pieces.0).cast()) });
    let sets = rebuild_wide::<R, 1>(planes, men, side, [&mut out.nucleus.cells]);
    let mut pins = [0u64; 2];
    // SAFETY: an unaligned store to the 16 bytes of `pins`; `Influence`: 128 bytes, aligned to 64.
    unsafe {
        _mm_storeu_si128((&raw mut pins).cast(), sets.between[0]);
        let out = (&raw mut out.influence.0).cast::<__m512i>();
        _mm512_store_si512(out, sets.first.0[0]);
        _mm512_store_si512(out.add(1), sets.second.0[0]);
    }
    out.pinned = pins[1 - side.index()] & pieces.0[6 + side.index()];
    let influence = &mut out.influence.0;
    for color in 0..2 {
        influence[14 + color] = (influence[color] | influence[2 + color] | influence[4 + color])
            | (influence[6 + color] | influence[8 + color] | influence[10 + color])
            | influence[12 + color];
    }
    then(&sets, out)
}

/// Returns the squares that White influences, and those that Black influences.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn all_influence<const N: usize>(sets: &LaneSets<N>) -> [__m128i; N] {
    united(or(sets.first, sets.second))
}

/// Writes the cells of positions from their planes and from White's and Black's pieces, each in
/// all lanes.
// The type parameter makes the compiler inline the function into each caller.
#[expect(clippy::extra_unused_type_parameters)]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn rebuild_wide<R, const N: usize>(
    planes: Wide<N>,
    men: [Wide<N>; 2],
    side: Color,
    out: [&mut Matrix; N],
) -> LaneSets<N> {
    let empty = ternary::<NOT_OR, N>(men[0], men[1], men[1]);
    let white = and(planes, men[0]);
    let black = and(planes, men[1]);
    let low = even_lanes(white, black); // pawns, bishops, queens, –
    let high = odd_lanes(white, black); // knights, rooks, kings, –

    let ahead = paths(empty, FORWARD, FORWARD_ON_BOARD);
    let behind = paths(empty, BACKWARD, BACKWARD_ON_BOARD);
    let on_board = splat(sets(FORWARD_ON_BOARD));
    let behind_on_board = splat(sets(BACKWARD_ON_BOARD));

    let rooks_bishops = lanes_of_two(low, high, vector([8 + 2, 8 + 3, 2, 3, 2, 3, 8 + 2, 8 + 3]));
    let queens = parts::<0b10_10_10_10, N>(low, low);
    // Black's king first: its lanes contain the white sliders that may pin a piece to it.
    let kings = lanes(high, vector([5, 4, 5, 4, 5, 4, 5, 4]));
    let line_ahead = fill(rooks_bishops, &ahead, FORWARD);
    let line_behind = and(fill(rooks_bishops, &behind, BACKWARD), behind_on_board);
    let queen_ahead = fill(queens, &ahead, FORWARD);
    let queen_behind = and(fill(queens, &behind, BACKWARD), behind_on_board);
    let king_ahead = fill(kings, &ahead, FORWARD);
    let king_behind = and(fill(kings, &behind, BACKWARD), behind_on_board);
    let line = or_and(line_behind, line_ahead, on_board);
    let queen = or_and(queen_behind, queen_ahead, on_board);
    let king = or_and(king_behind, king_ahead, on_board);
    let forward = ternary::<OR_THEN_AND, N>(line_ahead, queen_ahead, on_board);
    let backward = or(line_behind, queen_behind);

    // A piece seen by the king in one direction and by a slider in the opposite one is pinned.
    let crossed = or_and(ternary::<AND3, N>(backward, king_ahead, on_board), forward, king_behind);
    let between = united(crossed);

    // Parts: the queens' ranks and files, their diagonals, then the same of the kings.
    let half = or(parts::<0b01_00_01_00, N>(queen, king), parts::<0b10_11_10_11, N>(queen, king));
    // Parts: files, –, bishops, ranks.
    let line = or_and(line, splat(sets(PART_2)), parts::<0b11_01_10_00, N>(line, line));

    // Parts: a knight's steps of one file and of two, from the knights and from the kings.
    let leapers = parts::<0b10_10_00_00, N>(high, high);
    let beside =
        or(bit_product(leapers, splat(sets(EAST))), bit_product(leapers, splat(sets(WEST))));
    let steps = both_ways(beside, vector(RANKS));
    let leaps = or(steps, parts::<0b10_11_00_01, N>(steps, steps));
    let three = or(beside, leapers);
    let king_steps = or(both_ways(three, vector([8; 8])), beside);

    // Pawn, knight, bishop, rook along the rank; rook along the file, queen, king, –.
    let pawns = pawn_influence(low);
    let first = or_and(or_and(pawns, leaps, splat(sets(PART_1))), line, splat(sets(PARTS_23)));
    let queens = or(half, parts::<0b11_10_00_01, N>(half, half));
    let second = blend(blend(line, queens, sets(PART_1)), king_steps, sets(PART_2));

    // The eight sets of each byte of the cell, in any order.
    // SAFETY: the constants are 64 bytes, aligned to 64.
    let index =
        |words: &'static LaneIndices| unsafe { _mm512_load_si512((&raw const words.0).cast()) };
    let kings_lines = index(&APPROACHES[side.index()]);
    let kings_leaps = index(&KNIGHT_APPROACHES[side.index()]);
    let byte0 = lanes_of_two(black, half, index(&SENSORS[side.index()]));
    let byte1 = lanes_of_two(white, second, vector([0, 1, 2, 3, 4, 5, 8 + 3, 8 + 5]));
    let byte2 = lanes_of_two(first, second, vector([8, 1, 8 + 2, 3, 8 + 4, 5, 8 + 1, 7]));
    let byte3 = lanes_of_two(lanes_of_two(first, half, kings_lines), leaps, kings_leaps);
    let byte3 = blend(byte3, or(men[0], men[1]), sets(LANE_1));
    write_cells(out, byte0, byte1, byte2, byte3);
    LaneSets { slides: [forward, backward], between, first, second }
}

/// Writes the 64 cells: a transpose of 32 sets of 64 squares to 64 cells of 32 bits.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn write_cells<const N: usize>(
    out: [&mut Matrix; N],
    byte0: Wide<N>,
    byte1: Wide<N>,
    byte2: Wide<N>,
    byte3: Wide<N>,
) {
    // SAFETY: the constants are 64 bytes, aligned to 64.
    let index =
        |bytes: &'static ByteIndices| unsafe { _mm512_load_si512((&raw const bytes.0).cast()) };
    // One quadword per rank, one byte per set; then the 8×8 bits of each quadword are transposed.
    let columns = splat(sets(COLUMNS));
    let byte0 = bit_product(columns, bytes(byte0, index(&BYTE_0)));
    let byte1 = bit_product(columns, bytes(byte1, index(&BYTE_1)));
    let byte2 = bit_product(columns, bytes(byte2, index(&BYTE_2)));
    let byte3 = bit_product(columns, bytes(byte3, index(&BYTE_3)));
    // Ranks 2n and 2n + 1 are part (n + b) % 4 of byte b. Blends unite the parts of a rank.
    let (parts_23, parts_12, parts_13) = (sets(PARTS_23), sets(PARTS_12), sets(PARTS_13));
    let (south, north) = (blend(byte0, byte2, parts_23), blend(byte2, byte0, parts_23));
    let (east, west) = (blend(byte3, byte1, parts_12), blend(byte1, byte3, parts_12));
    let ranks = [
        bytes(blend(south, east, parts_13), index(&CELLS[0])),
        bytes(blend(east, south, parts_13), index(&CELLS[1])),
        bytes(blend(north, west, parts_13), index(&CELLS[2])),
        bytes(blend(west, north, parts_13), index(&CELLS[3])),
    ];
    for (n, out) in out.into_iter().enumerate() {
        // SAFETY: `Matrix` is 256 bytes, aligned to 64.
        unsafe {
            let out = (&raw mut out.0).cast::<__m512i>();
            _mm512_store_si512(out, ranks[0].0[n]);
            _mm512_store_si512(out.add(1), ranks[1].0[n]);
            _mm512_store_si512(out.add(2), ranks[2].0[n]);
            _mm512_store_si512(out.add(3), ranks[3].0[n]);
        }
    }
}

/// Lanes of the sensors among the kings' lines, by the side to move: diagonals of its king, then
/// ranks and files.
static SENSORS: [LaneIndices; 2] =
    [LaneIndices([0, 1, 2, 3, 4, 5, 8 + 7, 8 + 5]), LaneIndices([0, 1, 2, 3, 4, 5, 8 + 6, 8 + 4])];
/// Lanes of the sliders' approaches among the kings' lines, by the side to move.
static APPROACHES: [LaneIndices; 2] =
    [LaneIndices([0, 1, 2, 3, 4, 8 + 4, 6, 8 + 6]), LaneIndices([0, 1, 2, 3, 4, 8 + 5, 6, 8 + 7])];
/// Lanes of the knights' approaches among the leaps.
static KNIGHT_APPROACHES: [LaneIndices; 2] =
    [LaneIndices([0, 1, 2, 8 + 5, 4, 5, 6, 7]), LaneIndices([0, 1, 2, 8 + 4, 4, 5, 6, 7])];

/// Returns byte indices that bring together, for each rank, that rank of eight sets; `order` has their lanes
/// from bit 7 to bit 0 of the cell's byte. Ranks 2n and 2n + 1 go to part (n + byte) % 4.
const fn gather(byte: usize, order: [usize; 8]) -> ByteIndices {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (part, odd) = (at / 16, at / 8 % 2);
        let rank = (part + 4 - byte) % 4 * 2 + odd;
        bytes[at] = (order[at % 8] * 8 + rank) as u8;
        at += 1;
    }
    ByteIndices(bytes)
}

// Black's pieces, pawn to king, then the diagonal and the orthogonal sensor.
static BYTE_0: ByteIndices = gather(0, [0, 1, 2, 3, 4, 5, 6, 7]);
// Black's queen and king influence, then White's pieces, pawn to king.
static BYTE_1: ByteIndices = gather(1, [6, 7, 0, 1, 2, 3, 4, 5]);
// White's rook (file), queen, king; Black's pawn, knight, bishop, rooks.
static BYTE_2: ByteIndices = gather(2, [0, 2, 4, 1, 3, 5, 7, 6]);
// `FIGURE`; approaches; White's pawn, knight, bishop, rook along the rank.
static BYTE_3: ByteIndices = gather(3, [1, 7, 5, 3, 0, 2, 4, 6]);

/// Returns byte indices that put two ranks of cells in order, from parts that hold one byte each.
const fn interleave(ranks: usize) -> ByteIndices {
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (cell, byte) = (at / 4, at % 4);
        bytes[at] = ((ranks + byte) % 4 * 16 + cell) as u8;
        at += 1;
    }
    ByteIndices(bytes)
}
static CELLS: [ByteIndices; 4] = [interleave(0), interleave(1), interleave(2), interleave(3)];
