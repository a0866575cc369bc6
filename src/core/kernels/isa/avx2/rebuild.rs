//! The 64 cells from the planes: four directions in one vector, their opposites in another.

use std::arch::x86_64::*;

use crate::kernels::isa::mobility;
use crate::kernels::{Counted, Rebuilt};
use crate::matrix::{Matrix, Planes};
use crate::types::bitboard::{FILE_A, FILE_H};
use crate::types::{Bitboard, Color};

/// Shift of one step: NE, NW, E, N to the left, and their opposites SW, SE, W, S to the right.
const STEP: [i64; 4] = [9, 7, 1, 8];
const TWO_STEPS: [i64; 4] = times(2);
const FOUR_STEPS: [i64; 4] = times(4);
/// The squares where a step to the left can end.
const LEFT_ON_BOARD: [u64; 4] = [!FILE_A, !FILE_H, !FILE_A, !0];
/// The squares where a step to the right can end.
const RIGHT_ON_BOARD: [u64; 4] = [!FILE_H, !FILE_A, !FILE_H, !0];

/// Returns [`STEP`] times `factor`.
// Without `array::map`, whose closure would be a function without this level's features, inlined only
// if all code is one compilation unit.
const fn times(factor: i64) -> [i64; 4] {
    [STEP[0] * factor, STEP[1] * factor, STEP[2] * factor, STEP[3] * factor]
}

/// Sliders' squares in four directions and in their opposites.
#[derive(Clone, Copy)]
pub(super) struct Both {
    left: __m256i,
    right: __m256i,
}

/// Squares around the kings, and knight checks.
pub(super) struct KingSteps {
    /// The influence of White's and Black's king.
    pub(super) influence: __m128i,
    /// In the lower half: squares where a knight of the side to move gives check.
    pub(super) knights: __m128i,
}

/// The attack sets of a position that counting its moves needs.
pub(super) struct SlideSets {
    /// The sliders' attacks of the side to move.
    slides: Both,
    /// The squares that White influences, and those that Black influences.
    pub(super) everything: __m128i,
}

#[inline(always)]
const fn vector(words: [i64; 4]) -> __m256i {
    // SAFETY: the sizes are equal, and all bits are valid.
    unsafe { std::mem::transmute(words) }
}

