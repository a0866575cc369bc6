//! Children made in registers, two at a time; the moves of eight children are counted at a time.

use std::arch::x86_64::*;
use std::hint::black_box;

use super::count::slide_counts;
use super::lanes::{all, or_and};
use super::rebuild::{LaneSets, all_influence, rebuild_wide};
use super::wide::{self, AND_NEITHER, Wide, splat, ternary};
use crate::kernels::Parent;
use crate::kernels::isa::children::{moving, placed};
use crate::kernels::isa::mobility::DIAGONALS;
use crate::matrix::Matrix;
use crate::types::bitboard::{
    FILE_A, FILE_H, KING_STEPS, KNIGHT_STEPS, RANK_1, RANK_2, RANK_3, RANK_6, RANK_7, RANK_8,
    squares,
};
use crate::types::{Bitboard, Color, Move, MoveList, PieceType};

/// Number of children made before they are counted.
const BLOCK: usize = 64;

/// Data of a block's children needed to count their moves.
#[repr(C, align(64))]
struct Block {
    /// The number of sliders' target squares, in eight parts.
    slides: [[u8; 8]; BLOCK],
    /// The squares between Black's king and a white slider, and the reverse.
    between: [[Bitboard; 2]; BLOCK],
    /// The squares that White influences, and those that Black influences.
    influence: [[Bitboard; 2]; BLOCK],
}

/// Each square as a set, in memory because a broadcast from memory is a single load.
static SQUARES: [u64; 64] = {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        sets[square] = 1 << square;
        square += 1;
    }
    sets
};

/// Rotations to the left of a pawn's push and of its captures towards the h-file and the a-file, by
/// colour.
const PAWN_STEPS: [[i64; 3]; 2] = [[8, 9, 7], [56, 57, 55]];

/// Writes the children's cells.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn make_children(parent: &Parent<'_>, moves: &[Move], out: &mut [Matrix; 2]) {
    for pair in moves.chunks(2) {
        make_two::<Move>(parent, [pair[0], pair[pair.len() - 1]], out);
        // Makes sure that every child's cells are written to memory.
        black_box(&mut *out);
    }
}

/// Implements [`crate::kernels::MatrixKernel::count_children`].
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn count_children(
    parent: &Parent<'_>,
    moves: &[Move],
    out: &mut [Matrix; 2],
    rest: &mut MoveList,
) -> u64 {
    let side = !parent.side;
    let own = parent.planes.color(side);
    let mut made =
        Block { slides: [[0; 8]; BLOCK], between: [[0; 2]; BLOCK], influence: [[0; 2]; BLOCK] };
    let mut total = 0;
    for block in moves.chunks(BLOCK) {
        for (pair, at) in block.chunks(2).zip((0..BLOCK).step_by(2)) {
            let two = [pair[0], pair[pair.len() - 1]];
            let sets = make_two::<Block>(parent, two, out);
            black_box(&mut *out);
            let mut own_men = splat(all(own));
            for n in 0..2 {
                own_men.0[n] = _mm512_andnot_si512(all(SQUARES[two[n].to().index()]), own_men.0[n]);
            }
            let slides = slide_counts(&sets, own_men, side);
            let influence = all_influence(&sets);
            for n in 0..2 {
                // SAFETY: each store fills one element: 8 bytes, then twice 16 bytes aligned to 16.
                unsafe {
                    _mm_storel_epi64((&raw mut made.slides[at + n]).cast(), slides[n]);
                    _mm_store_si128((&raw mut made.between[at + n]).cast(), sets.between[n]);
                    _mm_store_si128((&raw mut made.influence[at + n]).cast(), influence[n]);
                }
            }
        }
        total += count_block(parent, block, &made, rest);
    }
    total
}

