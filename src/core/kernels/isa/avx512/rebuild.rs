//! The 64 cells from the planes: six fills, then a transpose of bits.
//!
//! White's set and Black's of a kind lie side by side in one 128-bit part of a register. Sliders
//! are filled forward (N, NE, NW, E) and backward, four lines at a time: the parts hold, in this
//! order, the file, the diagonal, the anti-diagonal and the rank.

use std::arch::x86_64::*;

use super::lanes::{ByteIndices, LaneIndices, all, or_and, or3, sets, times, vector};
use crate::kernels::{Rebuilt, level_features, level_functions};
use crate::matrix::Planes;
use crate::types::Color;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_8};

/// Rotation to the left of one step forward: N, NE, NW, E.
const FORWARD: [i64; 8] = [8, 8, 9, 9, 7, 7, 1, 1];
/// Rotation to the left of one step backward: S, SW, SE, W.
const BACKWARD: [i64; 8] = [56, 56, 55, 55, 57, 57, 63, 63];
/// The squares that a step forward can end on.
const FORWARD_ON_BOARD: [u64; 8] =
    pairs([!RANK_1, !(FILE_A | RANK_1), !(FILE_H | RANK_1), !FILE_A]);
/// The squares that a step backward can end on.
const BACKWARD_ON_BOARD: [u64; 8] =
    pairs([!RANK_8, !(FILE_H | RANK_8), !(FILE_A | RANK_8), !FILE_H]);

/// Each set twice.
const fn pairs(sets: [u64; 4]) -> [u64; 8] {
    [sets[0], sets[0], sets[1], sets[1], sets[2], sets[2], sets[3], sets[3]]
}

/// Masks of 128-bit parts. Vectors, since a mask register has to be filled by way of a general one,
/// at the price of a shuffle.
const PART_1: [u64; 8] = pairs([0, !0, 0, 0]);
const PART_2: [u64; 8] = pairs([0, 0, !0, 0]);
const PARTS_12: [u64; 8] = pairs([0, !0, !0, 0]);
const PARTS_13: [u64; 8] = pairs([0, !0, 0, !0]);
const PARTS_23: [u64; 8] = pairs([0, 0, !0, !0]);
/// The lane of a cell's highest bit.
const LANE_1: [u64; 8] = [0, !0, 0, 0, 0, 0, 0, 0];

/// (a | b) & c.
const OR_THEN_AND: i32 = 0xa8;
/// a & b & c.
const AND3: i32 = 0x80;
/// b where c is set, else a.
const BLEND: i32 = 0xd8;

/// `1 << b` in byte `b` of each quadword: picks the columns of an 8×8 bit matrix.
const COLUMNS: [u64; 8] = [0x8040_2010_0804_0201; 8];

/// An 8×8 bit matrix that moves the bits of each byte by `files` to the left; what leaves the
/// byte, a rank, is gone.
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
/// One file, two files, one file, two files; to the east and to the west.
const EAST: [u64; 8] = pairs([moved(1), moved(2), moved(1), moved(2)]);
const WEST: [u64; 8] = pairs([moved(-1), moved(-2), moved(-1), moved(-2)]);
/// And the ranks that a knight goes with them.
const RANKS: [i64; 8] = [16, 16, 8, 8, 16, 16, 8, 8];

/// The sliders' fills, for counting moves: each colour's sliders together, forward and backward,
/// White's in the even lanes, Black's in the odd ones.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    pub(super) forward: __m512i,
    pub(super) backward: __m512i,
}

