//! The 64 cells from the planes, written so that the compiler can vectorise the lanes.
//!
//! Six sets of sources are filled together in each of the eight directions (Kogge–Stone): White's
//! bishops or rooks, White's queens, the same for Black, and the two kings treated as sliders. The
//! kings' rays are the sensors and the approaches (see [`crate::matrix::cell`]).

use super::steps::{Direction, RayLanes, RebuildObserver, RebuildStep, tell_leapers};
use crate::kernels::Rebuilt;
use crate::matrix::{Influence, Planes};
use crate::types::bitboard::{
    FILE_A, FILE_H, black_pawn_influence, king_influence, knight_influence, white_pawn_influence,
};
use crate::types::{Bitboard, Color};

/// Number of lanes without padding.
const LANES: usize = 6;

/// Returns the squares seen from every source in one direction, up to and including the first piece.
///
/// `on_board` excludes the squares where a step in this direction cannot end.
#[inline(always)]
fn fill<const SHIFT: u32, const UP: bool>(
    sources: &RayLanes,
    empty: Bitboard,
    on_board: Bitboard,
    observer: &mut impl RebuildObserver,
) -> RayLanes {
    #[inline(always)]
    fn go<const UP: bool>(set: Bitboard, by: u32) -> Bitboard {
        if UP { set << by } else { set >> by }
    }
    let direction = Direction { shift: SHIFT, up: UP, on_board };
    observer.step(|| RebuildStep::Sources { direction, lanes: *sources });
    let one = empty & on_board;
    let two = one & go::<UP>(one, SHIFT);
    let four = two & go::<UP>(two, 2 * SHIFT);
    let mut seen = [0; 8];
    for lane in 0..LANES {
        let mut travel = sources[lane];
        travel |= one & go::<UP>(travel, SHIFT);
        let after_one = travel;
        travel |= two & go::<UP>(travel, 2 * SHIFT);
        let after_three = travel;
        travel |= four & go::<UP>(travel, 4 * SHIFT);
        observer
            .step(|| RebuildStep::Travelled { lane, reached: [after_one, after_three, travel] });
        seen[lane] = go::<UP>(travel, SHIFT) & on_board;
    }
    observer.step(|| RebuildStep::Seen { lanes: seen });
    seen
}

#[inline(always)]
fn union(a: &RayLanes, b: &RayLanes) -> RayLanes {
    let mut both = [0; 8];
    for lane in 0..LANES {
        both[lane] = a[lane] | b[lane];
    }
    both
}

/// Returns the results of two opposite directions: the squares seen in either, and those between an
/// enemy slider and the king.
#[inline(always)]
fn line(
    forth: &RayLanes,
    back: &RayLanes,
    side: Color,
    observer: &mut impl RebuildObserver,
) -> (RayLanes, Bitboard) {
    let enemy = if side == Color::White { 2 } else { 0 };
    let pins =
        (forth[enemy] | forth[enemy + 1]) & back[4] | (back[enemy] | back[enemy + 1]) & forth[4];
    observer.step(|| RebuildStep::Between { squares: pins });
    (union(forth, back), pins)
}

/// Writes the complete output of a rebuild from the planes.
#[inline(always)]
pub fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
    observed_rebuild(planes, side, out, &mut ());
}

