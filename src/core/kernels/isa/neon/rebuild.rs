//! The 64 cells from the planes: White's and Black's set in the two halves of a register.

use std::arch::aarch64::*;

use super::fills::{Paths, Seen, as_bytes, as_sets, east, either, fill, flipped, paths, west};
use super::transpose::write_cells;
use crate::kernels::isa::mobility;
use crate::kernels::{Counted, Rebuilt};
use crate::matrix::Planes;
use crate::types::Color;
use crate::types::bitboard::{FILE_A, FILE_H};

/// Squares that sliders see along a line.
#[derive(Clone, Copy)]
struct Line {
    /// Bishops or rooks, White's and Black's.
    sliders: uint64x2_t,
    queens: uint64x2_t,
    /// The king of the side to move and the other king, treated as sliders.
    kings: uint64x2_t,
    /// Bishops or rooks together with queens, the two directions separate.
    moves: Seen,
}

/// Sources that move along the same lines.
#[derive(Clone, Copy)]
struct Sources {
    sliders: uint64x2_t,
    queens: uint64x2_t,
    kings: uint64x2_t,
}

/// The sliders' attacks along the four lines, the two directions separate, and each colour's pieces.
struct Slides {
    /// Along diagonals and files: the second direction is upside down.
    lines: [Seen; 3],
    /// Along the ranks: neither direction is upside down.
    ranks: Seen,
    colors: uint64x2_t,
}

#[target_feature(enable = "neon")]
#[inline]
fn upside_down(sources: &Sources) -> Sources {
    Sources {
        sliders: flipped(sources.sliders),
        queens: flipped(sources.queens),
        kings: flipped(sources.kings),
    }
}

/// Fills a line whose steps are `ONE` squares down, and `BACK` squares down on the board upside down.
#[target_feature(enable = "neon")]
#[inline]
fn line<
    const ONE: i32,
    const TWO: i32,
    const FOUR: i32,
    const BACK: i32,
    const BACK_TWO: i32,
    const BACK_FOUR: i32,
>(
    down: &Sources,
    up: &Sources,
    paths: &[Paths; 2],
) -> Line {
    let seen = |down, up| Seen {
        down: fill::<ONE, TWO, FOUR>(down, &paths[0]),
        up: fill::<BACK, BACK_TWO, BACK_FOUR>(up, &paths[1]),
    };
    let sliders = seen(down.sliders, up.sliders);
    let queens = seen(down.queens, up.queens);
    let kings = seen(down.kings, up.kings);
    Line {
        sliders: either(sliders),
        queens: either(queens),
        kings: either(kings),
        moves: Seen {
            down: vorrq_u64(sliders.down, queens.down),
            up: vorrq_u64(sliders.up, queens.up),
        },
    }
}