level_features! { avx512 => level_functions {
    /// The squares through which sliders travel one, two and four steps.
    fn paths(empty: __m512i, step: [i64; 8], on_board: [u64; 8]) -> [__m512i; 3] {
        let one = _mm512_and_si512(empty, sets(on_board));
        let two = _mm512_and_si512(one, _mm512_rolv_epi64(one, vector(step)));
        let four = _mm512_and_si512(two, _mm512_rolv_epi64(two, vector(times(step, 2))));
        [one, two, four]
    }

    /// The squares seen from the sources, up to and including the first piece, and some that lie
    /// beyond the edge of the board.
    fn fill(sources: __m512i, paths: &[__m512i; 3], step: [i64; 8]) -> __m512i {
        let s = or_and(sources, paths[0], _mm512_rolv_epi64(sources, vector(step)));
        let s = or_and(s, paths[1], _mm512_rolv_epi64(s, vector(times(step, 2))));
        let s = or_and(s, paths[2], _mm512_rolv_epi64(s, vector(times(step, 4))));
        _mm512_rolv_epi64(s, vector(step))
    }

    fn blend(a: __m512i, b: __m512i, mask: [u64; 8]) -> __m512i {
        _mm512_ternarylogic_epi64::<BLEND>(a, b, sets(mask))
    }

    /// The influence of the pawns: White's in the lower lane, Black's in the upper.
    fn pawn_influence(set: __m128i) -> __m128i {
        let right = _mm_rolv_epi64(set, _mm_set_epi64x(57, 9));
        let left = _mm_rolv_epi64(set, _mm_set_epi64x(55, 7));
        let right = _mm_and_si128(right, _mm_set_epi64x(
            (!(FILE_A | RANK_8)).cast_signed(), (!(FILE_A | RANK_1)).cast_signed()));
        let left = _mm_and_si128(left, _mm_set_epi64x(
            (!(FILE_H | RANK_8)).cast_signed(), (!(FILE_H | RANK_1)).cast_signed()));
        _mm_or_si128(right, left)
    }

    /// Everything a rebuild writes, from the planes.
    pub fn rebuild(pieces: &Planes, side: Color, out: &mut Rebuilt) {
        rebuild_then(pieces, side, out, |_, _| ());
    }
}}