/// Rebuilds like [`rebuild`] and reports each step to the observer.
#[inline(always)]
pub fn observed_rebuild(
    planes: &Planes,
    side: Color,
    out: &mut Rebuilt,
    observer: &mut impl RebuildObserver,
) {
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = planes.0;
    let empty = !(white | black);
    let (own, enemy) = if side == Color::White { (white, black) } else { (black, white) };
    let lanes = |sliders: Bitboard| {
        let (king, other) = (kings & own, kings & enemy);
        [sliders & white, queens & white, sliders & black, queens & black, king, other, 0, 0]
    };
    let diagonal = lanes(bishops);
    let straight = lanes(rooks);
    let (rising, pins_rising) = line(
        &fill::<9, true>(&diagonal, empty, !FILE_A, observer),
        &fill::<9, false>(&diagonal, empty, !FILE_H, observer),
        side,
        observer,
    );
    let (falling, pins_falling) = line(
        &fill::<7, true>(&diagonal, empty, !FILE_H, observer),
        &fill::<7, false>(&diagonal, empty, !FILE_A, observer),
        side,
        observer,
    );
    let (rank, pins_rank) = line(
        &fill::<1, true>(&straight, empty, !FILE_A, observer),
        &fill::<1, false>(&straight, empty, !FILE_H, observer),
        side,
        observer,
    );
    let (file, pins_file) = line(
        &fill::<8, true>(&straight, empty, !0, observer),
        &fill::<8, false>(&straight, empty, !0, observer),
        side,
        observer,
    );
    let diagonals = union(&rising, &falling);
    let straights = union(&rank, &file);

    let mut influence = [
        white_pawn_influence(pawns & white),
        black_pawn_influence(pawns & black),
        knight_influence(knights & white),
        knight_influence(knights & black),
        diagonals[0],
        diagonals[2],
        rank[0],
        rank[2],
        file[0],
        file[2],
        diagonals[1] | straights[1],
        diagonals[3] | straights[3],
        king_influence(kings & white),
        king_influence(kings & black),
        0,
        0,
    ];
    for kind in 0..7 {
        influence[14] |= influence[2 * kind];
        influence[15] |= influence[2 * kind + 1];
    }

    out.pinned = (pins_rising | pins_falling | pins_rank | pins_file) & own & !kings;
    out.influence = Influence(influence);
    tell_leapers([pawns, knights, kings], [white, black], &out.influence, observer);
    let knight_approaches = knight_influence(kings & enemy);
    observer
        .step(|| RebuildStep::KnightApproaches { king: kings & enemy, reached: knight_approaches });
    write_cells(
        &mut out.nucleus.cells.0,
        planes,
        &influence,
        [straights[4], diagonals[4], knight_approaches, straights[5], diagonals[5]],
        observer,
    );
}

/// Writes the 64 cells: a transpose of 32 sets of 64 squares to 64 cells of 32 bits.
///
/// `kings` holds the sensors (orthogonal, diagonal) and the approaches (knight, orthogonal,
/// diagonal).
#[inline(always)]
fn write_cells(
    cells: &mut [u32; 64],
    planes: &Planes,
    influence: &[Bitboard; 16],
    kings: [Bitboard; 5],
    observer: &mut impl RebuildObserver,
) {
    let p = &planes.0;
    let (white, black) = (p[6], p[7]);
    let i = influence;
    // sets[bit][byte of the cell]
    let mut sets: [[Bitboard; 4]; 8] = [
        [kings[0], p[5] & white, i[9], i[6]],
        [kings[1], p[4] & white, i[7], i[4]],
        [p[5] & black, p[3] & white, i[5], i[2]],
        [p[4] & black, p[2] & white, i[3], i[0]],
        [p[3] & black, p[1] & white, i[1], kings[2]],
        [p[2] & black, p[0] & white, i[12], kings[3]],
        [p[1] & black, i[13], i[10], kings[4]],
        [p[0] & black, i[11], i[8], white | black],
    ];
    observer.step(|| RebuildStep::Sets { distance: 0, sets });
    // Three rounds exchange the index of the set with the file of the square …
    exchange(&mut sets, 4, 0x0f0f_0f0f_0f0f_0f0f);
    observer.step(|| RebuildStep::Sets { distance: 4, sets });
    exchange(&mut sets, 2, 0x3333_3333_3333_3333);
    observer.step(|| RebuildStep::Sets { distance: 2, sets });
    exchange(&mut sets, 1, 0x5555_5555_5555_5555);
    observer.step(|| RebuildStep::Sets { distance: 1, sets });
    // … so that byte r of sets[f][b] is byte b of the cell on file f and rank r.
    for rank in 0..8 {
        for file in 0..8 {
            let byte = |b: usize| (sets[file][b] >> (8 * rank)) as u8;
            cells[8 * rank + file] = u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]);
        }
    }
}

/// Exchanges the bit of value `distance` in the row index with that bit in the bit index.
#[inline(always)]
fn exchange(rows: &mut [[Bitboard; 4]; 8], distance: usize, low: Bitboard) {
    for row in (0..8).filter(|row| row & distance == 0) {
        let (below, above) = rows.split_at_mut(row + distance);
        for (a, b) in below[row].iter_mut().zip(&mut above[0]) {
            let swap = (*a >> distance ^ *b) & low;
            *b ^= swap;
            *a ^= swap << distance;
        }
    }
}
