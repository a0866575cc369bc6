//! The legal moves as a count, without generating them.

use std::arch::x86_64::*;

use super::lanes::{FILE_AB, FILE_GH, LaneIndices, ON_BOARD, STEP, all, sets, vector};
use super::rebuild::{LaneSets, rebuild_then};
use super::wide::{self, AND_NOT_AND, Wide, splat, ternary};
use crate::kernels::isa::mobility;
use crate::kernels::{Counted, Rebuilt};
use crate::matrix::Planes;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_2, RANK_8};
use crate::types::{Color, PieceType};

const RANK_12: u64 = RANK_1 | RANK_2;
const RANK_78: u64 = RANK_8 | RANK_8 >> 8;
/// Rotation of each knight step, and the squares where it can end.
const KNIGHT_STEP: [i64; 8] = [17, 10, 64 - 6, 64 - 15, 64 - 17, 64 - 10, 6, 15];
const KNIGHT_ON_BOARD: [u64; 8] = [
    !(FILE_A | RANK_12),
    !(FILE_AB | RANK_1),
    !(FILE_AB | RANK_8),
    !(FILE_A | RANK_78),
    !(FILE_H | RANK_78),
    !(FILE_GH | RANK_8),
    !(FILE_GH | RANK_1),
    !(FILE_H | RANK_12),
];

/// Counts the legal moves of `side` without en passant and castling; `None` in check.
///
/// Each pair of direction and target has one source piece, so the number of moves is the
/// number of bits in the lanes. A pinned piece keeps the two lanes of its line.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn count_moves(planes: &Planes, side: Color) -> Option<Counted> {
    let pawns_on_seventh = {
        let rank = if side == Color::White { RANK_8 >> 8 } else { RANK_2 };
        planes.pieces(side, PieceType::Pawn) & rank
    };
    // SAFETY: `Planes` is 64 bytes, aligned to 64.
    let planes = unsafe { _mm512_load_si512((&raw const planes.0).cast()) };
    // Exchanges neighbouring lanes, so that each receives the opposite direction.
    let turned = |lanes| _mm512_shuffle_epi32::<_MM_PERM_BADC>(lanes);
    // a | b | c
    let or3 = |a, b, c| _mm512_ternarylogic_epi64::<0xfe>(a, b, c);
    let lane = |set: __m512i, index: i64| _mm512_permutexvar_epi64(_mm512_set1_epi64(index), set);
    let white_men = lane(planes, 6);
    let black_men = lane(planes, 7);
    let (own_men, enemy_men) =
        if side == Color::White { (white_men, black_men) } else { (black_men, white_men) };
    let empty = _mm512_andnot_si512(_mm512_or_si512(own_men, enemy_men), _mm512_set1_epi64(-1));
    let paths = wide::paths(Wide([empty]), STEP, ON_BOARD);
    let fill =
        |sources| _mm512_and_si512(wide::fill(Wide([sources]), &paths, STEP).0[0], sets(ON_BOARD));
    let own = _mm512_and_si512(planes, own_men);
    let enemy = _mm512_and_si512(planes, enemy_men);
    let sliders = |men| {
        _mm512_or_si512(
            _mm512_permutexvar_epi64(vector([2, 2, 2, 2, 3, 3, 3, 3]), men),
            lane(men, 4),
        )
    };
    let step = |set| _mm512_and_si512(_mm512_rolv_epi64(set, vector(STEP)), sets(ON_BOARD));
    let leap =
        |set| _mm512_and_si512(_mm512_rolv_epi64(set, vector(KNIGHT_STEP)), sets(KNIGHT_ON_BOARD));
    let spread = |lanes| {
        let x = _mm512_or_si512(lanes, turned(lanes));
        let x = _mm512_or_si512(x, _mm512_shuffle_i64x2::<0b10_11_00_01>(x, x));
        _mm512_or_si512(x, _mm512_shuffle_i64x2::<0b01_00_11_10>(x, x))
    };
    let pawn_lanes: [__mmask8; 2] = [0b0000_0101, 0b0000_1010];
    let push_lane: [__mmask8; 2] = [0b0100_0000, 0b1000_0000];

    // The squares that the enemy influences; if our king is in check, they include its square.
    let enemy_fill = fill(sliders(enemy));
    let enemy_pawns = _mm512_maskz_mov_epi64(pawn_lanes[(!side).index()], step(lane(enemy, 0)));
    let influence = spread(or3(
        _mm512_or_si512(enemy_fill, enemy_pawns),
        leap(lane(enemy, 1)),
        step(lane(enemy, 5)),
    ));
    let king = lane(own, 5);
    if _mm512_test_epi64_mask(influence, king) != 0 {
        return None;
    }

    let pins = _mm512_and_si512(_mm512_and_si512(enemy_fill, turned(fill(king))), own_men);
    let on_line = _mm512_or_si512(pins, turned(pins));
    let pinned = spread(pins);
    // a & (!b | c): not pinned, or pinned along this lane's line.
    let free = |set| _mm512_ternarylogic_epi64::<0xb0>(set, pinned, on_line);

    let slides = _mm512_andnot_si512(own_men, fill(free(sliders(own))));
    let leaps = _mm512_andnot_si512(own_men, leap(_mm512_andnot_si512(pinned, lane(own, 1))));
    // !own & !influence & step
    let king_steps = _mm512_ternarylogic_epi64::<0x02>(own_men, influence, step(king));
    let pawns = step(free(lane(own, 0)));
    let captures = _mm512_maskz_and_epi64(pawn_lanes[side.index()], pawns, enemy_men);
    let pushes = _mm512_maskz_and_epi64(push_lane[side.index()], pawns, empty);
    let third = all(RANK_1 << if side == Color::White { 16 } else { 40 });
    let doubles =
        _mm512_and_si512(_mm512_rolv_epi64(_mm512_and_si512(pushes, third), vector(STEP)), empty);
    let pawn_moves = or3(captures, pushes, turned(doubles));

    let count = |set| _mm512_popcnt_epi64(set);
    let mut total = _mm512_add_epi64(
        _mm512_add_epi64(count(slides), count(leaps)),
        _mm512_add_epi64(count(king_steps), count(pawn_moves)),
    );
    if pawns_on_seventh != 0 {
        let last = count(_mm512_and_si512(pawn_moves, all(RANK_1 | RANK_8)));
        total = _mm512_add_epi64(total, _mm512_add_epi64(last, _mm512_add_epi64(last, last)));
    }
    Some(Counted {
        moves: _mm512_reduce_add_epi64(total) as u32,
        enemy_influence: _mm_cvtsi128_si64(_mm512_castsi512_si128(influence)).cast_unsigned(),
    })
}