level_features! { avx512 => level_functions {
    /// Does the work of [`rebuild`], and passes the sliders' attacks on while they are in
    /// registers.
    pub(super) fn rebuild_then<R>(
        pieces: &Planes,
        side: Color,
        out: &mut Rebuilt,
        then: impl FnOnce(Slides, &Rebuilt) -> R,
    ) -> R {
        // One plane in all lanes comes from memory, which leaves the shuffles to what has to cross
        // lanes; so does the choice between the sides, which then is no jump.
        let pieces = &pieces.0;
        // SAFETY: `Planes` is 64 bytes, aligned to 64.
        let planes = unsafe { _mm512_load_si512((&raw const *pieces).cast()) };
        let plane = |index: usize| all(pieces[index & 7]);
        let occupied = _mm512_or_si512(plane(6), plane(7));
        let empty = _mm512_xor_si512(occupied, _mm512_set1_epi64(-1));
        let white = _mm512_and_si512(planes, plane(6));
        let black = _mm512_and_si512(planes, plane(7));
        let low = _mm512_unpacklo_epi64(white, black); // pawns, bishops, queens, –
        let high = _mm512_unpackhi_epi64(white, black); // knights, rooks, kings, –

        let ahead = paths(empty, FORWARD, FORWARD_ON_BOARD);
        let behind = paths(empty, BACKWARD, BACKWARD_ON_BOARD);
        let on_board = sets(FORWARD_ON_BOARD);
        let forward = |sources| fill(sources, &ahead, FORWARD);
        let backward = |sources| {
            _mm512_and_si512(fill(sources, &behind, BACKWARD), sets(BACKWARD_ON_BOARD))
        };

        let rooks_bishops = _mm512_permutex2var_epi64(
            low, vector([8 + 2, 8 + 3, 2, 3, 2, 3, 8 + 2, 8 + 3]), high);
        let queens = _mm512_shuffle_i64x2::<0b10_10_10_10>(low, low);
        // Black's king first: in its lanes are the white sliders that may pin a piece to it.
        let kings = _mm512_permutexvar_epi64(vector([5, 4, 5, 4, 5, 4, 5, 4]), high);
        let (line_ahead, line_behind) = (forward(rooks_bishops), backward(rooks_bishops));
        let (queen_ahead, queen_behind) = (forward(queens), backward(queens));
        let (king_ahead, king_behind) = (forward(kings), backward(kings));
        let line = or_and(line_behind, line_ahead, on_board);
        let queen = or_and(queen_behind, queen_ahead, on_board);
        let king = or_and(king_behind, king_ahead, on_board);
        let slides = Slides {
            forward: _mm512_ternarylogic_epi64::<OR_THEN_AND>(line_ahead, queen_ahead, on_board),
            backward: _mm512_or_si512(line_behind, queen_behind),
        };

        // A piece that the king sees in one direction and a slider in the opposite one is pinned.
        let crossed = or_and(
            _mm512_ternarylogic_epi64::<AND3>(slides.backward, king_ahead, on_board),
            slides.forward, king_behind);
        let crossed = _mm256_or_si256(
            _mm512_castsi512_si256(crossed), _mm512_extracti64x4_epi64::<1>(crossed));
        let crossed = _mm_or_si128(
            _mm256_castsi256_si128(crossed), _mm256_extracti128_si256::<1>(crossed));
        let mut pins = [0u64; 2];
        // SAFETY: 16 bytes, unaligned.
        unsafe { _mm_storeu_si128((&raw mut pins).cast(), crossed) };
        out.pinned = pins[1 - side.index()] & pieces[6 + side.index()];

        // Parts: the queens' ranks and files, their diagonals, the same of the kings.
        let half = _mm512_or_si512(
            _mm512_shuffle_i64x2::<0b01_00_01_00>(queen, king),
            _mm512_shuffle_i64x2::<0b10_11_10_11>(queen, king));
        // Parts: files, –, bishops, ranks.
        let line = or_and(
            line, sets(PART_2), _mm512_shuffle_i64x2::<0b11_01_10_00>(line, line));

        // Parts: a knight's steps of one file, of two, from the knights and from the kings.
        let leapers = _mm512_shuffle_i64x2::<0b10_10_00_00>(high, high);
        let beside = _mm512_or_si512(
            _mm512_gf2p8affine_epi64_epi8::<0>(leapers, sets(EAST)),
            _mm512_gf2p8affine_epi64_epi8::<0>(leapers, sets(WEST)));
        let steps = _mm512_or_si512(
            _mm512_sllv_epi64(beside, vector(RANKS)), _mm512_srlv_epi64(beside, vector(RANKS)));
        let leaps = _mm512_or_si512(steps, _mm512_shuffle_i64x2::<0b10_11_00_01>(steps, steps));
        let three = _mm512_or_si512(beside, leapers);
        let king_steps = or3(
            _mm512_slli_epi64::<8>(three), _mm512_srli_epi64::<8>(three), beside);

        // Pawn, knight, bishop, rook along the rank; rook along the file, queen, king, all.
        let pawns = _mm512_zextsi128_si512(pawn_influence(_mm512_castsi512_si128(low)));
        let first = or_and(or_and(pawns, leaps, sets(PART_1)), line, sets(PARTS_23));
        let queens = _mm512_or_si512(half, _mm512_shuffle_i64x2::<0b11_10_00_01>(half, half));
        let second = blend(blend(line, queens, PART_1), king_steps, PART_2);
        // SAFETY: `Influence` is 128 bytes, aligned to 64.
        unsafe {
            let out = (&raw mut out.influence.0).cast::<__m512i>();
            _mm512_store_si512(out, first);
            _mm512_store_si512(out.add(1), second);
        }
        let sets = &mut out.influence.0;
        for color in 0..2 {
            sets[14 + color] = (sets[color] | sets[2 + color] | sets[4 + color])
                | (sets[6 + color] | sets[8 + color] | sets[10 + color]) | sets[12 + color];
        }

        // The eight sets of each of the cell's bytes, in any order.
        // SAFETY: the constants are 64 bytes, aligned to 64.
        let index = |words: &'static LaneIndices| unsafe { _mm512_load_si512((&raw const words.0).cast()) };
        let from_two = |a, b, lanes| _mm512_permutex2var_epi64(a, lanes, b);
        let kings_lines = index(&APPROACHES[side.index()]);
        let kings_leaps = index(&KNIGHT_APPROACHES[side.index()]);
        let byte0 = from_two(black, half, index(&SENSORS[side.index()]));
        let byte1 = from_two(white, second, vector([0, 1, 2, 3, 4, 5, 8 + 3, 8 + 5]));
        let byte2 = from_two(first, second, vector([8, 1, 8 + 2, 3, 8 + 4, 5, 8 + 1, 7]));
        let byte3 = from_two(from_two(first, half, kings_lines), leaps, kings_leaps);
        let byte3 = blend(byte3, occupied, LANE_1);
        write_cells(out, byte0, byte1, byte2, byte3);
        then(slides, out)
    }

    /// Writes the 64 cells: a transpose of 32 sets of 64 squares to 64 cells of 32 bits.
    fn write_cells(out: &mut Rebuilt, byte0: __m512i, byte1: __m512i, byte2: __m512i, byte3: __m512i) {
        // SAFETY: the constants are 64 bytes, aligned to 64.
        let index = |bytes: &'static ByteIndices| unsafe { _mm512_load_si512((&raw const bytes.0).cast()) };
        let columns = sets(COLUMNS);
        // A quadword a rank, a byte a set; then the 8×8 bits of each quadword are transposed.
        let cells = |sets, bytes| {
            let ranks = _mm512_permutexvar_epi8(index(bytes), sets);
            _mm512_gf2p8affine_epi64_epi8::<0>(columns, ranks)
        };
        let byte0 = cells(byte0, &BYTE_0);
        let byte1 = cells(byte1, &BYTE_1);
        let byte2 = cells(byte2, &BYTE_2);
        let byte3 = cells(byte3, &BYTE_3);
        // Two ranks are part (n + b) % 4 of byte b: blends bring together what belongs together.
        let (south, north) = (blend(byte0, byte2, PARTS_23), blend(byte2, byte0, PARTS_23));
        let (east, west) = (blend(byte3, byte1, PARTS_12), blend(byte1, byte3, PARTS_12));
        let ranks = [
            blend(south, east, PARTS_13),
            blend(east, south, PARTS_13),
            blend(north, west, PARTS_13),
            blend(west, north, PARTS_13),
        ];
        // SAFETY: `Matrix` is 256 bytes, aligned to 64.
        unsafe {
            let out = (&raw mut out.nucleus.cells.0).cast::<__m512i>();
            for part in 0..4 {
                _mm512_store_si512(out.add(part), _mm512_permutexvar_epi8(index(&CELLS[part]), ranks[part]));
            }
        }
    }
}}