/// Fills the ranks; neither direction is upside down.
#[target_feature(enable = "neon")]
#[inline]
fn ranks(sources: &Sources, occupied: uint64x2_t) -> Line {
    let occupied = as_bytes(occupied);
    let mirrored = vrbitq_u8(occupied);
    let seen = |sources| Seen {
        down: as_sets(west(as_bytes(sources), occupied, mirrored)),
        up: as_sets(east(as_bytes(sources), occupied)),
    };
    let [sliders, queens, kings] =
        [seen(sources.sliders), seen(sources.queens), seen(sources.kings)];
    Line {
        sliders: vorrq_u64(sliders.down, sliders.up),
        queens: vorrq_u64(queens.down, queens.up),
        kings: vorrq_u64(kings.down, kings.up),
        moves: Seen {
            down: vorrq_u64(sliders.down, queens.down),
            up: vorrq_u64(sliders.up, queens.up),
        },
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn knight_influence(sets: uint64x2_t) -> uint64x2_t {
    let bytes = as_bytes(sets);
    let one = as_sets(vorrq_u8(vshlq_n_u8::<1>(bytes), vshrq_n_u8::<1>(bytes)));
    let two = as_sets(vorrq_u8(vshlq_n_u8::<2>(bytes), vshrq_n_u8::<2>(bytes)));
    let far = vorrq_u64(vshlq_n_u64::<16>(one), vshrq_n_u64::<16>(one));
    let near = vorrq_u64(vshlq_n_u64::<8>(two), vshrq_n_u64::<8>(two));
    vorrq_u64(far, near)
}

#[target_feature(enable = "neon")]
#[inline]
fn king_influence(sets: uint64x2_t) -> uint64x2_t {
    let row = sideways(sets);
    let three = vorrq_u64(row, sets);
    let column = vorrq_u64(vshlq_n_u64::<8>(three), vshrq_n_u64::<8>(three));
    vorrq_u64(row, column)
}

/// Returns the squares one step to either side; a shift of bytes ends at the board's edge.
#[target_feature(enable = "neon")]
#[inline]
fn sideways(sets: uint64x2_t) -> uint64x2_t {
    let bytes = as_bytes(sets);
    as_sets(vorrq_u8(vshlq_n_u8::<1>(bytes), vshrq_n_u8::<1>(bytes)))
}

/// Writes the complete output of a rebuild from the planes.
#[target_feature(enable = "neon")]
#[inline]
pub fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
    rebuild_then(planes, side, out, |_, _| ());
}

/// Writes the 64 cells and counts the legal moves of `side` from the same fills, without en
/// passant and castling; `None` in check and if a slider is pinned.
#[target_feature(enable = "neon")]
#[inline]
pub fn rebuild_and_count(planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
    rebuild_then(planes, side, out, |slides, out| {
        mobility::count(planes, side, out, || count_slides(slides, side))
    })
}

/// Returns the number of the sliders' target squares, summed over the sliders.
#[target_feature(enable = "neon")]
#[inline]
fn count_slides(slides: &Slides, side: Color) -> u32 {
    let own = [slides.colors, flipped(slides.colors)];
    let ones = |set: uint64x2_t, own: uint64x2_t| vcntq_u8(as_bytes(vbicq_u64(set, own)));
    // At most eight per direction and rank: 64 per byte.
    let mut sum = vaddq_u8(ones(slides.ranks.down, own[0]), ones(slides.ranks.up, own[0]));
    for line in slides.lines {
        sum = vaddq_u8(sum, vaddq_u8(ones(line.down, own[0]), ones(line.up, own[1])));
    }
    let half = if side == Color::White { vget_low_u8(sum) } else { vget_high_u8(sum) };
    u32::from(vaddlv_u8(half))
}

/// Does the work of [`rebuild`] and passes the sliders' attacks on while they are in registers.
#[target_feature(enable = "neon")]
#[inline]
fn rebuild_then<R>(
    planes: &Planes,
    side: Color,
    out: &mut Rebuilt,
    then: impl FnOnce(&Slides, &Rebuilt) -> R,
) -> R {
    let at = planes.0.as_ptr();
    // SAFETY: a load of the last 16 of the planes' 64 bytes.
    let colors = unsafe { vld1q_u64(at.add(6)) };
    let of = |index: usize| {
        // SAFETY: a load of one of the eight sets.
        unsafe { vandq_u64(vld1q_dup_u64(at.add(index)), colors) }
    };
    let [pawns, knights, bishops, rooks, queens, kings] =
        [of(0), of(1), of(2), of(3), of(4), of(5)];
    let own_enemy = vcombine_u64(vcreate_u64(planes.color(side)), vcreate_u64(planes.color(!side)));
    let each_king = vandq_u64(vdupq_n_u64(planes.0[5]), own_enemy);
    let occupied = vorrq_u64(colors, vextq_u64::<1>(colors, colors));
    let over = flipped(occupied);

    let straight = Sources { sliders: rooks, queens, kings: each_king };
    let straight_over = upside_down(&straight);
    let diagonal = Sources { sliders: bishops, ..straight };
    let diagonal_over = Sources { sliders: flipped(bishops), ..straight_over };

    // South-west with north-east, south-east with north-west, south with north.
    let to_a = [paths::<9, 18>(occupied, !FILE_A), paths::<9, 18>(over, !FILE_A)];
    let to_h = [paths::<7, 14>(occupied, !FILE_H), paths::<7, 14>(over, !FILE_H)];
    let along = [paths::<8, 16>(occupied, !0), paths::<8, 16>(over, !0)];
    let rising = line::<9, 18, 36, 7, 14, 28>(&diagonal, &diagonal_over, &[to_a[0], to_h[1]]);
    let falling = line::<7, 14, 28, 9, 18, 36>(&diagonal, &diagonal_over, &[to_h[0], to_a[1]]);
    let file = line::<8, 16, 32, 8, 16, 32>(&straight, &straight_over, &along);
    let rank = ranks(&straight, occupied);

    // A piece that a king and a slider see along the same line is between them.
    let between = |line: &Line| {
        vandq_u64(vorrq_u64(line.sliders, line.queens), vdupq_laneq_u64::<0>(line.kings))
    };
    let pins = vorrq_u64(
        vorrq_u64(between(&rising), between(&falling)),
        vorrq_u64(between(&file), between(&rank)),
    );
    let pins =
        if side == Color::White { vgetq_lane_u64::<1>(pins) } else { vgetq_lane_u64::<0>(pins) };
    out.pinned = pins & planes.color(side) & !planes.0[5];

    let bishop = vorrq_u64(rising.sliders, falling.sliders);
    let queen =
        vorrq_u64(vorrq_u64(rising.queens, falling.queens), vorrq_u64(file.queens, rank.queens));
    let diagonals = vorrq_u64(rising.kings, falling.kings);
    let straights = vorrq_u64(file.kings, rank.kings);
    let (file_set, rank_set) = (file.sliders, rank.sliders);
    // One rank ahead: up for White, down for Black.
    let ahead = vshlq_u64(pawns, vcombine_s64(vdup_n_s64(8), vdup_n_s64(-8)));
    let (pawn, knight, king) = (sideways(ahead), knight_influence(knights), king_influence(kings));
    let king_knights = knight_influence(each_king);
    let everything = vorrq_u64(
        vorrq_u64(vorrq_u64(pawn, knight), vorrq_u64(bishop, rank_set)),
        vorrq_u64(vorrq_u64(file_set, queen), king),
    );
    let sets = [pawn, knight, bishop, rank_set, file_set, queen, king, everything];
    for (pair, set) in out.influence.0.as_chunks_mut::<2>().0.iter_mut().zip(sets) {
        // SAFETY: the pair is 16 bytes.
        unsafe { vst1q_u64(pair.as_mut_ptr(), set) };
    }

    // Black's set of one register and White's of the other, and so on.
    let upper_lower = |one, other| as_bytes(vextq_u64::<1>(one, other));
    let lower_lower = |one, other| as_bytes(vzip1q_u64(one, other));
    let upper_upper = |one, other| as_bytes(vzip2q_u64(one, other));
    let lower_upper = |one, other| as_bytes(vcopyq_laneq_u64::<1, 1>(one, other));
    // For each bit of a cell's bytes: the sets of the lower two bytes, and of the upper two.
    let rows = [
        [lower_lower(straights, kings), upper_lower(file_set, rank_set)],
        [lower_lower(diagonals, queens), upper_lower(rank_set, bishop)],
        [upper_lower(kings, rooks), upper_lower(bishop, knight)],
        [upper_lower(queens, bishops), upper_lower(knight, pawn)],
        [upper_lower(rooks, knights), upper_upper(pawn, king_knights)],
        [upper_lower(bishops, pawns), lower_upper(king, straights)],
        [upper_upper(knights, king), lower_upper(queen, diagonals)],
        [upper_upper(pawns, queen), lower_lower(file_set, occupied)],
    ];
    write_cells(&mut out.nucleus.cells.0, rows);
    let slides =
        Slides { lines: [rising.moves, falling.moves, file.moves], ranks: rank.moves, colors };
    then(&slides, out)
}