#[inline(always)]
const fn sets(words: [u64; 4]) -> __m256i {
    // SAFETY: as above.
    unsafe { std::mem::transmute(words) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn pair(low: u64, high: u64) -> __m128i {
    _mm_set_epi64x(high.cast_signed(), low.cast_signed())
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn swapped(both: __m128i) -> __m128i {
    _mm_shuffle_epi32::<0b01_00_11_10>(both)
}

/// Returns the squares that sliders pass over in one, two and four steps.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn paths(empty: __m256i) -> [Both; 3] {
    let (step, twice) = (vector(STEP), vector(TWO_STEPS));
    let one = Both {
        left: _mm256_and_si256(empty, sets(LEFT_ON_BOARD)),
        right: _mm256_and_si256(empty, sets(RIGHT_ON_BOARD)),
    };
    let two = Both {
        left: _mm256_and_si256(one.left, _mm256_sllv_epi64(one.left, step)),
        right: _mm256_and_si256(one.right, _mm256_srlv_epi64(one.right, step)),
    };
    let four = Both {
        left: _mm256_and_si256(two.left, _mm256_sllv_epi64(two.left, twice)),
        right: _mm256_and_si256(two.right, _mm256_srlv_epi64(two.right, twice)),
    };
    [one, two, four]
}

/// Returns the squares seen from the sources of each lane, up to and including the first piece.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn fill(sources: __m256i, paths: &[Both; 3]) -> Both {
    let step = vector(STEP);
    let travel = |from: Both, path: &Both, by| {
        let left = _mm256_and_si256(path.left, _mm256_sllv_epi64(from.left, by));
        let right = _mm256_and_si256(path.right, _mm256_srlv_epi64(from.right, by));
        Both { left: _mm256_or_si256(from.left, left), right: _mm256_or_si256(from.right, right) }
    };
    let from = travel(Both { left: sources, right: sources }, &paths[0], step);
    let from = travel(from, &paths[1], vector(TWO_STEPS));
    let from = travel(from, &paths[2], vector(FOUR_STEPS));
    Both {
        left: _mm256_and_si256(_mm256_sllv_epi64(from.left, step), sets(LEFT_ON_BOARD)),
        right: _mm256_and_si256(_mm256_srlv_epi64(from.right, step), sets(RIGHT_ON_BOARD)),
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn knight_influence(set: __m128i) -> __m128i {
    let not = |files: u64| pair(!files, !files);
    let east = _mm_and_si128(_mm_slli_epi64::<1>(set), not(FILE_A));
    let west = _mm_and_si128(_mm_srli_epi64::<1>(set), not(FILE_H));
    let east2 = _mm_and_si128(_mm_slli_epi64::<2>(set), not(FILE_A | FILE_A << 1));
    let west2 = _mm_and_si128(_mm_srli_epi64::<2>(set), not(FILE_H | FILE_H >> 1));
    let one = _mm_or_si128(east, west);
    let two = _mm_or_si128(east2, west2);
    let far = _mm_or_si128(_mm_slli_epi64::<16>(one), _mm_srli_epi64::<16>(one));
    let near = _mm_or_si128(_mm_slli_epi64::<8>(two), _mm_srli_epi64::<8>(two));
    _mm_or_si128(far, near)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn king_influence(set: __m128i) -> __m128i {
    let east = _mm_and_si128(_mm_slli_epi64::<1>(set), pair(!FILE_A, !FILE_A));
    let west = _mm_and_si128(_mm_srli_epi64::<1>(set), pair(!FILE_H, !FILE_H));
    let row = _mm_or_si128(east, west);
    let three = _mm_or_si128(row, set);
    let column = _mm_or_si128(_mm_slli_epi64::<8>(three), _mm_srli_epi64::<8>(three));
    _mm_or_si128(row, column)
}

/// Returns pawn influence: White's pawns in the lower lane, Black's in the upper; a shift by 64 gives
/// zero.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn pawn_influence(set: __m128i) -> __m128i {
    let right = _mm_or_si128(_mm_sllv_epi64(set, pair(9, 64)), _mm_srlv_epi64(set, pair(64, 7)));
    let left = _mm_or_si128(_mm_sllv_epi64(set, pair(7, 64)), _mm_srlv_epi64(set, pair(64, 9)));
    _mm_or_si128(
        _mm_and_si128(right, pair(!FILE_A, !FILE_A)),
        _mm_and_si128(left, pair(!FILE_H, !FILE_H)),
    )
}

/// Writes the complete output of a rebuild from the planes.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
    rebuild_then(planes, side, out, |_, _| ());
}

/// Writes the 64 cells and counts the legal moves of `side` from the same fills, without en
/// passant and castling; `None` in check and if a slider is pinned.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub fn rebuild_and_count(planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
    rebuild_then(planes, side, out, |sets, out| {
        mobility::count(planes, side, out, || count_slides(sets, planes.color(side)))
    })
}

/// Returns the number of sliders' target squares, summed over the sliders.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn count_slides(sets: &SlideSets, own: Bitboard) -> u32 {
    let mut lanes = [0u64; 8];
    // SAFETY: the array is 64 bytes.
    unsafe {
        _mm256_storeu_si256((&raw mut lanes).cast(), sets.slides.left);
        _mm256_storeu_si256((&raw mut lanes).cast::<__m256i>().add(1), sets.slides.right);
    }
    lanes.iter().map(|lane| (lane & !own).count_ones()).sum()
}

/// Does the work of [`rebuild`] and passes the sets on while they are in registers.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn rebuild_then<R>(
    planes: &Planes,
    side: Color,
    out: &mut Rebuilt,
    then: impl FnOnce(&SlideSets, &Rebuilt) -> R,
) -> R {
    // SAFETY: `Planes` is 64 bytes, aligned to 64.
    let halves = unsafe {
        let at = (&raw const planes.0).cast::<__m256i>();
        [_mm256_load_si256(at), _mm256_load_si256(at.add(1))]
    };
    let king_steps = |kings| {
        let knights = knight_influence(kings);
        let knights = if side == Color::White { swapped(knights) } else { knights };
        KingSteps { influence: king_influence(kings), knights }
    };
    let Rebuilt { nucleus, influence, pinned, .. } = out;
    // SAFETY: `Influence` is 128 bytes, aligned to 64.
    let store = |[first, second, third, fourth]: [__m256i; 4]| unsafe {
        let out = (&raw mut influence.0).cast::<__m256i>();
        _mm256_store_si256(out, first);
        _mm256_store_si256(out.add(1), second);
        _mm256_store_si256(out.add(2), third);
        _mm256_store_si256(out.add(3), fourth);
    };
    let sets = rebuild_halves::<R>(halves, side, &mut nucleus.cells, pinned, king_steps, store);
    then(&sets, out)
}