/// Writes the 64 cells and counts the legal moves of `side` from the same fills, without en
/// passant and castling; `None` in check and if a slider is pinned.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn rebuild_and_count(planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
    rebuild_then(planes, side, out, |sets, out| {
        mobility::count(planes, side, out, || {
            let counts = slide_counts(sets, splat(all(planes.color(side))), side)[0];
            _mm_cvtsi128_si32(_mm_sad_epu8(counts, _mm_setzero_si128())).cast_unsigned()
        })
    })
}

/// Returns the number of target squares of the sliders of `side`, summed over the sliders, in
/// eight bytes to be added; `own` holds its pieces in all lanes.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn slide_counts<const N: usize>(
    sets: &LaneSets<N>,
    own: Wide<N>,
    side: Color,
) -> [__m128i; N] {
    // SAFETY: the constant is 64 bytes, aligned to 64.
    let lanes = unsafe { _mm512_load_si512((&raw const LANES[side.index()].0).cast()) };
    let targets = |set| ternary::<AND_NOT_AND, N>(set, own, splat(lanes));
    let (forward, backward) = (targets(sets.slides[0]), targets(sets.slides[1]));
    let mut counts = [_mm_setzero_si128(); N];
    for (n, count) in counts.iter_mut().enumerate() {
        *count = _mm512_cvtepi64_epi8(_mm512_add_epi64(
            _mm512_popcnt_epi64(forward.0[n]),
            _mm512_popcnt_epi64(backward.0[n]),
        ));
    }
    counts
}

/// Lanes of each colour's sliders.
static LANES: [LaneIndices; 2] =
    [LaneIndices([!0, 0, !0, 0, !0, 0, !0, 0]), LaneIndices([0, !0, 0, !0, 0, !0, 0, !0])];