/// Counts the moves of a block's children, one child per lane.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn count_block(parent: &Parent<'_>, moves: &[Move], made: &Block, rest: &mut MoveList) -> u64 {
    let side = !parent.side;
    let planes = parent.planes;
    let king = planes.pieces(side, PieceType::King);
    let at = king.trailing_zeros() as usize & 63;
    let sliders = planes.diagonal_sliders(side) | planes.orthogonal_sliders(side);
    let pawns = planes.pieces(side, PieceType::Pawn);
    let is_white = side == Color::White;
    let [diagonal, antidiagonal] = DIAGONALS[at];
    let (east_line, west_line) =
        if is_white { (diagonal, antidiagonal) } else { (antidiagonal, diagonal) };
    let (third, seventh) = if is_white { (RANK_3, RANK_7) } else { (RANK_6, RANK_2) };
    let [up, east, west] = PAWN_STEPS[side.index()];
    let (up, east, west) =
        (_mm512_set1_epi64(up), _mm512_set1_epi64(east), _mm512_set1_epi64(west));
    let color = parent.side as i64;
    let of_color =
        _mm512_add_epi64(_mm512_set1_epi64(color), _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14));
    let count = |set| _mm512_popcnt_epi64(set);

    let mut sum = _mm512_setzero_si512();
    for (group, first) in moves.chunks(8).zip((0..BLOCK).step_by(8)) {
        let valid = 0xff_u8 >> (8 - group.len());
        // SAFETY: only the words that the group has are read; the block has eight children from
        // `first` on.
        let (words, slides, between, influence) = unsafe {
            let both = |sets: *const [Bitboard; 2]| {
                let sets = sets.cast::<__m512i>();
                _mm512_permutex2var_epi64(
                    _mm512_load_si512(sets),
                    of_color,
                    _mm512_load_si512(sets.add(1)),
                )
            };
            (
                _mm_maskz_loadu_epi16(valid, group.as_ptr().cast()),
                _mm512_load_si512((&raw const made.slides[first]).cast()),
                both(&raw const made.between[first]),
                both(&raw const made.influence[first]),
            )
        };
        let bit = |index| {
            _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_and_si512(index, _mm512_set1_epi64(63)))
        };
        let squares_of = _mm512_cvtepu16_epi64(words);
        let from = bit(squares_of);
        let to = bit(_mm512_srli_epi64::<6>(squares_of));
        let own = _mm512_andnot_si512(to, all(planes.color(side)));
        let enemy = _mm512_or_si512(_mm512_andnot_si512(from, all(planes.color(parent.side))), to);
        let occupied = _mm512_or_si512(own, enemy);
        let pinned = _mm512_and_si512(between, own);

        let mut moves = _mm512_sad_epu8(slides, _mm512_setzero_si512());
        // c & !a & !b
        let steps = _mm512_ternarylogic_epi64::<0x02>(own, influence, all(KING_STEPS[at]));
        moves = _mm512_add_epi64(moves, count(steps));
        let bound = _mm512_or_si512(pinned, to);
        for knight in squares(planes.pieces(side, PieceType::Knight)) {
            let free = _mm512_testn_epi64_mask(bound, all(knight.bit()));
            let leaps = _mm512_andnot_si512(own, all(KNIGHT_STEPS[knight.index()]));
            moves = _mm512_mask_add_epi64(moves, free, moves, count(leaps));
        }
        // A pinned pawn may move along its line: a & (!b | c).
        let pawns_left = _mm512_andnot_si512(to, all(pawns));
        let along = |line| _mm512_ternarylogic_epi64::<0xb0>(pawns_left, pinned, all(line));
        let pushes =
            _mm512_andnot_si512(occupied, _mm512_rolv_epi64(along(FILE_A << (at & 7)), up));
        let doubles = _mm512_andnot_si512(
            occupied,
            _mm512_rolv_epi64(_mm512_and_si512(pushes, all(third)), up),
        );
        // a & b & c
        let capture = |pawns, step, on_board| {
            _mm512_ternarylogic_epi64::<0x80>(_mm512_rolv_epi64(pawns, step), enemy, all(on_board))
        };
        let east = capture(along(east_line), east, !FILE_A);
        let west = capture(along(west_line), west, !FILE_H);
        moves = _mm512_add_epi64(
            moves,
            _mm512_add_epi64(
                _mm512_add_epi64(count(pushes), count(doubles)),
                _mm512_add_epi64(count(east), count(west)),
            ),
        );
        if pawns & seventh != 0 {
            let last = |set| count(_mm512_and_si512(set, all(RANK_1 | RANK_8)));
            let promotions =
                _mm512_add_epi64(last(pushes), _mm512_add_epi64(last(east), last(west)));
            // A promotion counts as four moves.
            moves = _mm512_add_epi64(
                moves,
                _mm512_add_epi64(promotions, _mm512_slli_epi64::<1>(promotions)),
            );
        }
        if let Some(castlings) = &parent.castlings {
            for path in castlings {
                let obstacles = or_and(
                    or_and(_mm512_and_si512(to, all(path.rook)), occupied, all(path.empty)),
                    influence,
                    all(path.safe),
                );
                let is_free = _mm512_testn_epi64_mask(obstacles, obstacles);
                moves = _mm512_mask_add_epi64(moves, is_free, moves, _mm512_set1_epi64(1));
            }
        }
        let hard = valid
            & _mm512_test_epi64_mask(
                or_and(_mm512_and_si512(influence, all(king)), pinned, all(sliders)),
                _mm512_set1_epi64(-1),
            );
        sum = _mm512_mask_add_epi64(sum, valid & !hard, sum, moves);
        let (spare, length) = rest.spare();
        debug_assert!(spare.len() >= 8);
        // SAFETY: a store of eight moves; `spare` has room for at least 64.
        unsafe {
            _mm_storeu_si128(spare.as_mut_ptr().cast(), _mm_maskz_compress_epi16(hard, words));
        }
        rest.set_len(length + hard.count_ones() as usize);
    }
    _mm512_reduce_add_epi64(sum).cast_unsigned()
}

/// Makes two children and writes their cells.
// The type parameter makes the compiler inline the function into each caller.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn make_two<R>(parent: &Parent<'_>, two: [Move; 2], out: &mut [Matrix; 2]) -> LaneSets<2> {
    let pieces = &parent.planes.0;
    // SAFETY: `Planes` is 64 bytes, aligned to 64.
    let planes = splat(unsafe { _mm512_load_si512((&raw const *pieces).cast()) });
    let (mut from, mut to, mut lanes) = (planes, planes, planes);
    for n in 0..2 {
        from.0[n] = all(SQUARES[two[n].from().index()]);
        to.0[n] = all(SQUARES[two[n].to().index()]);
        // SAFETY: `Planes` is 64 bytes, aligned to 64.
        lanes.0[n] = unsafe { _mm512_load_si512((&raw const placed(parent, two[n]).0).cast()) };
    }
    let moved = |set: Wide<2>, placed: Wide<2>| {
        wide::or_and(ternary::<AND_NEITHER, 2>(set, from, to), to, placed)
    };
    let [white, black] = moving(parent.side);
    let men = [
        moved(splat(all(pieces[6])), splat(all(white))),
        moved(splat(all(pieces[7])), splat(all(black))),
    ];
    let [first, second] = out;
    rebuild_wide::<R, 2>(moved(planes, lanes), men, !parent.side, [first, second])
}