/// Writes the cells of a position from the halves of its planes. `store_influence` receives the
/// influence of each type, White's and Black's, two types per register.
// The type parameter makes the compiler inline the function into each caller.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(super) fn rebuild_halves<R>(
    [planes_low, planes_high]: [__m256i; 2],
    side: Color,
    out: &mut Matrix,
    pinned: &mut Bitboard,
    king_steps: impl FnOnce(__m128i) -> KingSteps,
    store_influence: impl FnOnce([__m256i; 4]),
) -> SlideSets {
    let low = |both| _mm256_castsi256_si128(both);
    let high = |both| _mm256_extracti128_si256::<1>(both);
    let join = |low, high| _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
    let either = |one: Both, other: Both| Both {
        left: _mm256_or_si256(one.left, other.left),
        right: _mm256_or_si256(one.right, other.right),
    };
    // Unites opposite directions. Returns the rising diagonal and the rank, then the falling diagonal
    // and the file, each as White's and Black's set.
    let lines = |white: Both, black: Both| {
        let white = _mm256_or_si256(white.left, white.right);
        let black = _mm256_or_si256(black.left, black.right);
        (_mm256_unpacklo_epi64(white, black), _mm256_unpackhi_epi64(white, black))
    };
    let white_men = _mm256_permute4x64_epi64::<0b10_10_10_10>(planes_high);
    let black_men = _mm256_permute4x64_epi64::<0b11_11_11_11>(planes_high);
    let occupied = _mm256_or_si256(white_men, black_men);
    let paths = paths(_mm256_xor_si256(occupied, _mm256_set1_epi64x(-1)));
    // Pawns, knights, bishops, rooks; then queens, kings.
    let white = [_mm256_and_si256(planes_low, white_men), _mm256_and_si256(planes_high, white_men)];
    let black = [_mm256_and_si256(planes_low, black_men), _mm256_and_si256(planes_high, black_men)];
    let (own, enemy) = if side == Color::White { (white, black) } else { (black, white) };

    let sliders =
        |men: [__m256i; 2]| fill(_mm256_permute4x64_epi64::<0b11_11_10_10>(men[0]), &paths);
    let queen = |men: [__m256i; 2]| fill(_mm256_permute4x64_epi64::<0>(men[1]), &paths);
    let king = |men: [__m256i; 2]| fill(_mm256_permute4x64_epi64::<0b01_01_01_01>(men[1]), &paths);
    let (white_fill, white_queen) = (sliders(white), queen(white));
    let (black_fill, black_queen) = (sliders(black), queen(black));
    let (own_king, enemy_king) = (king(own), king(enemy));

    // An own piece seen by the king in one direction and by a slider in the opposite one is pinned.
    let (enemy, own_men) = if side == Color::White {
        (either(black_fill, black_queen), white_men)
    } else {
        (either(white_fill, white_queen), black_men)
    };
    let pins = _mm256_and_si256(
        own_men,
        _mm256_or_si256(
            _mm256_and_si256(enemy.left, own_king.right),
            _mm256_and_si256(enemy.right, own_king.left),
        ),
    );
    let pins = _mm_or_si128(low(pins), high(pins));
    // Stored at once, because keeping them would cost a register that the cells need.
    *pinned = _mm_cvtsi128_si64(_mm_or_si128(pins, swapped(pins))).cast_unsigned();

    // Pairs: White in the lower half, Black in the upper one.
    let (one, other) = lines(white_fill, black_fill);
    let bishop = _mm_or_si128(low(one), low(other));
    let (rank, file) = (high(one), high(other));
    let (one, other) = lines(white_queen, black_queen);
    let both = _mm256_or_si256(one, other);
    let queen = _mm_or_si128(low(both), high(both));
    // Bits of `cell::SENSORS` in the lower half, of `cell::APPROACHES` in the upper.
    let (one, other) = lines(own_king, enemy_king);
    let both = _mm256_or_si256(one, other);
    let (diagonal, straight) = (low(both), high(both));
    let pawn = pawn_influence(_mm_unpacklo_epi64(low(white[0]), low(black[0])));
    let knight = knight_influence(_mm_unpackhi_epi64(low(white[0]), low(black[0])));
    let kings = king_steps(_mm_unpackhi_epi64(low(white[1]), low(black[1])));
    let king = kings.influence;
    let everything = _mm_or_si128(
        _mm_or_si128(_mm_or_si128(pawn, knight), _mm_or_si128(bishop, rank)),
        _mm_or_si128(_mm_or_si128(file, queen), king),
    );
    // Stored here, before the cells need the registers.
    store_influence([
        join(pawn, knight),
        join(bishop, rank),
        join(file, queen),
        join(king, everything),
    ]);

    // Four sets per vector: bits 0 to 3, then 4 to 7, of each of the cell's four bytes.
    let first_second = |a: __m128i, b: __m128i| _mm_unpacklo_epi64(a, b);
    let upper_upper = |a: __m128i, b: __m128i| _mm_unpackhi_epi64(a, b);
    let upper_lower = |a: __m128i, b: __m128i| _mm_alignr_epi8::<8>(b, a);
    let lower_upper = |a: __m128i, b: __m128i| _mm_blend_epi32::<0b1100>(a, b);
    let bytes = [
        [
            join(first_second(straight, diagonal), swapped(low(black[1]))),
            _mm256_permute4x64_epi64::<0b00_01_10_11>(black[0]),
        ],
        [
            join(swapped(low(white[1])), swapped(high(white[0]))),
            join(swapped(low(white[0])), upper_upper(king, queen)),
        ],
        [
            join(upper_upper(file, rank), upper_upper(bishop, knight)),
            join(upper_lower(pawn, king), first_second(queen, file)),
        ],
        [
            join(first_second(rank, bishop), first_second(knight, pawn)),
            join(lower_upper(kings.knights, straight), upper_lower(diagonal, low(occupied))),
        ],
    ];
    write_cells::<R>(&mut out.0, &bytes);
    let slides = if side == Color::White {
        either(white_fill, white_queen)
    } else {
        either(black_fill, black_queen)
    };
    SlideSets { slides, everything }
}

