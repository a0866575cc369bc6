//! Children made in registers: their cells, and a count of their moves.

use std::arch::x86_64::*;
use std::hint::black_box;

use super::rebuild::{KingSteps, SlideSets, count_slides, rebuild_halves};
use crate::kernels::Parent;
use crate::kernels::isa::children::{Child, count, placed};
use crate::matrix::Matrix;
use crate::types::bitboard::{KING_STEPS, KNIGHT_STEPS};
use crate::types::{Bitboard, Color, Move, MoveList, PieceType};

/// Writes the children's cells.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub fn make_children(parent: &Parent<'_>, moves: &[Move], out: &mut [Matrix; 2]) {
    for (n, &chess_move) in moves.iter().enumerate() {
        make::<Move>(parent, chess_move, &mut out[n % 2], &mut 0);
        // Makes sure that every child's cells are written to memory.
        black_box(&mut *out);
    }
}

/// Implements [`crate::kernels::MatrixKernel::count_children`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub fn count_children(
    parent: &Parent<'_>,
    moves: &[Move],
    out: &mut [Matrix; 2],
    rest: &mut MoveList,
) -> u64 {
    let mut turn = 0;
    count(parent, moves, rest, |chess_move, own| {
        let mut pinned = 0;
        let sets = make::<Child>(parent, chess_move, &mut out[turn], &mut pinned);
        turn ^= 1;
        black_box(&mut *out);
        let mut influence = [0u64; 2];
        // SAFETY: an unaligned store to the 16 bytes of `influence`.
        unsafe { _mm_storeu_si128((&raw mut influence).cast(), sets.everything) };
        Child {
            slides: count_slides(&sets, own),
            pinned,
            influence: influence[parent.side.index()],
        }
    })
}

/// Makes a child and writes its cells.
// The type parameter makes the compiler inline the function into each caller.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn make<R>(
    parent: &Parent<'_>,
    chess_move: Move,
    out: &mut Matrix,
    pinned: &mut Bitboard,
) -> SlideSets {
    let (from, to) = (chess_move.from().bit(), chess_move.to().bit());
    let clear = _mm256_set1_epi64x((from | to).cast_signed());
    let put = _mm256_set1_epi64x(to.cast_signed());
    let lanes = placed(parent, chess_move);
    // SAFETY: `Planes` is 64 bytes, aligned to 64.
    let half = |n: usize| unsafe {
        let before = _mm256_load_si256((&raw const parent.planes.0).cast::<__m256i>().add(n));
        let lanes = _mm256_load_si256((&raw const lanes.0).cast::<__m256i>().add(n));
        _mm256_or_si256(_mm256_andnot_si256(clear, before), _mm256_and_si256(put, lanes))
    };
    // A side has one king, so a table gives its steps.
    let side = parent.side;
    let moved =
        parent.planes.pieces(side, PieceType::King) & !from | to & lanes.kind(PieceType::King);
    let other = parent.planes.pieces(!side, PieceType::King);
    let square = |king: u64| king.trailing_zeros() as usize & 63;
    let influence = _mm_set_epi64x(
        KING_STEPS[square(other)].cast_signed(),
        KING_STEPS[square(moved)].cast_signed(),
    );
    let steps = KingSteps {
        influence: if side == Color::White {
            influence
        } else {
            _mm_shuffle_epi32::<0b01_00_11_10>(influence)
        },
        knights: _mm_cvtsi64_si128(KNIGHT_STEPS[square(moved)].cast_signed()),
    };
    rebuild_halves::<R>([half(0), half(1)], !side, out, pinned, |_| steps, |_| ())
}