/// Lanes of the sensors among the kings' lines, by the side to move: its king's diagonals, and its
/// ranks and files.
static SENSORS: [LaneIndices; 2] =
    [LaneIndices([0, 1, 2, 3, 4, 5, 8 + 7, 8 + 5]), LaneIndices([0, 1, 2, 3, 4, 5, 8 + 6, 8 + 4])];
/// Lanes of the sliders' approaches among the kings' lines, by the side to move.
static APPROACHES: [LaneIndices; 2] =
    [LaneIndices([0, 1, 2, 3, 4, 8 + 4, 6, 8 + 6]), LaneIndices([0, 1, 2, 3, 4, 8 + 5, 6, 8 + 7])];
/// Lanes of the knights' approaches among the leaps.
static KNIGHT_APPROACHES: [LaneIndices; 2] =
    [LaneIndices([0, 1, 2, 8 + 5, 4, 5, 6, 7]), LaneIndices([0, 1, 2, 8 + 4, 4, 5, 6, 7])];

/// Byte indices that bring together, for each rank, that rank of eight sets; `order` names their
/// lanes from bit 7 to bit 0 of the cell's byte. Ranks 2n and 2n + 1 go to part (n + byte) % 4.
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

// Pieces pawn to king, then the diagonal and the orthogonal sensor.
static BYTE_0: ByteIndices = gather(0, [0, 1, 2, 3, 4, 5, 6, 7]);
// Black's queen and king influence, then white pawn to king.
static BYTE_1: ByteIndices = gather(1, [6, 7, 0, 1, 2, 3, 4, 5]);
// White's rook (file), queen, king; Black's pawn, knight, bishop, rooks.
static BYTE_2: ByteIndices = gather(2, [0, 2, 4, 1, 3, 5, 7, 6]);
// Figure; approaches; White's pawn, knight, bishop, rook along the rank.
static BYTE_3: ByteIndices = gather(3, [1, 7, 5, 3, 0, 2, 4, 6]);

/// Byte indices that put two ranks of cells in order, from parts that hold a byte each.
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