/// Exchanges a bit of the row's index with a bit of the file.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn exchange<const BY: i32>(rows: &mut [__m256i; 8], mask: i8) {
    for row in 0..8 {
        let other = row | BY as usize;
        if other != row {
            let swap = _mm256_and_si256(
                _mm256_set1_epi8(mask),
                _mm256_xor_si256(_mm256_srli_epi64::<BY>(rows[row]), rows[other]),
            );
            rows[other] = _mm256_xor_si256(rows[other], swap);
            rows[row] = _mm256_xor_si256(rows[row], _mm256_slli_epi64::<BY>(swap));
        }
    }
}

/// Exchanges the index of the row with the index of the lane.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn transposed(rows: [__m256i; 8]) -> [__m256i; 8] {
    let mut quads = rows;
    for half in [0, 4] {
        let [a, b, c, d] = [rows[half], rows[half + 1], rows[half + 2], rows[half + 3]];
        let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
        quads[half] = _mm256_unpacklo_epi64(ab, cd); // lanes 0 and 4
        quads[half + 1] = _mm256_unpackhi_epi64(ab, cd); // 1 and 5
        let (ab, cd) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
        quads[half + 2] = _mm256_unpacklo_epi64(ab, cd); // 2 and 6
        quads[half + 3] = _mm256_unpackhi_epi64(ab, cd); // 3 and 7
    }
    let mut out = quads;
    for lane in 0..4 {
        out[lane] = _mm256_permute2x128_si256::<0x20>(quads[lane], quads[lane + 4]);
        out[lane + 4] = _mm256_permute2x128_si256::<0x31>(quads[lane], quads[lane + 4]);
    }
    out
}

/// Writes the 64 cells; `sets[b][h]` holds bits 4h to 4h + 3 of the cells' byte `b`.
// The type parameter makes the compiler inline the function into each caller.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn write_cells<R>(cells: &mut [u32; 64], sets: &[[__m256i; 2]; 4]) {
    // Bytes to double words: `rows[bit]` receives the four bytes' sets of a bit, one rank per
    // double word.
    let mut rows = [_mm256_setzero_si256(); 8];
    for half in 0..2 {
        let [a, b, c, d] = [sets[0][half], sets[1][half], sets[2][half], sets[3][half]];
        let (even_low, odd_low) = (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b));
        let (even_high, odd_high) = (_mm256_unpacklo_epi8(c, d), _mm256_unpackhi_epi8(c, d));
        for (odd, lower, upper) in [(0, even_low, even_high), (1, odd_low, odd_high)] {
            let south = _mm256_unpacklo_epi16(lower, upper);
            let north = _mm256_unpackhi_epi16(lower, upper);
            rows[4 * half + odd] = _mm256_permute2x128_si256::<0x20>(south, north);
            rows[4 * half + odd + 2] = _mm256_permute2x128_si256::<0x31>(south, north);
        }
    }
    // Three rounds exchange the index of the set with the file of the square.
    exchange::<4>(&mut rows, 0x0f);
    exchange::<2>(&mut rows, 0x33);
    exchange::<1>(&mut rows, 0x55);
    // `rows[file]` holds one cell per rank; the board needs one cell per file.
    let ranks = transposed(rows);
    for (rank, cells) in ranks.into_iter().zip(cells.as_chunks_mut::<8>().0) {
        // SAFETY: eight cells are 32 bytes.
        unsafe { _mm256_storeu_si256(cells.as_mut_ptr().cast(), rank) };
    }
}
